import type { CallName } from "@offgrid/contract/registry";

/** What shows what a person was notified of, and how much of it they have not read. */
export const notificationsShown = [
  "getNotifications",
  "getNotificationsHistory",
  "getNotificationsUnread",
  "getUnreadNotificationCount",
  "getWarningUnread",
  "getWarningUnreadCount",
] as const satisfies readonly CallName[];
