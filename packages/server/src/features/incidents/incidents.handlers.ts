import { randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import { newIncident } from "@offgrid/contract/incidents/group-warnings";
import type { incidentCalls } from "@offgrid/contract/incidents/incidents.calls";
import type { Incident } from "@offgrid/contract/incidents/incidents.schema";
import { concerned, type Entry, type IncidentTitle, lapseHours } from "@offgrid/contract/incidents/incident-types";
import { mostCounted } from "@offgrid/contract/notifications/notification-types";
import { likelyChanges } from "@offgrid/contract/incidents/likely-changes";
import type { z } from "zod";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { readSome } from "../notifications/notifications.store.ts";
import { listWarnings } from "../warnings/warnings.store.ts";
import { acknowledgeSome, withdrawSome } from "./acknowledge.ts";
import { readChanges } from "./changes.store.ts";
import { followRound } from "./follow-incidents.ts";
import { hold, saveIncidents } from "./followed.store.ts";
import * as acts from "./incident-acts.store.ts";
import { listLog } from "./incident-log.store.ts";
import * as incidents from "./incidents.store.ts";

const hourMs = 3_600_000;
const defaultPageSize = 50;
const mostWarnings = 500;
const mostEntries = 200;
const mostChanges = 10;
/** Whoever acts on an incident acts on all of it that they see. */
const allMembers = 100_000;

export const incidentHandlers: Handlers<typeof incidentCalls> = {
  incidentList: async ({ page = 1, pageSize = defaultPageSize, ...query }, { actor, db, clock }) => {
    if (query.containerId !== undefined) await mustSee(db, actor, query.containerId);
    const nowMs = clock.now();
    const limits = { limit: pageSize, offset: (page - 1) * pageSize };
    const data = await incidents.listIncidents(db, actor, query, limits, nowMs);
    // A page that is not full is the last one.
    if (data.length > 0 && data.length < pageSize) return { data, total: limits.offset + data.length, isMore: false };
    const most = limits.offset + Math.max(mostCounted, pageSize);
    const found = await incidents.countIncidents(db, actor, query, nowMs, most + 1);
    return { data, total: Math.min(found, most), isMore: found > most };
  },

  incidentGet: async ({ id: asked }, context) => {
    const { actor, db } = context;
    const id = await acts.nowPartOf(db, asked);
    const incident = await mustFind(context, id);
    const warnings = await listWarnings(db, actor, { incidentId: id }, { limit: mostWarnings, offset: 0 });
    const timeline = await listLog(db, actor, id, mostEntries);
    return { data: { incident, warnings, timeline, changes: await changesBefore(context, id) } };
  },

  incidentAcknowledge: async ({ id, note, feedback }, context) => {
    const { actor, db, clock, audit } = context;
    await hold(db);
    const { severity } = await mustFind(context, id);
    const nowMs = clock.now();
    const members = await incidents.listMembers(db, actor, id, allMembers);
    const open = members.flatMap((one) => (one.isOpen ? [one.id] : []));
    audit({
      target: id,
      after: { warnings: open.length, ...(note !== undefined && { note }), ...(feedback && { feedback }) },
    });
    const untilMs = nowMs + lapseHours(severity) * hourMs;
    if (feedback)
      await acts.saveFeedback(
        db,
        members.map((one) => one.id),
        feedback,
      );
    await acknowledgeSome({ actor, db, nowMs }, open, { note, untilMs });
    // Whoever looks after it knows of it.
    await readSome(db, actor, [id], nowMs);
    return { data: await mustFind(context, id) };
  },

  incidentWithdraw: async ({ id }, context) => {
    const { actor, db, clock, audit } = context;
    await hold(db);
    await mustFind(context, id);
    const nowMs = clock.now();
    const members = await incidents.listMembers(db, actor, id, allMembers);
    const open = members.flatMap((one) => (one.isOpen ? [one.id] : []));
    // Whoever looks after a part of it looks after what is left, too.
    const isLeft = async () => !(await acts.isLookedAfter(db, id, nowMs));
    const count = await withdrawSome({ actor, db, nowMs }, open, isLeft);
    audit({ target: id, after: { warnings: count } });
    return { data: await mustFind(context, id) };
  },

  incidentMute: async ({ id, hours }, context) => {
    const { actor, db, clock, audit } = context;
    await mustFind(context, id);
    audit({ target: id, after: { hours } });
    const members = await incidents.listMembers(db, actor, id, allMembers);
    const warningIds = members.flatMap((one) => (one.isOpen ? [one.id] : []));
    const untilMs = hours === 0 ? undefined : clock.now() + hours * hourMs;
    await acts.mute(db, { incidentId: id, userId: actor.userId, warningIds }, untilMs);
    return { data: await mustFind(context, id) };
  },

  incidentSplit: async ({ id, warningId }, context) => {
    const { actor, db, clock, audit } = context;
    await hold(db);
    await mustFind(context, id);
    const members = await incidents.listMembers(db, actor, id, allMembers);
    const member = members.find((one) => one.id === warningId);
    if (!member) throw new Refusal("not_found");
    if ((await acts.countMembers(db, id)) === 1)
      throw new Refusal("bad_input", { fields: { warningId: "This incident has only this warning." } });
    audit({ target: id, after: { warningId } });
    const nowMs = clock.now();
    const own = randomUUID();
    const cause = { id: own, cause: "single" as const, key: `split:${warningId}`, beganMs: member.raisedMs };
    await saveIncidents(db, [newIncident(cause, nowMs)]);
    await acts.carryNotified(db, { from: id, own, warningId }, nowMs);
    await acts.dropJoined(db, warningId);
    await acts.place(db, { warningIds: [warningId], into: own, userId: actor.userId }, nowMs);
    const what = { count: 1, ...concerned([member]) };
    // Called by what is left of it: until then it may be called by what was taken out.
    const left = await find(context, id);
    const from = { incidentId: id, ...(left && { other: titleOf(left) }), isFrom: true };
    await followRound(db, nowMs, [
      entry({ actor, nowMs }, id, "split", { incidentId: own, other: titleOf(member), ...what }),
      { ...entry({ actor, nowMs }, own, "opened", what), userId: null },
      entry({ actor, nowMs }, own, "split", { ...from, ...what }),
    ]);
    return { data: await mustFind(context, own) };
  },

  incidentMerge: async ({ id, into, reason }, context) => {
    const { actor, db, clock, audit } = context;
    await hold(db);
    const part = await mustFind(context, id);
    const whole = await mustFind(context, into);
    if (id === into) throw new Refusal("bad_input", { fields: { into: "Choose another incident." } });
    audit({ target: id, after: { into, reason } });
    const nowMs = clock.now();
    const members = await incidents.listMembers(db, actor, id, allMembers);
    const warningIds = members.map((one) => one.id);
    await acts.place(db, { warningIds, into, userId: actor.userId }, nowMs);
    await acts.mergeEmpty(db, id, into);
    const what = { count: members.length, reason, ...concerned(members) };
    await followRound(db, nowMs, [
      entry({ actor, nowMs }, id, "merged", { incidentId: into, other: titleOf(whole), ...what }),
      entry({ actor, nowMs }, into, "merged", { incidentId: id, other: titleOf(part), isFrom: true, ...what }),
    ]);
    return { data: await mustFind(context, into) };
  },
};

type When = Pick<CallContext, "actor"> & { nowMs: number };

/** At the instant of the round, so that what the round makes of it is not older. */
function entry({ actor, nowMs }: When, incidentId: string, kind: Entry["kind"], data: Entry["data"]): Entry {
  return { incidentId, kind, atMs: nowMs, userId: actor.userId, data };
}

const titleOf = ({ content, containerId, containerName }: IncidentTitle): IncidentTitle => ({
  content,
  containerId,
  containerName,
});

/** An incident of containers that the caller sees. */
async function mustFind(context: CallContext, id: string): Promise<z.input<typeof Incident>> {
  const found = await find(context, id);
  if (!found) throw new Refusal("not_found");
  return found;
}

async function find({ actor, db, clock }: CallContext, id: string): Promise<z.input<typeof Incident> | undefined> {
  const [found] = await incidents.listIncidents(db, actor, { id }, { limit: 1, offset: 0 }, clock.now());
  return found;
}

/** What was done before its warnings at the containers that the caller sees. */
async function changesBefore({ actor, db }: CallContext, id: string) {
  const members = await incidents.listMembers(db, actor, id, allMembers);
  const raised = new Map<string, number>();
  for (const { containerId, raisedMs } of members)
    raised.set(containerId, Math.min(raised.get(containerId) ?? Infinity, raisedMs));
  const instants = [...raised.values()];
  const span = { fromMs: Math.min(...instants), toMs: Math.max(...instants) };
  const likely = likelyChanges(await readChanges(db, [...raised.keys()], span), raised).slice(0, mostChanges);
  const names = await incidents.namesOf(
    db,
    likely.flatMap(({ userId }) => userId ?? []),
  );
  return likely.map(({ kind, what, outputName, atMs, userId, containers }) => ({
    kind,
    what,
    outputName,
    at: new Date(atMs).toISOString(),
    by: userId === null ? null : { userId, name: names.get(userId) ?? null },
    containers,
  }));
}
