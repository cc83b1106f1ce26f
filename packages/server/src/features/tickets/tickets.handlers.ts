import { randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import {
  newTicket,
  settleTicket,
  ticketChanges,
  ticketFacts,
  type TicketState,
} from "@offgrid/contract/tickets/ticket-moves";
import { ticketLimits, ticketSlug } from "@offgrid/contract/tickets/ticket-types";
import type { ticketCalls } from "@offgrid/contract/tickets/tickets.calls";
import type { InputOf } from "@offgrid/contract/core/call";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { nowPartOf } from "../incidents/incident-acts.store.ts";
import { makeTicket } from "./make-ticket.ts";
import { findIncident } from "./ticket-incident.ts";
import * as people from "../ticket-people/ticket-people.store.ts";
import * as ends from "./ticket-ends.store.ts";
import { planMails } from "./ticket-mails.store.ts";
import { pageOfTickets } from "./ticket-list.store.ts";
import * as tickets from "./tickets.store.ts";
import { clockAfter, personOf, toTicket } from "./to-ticket.ts";
import { mustBeFilled, writeMessage } from "./write-message.ts";

const defaultPageSize = 50;
type Change = InputOf<(typeof ticketCalls)["ticketUpdate"]>;

export const ticketHandlers: Handlers<typeof ticketCalls> = {
  ticketCreate: async (input, { actor, db, clock, liveConfig, audit, publish }) => {
    const { containerId, category, priority, subject, text, take, clientId } = input;
    const note = (ticketId?: string) =>
      audit({
        target: containerId ?? actor.userId,
        after: { ...(ticketId !== undefined && { ticketId }), subject, category, priority },
      });
    note();
    const viewer = tickets.viewerOf(actor);
    const nowMs = clock.now();
    const sent = clientId === undefined ? undefined : await tickets.findSent(db, viewer, clientId);
    note(sent?.id);
    if (sent) return { data: toTicket(sent, nowMs, liveConfig.config) };
    if (containerId !== undefined) await mustSee(db, actor, containerId);
    const incidentId = input.incidentId === undefined ? null : await nowPartOf(db, input.incidentId);
    if (incidentId !== null && !(await tickets.seesIncident(db, viewer, incidentId))) throw new Refusal("not_found");
    const before = input.follows === undefined ? undefined : await tickets.findTicket(db, viewer, input.follows);
    if (input.follows !== undefined && !before) throw new Refusal("not_found");
    const state = newTicket(actorAs(viewer), take);
    if (typeof state === "string") throw new Refusal("forbidden");
    const links = { containerId: containerId ?? null, incidentId, followsId: before?.id ?? null };
    const given = { state, clientId: clientId ?? null, ...links, subject, category, priority, text };
    const { id } = await makeTicket(db, viewer, given, nowMs);
    note(id);
    publish("ticketsChanged", { ticketIds: [id], onlyHandlers: false });
    return {
      data: toTicket(await mustBeThere(tickets.findTicket(db, viewer, id)), nowMs, liveConfig.config),
    };
  },

  ticketGet: async ({ id }, { actor, db, clock, liveConfig }) => {
    const viewer = tickets.viewerOf(actor);
    const nowMs = clock.now();
    const row = await mustBeThere(tickets.findTicket(db, viewer, id));
    const ticket = toTicket(row, nowMs, liveConfig.config);
    const incident = ticket.incidentId === null ? null : await findIncident(db, actor, ticket.incidentId, nowMs);
    return { data: { ticket, incident, ...(await duplicatesOf(db, viewer, row)) } };
  },

  ticketGetList: async ({ page = 1, pageSize = defaultPageSize, ...query }, { actor, db, clock, liveConfig }) => {
    const viewer = tickets.viewerOf(actor);
    if (query.containerId !== undefined) await mustSee(db, actor, query.containerId);
    // What was wrong is for those who handle tickets.
    if (query.cause !== undefined && !viewer.handles) throw new Refusal("forbidden");
    const nowMs = clock.now();
    const window = { limit: pageSize, offset: (page - 1) * pageSize };
    const { rows, counts } = await pageOfTickets(db, viewer, query, window, nowMs);
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      data: rows.map((row) => toTicket(row, nowMs, liveConfig.config)),
      total: query.status === undefined ? all : counts[query.status],
      counts,
      agents: await tickets.listAgents(db, viewer),
    };
  },

  ticketUpdate: async ({ id: ref, version, ...change }, context) => {
    const { actor, db, clock, liveConfig, audit, publish } = context;
    const viewer = tickets.viewerOf(actor);
    if (change.duplicateOf !== undefined) await ends.holdDuplicates(db);
    const row = await mustBeThere(tickets.holdTicket(db, viewer, ref, change.agent ? [change.agent] : []));
    const { id } = row;
    audit({ target: id });
    if (version !== undefined && version !== row.version) throw new Refusal("ticket_changed");
    mustMayChange(row, change, viewer);
    mustSayCause(row, change, viewer);
    const nowMs = clock.now();
    await mustBeHandler(db, id, change.agent);
    const duplicateOf = await mustBeOther(db, viewer, id, change);
    const state = settled(row, { ...change, duplicateOf }, viewer, nowMs);
    const { subject = row.subject, category = row.category, priority = row.priority } = change;
    const facts = { subject, category, priority };
    const changes = ticketChanges(ticketFacts(row, row), ticketFacts(state, facts));
    const noted = (side: "from" | "to") => Object.fromEntries(changes.map((one) => [one.field, one[side]]));
    audit({ before: noted("from"), after: noted("to") });
    if (change.lastWords !== undefined)
      await writeLastWords(context, { ticket: row, viewer, text: change.lastWords }, nowMs);
    if (change.noReplyNeeded) await tickets.settleReply(db, id);
    if (changes.length > 0) {
      const after = { ...state, ...facts, ...clockAfter(row, state, nowMs, liveConfig.config.supportHours) };
      await tickets.saveTicket(db, id, after, changes, { byId: actor.userId, nowMs });
      if (state.status === "Closed" && row.status !== "Closed")
        await planMails(db, id, { byId: actor.userId, isClosed: true }, nowMs);
    }
    publish("ticketsChanged", { ticketIds: [id], onlyHandlers: false });
    return {
      data: toTicket(await mustBeThere(tickets.findTicket(db, viewer, id)), nowMs, liveConfig.config),
    };
  },

  ticketCauses: async ({ days }, { actor, db, clock }) => {
    const rows = await ends.countCauses(db, tickets.viewerOf(actor), days, clock.now());
    return {
      data: rows.map(({ clusterId, clusterName, ...counted }) => ({
        ...counted,
        cluster: clusterId === null ? null : { id: clusterId, name: clusterName ?? clusterId },
      })),
    };
  },

  ticketPeople: async ({ id }, { actor, db }) => {
    const row = await mustBeThere(tickets.findTicket(db, tickets.viewerOf(actor), id));
    return { data: await people.listHandlers(db, row.id) };
  },

  getTicketHistory: async ({ id }, { actor, db }) => {
    const viewer = tickets.viewerOf(actor);
    const row = await mustBeThere(tickets.findTicket(db, viewer, id));
    const changes = await shownChanges(db, viewer, await tickets.listChanges(db, row.id, ticketLimits.mostChanges));
    const agents = changes.flatMap(({ field, from, to }) => (field === "agent" ? [from, to] : []));
    const named = agents.filter((agent) => agent !== null);
    return {
      data: changes.map(({ at, byId, byName, ...change }) => ({
        ...change,
        at: at.toISOString(),
        by: personOf(byId, byName),
      })),
      people: await tickets.namesOf(db, named),
    };
  },
};

/** The tickets that are the same as this one. */
async function duplicatesOf(db: CallContext["db"], viewer: tickets.TicketViewer, row: tickets.TicketRow) {
  const [other] = await ends.namesOfTickets(db, viewer, row.duplicateOf === null ? [] : [row.duplicateOf]);
  const named = ({ number, subject }: { number: number; subject: string }) => ({ slug: ticketSlug(number), subject });
  const duplicates = await ends.listDuplicates(db, viewer, row.id);
  return { duplicateOf: other ? named(other) : null, duplicates: duplicates.map(named) };
}

/** What was changed as a person may know it: others are named no causes, and nobody tickets that they do not see. */
async function shownChanges(
  db: CallContext["db"],
  viewer: tickets.TicketViewer,
  changes: tickets.ChangeRow[],
): Promise<tickets.ChangeRow[]> {
  const ids = changes.flatMap(({ field, from, to }) => (field === "duplicateOf" ? [from, to] : []));
  const named = await ends.namesOfTickets(db, viewer, [...new Set(ids.filter((id) => id !== null))]);
  const slugs = new Map(named.map(({ id, number }) => [id, ticketSlug(number)]));
  const slugOf = (id: string | null) => (id === null ? null : (slugs.get(id) ?? null));
  return changes.flatMap((change) => {
    if (change.field === "closeCause") return viewer.handles ? [change] : [];
    if (change.field !== "duplicateOf") return [change];
    const [from, to] = [slugOf(change.from), slugOf(change.to)];
    return from === to ? [] : [{ ...change, from, to }];
  });
}

const actorAs = ({ userId, handles }: tickets.TicketViewer) => ({ userId, handles });

/** @throws Refusal not_found where there is none for this person. */
export async function mustBeThere<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found;
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

/** What the author of a ticket may change of it; whoever handles tickets may change all. */
const authors: readonly (keyof Change)[] = ["status", "reason", "subject"];

/** What is said of an end only. */
const ofEnds: readonly (keyof Change)[] = ["reason", "cause", "duplicateOf", "lastWords"];

/** @throws Refusal forbidden; ticket_move of what a closed ticket does not take any more. */
function mustMayChange(row: tickets.TicketRow, change: Omit<Change, "id">, viewer: tickets.TicketViewer): void {
  const keys = Object.entries(change).flatMap(([key, value]) => (value === undefined ? [] : [key as keyof Change]));
  const isAuthor = row.authorId === viewer.userId;
  if (!viewer.handles && !(isAuthor && keys.every((key) => authors.includes(key)))) throw new Refusal("forbidden");
  if (change.status !== "Closed" && keys.some((key) => ofEnds.includes(key))) throw new Refusal("ticket_move");
  const isFact = keys.some((key) => ["subject", "category", "priority", "noReplyNeeded"].includes(key));
  if (isFact && row.status === "Closed" && (change.status ?? "Closed") === "Closed") throw new Refusal("ticket_move");
}

/** What counts how often something goes wrong is told it by those who know. @throws Refusal bad_input. */
function mustSayCause(row: tickets.TicketRow, change: Omit<Change, "id">, viewer: tickets.TicketViewer): void {
  const { status, reason = "solved", cause } = change;
  const isSolved = status === "Closed" && row.status !== "Closed" && reason === "solved";
  if (!viewer.handles || !isSolved || cause !== undefined) return;
  throw new Refusal("bad_input", { fields: { cause: "Say what was wrong." } });
}

/** @throws Refusal bad_input unless this person may be the agent of the ticket. */
async function mustBeHandler(db: CallContext["db"], id: string, agent: string | null | undefined): Promise<void> {
  if (!agent) return;
  const handlers = await people.listHandlers(db, id);
  if (handlers.some(({ userId }) => userId === agent)) return;
  const problem = "Only somebody who handles tickets and sees this one can be its agent.";
  throw new Refusal("bad_input", { fields: { agent: problem } });
}

/**
 * The id of the ticket that this one is said to be a duplicate of.
 * @throws Refusal bad_input unless it is another one that this person sees, and no duplicate of this one.
 */
async function mustBeOther(
  db: CallContext["db"],
  viewer: tickets.TicketViewer,
  id: string,
  { reason, duplicateOf }: Pick<Change, "reason" | "duplicateOf">,
): Promise<string | undefined> {
  const refuse = (problem: string) => new Refusal("bad_input", { fields: { duplicateOf: problem } });
  if (duplicateOf === undefined) {
    if (reason === "duplicate" && viewer.handles) throw refuse("Say of which ticket it is a duplicate.");
    return undefined;
  }
  if (reason !== "duplicate") throw refuse("Only what is closed as a duplicate is one of another ticket.");
  const other = await tickets.findTicket(db, viewer, duplicateOf);
  if (!other) throw refuse("You see no such ticket.");
  if (other.id === id) throw refuse("A ticket is no duplicate of itself.");
  if (await ends.isInCircle(db, id, other.id)) throw refuse("That one is a duplicate of this one.");
  return other.id;
}

/** What whoever closes a ticket says to the customer. @throws Refusal bad_input where a place is left open. */
async function writeLastWords(
  context: CallContext,
  { ticket, viewer, text }: { ticket: tickets.TicketRow; viewer: tickets.TicketViewer; text: string },
  nowMs: number,
): Promise<void> {
  mustBeFilled(text, "lastWords");
  const message = { clientId: randomUUID(), text, isInternal: false, mentions: [] };
  await writeMessage(context, context.db, { ticket, viewer, message }, nowMs);
}

/** @throws Refusal bad_input, forbidden, or ticket_move. */
function settled(
  row: tickets.TicketRow,
  { status, agent, waitingFor, waitingUntil = null, ...end }: Omit<Change, "id">,
  viewer: tickets.TicketViewer,
  nowMs: number,
): TicketState {
  const untilMs = waitingUntil === null ? null : Date.parse(waitingUntil);
  if (waitingFor === "visit" && untilMs === null)
    throw new Refusal("bad_input", { fields: { waitingUntil: "Say when the visit is." } });
  const waiting = waitingFor && { for: waitingFor, untilMs };
  const { reason, cause, duplicateOf } = end;
  const wanted = { status, agentId: agent, reason, cause, duplicateOf, waiting };
  const after = settleTicket(row, wanted, actorAs(viewer), nowMs);
  if (typeof after === "object") return after;
  throw new Refusal(after === "forbidden" ? "forbidden" : "ticket_move");
}
