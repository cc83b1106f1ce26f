import { randomUUID } from "node:crypto";

import type { Incident } from "@offgrid/contract/incidents/incidents.schema";
import { vi } from "vitest";

import { type Actor, thePortal } from "../../testing/cast.ts";
import { insertRaised } from "../warnings/warnings.store.ts";
import type { silence } from "./follow-incidents.fixture.ts";

/** Warnings of people's containers, as rules raise them, and the incidents that people see of them. For tests only. */

export const inTime = { timeout: 50_000 };
const low = {
  name: "Charge low",
  type: "event",
  attributes: ["door.opened"],
  threshold: 1,
  window: 3600,
  duration: 0,
} as const;

/** A rule of somebody, with what it raises at its containers. */
export async function raise(
  owner: Actor,
  sites: string[],
  {
    condition = low,
    severity = "warning",
  }: { condition?: typeof low | typeof silence; severity?: "warning" | "critical" } = {},
) {
  const { database } = await thePortal();
  const { id: ruleId } = (
    await owner.call("registerWarning", {
      ruleName: condition.name,
      sites,
      severity,
      conditions: [{ ...condition, attributes: [...condition.attributes] }],
    })
  ).data;
  const rows = sites.map((containerId) => ({
    id: randomUUID(),
    ruleId,
    containerId,
    ruleName: condition.name,
    content: condition.name,
    note: "",
    isShadow: false,
    severity,
    attribute: null,
    value: null,
    raisedMs: Date.now() - 1_000,
    clearedMs: null,
    closeReason: null,
    blindMs: null,
    isFlapping: false,
    isWorse: false,
    isLate: false,
  }));
  await insertRaised(database.db, rows);
  return rows.map(({ id }) => id);
}

/** Waits until the incidents that somebody sees are so. */
export async function seen(person: Actor, isSo: (incidents: Incident[]) => boolean): Promise<Incident[]> {
  let found: Incident[] = [];
  await vi.waitUntil(async () => {
    found = (await person.call("incidentList", {})).data;
    return isSo(found);
  }, inTime);
  return found;
}

export const clear = async (ids: readonly string[]) =>
  void (await (
    await thePortal()
  ).database.pool.query("update warning set cleared_at = now(), close_reason = 'data' where id = any($1)", [ids]));
