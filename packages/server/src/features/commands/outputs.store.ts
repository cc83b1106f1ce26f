import type { FailSafe } from "@offgrid/contract/commands/commands.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import {
  findOutput,
  kindsOf,
  outputMetric,
  type OutputTarget,
  outputTargets,
} from "@offgrid/contract/devices/output-kinds";

import type { Db } from "../../core/db.ts";
import { mustSee, type Viewer } from "../../calls/scope.ts";

/** What a controller has said of itself: whether it is there, and what it can switch. */
export interface Equipment {
  /** Of the container. */
  name: string;
  linked: boolean;
  lastContactAt: Date | null;
  /** Its loads are cut, which no relay changes. */
  isCut: boolean;
  /** Outputs in the order of their numbers. */
  outputs: { target: OutputTarget; relay: number; on: boolean | null; onAt: Date | null; failSafe: FailSafe | null }[];
}

/** @throws Refusal not_found when the container is out of the person's sight. */
export async function mustFindEquipment(db: Db, viewer: Viewer, containerId: string): Promise<Equipment> {
  await mustSee(db, viewer, containerId);
  const equipment = await findEquipment(db, containerId);
  if (!equipment) throw new Refusal("not_found");
  return equipment;
}

export async function findEquipment(db: Db, containerId: string): Promise<Equipment | undefined> {
  const row = await db
    .selectFrom("container")
    .leftJoin("containerLatest as l", "l.containerId", "container.id")
    .select([
      "container.name",
      "l.linked",
      "l.lastContactAt",
      "l.capabilities",
      "l.critical",
      "l.liveValues",
      "l.cutSince",
    ])
    .where("container.id", "=", containerId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name: containerName, linked, lastContactAt, capabilities, critical, liveValues, cutSince } = row;
  const targets = kindsOf(capabilities ?? []).flatMap((kind) => outputTargets(kind));
  const measured = await listMeasured(db, containerId, targets.map(outputMetric));
  const outputs = targets.flatMap((target) => {
    const metric = outputMetric(target);
    const name = findOutput(target);
    if (!name || !measured.has(metric)) return [];
    const [value, atMs] = liveValues?.[metric] ?? [];
    const at = atMs === undefined ? null : new Date(atMs);
    const on = value === undefined ? null : value !== 0;
    return [{ target, relay: name.number, on, onAt: at, failSafe: critical?.[target] ?? null }];
  });
  return {
    name: containerName,
    linked: linked ?? false,
    lastContactAt: lastContactAt ?? null,
    isCut: (cutSince ?? null) !== null,
    outputs,
  };
}

/** Which of these metrics a container has ever sent. */
async function listMeasured(db: Db, containerId: string, metrics: readonly string[]): Promise<ReadonlySet<string>> {
  if (metrics.length === 0) return new Set();
  const rows = await db
    .selectFrom("containerMetric")
    .select("name")
    .where("containerId", "=", containerId)
    .where("name", "in", metrics)
    .execute();
  return new Set(rows.map(({ name }) => name));
}
