import { Refusal } from "@offgrid/contract/core/refusal";
import { outputTarget, relaySwitches } from "@offgrid/contract/telemetry/load-switches";

import type { Db } from "../../core/db.ts";
import { type Viewer, visibleContainers } from "../../calls/scope.ts";

/** What a controller has said of itself: whether it is there, and what it can switch. */
export interface Equipment {
  linked: boolean;
  lastContactAt: Date | null;
  /** Outputs in the order of their numbers. */
  outputs: { target: string; relay: number; on: boolean | null; onAt: Date | null }[];
}

/** @throws Refusal not_found when the container is out of the person's sight. */
export async function mustFindEquipment(db: Db, viewer: Viewer, containerId: string): Promise<Equipment> {
  const row = await db
    .selectFrom("container")
    .leftJoin("containerLatest as l", "l.containerId", "container.id")
    .select(["l.linked", "l.lastContactAt", "l.capabilities", "l.liveValues"])
    .where("container.id", "=", containerId)
    .where("container.id", "in", visibleContainers(db, viewer))
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  const { linked, lastContactAt, capabilities, liveValues } = row;
  const measured = capabilities?.includes("relay") ? await measuredSwitches(db, containerId) : new Set();
  const outputs = relaySwitches.flatMap((metric) => {
    if (!measured.has(metric)) return [];
    const [value, atMs] = liveValues?.[metric] ?? [];
    const target = outputTarget(metric);
    const at = atMs === undefined ? null : new Date(atMs);
    return [{ target, relay: Number(target.split(".")[1]), on: value === undefined ? null : value !== 0, onAt: at }];
  });
  return { linked: linked ?? false, lastContactAt: lastContactAt ?? null, outputs };
}

async function measuredSwitches(db: Db, containerId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("containerMetric")
    .select("name")
    .where("containerId", "=", containerId)
    .where("name", "in", relaySwitches)
    .execute();
  return new Set(rows.map(({ name }) => name));
}
