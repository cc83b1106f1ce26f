import { z } from "zod";

import { type CallMap, Instant, listInput, noOutput } from "../../core/call.ts";
import { Notification } from "../notifications/notifications.schema.ts";
import { warningLimits, warningSeverities } from "./warning-types.ts";
import { SavedWarningRule, Warning, WarningRuleInput } from "./warnings.schema.ts";

const ref = z.string().min(1).max(64);
const ids = z.array(ref).min(1).max(200);
const count = z.object({ count: z.int().min(0) });

const page = { page: listInput.page, pageSize: listInput.pageSize };
const history = {
  ...page,
  search: listInput.search.describe("In the names of rules, conditions and containers"),
  severity: z.enum(warningSeverities).optional(),
  state: z.enum(["open", "cleared"]).optional(),
  ruleId: ref.optional(),
  clusterId: ref.optional().describe("Of containers that are in it now"),
  from: Instant.optional().describe("Those that were still open then"),
  to: Instant.optional().describe("Those that were raised before it"),
};
const warnings = z.object({ data: z.array(Warning), total: z.int() });

export const warningCalls = {
  registerWarning: {
    summary:
      "Make a rule that warns, or with `id` change one of the caller's own. It looks only at containers that its owner sees. A change closes what the rule has open, without a message, and judges anew.",
    access: "rules",
    effect: "write",
    perMinute: 30,
    input: WarningRuleInput,
    output: z.object({ data: z.object({ id: z.string() }) }),
  },
  deleteWarning: {
    summary: "Delete one of the caller's own rules. What it has open is closed without a message; its history stays.",
    access: "rules",
    effect: "write",
    input: z.strictObject({ id: ref }),
    output: noOutput,
  },
  getWarningConfiguration: {
    summary: "The caller's own rules by name, or the one with this id.",
    access: "rules",
    effect: "read",
    input: z.strictObject({ id: ref.optional() }),
    output: z.object({ data: z.array(SavedWarningRule) }),
  },
  getUsersWarningConfig: {
    summary:
      "Rules of other people, by their name and the rule's, as far as the caller sees all containers that they look at.",
    access: "rules_others",
    effect: "read",
    input: z.strictObject({ userId: ref.optional() }),
    output: z.object({ data: z.array(SavedWarningRule) }),
  },
  warningWatched: {
    summary:
      "Which containers that the caller sees are watched already for what each usual rule looks at, and by whose rules. Whoever sees a container is notified by every rule that watches it, so that another one for the same only notifies everybody twice.",
    access: "rules",
    effect: "read",
    input: z.strictObject({}),
    output: z.object({
      data: z.array(
        z.object({
          key: z.string().describe("Of the usual rule"),
          containerIds: z.array(z.string()),
          unsentIds: z
            .array(z.string())
            .describe(
              "Containers that never sent what it looks at. A rule is refused where all of its containers are among them.",
            ),
          by: z
            .array(z.object({ userId: z.string(), name: z.string().nullable(), containers: z.int() }))
            .describe("Whose rules, who watches most containers first"),
        }),
      ),
    }),
  },
  warningTakeOver: {
    summary:
      "Become the owner of another person's rule that getUsersWarningConfig lists. It goes on with what it has open, and looks only at containers that its new owner sees.",
    access: "rules_others",
    effect: "write",
    input: z.strictObject({ id: ref }),
    output: noOutput,
  },
  getWarningHistory: {
    summary:
      "Warnings of all containers that the caller sees: open ones first, the gravest before others and of those as grave loads that are cut, those that will be, and what may cost them their power; then those that are over, newest first.",
    access: "view",
    effect: "read",
    input: z.strictObject(history),
    output: warnings,
  },
  getWarningContainerHistory: {
    summary: "The same of one container.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: ref, ...history }),
    output: warnings,
  },
  warningMute: {
    summary:
      "Get no messages of a warning's rule about its container for some hours, or with 0 get them again, also when its incident was muted. It concerns the caller only; who was notified of a warning is notified of its end too.",
    access: "rules",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      id: ref,
      hours: z.union([z.literal(0), ...warningLimits.muteHours.map((h) => z.literal(h))]),
    }),
    output: z.object({ data: Warning }),
  },
  getWarningUnread: {
    summary:
      "What the caller was warned of and has not read, newest first: each incident once, by the warning by which the caller learned of it, and what controllers report by themselves.",
    access: "signed-in",
    effect: "read",
    input: z.strictObject(page),
    output: z.object({ data: z.array(Notification), total: z.int() }),
  },
  setWarningAsRead: {
    summary:
      "Mark incidents and reports of controllers as read for the caller. A warning stands for its incident. The answer says how many are left.",
    access: "signed-in",
    effect: "write",
    input: z.strictObject({ ids: ids.describe("As getWarningUnread, incidentList and getWarningHistory have them") }),
    output: count,
  },
  maskAllWarningAsRead: {
    summary:
      "Mark all incidents and reports of controllers as read for the caller, up to an instant. The answer says how many came since.",
    access: "signed-in",
    effect: "write",
    input: z.strictObject({
      until: Instant.optional().describe(
        "What came to the caller later stays unread; `asOf` of getWarningUnreadCount. Left out: now",
      ),
    }),
    output: count,
  },
} satisfies CallMap;
