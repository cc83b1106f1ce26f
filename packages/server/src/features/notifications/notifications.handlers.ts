import { codeDays, historyDays, mostCodes, mostCounted } from "@offgrid/contract/notifications/notification-types";
import type { notificationCalls } from "@offgrid/contract/notifications/notifications.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { dayMs } from "../../history/quarter-hours.ts";
import * as notifications from "./notifications.store.ts";

const defaultPageSize = 50;

export const notificationHandlers: Handlers<typeof notificationCalls> = {
  getNotifications: ({ page, pageSize, unread, ...query }, context) =>
    listPage(context, { among: unread ? "unread" : "notified", ...query }, page, pageSize),

  getNotificationsHistory: ({ page, pageSize, counted, ...query }, context) => {
    const isOfAll = query.from === undefined && query.containerId === undefined && query.id === undefined;
    const from = isOfAll ? new Date(context.clock.now() - historyDays * dayMs).toISOString() : query.from;
    return listPage(context, { among: "all", ...query, from }, page, pageSize, counted);
  },

  getEventCodes: async (_, { actor, db, clock }) => {
    const found = await notifications.countByCode(db, actor, clock.now() - codeDays * dayMs, mostCodes + 1);
    return { data: found.slice(0, mostCodes), isMore: found.length > mostCodes };
  },

  getNotificationsUnread: ({ page, pageSize, ...query }, context) =>
    listPage(context, { among: "unread", type: "event", ...query }, page, pageSize),

  getUnreadNotificationCount: (_, { actor, db }) => notifications.countAsOf(db, actor, "event"),

  getWarningUnreadCount: (_, { actor, db }) => notifications.countAsOf(db, actor, "warning"),

  maskNotificationAsRead: async ({ ids }, { actor, db, clock }) => {
    await notifications.readSome(db, actor, ids, clock.now());
    return { count: await notifications.countUnread(db, actor, "event") };
  },

  maskAllNotificationAsRead: async ({ until }, { actor, db, clock }) => {
    await notifications.readUntil(db, actor, "event", until, clock.now());
    return { count: await notifications.countUnread(db, actor, "event") };
  },
};

async function listPage(
  { actor, db }: CallContext,
  query: notifications.NotificationQuery,
  page = 1,
  pageSize = defaultPageSize,
  counted = mostCounted,
) {
  if (query.containerId !== undefined) await mustSee(db, actor, query.containerId);
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const data = await notifications.listNotifications(db, actor, query, window);
  // A page that is not full is the last one.
  if (data.length > 0 && data.length < pageSize) return { data, total: window.offset + data.length, isMore: false };
  const most = window.offset + Math.max(counted, pageSize);
  const found = await notifications.countNotifications(db, actor, query, most + 1);
  return { data, total: Math.min(found, most), isMore: found > most };
}
