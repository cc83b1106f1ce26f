import type { notificationCalls } from "@offgrid/contract/notifications/notifications.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import * as notifications from "./notifications.store.ts";

const defaultPageSize = 50;

export const notificationHandlers: Handlers<typeof notificationCalls> = {
  getNotifications: ({ page, pageSize, ...query }, context) =>
    listPage(context, { among: "notified", ...query }, page, pageSize),

  getNotificationsHistory: ({ page, pageSize, ...query }, context) =>
    listPage(context, { among: "all", ...query }, page, pageSize),

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
) {
  if (query.containerId !== undefined) await mustSee(db, actor, query.containerId);
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  return {
    data: await notifications.listNotifications(db, actor, query, window),
    total: await notifications.countNotifications(db, actor, query),
  };
}
