import { randomUUID } from "node:crypto";

import { type Entry, incidentTimes } from "@offgrid/contract/incidents/incident-types";
import { stepIncidents } from "@offgrid/contract/incidents/step-incidents";

import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import { readSharedChanges } from "./changes.store.ts";
import * as followed from "./followed.store.ts";

/** Follows warnings by what is committed: whichever process does it, and how often, incidents come out the same. */

export type FollowTools = Pick<FeatureBase, "db" | "clock">;

/** What was raised so long ago has found its cause. */
const recentMs = 2 * incidentTimes.changeMs;

/** @returns whether anything was followed. */
export async function followIncidents({ db, clock }: FollowTools, signal?: AbortSignal): Promise<boolean> {
  let isAny = false;
  while (!signal?.aborted && (await followed.hasWork(db, clock.now()))) {
    const isDone = await db.transaction().execute(async (tx) => {
      if (!(await followed.tryHold(tx))) return false;
      await followRound(tx, clock.now());
      return true;
    });
    if (!isDone) break;
    isAny = true;
  }
  return isAny;
}

/**
 * Takes what is noted, and what is due. The caller holds the incidents.
 * @param said What a person did, in the history of its incident.
 */
export async function followRound(tx: Db, nowMs: number, said: readonly Entry[] = []): Promise<void> {
  const world = await followed.readWorld(tx, await followed.takeStale(tx), nowMs);
  const sizes = await followed.countContainers(tx);
  const recent = world.members.filter(({ raisedMs }) => raisedMs > nowMs - recentMs);
  const raised = recent.map(({ raisedMs }) => raisedMs);
  const changes = await readSharedChanges(tx, [...new Set(recent.map(({ containerId }) => containerId))], {
    fromMs: Math.min(...raised),
    toMs: Math.max(...raised),
  });
  const surroundings = { countOf: (kind: string, name: string) => sizes.get(`${kind}:${name}`) ?? 0, changes };
  const { incidents, members, merged, entries, news } = stepIncidents(world, surroundings, nowMs, randomUUID);
  const before = new Map(world.members.map((one) => [one.id, one]));
  // Part of another one before that one is there would refer to nothing.
  await followed.saveIncidents(
    tx,
    incidents.toSorted((one, other) => Number(one.mergedInto !== null) - Number(other.mergedInto !== null)),
  );
  await followed.saveMembers(tx, members);
  await followed.saveMerged(tx, merged);
  await followed.saveAcknowledged(
    tx,
    members.filter(({ id, acknowledged }) => acknowledged !== before.get(id)?.acknowledged),
  );
  await followed.insertEntries(tx, [...said, ...entries]);
  await followed.insertNews(tx, news);
}
