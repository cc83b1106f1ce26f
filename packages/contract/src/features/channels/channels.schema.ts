import { z } from "zod";

import { ClockTime, Weekdays } from "../../core/moments.schema.ts";
import { oneLine } from "../../core/one-line.ts";
import { shownName } from "../../core/shown-name.ts";
import { ZoneName } from "../containers/containers.schema.ts";
import { warningSeverities } from "../warnings/warning-types.ts";
import { channelKinds, channelLimits as limits, channelTimings, sendProblems } from "./channel-kinds.ts";
import { deliveryStates, newsKinds, suppressions } from "./delivery-moves.ts";
import { placeholders, unknownPlaceholders } from "./message-template.ts";

const ChannelId = z.string().min(1).max(64);
const base64url = (least: number, most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .min(least)
    .max(most);

export const ChannelHours = z
  .strictObject({
    from: ClockTime,
    to: ClockTime,
    days: Weekdays.optional(),
    zoneName: ZoneName,
    exceptCritical: z.boolean().default(true).describe("What is critical is told at any hour"),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], error: "Please fill two different times." })
  .describe("Told only then, by the clocks of a zone; what is over is told when they begin");

const webAddress = "Please fill an address such as https://example.org/hook.";
const phone = "Please fill a number with its country, such as +254700000000.";

/** Where the channel leads; left out of a change: it stays. Never answered. */
const target = {
  url: z
    .url({ protocol: /^https?$/, error: webAddress })
    .max(limits.longestUrl, webAddress)
    .optional()
    .describe("Of webhook"),
  subscription: z
    .strictObject({
      endpoint: z.url({ protocol: /^https?$/ }).max(limits.longestUrl),
      keys: z.strictObject({ p256dh: base64url(87, 88), auth: base64url(22, 24) }),
    })
    .optional()
    .describe("Of push: what the browser's PushManager gives"),
  chat: z
    .string()
    .regex(/^-?\d{1,20}$/, "Please fill the number of a chat, such as 123456789.")
    .optional()
    .describe("Of telegram: the number of the chat with the portal's bot"),
  phone: z
    .string()
    .transform((text) => text.replaceAll(/[\s().-]/g, ""))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, phone))
    .optional()
    .describe("Of sms"),
};

const choices = {
  name: shownName(limits.longestName).min(1, "Please fill a name."),
  severity: z.enum(warningSeverities).default("warning").describe("The least that it tells"),
  timing: z
    .enum(channelTimings)
    .default("steps")
    .describe(
      "steps: mail and sms speak when nobody has looked after it for 15 min, of one's own rules, or 45 min, for staff; at_once: with the first message",
    ),
  hours: ChannelHours.nullable().default(null),
  template: z
    .string()
    .trim()
    .max(limits.longestTemplate)
    .regex(oneLine, "Please fill a text of one line.")
    .refine((text) => unknownPlaceholders(text).length === 0, {
      error: `A text may have only these in braces: ${placeholders.map((name) => `{${name}}`).join(", ")}.`,
    })
    .nullable()
    .default(null)
    .describe("Of telegram and sms: the words of a message, with placeholders in braces; null: the portal's own"),
};

export const ChannelInput = z.strictObject({
  id: ChannelId.optional().describe("Left out: a new one"),
  kind: z.enum(channelKinds),
  ...choices,
  ...target,
});

/** The portal's own services, each tried with a message to whoever asks or to what is named. */
export const ServiceTest = z.strictObject({
  kind: z.enum(["mail", "sms", "telegram", "heartbeat"]),
  chat: target.chat,
  phone: target.phone,
});

/** What came of a test. */
export const TestResult = z.enum(["ok", ...sendProblems]);

export const Channel = z
  .object({
    id: ChannelId,
    kind: z.enum(channelKinds),
    ...choices,
    leadsTo: z.string().describe("Where it leads, as far as it may be shown: an address, a host, the end of a number"),
    secret: z
      .string()
      .nullable()
      .describe("Of webhook: the key by which messages are signed (docs/operations.md); null: the kind has none"),
    pausedAt: z.iso
      .datetime()
      .nullable()
      .describe("It failed five times in a row and says nothing until a test succeeds"),
    pauseReason: z.enum(sendProblems).nullable(),
    testedAt: z.iso.datetime().nullable(),
    testResult: TestResult.nullable(),
    spokenAt: z.iso.datetime().nullable().describe("When it last said something"),
    lastDelivery: z
      .object({
        at: z.iso.datetime().describe("When it was sent, tried or given up"),
        problem: z
          .enum([...sendProblems, "interrupted"])
          .nullable()
          .describe("Null: it was sent"),
      })
      .nullable()
      .describe("What came of the last message but tests that it tried to send; null: not known"),
  })
  .meta({ id: "Channel" });
export type Channel = z.infer<typeof Channel>;

/** What became of one piece of news on one channel. */
export const Delivery = z
  .object({
    id: z.int(),
    at: z.iso.datetime().describe("When it was sent, held back or given up; of what waits: when it was noted"),
    channelKind: z.enum(channelKinds),
    channelName: z.string().nullable().describe("Null: the channel is gone"),
    kind: z.enum([...newsKinds, "test"]),
    severity: z.enum(warningSeverities),
    incidentId: z
      .string()
      .nullable()
      .describe(
        "As it was then, and may be part of another one by now; null: of a test, and of what would have warned while a container was dark",
      ),
    about: z
      .object({
        content: z.string().nullable().describe("Null: of what would have warned while a container was dark"),
        containerName: z.string(),
        containers: z.int().describe("At how many it was; one is named"),
      })
      .nullable()
      .describe(
        "What it said, or would have said, as it was then; null: of a test, and of what the caller sees no more",
      ),
    state: z.enum(deliveryStates),
    reason: z
      .enum([...new Set([...suppressions, ...sendProblems, "interrupted" as const])])
      .nullable()
      .describe("Why it was held back, or what stood in the way last"),
    attempts: z.int(),
    dueAt: z.iso.datetime().nullable().describe("When it is tried next; null: never"),
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof Delivery>;
