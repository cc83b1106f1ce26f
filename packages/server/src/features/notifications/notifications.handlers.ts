import type { notificationCalls } from "@offgrid/contract/notifications/notifications.calls";

import type { Handlers } from "../../calls/handler.ts";
import * as notifications from "./notifications.store.ts";

export const notificationHandlers: Handlers<typeof notificationCalls> = {
  getUnreadNotificationCount: async (_, { actor, db }) => ({
    count: await notifications.countUnread(db, actor, "event"),
  }),
  getWarningUnreadCount: async (_, { actor, db }) => ({ count: await notifications.countUnread(db, actor, "warning") }),
};
