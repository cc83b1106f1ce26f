import { tickMs } from "@offgrid/contract/core/constants";
import { mostNamed } from "@offgrid/contract/notifications/notification-types";
import { keepPreviousData } from "@tanstack/react-query";

import { call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { addCalendar, startOf } from "../../core/time.ts";
import { type EventText, foldRepeats, type Notification } from "../../domain/notifications/fold-repeats.ts";
import { notificationsShown } from "../../domain/notifications/notifications-shown.ts";
import { useEventText } from "../../domain/notifications/use-event-text.ts";
import { byDay } from "../../ui/day-groups.ts";
import { browserZone } from "../../ui/use-locale.ts";
import type { EventRights } from "./event-links.tsx";
import type { EventsSearch } from "./events.search.ts";

export const eventsPerPage = 100;
const daysBefore = { today: 0, "7_days": 6, "30_days": 29 } as const;

const aroundMs = 3_600_000;

/** What is asked of the portal for what the address names, without the page. */
export function eventQuery({ container, about, level, period, around }: EventsSearch, nowMs: number) {
  const day = period && addCalendar(startOf("day", nowMs, browserZone), -daysBefore[period], "day", browserZone);
  const from = around === undefined ? day : around - aroundMs;
  return {
    ...(container !== undefined && { containerId: container }),
    ...(about !== undefined && { code: about }),
    ...(level !== undefined && { level }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(around !== undefined && { to: new Date(around + aroundMs).toISOString() }),
  };
}

/** A page of events, newest first. The previous page stays while the next is being fetched. */
export function useEvents({ page = 1, show, ...filters }: EventsSearch, nowMs: number) {
  const input = { page, pageSize: eventsPerPage, ...eventQuery(filters, nowMs) };
  const options = { placeholderData: keepPreviousData, staleTime: 0, refetchInterval: tickMs } as const;
  const notified = useCall(
    "getNotifications",
    { type: "event" as const, ...input },
    { ...options, enabled: show === undefined },
  );
  const unread = useCall("getNotificationsUnread", input, { ...options, enabled: show === "unread" });
  const all = useCall("getNotificationsHistory", input, { ...options, enabled: show === "all" });
  if (show === undefined) return notified;
  return show === "unread" ? unread : all;
}

/**
 * The event that the address names, with its repeats where it is listed; null: there is none that the person sees, and
 * undefined: none is asked for, or it is not known yet.
 */
export function useOpened(id: string | undefined, listed: readonly Notification[] | undefined) {
  const textOf = useEventText();
  const found = listed && foldOf(id, listed, textOf);
  const isWanted = id !== undefined && listed !== undefined && found === undefined;
  const one = useCall("getNotificationsHistory", { id: id ?? "", pageSize: 1 }, { enabled: isWanted });
  if (found || id === undefined) return found;
  const [alone] = foldRepeats(one.data?.data ?? [], textOf);
  return alone ?? (one.data ? null : undefined);
}

/** Repeats of a day are one line. */
function foldOf(id: string | undefined, listed: readonly Notification[], textOf: EventText) {
  const day = byDay(listed, browserZone).find(({ lines }) => lines.some((one) => one.id === id));
  const folded = day && foldRepeats(day.lines, textOf);
  // Of what happened to several outputs together any may be named.
  return (
    folded?.find(({ newest }) => newest.id === id) ??
    foldRepeats(day?.lines.filter((one) => one.id === id) ?? [], textOf)[0]
  );
}

/** Where the person may go on from an event. */
export function useEventRights(): EventRights {
  return {
    chart: useCan("chartDraw"),
    warnings: useCan("getWarningHistory"),
    rules: useCan("getWarningConfiguration"),
    commands: useCan("commandList"),
    automations: useCan("automationList"),
    tickets: useCan("ticketGet"),
  };
}

/** So many go into one file. */
export const mostSaved = 10_000;
const savedPerPage = 200;

/**
 * All that the address names, newest first, up to `mostSaved`. What comes meanwhile shifts nothing. @throws ApiError
 */
export async function collectEvents({ show, ...filters }: EventsSearch, nowMs: number): Promise<Notification[]> {
  const asked = { to: new Date(nowMs).toISOString(), ...eventQuery(filters, nowMs), pageSize: savedPerPage };
  const ask = (page: number) => {
    if (show === "all") return call("getNotificationsHistory", { ...asked, page });
    if (show === "unread") return call("getNotificationsUnread", { ...asked, page });
    return call("getNotifications", { type: "event", ...asked, page });
  };
  const found: Notification[] = [];
  for (let page = 1; found.length < mostSaved; page++) {
    const { data } = await ask(page);
    found.push(...data);
    if (data.length < savedPerPage) break;
  }
  return found;
}

/** How many events the person has not read, and as of when; undefined until that is known. */
export function useUnreadEvents() {
  return useCall("getUnreadNotificationCount", {}).data;
}

/** @throws ApiError */
export async function markRead(ids: readonly string[]): Promise<void> {
  await call("maskNotificationAsRead", { ids: ids.slice(0, mostNamed) });
  refresh(...notificationsShown);
}

/** What comes after the instant stays unread. @throws ApiError */
export async function markAllRead(until: string): Promise<void> {
  await call("maskAllNotificationAsRead", { until });
  refresh(...notificationsShown);
}
