import {
  resumed,
  supportEnd,
  type SupportHours,
  type TicketClock,
  ticketTargetsMs,
  timerOf,
} from "@offgrid/contract/tickets/support-hours";
import { isWaiting } from "@offgrid/contract/tickets/ticket-moves";
import { ticketSlug } from "@offgrid/contract/tickets/ticket-types";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { insertEvents } from "../events/events.store.ts";
import * as people from "../ticket-people/ticket-people.store.ts";
import { planUntaken } from "./ticket-mails.store.ts";

import * as notices from "./ticket-notices.store.ts";
import type { TicketTerms } from "./to-ticket.ts";

type Base = Pick<FeatureBase, "db" | "bus" | "clock" | "liveConfig">;

/** Support time after which an urgent ticket is somebody's, or everybody learns of it. */
const untakenMs = 30 * 60_000;

interface Due {
  ticket: notices.RunningTicket;
  timer: notices.TimerName;
  mark: notices.Mark;
}

/**
 * Three quarters of a time have passed: the agent is notified; all of it: everybody who handles the ticket. Of a ticket
 * without an agent the latter learn at once what is near.
 */
export async function noticeTimes(base: Base, signal: AbortSignal): Promise<void> {
  const { db, clock, liveConfig } = base;
  const nowMs = clock.now();
  const { supportHours, ticketTimes } = liveConfig.config;
  const terms = { supportHours, ticketTimes };
  const due = (await notices.listRunning(db)).flatMap((ticket) => dueOf(ticket, nowMs, terms));
  for (const one of due) {
    if (signal.aborted) return;
    await notify(base, one, nowMs);
  }
}

function dueOf(ticket: notices.RunningTicket, nowMs: number, { supportHours: hours, ticketTimes }: TicketTerms): Due[] {
  if (isWaiting(ticket, nowMs)) return [];
  const clock = resumed(ticket, ticket.waitingUntilMs, nowMs, hours);
  return notices.timers.flatMap((timer): Due[] => {
    if (timer === "answer" && ticket.isAnswered) return [];
    const target = ticketTargetsMs(ticket.priority, hours, ticketTimes)[timer];
    const { state: own } = timerOf(clock, target, { waits: false, nowMs, hours });
    const state = own === "running" && timer === "answer" && isLeft(ticket, clock, nowMs, hours) ? "near" : own;
    if (state !== "near" && state !== "over") return [];
    const isKnown = [state, "over"].some((mark) => ticket.noticed.includes(`${timer} ${mark}`));
    return isKnown ? [] : [{ ticket, timer, mark: state }];
  });
}

/** An urgent one that nobody has taken does not wait for three quarters of its time. */
function isLeft(
  { agentId, priority }: notices.RunningTicket,
  { sinceMs, pausedMs }: TicketClock,
  nowMs: number,
  hours: SupportHours,
): boolean {
  if (agentId !== null || priority !== "urgent") return false;
  return nowMs >= (supportEnd(sinceMs, untakenMs + pausedMs, hours) ?? Infinity);
}

function notify({ db, bus }: Base, { ticket, timer, mark }: Due, nowMs: number): Promise<void> {
  return announced(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      if (!(await notices.claimNotice(tx, ticket, timer, mark))) return;
      const handlers = (await people.listHandlers(tx, ticket.id)).map(({ userId }) => userId);
      const agents = handlers.filter((userId) => userId === ticket.agentId);
      const notified = mark === "near" && agents.length > 0 ? agents : handlers;
      if (notified.length === 0) return;
      if (ticket.priority === "urgent" && ticket.agentId === null && timer === "answer")
        await planUntaken(tx, ticket.id, handlers, nowMs);
      const { containerId, number, subject } = ticket;
      const data = { ticket: ticketSlug(number), subject, timer };
      const level = mark === "over" ? ("warning" as const) : ("info" as const);
      const event = { ts: nowMs, code: `ticket.${mark}`, level, data };
      const events = await insertEvents(tx, [{ containerId, boot: null, seq: null, event }], nowMs, notified);
      news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
    },
  );
}
