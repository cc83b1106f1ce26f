import { tickMs } from "@offgrid/contract/core/constants";
import { mostNamed } from "@offgrid/contract/notifications/notification-types";
import { keepPreviousData } from "@tanstack/react-query";

import { call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { addCalendar, startOf } from "../../core/time.ts";
import { notificationsShown } from "../../domain/notifications/notifications-shown.ts";
import { browserZone } from "../../ui/use-locale.ts";
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
