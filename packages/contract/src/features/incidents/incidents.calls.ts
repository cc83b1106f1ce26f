import { z } from "zod";

import { type CallMap, listInput } from "../../core/call.ts";
import { oneLine } from "../../core/one-line.ts";
import { isSeen } from "../../core/shown-name.ts";
import { warningLimits, warningSeverities } from "../warnings/warning-types.ts";
import { feedbacks, incidentStates } from "./incident-types.ts";
import { Incident, IncidentDetail } from "./incidents.schema.ts";

const ref = z.string().min(1).max(64);
const text = z
  .string()
  .trim()
  .max(warningLimits.longestText)
  .regex(oneLine, "Please fill a text of one line.")
  .refine(isSeen, "Please fill a text without invisible characters.");
const one = z.object({ data: Incident });

export const incidentCalls = {
  incidentList: {
    summary:
      "Incidents of containers that the caller sees: those that go on first, the gravest first, of which loads that are cut and then those that will be stand before others; then what is over, newest first. What a person sees of one depends on the containers: state, severity, counts are those of the warnings there.",
    access: "view",
    effect: "read",
    input: z.strictObject({
      page: listInput.page,
      pageSize: listInput.pageSize,
      state: z
        .enum([...incidentStates, "going_on", "over"])
        .optional()
        .describe("going_on: open or acknowledged; over: calm or resolved"),
      severity: z.enum(warningSeverities).optional(),
      containerId: ref.optional(),
      clusterId: ref.optional(),
    }),
    output: z.object({
      data: z.array(Incident),
      total: z.int().describe("At most 1,000 from the first of the page on are counted"),
      isMore: z.boolean().describe("There are more than `total` says"),
    }),
  },
  incidentGet: {
    summary: "An incident with its warnings, what became of it, and what was done within an hour before.",
    access: "view",
    effect: "read",
    input: z.strictObject({ id: ref }),
    output: z.object({ data: IncidentDetail }),
  },
  incidentAcknowledge: {
    summary:
      "Say that one looks after an incident: all its open warnings that the caller sees are acknowledged. It lapses after 24 h, of a critical one after 4 h, or when something graver joins. What joins else is acknowledged with it. Of one with nothing open it changes nothing.",
    access: "rules",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      id: ref,
      note: text.optional(),
      feedback: z.enum(feedbacks).optional().describe("What the caller makes of its being warned of"),
    }),
    output: one,
  },
  incidentWithdraw: {
    summary:
      "Take back that one looks after an incident: what of it the caller acknowledged, and what was acknowledged with that by joining, is not any more, and people are reminded of it again. What others acknowledged stays so.",
    access: "rules",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ id: ref }),
    output: one,
  },
  incidentMute: {
    summary:
      "Get no messages of an incident for some hours, or with 0 get them again, but of what was muted by its warning. It concerns the caller only; who was told that it began is told of its end too.",
    access: "rules",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      id: ref,
      hours: z.union([z.literal(0), ...warningLimits.muteHours.map((h) => z.literal(h))]),
    }),
    output: one,
  },
  incidentSplit: {
    summary:
      "Take a warning out of its incident: it has one of its own from then on, which the answer holds, whatever comes.",
    access: "rules",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ id: ref, warningId: ref }),
    output: one,
  },
  incidentMerge: {
    summary:
      "Put all warnings of an incident that the caller sees into another one, which the answer holds. There they stay, whatever comes.",
    access: "rules",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ id: ref, into: ref, reason: text.min(1, "Please fill a reason.") }),
    output: one,
  },
} satisfies CallMap;
