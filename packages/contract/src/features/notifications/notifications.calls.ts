import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";

const count = z.object({ count: z.int().min(0) });

export const notificationCalls = {
  getUnreadNotificationCount: {
    summary: "How many events the caller has not read.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: count,
  },
  getWarningUnreadCount: {
    summary: "How many warnings the caller has not read.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: count,
  },
} satisfies CallMap;
