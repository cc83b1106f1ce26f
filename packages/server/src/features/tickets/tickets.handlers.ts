import { Refusal } from "@offgrid/contract/core/refusal";
import {
  newTicket,
  settleTicket,
  ticketChanges,
  ticketFacts,
  type TicketState,
} from "@offgrid/contract/tickets/ticket-moves";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import type { ticketCalls } from "@offgrid/contract/tickets/tickets.calls";
import type { InputOf } from "@offgrid/contract/core/call";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { nowPartOf } from "../incidents/incident-acts.store.ts";
import { makeTicket } from "./make-ticket.ts";
import { findIncident } from "./ticket-incident.ts";
import * as people from "../ticket-people/ticket-people.store.ts";
import { planMails } from "./ticket-mails.store.ts";
import * as tickets from "./tickets.store.ts";
import { clockAfter, personOf, toTicket } from "./to-ticket.ts";

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
    if (sent) return { data: toTicket(sent, nowMs, liveConfig.config.supportHours) };
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
      data: toTicket(await mustBeThere(tickets.findTicket(db, viewer, id)), nowMs, liveConfig.config.supportHours),
    };
  },

  ticketGet: async ({ id }, { actor, db, clock, liveConfig }) => {
    const viewer = tickets.viewerOf(actor);
    const nowMs = clock.now();
    const ticket = toTicket(
      await mustBeThere(tickets.findTicket(db, viewer, id)),
      nowMs,
      liveConfig.config.supportHours,
    );
    const incident = ticket.incidentId === null ? null : await findIncident(db, actor, ticket.incidentId, nowMs);
    return { data: { ticket, incident } };
  },

  ticketGetList: async ({ page = 1, pageSize = defaultPageSize, ...query }, { actor, db, clock, liveConfig }) => {
    const viewer = tickets.viewerOf(actor);
    if (query.containerId !== undefined) await mustSee(db, actor, query.containerId);
    const nowMs = clock.now();
    const window = { limit: pageSize, offset: (page - 1) * pageSize };
    const rows = await tickets.listTickets(db, viewer, query, window, nowMs);
    const counts = await tickets.countTickets(db, viewer, query, nowMs);
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      data: rows.map((row) => toTicket(row, nowMs, liveConfig.config.supportHours)),
      total: query.status === undefined ? all : counts[query.status],
      counts,
      agents: await tickets.listAgents(db, viewer),
    };
  },

  ticketUpdate: async ({ id: ref, version, ...change }, { actor, db, clock, liveConfig, audit, publish }) => {
    const viewer = tickets.viewerOf(actor);
    const row = await mustBeThere(tickets.holdTicket(db, viewer, ref, change.agent ? [change.agent] : []));
    const { id } = row;
    audit({ target: id });
    if (version !== undefined && version !== row.version) throw new Refusal("ticket_changed");
    mustMayChange(row, change, viewer);
    const nowMs = clock.now();
    await mustBeHandler(db, id, change.agent);
    const state = settled(row, change, viewer, nowMs);
    const { subject = row.subject, category = row.category, priority = row.priority } = change;
    const facts = { subject, category, priority };
    const changes = ticketChanges(ticketFacts(row, row), ticketFacts(state, facts));
    const noted = (side: "from" | "to") => Object.fromEntries(changes.map((one) => [one.field, one[side]]));
    audit({ before: noted("from"), after: noted("to") });
    if (change.noReplyNeeded) await tickets.settleReply(db, id);
    if (changes.length > 0) {
      const after = { ...state, ...facts, ...clockAfter(row, state, nowMs, liveConfig.config.supportHours) };
      await tickets.saveTicket(db, id, after, changes, { byId: actor.userId, nowMs });
      if (state.status === "Closed" && row.status !== "Closed")
        await planMails(db, id, { byId: actor.userId, isClosed: true }, nowMs);
    }
    publish("ticketsChanged", { ticketIds: [id], onlyHandlers: false });
    return {
      data: toTicket(await mustBeThere(tickets.findTicket(db, viewer, id)), nowMs, liveConfig.config.supportHours),
    };
  },

  ticketPeople: async ({ id }, { actor, db }) => {
    const row = await mustBeThere(tickets.findTicket(db, tickets.viewerOf(actor), id));
    return { data: await people.listHandlers(db, row.id) };
  },

  getTicketHistory: async ({ id }, { actor, db }) => {
    const row = await mustBeThere(tickets.findTicket(db, tickets.viewerOf(actor), id));
    const changes = await tickets.listChanges(db, row.id, ticketLimits.mostChanges);
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

const actorAs = ({ userId, handles }: tickets.TicketViewer) => ({ userId, handles });

/** @throws Refusal not_found where there is none for this person. */
export async function mustBeThere<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found;
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

/** What the author of a ticket may change of it; whoever handles tickets may change all. */
const authors: readonly (keyof Change)[] = ["status", "reason", "subject"];

/** @throws Refusal forbidden; ticket_move of what a closed ticket does not take any more. */
function mustMayChange(row: tickets.TicketRow, change: Omit<Change, "id">, viewer: tickets.TicketViewer): void {
  const keys = Object.entries(change).flatMap(([key, value]) => (value === undefined ? [] : [key as keyof Change]));
  const isAuthor = row.authorId === viewer.userId;
  if (!viewer.handles && !(isAuthor && keys.every((key) => authors.includes(key)))) throw new Refusal("forbidden");
  const isFact = keys.some((key) => ["subject", "category", "priority", "noReplyNeeded"].includes(key));
  if (isFact && row.status === "Closed" && (change.status ?? "Closed") === "Closed") throw new Refusal("ticket_move");
}

/** @throws Refusal bad_input unless this person may be the agent of the ticket. */
async function mustBeHandler(db: CallContext["db"], id: string, agent: string | null | undefined): Promise<void> {
  if (!agent) return;
  const handlers = await people.listHandlers(db, id);
  if (handlers.some(({ userId }) => userId === agent)) return;
  const problem = "Only somebody who handles tickets and sees this one can be its agent.";
  throw new Refusal("bad_input", { fields: { agent: problem } });
}

/** @throws Refusal bad_input, forbidden, or ticket_move. */
function settled(
  row: tickets.TicketRow,
  { status, agent, reason, waitingFor, waitingUntil = null }: Omit<Change, "id">,
  viewer: tickets.TicketViewer,
  nowMs: number,
): TicketState {
  const untilMs = waitingUntil === null ? null : Date.parse(waitingUntil);
  if (waitingFor === "visit" && untilMs === null)
    throw new Refusal("bad_input", { fields: { waitingUntil: "Say when the visit is." } });
  const waiting = waitingFor && { for: waitingFor, untilMs };
  const { authorId, agentId, closeReason, closedAtMs, waitingUntilMs } = row;
  const before = { status: row.status, authorId, agentId, closeReason, closedAtMs, waitingUntilMs };
  const wanted = { status, agentId: agent, reason, waiting };
  const after = settleTicket({ ...before, waitingFor: row.waitingFor }, wanted, actorAs(viewer), nowMs);
  if (typeof after === "object") return after;
  throw new Refusal(after === "forbidden" ? "forbidden" : "ticket_move");
}
