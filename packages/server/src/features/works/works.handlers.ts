import { randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import type { worksCalls } from "@offgrid/contract/works/works.calls";
import type { Works } from "@offgrid/contract/works/works.schema";
import { moveWorks } from "@offgrid/contract/works/works-moves";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { insertEvents } from "../events/events.store.ts";
import { noteWorks } from "./works-events.ts";
import * as works from "./works.store.ts";

const dayMs = 86_400_000;
const longestMs = 7 * dayMs;
const furthestMs = 90 * dayMs;
/** Of a container: more than that is a mistake, or a program. */
const mostPlanned = 20;
/** Clocks of people differ: what begins by theirs now must not be in the past by ours. */
const pastMs = 5 * 60_000;

export const worksHandlers: Handlers<typeof worksCalls> = {
  maintenanceSet: async ({ containerId, worksId, reason, startsAt, endsAt }, context) => {
    const { actor, db, clock, audit, publish } = context;
    const nowMs = clock.now();
    audit({ target: containerId, after: { reason, startsAt, endsAt } });
    await mustSee(db, actor, containerId);
    await works.holdWorks(db, containerId);
    const before = worksId === undefined ? undefined : await mustFind(context, containerId, worksId, reason);
    const id = before?.id ?? randomUUID();
    const startsAtMs = before?.startsAt.getTime() ?? (startsAt === undefined ? nowMs : Date.parse(startsAt));
    const endsAtMs = Date.parse(endsAt);
    mustBeSpan({ startsAtMs: before ? Math.max(startsAtMs, nowMs) : startsAtMs, endsAtMs, nowMs });
    const other = await works.findOverlapping(db, { id, containerId, startsAtMs, endsAtMs }, nowMs);
    if (other) throw works.inTheWay(other);
    publish("worksChanged", { containerIds: [containerId] });
    if (before) {
      const state = moveWorks(before.state, "extend");
      if (state === undefined) throw new Refusal("not_found");
      audit({ before: { reason: before.reason, endsAt: before.endsAt.toISOString() } });
      const after = await works.saveWorks(db, before, { state, reason, endsAt: new Date(endsAtMs) }, nowMs);
      return { data: await noted(context, after) };
    }
    if ((await works.countPlanned(db, containerId)) >= mostPlanned) {
      const problem = `A container has ${mostPlanned} planned works at most. Cancel some first.`;
      throw new Refusal("bad_input", { fields: { startsAt: problem } });
    }
    await works.insertWorks(db, { id, containerId, userId: actor.userId, reason, startsAtMs, endsAtMs }, nowMs);
    const row = await mustFind(context, containerId, id);
    if (startsAtMs > nowMs) return { data: await noted(context, row) };
    const after = await works.saveWorks(db, row, { state: "active" }, nowMs);
    publish("eventRaised", await noteWorks(db, after, { kind: "began" }, nowMs));
    return { data: await noted(context, after) };
  },

  maintenanceEnd: async ({ containerId, worksId, reason }, context) => {
    const { actor, db, clock, audit, publish } = context;
    audit({ target: containerId, after: { worksId, ...(reason !== undefined && { reason }) } });
    await mustSee(db, actor, containerId);
    await works.holdWorks(db, containerId);
    const row = await mustFind(context, containerId, worksId, reason);
    const state = moveWorks(row.state, row.state === "planned" ? "cancel" : "end");
    // Whoever ends what has just ended has what they want.
    if (state === undefined) return {};
    audit({ before: { reason: row.reason, by: row.userId, state: row.state } });
    const nowMs = clock.now();
    await works.saveWorks(db, row, { state, endedBy: actor.userId }, nowMs);
    await works.noteChange(db, containerId);
    publish("worksChanged", { containerIds: [containerId] });
    if (row.userId === actor.userId || reason === undefined) {
      if (state === "ended")
        publish("eventRaised", await noteWorks(db, row, { kind: "ended", endedBy: actor.userId }, nowMs));
      return {};
    }
    // Whoever works there has to know that others may switch again.
    const data = { by: actor.userId, reason, worksId };
    const event = { ts: nowMs, code: "works.ended_by_another", level: "warning", data } as const;
    const events = await insertEvents(db, [{ containerId, boot: null, seq: null, event }], nowMs, [row.userId]);
    publish("eventRaised", { eventIds: events.map(({ id }) => id) });
    return {};
  },

  maintenanceList: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    const knowledge = await works.findKnowledge(db, containerId);
    return { data: (await works.listWorks(db, containerId)).map((row) => works.toWorks(row, knowledge(row))) };
  },
};

/** Has the controller know of works that were written. @returns them as people see them. */
async function noted({ db }: CallContext, row: works.WorksRow): Promise<Works> {
  await works.noteChange(db, row.containerId);
  return works.toWorks(row, (await works.findKnowledge(db, row.containerId))(row));
}

/**
 * Works that the caller may change.
 * @param reason Why, of someone else's.
 * @throws Refusal not_found, confirm_needed for someone else's, or bad_input without a reason for that.
 */
async function mustFind(
  { actor, db, mustBeConfirmed }: CallContext,
  containerId: string,
  worksId: string,
  reason?: string,
): Promise<works.WorksRow> {
  const row = await works.findWorks(db, containerId, worksId);
  if (!row) throw new Refusal("not_found");
  if (row.userId === actor.userId) return row;
  mustBeConfirmed();
  if (reason === undefined) throw new Refusal("bad_input", { fields: { reason: "Give a reason." } });
  return row;
}

/** @throws Refusal bad_input with the field that is out of bounds. */
function mustBeSpan({ startsAtMs, endsAtMs, nowMs }: { startsAtMs: number; endsAtMs: number; nowMs: number }): void {
  const refuse = (field: string, problem: string) => {
    throw new Refusal("bad_input", { fields: { [field]: problem } });
  };
  if (startsAtMs < nowMs - pastMs) refuse("startsAt", "Works begin now or later.");
  if (startsAtMs > nowMs + furthestMs) refuse("startsAt", "Works are announced 90 days ahead at most.");
  if (endsAtMs <= Math.max(startsAtMs, nowMs)) refuse("endsAt", "Works end after they begin.");
  if (endsAtMs - startsAtMs > longestMs) refuse("endsAt", "Works last a week at most.");
}
