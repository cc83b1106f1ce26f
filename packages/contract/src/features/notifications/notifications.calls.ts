import { z } from "zod";

import { type CallMap, ContainerId, Instant, listInput, noInput } from "../../core/call.ts";
import {
  codeDays,
  eventLevels,
  historyDays,
  mostCodes,
  mostCounted,
  mostNamed,
  notificationTypes,
} from "./notification-types.ts";
import { Notification } from "./notifications.schema.ts";

const left = z.object({ count: z.int().min(0) });
const unread = left.extend({
  asOf: z.iso
    .datetime()
    .describe("What came up to then is counted, and nothing else: as `until`, all that is counted is marked as read"),
});

const page = { page: listInput.page, pageSize: listInput.pageSize };
const ofBoth = { type: z.enum(notificationTypes).optional() };
const filter = {
  containerId: ContainerId.optional(),
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_.]{0,63}$/)
    .optional()
    .describe("A code of events, or its first words: `output` is all that happened to outputs"),
  level: z.enum(eventLevels).optional(),
  from: Instant.optional().describe("What happened from then on"),
  to: Instant.optional().describe("What happened before it"),
};
const list = z.object({
  data: z.array(Notification),
  total: z.int().describe(`At most ${mostCounted} from the first of the page on are counted`),
  isMore: z.boolean().describe("There are more than `total` says"),
});

export const notificationCalls = {
  getNotifications: {
    summary:
      "What the caller was notified of, at containers that they see now or of what is theirs alone, newest first.",
    access: "signed-in",
    effect: "read",
    input: z.strictObject({
      ...page,
      ...ofBoth,
      ...filter,
      unread: z.literal(true).optional().describe("What they have not read alone"),
    }),
    output: list,
  },
  getNotificationsHistory: {
    summary:
      "All that happened at the containers that the caller sees, newest first: also what nobody is notified of, such as a street light that is dimmed by its schedule, and what happened before they saw the container. What concerns one person, such as that their channel is paused, only that person sees.",
    access: "signed-in",
    effect: "read",
    input: z.strictObject({
      ...page,
      id: z.string().min(1).max(64).optional().describe("The event with this id alone, however long ago it happened"),
      ...ofBoth,
      ...filter,
      from: filter.from.describe(
        `What happened from then on. Left out: of a container all that there is, of several the last ${historyDays} days`,
      ),
      counted: z
        .int()
        .min(1)
        .max(mostCounted)
        .optional()
        .describe("So many from the first of the page on are counted for `total`, and those of the page"),
    }),
    output: list,
  },
  getEventCodes: {
    summary: `Which codes events had at the containers that the caller sees in the last ${codeDays} days, the most frequent first. Left out is what warning rules cannot count: what warnings say, and what concerns one person.`,
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: z.object({
      data: z.array(
        z.object({
          code: z.string(),
          count: z.int().min(1).describe(`Events with this code in the last ${codeDays} days`),
        }),
      ),
      isMore: z.boolean().describe(`There are more codes than the ${mostCodes} of the answer`),
    }),
  },
  getNotificationsUnread: {
    summary: "The events that the caller has not read, newest first. getWarningUnread has the warnings.",
    access: "signed-in",
    effect: "read",
    input: z.strictObject({ ...page, ...filter }),
    output: list,
  },
  getUnreadNotificationCount: {
    summary: "How many events the caller has not read.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: unread,
  },
  getWarningUnreadCount: {
    summary:
      "What the caller has not read of what warned: incidents, however many warnings each has, and what controllers report by themselves. The lists of both say which.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: unread.extend({
      incidents: z.int().min(0).describe("How many incidents are not read; they, the reports and the notices are all"),
      reports: z.int().min(0).describe("How much of what containers report by themselves is not read"),
      personal: z.int().min(0).describe("How much is not read that concerns the caller and no container"),
    }),
  },
  maskNotificationAsRead: {
    summary: "Mark events as read for the caller. The answer says how many are left.",
    access: "signed-in",
    effect: "write",
    input: z.strictObject({
      ids: z.array(z.string().min(1).max(64)).min(1).max(mostNamed).describe("As getNotifications has them"),
    }),
    output: left,
  },
  maskAllNotificationAsRead: {
    summary: "Mark all events as read for the caller, up to an instant. The answer says how many came since.",
    access: "signed-in",
    effect: "write",
    input: z.strictObject({
      until: Instant.optional().describe(
        "What came to the caller later stays unread; `asOf` of getUnreadNotificationCount. Left out: now",
      ),
    }),
    output: left,
  },
} satisfies CallMap;
