import type { RequestOf } from "@offgrid/contract/core/call";
import type { Calls } from "@offgrid/contract/registry";

import { thePortal } from "../../testing/cast.ts";

/** For tests: a file of history, and what is stored of it. */
export type Question = RequestOf<Calls["importData"]>;
export const mapping: Question["mapping"] = {
  time: { column: "when", format: "dd.MM.yyyy HH:mm", zone: "Europe/Paris" },
  separator: ";",
  decimal: ",",
  columns: [
    { column: "PV kW", metric: "solar.power", multiply: 1000 },
    { column: "battery", metric: "battery.power", multiply: -1 },
  ],
};
export const head = "when;PV kW;battery;note";
export const good = ["01.06.2026 12:00;1,5;-20;x", "01.06.2026 12:15;;7;", '"01.06.2026 12:30";"2,25";;'];

export async function framesOf(containerId: string) {
  const { db } = (await thePortal()).database;
  const slots = await db
    .selectFrom("containerMetric")
    .select(["name", "slot"])
    .where("containerId", "=", containerId)
    .orderBy("slot")
    .execute();
  const rows = await db
    .selectFrom("frame")
    .select(["at", "v"])
    .where("containerId", "=", containerId)
    .orderBy("at")
    .execute();
  return rows.map(({ at, v }) => [
    at.toISOString(),
    Object.fromEntries(slots.map(({ name, slot }) => [name, v[slot - 1] ?? null])),
  ]);
}
