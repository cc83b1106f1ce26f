import type { Entry } from "@offgrid/contract/incidents/incident-types";

import type { CallContext } from "../../calls/handler.ts";
import type { Db } from "../../core/db.ts";
import { followRound } from "./follow-incidents.ts";
import { insertEntries } from "./followed.store.ts";
import * as acts from "./incident-acts.store.ts";

/** What somebody says of warnings is said in the history of their incident. The caller holds the incidents. */

type Who = Pick<CallContext, "actor"> & { db: Db; nowMs: number };

/** Somebody looks after these warnings of one incident from now on, as far as they are open. */
export async function acknowledgeSome(
  { actor, db, nowMs }: Who,
  warningIds: readonly string[],
  { note, untilMs }: { note: string | undefined; untilMs: number },
): Promise<void> {
  const [first = ""] = warningIds;
  const wasAcknowledged = (await acts.standingOf(db, first))?.isAcknowledged ?? false;
  const count = await acts.acknowledgeAll(db, warningIds, { userId: actor.userId, note, untilMs }, nowMs);
  await followRound(db, nowMs);
  const now = await acts.standingOf(db, first);
  // That all of it is looked after from now on, the round itself says.
  if (!now || count === 0 || count >= now.open || (now.isAcknowledged && !wasAcknowledged)) return;
  const data = { count, of: now.open, ...(note !== undefined && note !== "" && { note }) };
  await insertEntries(db, [{ incidentId: now.id, kind: "acknowledged", atMs: nowMs, userId: actor.userId, data }]);
}

/**
 * Somebody looks after these warnings of one incident no more.
 * @param isLeft Nobody else takes them over with what they look after of the same incident.
 * @returns how many they were that the person had acknowledged.
 */
export async function withdrawSome(
  { actor, db, nowMs }: Who,
  warningIds: readonly string[],
  isLeft: (incidentId: string) => Promise<boolean>,
): Promise<number> {
  const [first = ""] = warningIds;
  const before = await acts.standingOf(db, first);
  const count = await acts.withdraw(db, warningIds, actor.userId);
  if (!before || count === 0) return count;
  if (await isLeft(before.id)) await acts.leaveUnattended(db, before.id, nowMs);
  const data = count < before.open ? { count, of: before.open } : {};
  const said: Entry = { incidentId: before.id, kind: "withdrawn", atMs: nowMs, userId: actor.userId, data };
  await followRound(db, nowMs, [said]);
  return count;
}
