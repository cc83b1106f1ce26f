import { z } from "zod";

import { Moment, Weekdays } from "../../core/moments.schema.ts";
import { MetricName } from "../../core/metric-name.ts";
import { oneLine } from "../../core/one-line.ts";
import { isSeen, shownName } from "../../core/shown-name.ts";
import { Command } from "../commands/commands.schema.ts";
import { conditionFaults, fillArray, fillData, fillFields, ownThresholdFaults } from "./condition-faults.ts";
import { warningOutcomes } from "./forecast-score.ts";
import type { Threshold as ThresholdType } from "./warning-levels.ts";
import {
  budgetPeriods,
  guardTypes,
  warningFeedback,
  warningLimits as limits,
  warningSeverities,
  warningTypes,
  type WarningType,
} from "./warning-types.ts";

/** Rules that warn people. The sentences are those of the customer's specification, section 5, as far as it has one. */

const number = z.number({ error: fillData }).min(-1e9, fillData).max(1e9, fillData);
export const Threshold: z.ZodType<ThresholdType, ThresholdType> = z.union([number, z.array(number).min(1).max(16)], {
  error: fillData,
});
const seconds = (longest: number) => z.int({ error: fillData }).min(0, fillData).max(longest, fillData);
const Duration = seconds(limits.longestDurationS).describe("s of the data's own time for which it has to be so");
const Attributes = z
  .array(MetricName, { error: fillArray })
  .max(16, fillArray)
  .refine((names) => new Set(names).size === names.length, "Please name each attribute once.");
const Text = z
  .string()
  .trim()
  .max(limits.longestText)
  .regex(oneLine, "Please fill a text of one line.")
  .refine(isSeen, "Please fill a text without invisible characters.")
  .default("");
const ref = z.string().min(1).max(64);

const levels = {
  threshold: Threshold.optional().describe(
    "A number; two numbers, low and high, for outside and inside; one or more for state; none for silent",
  ),
  clearAt: Threshold.optional().describe("It clears only beyond this; left out: at the threshold"),
};
const optionalLevels = { ...levels, duration: Duration.optional() };

const Guard = z.strictObject({
  type: z.enum(guardTypes, { error: fillData }),
  attributes: Attributes.min(1, fillArray),
  threshold: Threshold,
  not: z.boolean().optional(),
});
export type WarningGuard = z.infer<typeof Guard>;

const Budget = z
  .strictObject({
    limit: z.number({ error: fillData }).positive(fillData).max(1e15, fillData).describe("In the unit of the meter"),
    period: z.enum(budgetPeriods, { error: fillData }).describe("Of the place's calendar; weeks begin on Monday"),
  })
  .describe("Of budget: of what the threshold is a share");

const Override = z
  .strictObject({
    containerId: ref.optional(),
    clusterId: ref.optional(),
    kitId: ref.optional(),
    ...optionalLevels,
    off: z.boolean().optional(),
  })
  .refine(({ containerId, clusterId, kitId }) => [containerId, clusterId, kitId].filter(Boolean).length === 1, {
    path: ["containerId"],
    error: "Please choose one container, one cluster or one kit.",
  });
export type WarningOverride = z.infer<typeof Override>;

export const WarningCondition = z
  .strictObject({
    name: shownName(limits.longestName).min(1, "Please add condition name"),
    description: Text,
    type: z.enum(Object.keys(warningTypes) as [WarningType, ...WarningType[]], { error: fillData }),
    attributes: Attributes.describe(
      "Metrics; of event: codes; of command: outputs; of forecast: hours_to_reserve, lowest_soc or chance; of bundle: data_projected or data_used; of repeats and neighbours: none",
    ),
    ...levels,
    not: z.boolean().optional().describe("Of state: true unless the value is one of these"),
    duration: Duration,
    keepFor: seconds(limits.longestKeepForS)
      .default(limits.keepForS)
      .describe("s for which it has to be over before it clears, or is critical no more"),
    noData: z
      .enum(["hold", "clear", "raise"])
      .default("hold")
      .describe("What happens without data, or with fewer than five neighbours; hold: nothing moves"),
    critical: z.strictObject(optionalLevels).optional().describe("Beyond this it is critical"),
    window: z
      .int({ error: fillData })
      .min(60, fillData)
      .max(limits.longestWindowS, fillData)
      .optional()
      .describe("s over which change, repeats, event and command look back"),
    counted: Guard.optional().describe("Of repeats: what has to become so so often"),
    budget: Budget.optional(),
    when: z
      .array(Guard)
      .max(limits.guards)
      .optional()
      .describe("Guards, of what looks at metrics: it is judged only while all of these are so"),
    overrides: z.array(Override).max(limits.overrides).optional().describe("Container wins over cluster over kit"),
  })
  .superRefine((condition, { addIssue }) => {
    for (const [path, message] of conditionFaults(condition)) addIssue({ code: "custom", path, message });
  })
  .meta({ id: "WarningCondition" });
export type WarningCondition = z.infer<typeof WarningCondition>;

const ActiveHours = z
  .strictObject({ from: Moment, to: Moment, days: Weekdays.optional() })
  .refine(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to), { path: ["to"], error: fillFields })
  .describe("Outside of these hours of the container's place nothing is raised, and what was raised clears");

/** What a rule says; whose it is and since when stands beside it. */
const ruleFields = {
  ruleName: shownName(limits.longestName).min(1, "Please fill rule name"),
  enabled: z.boolean().default(true),
  cluster: ref.optional().describe("All containers of this cluster, whichever they are"),
  sites: z.array(ref).max(limits.sites).optional().describe("Ids of containers"),
  match: z.enum(["all", "any"]).default("all"),
  conditions: z
    .array(WarningCondition, { error: "Please fill condition" })
    .min(1, "Please fill condition")
    .max(limits.conditions, `A rule has at most ${limits.conditions} conditions.`),
  severity: z.enum(warningSeverities).default("warning"),
  channels: z
    .array(z.enum(["portal"]))
    .max(1)
    .default(["portal"]),
  activeHours: ActiveHours.optional(),
  note: Text.describe("What to do, shown with the warning"),
  shadow: z.boolean().default(false).describe("Judged and listed, and nobody is notified"),
};

export const WarningRule = z.strictObject(ruleFields).meta({ id: "WarningRule" });
export type WarningRule = z.infer<typeof WarningRule>;

/** As it is sent: with the id of one that is changed. */
export const WarningRuleInput = z
  .strictObject({ id: ref.optional(), ...ruleFields })
  .refine(({ cluster, sites = [] }) => (cluster === undefined) !== (sites.length === 0), {
    path: ["sites"],
    error: "Please add cluster name or sites",
  })
  .refine(({ conditions }) => conditions.flatMap(({ overrides = [] }) => overrides).length <= limits.overrides, {
    path: ["conditions"],
    error: `A rule has at most ${limits.overrides} overrides, those of all its conditions together.`,
  })
  .superRefine(({ enabled, conditions }, { addIssue }) => {
    // One that was stored before this was checked can be turned off as it is.
    if (!enabled) return;
    for (const [place, condition] of conditions.entries())
      for (const [path, message] of ownThresholdFaults(condition))
        addIssue({ code: "custom", path: ["conditions", place, ...path], message });
  });

/** Why a warning is over; `data`: by what was measured. The others are closed without a message. */
export const closeReasons = ["data", "rule_changed", "rule_removed", "out_of_scope"] as const;

const Person = z.object({ userId: z.string(), name: z.string().nullable().describe("Null: the account is gone") });

/** What a warning was raised by, as its rule said it then of the container. */
export const RaisedBy = z
  .object({
    type: z.enum(Object.keys(warningTypes) as [WarningType, ...WarningType[]]),
    attributes: z.array(z.string()).describe("All that the condition looks at"),
    level: Threshold.nullable().describe(
      "What the value was beyond, of the critical level where it was that; null: none",
    ),
    clearLevel: Threshold.optional().describe("It clears only beyond this; left out: at the level, or there is none"),
    command: Command.pick({
      commandId: true,
      op: true,
      target: true,
      outputName: true,
      wanted: true,
      state: true,
      reason: true,
      isLate: true,
    })
      .nullable()
      .describe("Of command: the last that was not carried out before"),
  })
  .meta({ id: "RaisedBy" });
export type RaisedBy = z.infer<typeof RaisedBy>;

/** One time that a rule was true at a container, from raised to cleared. */
export const Warning = z
  .object({
    id: z.string(),
    ruleId: z.string().nullable().describe("Null: the rule is gone"),
    ruleName: z.string(),
    isOwnRule: z.boolean().optional().describe("The rule is the caller's own; left out: no, or it is gone"),
    ruleOwner: Person.optional().describe(
      "Whose rule it is, where it is somebody else's; left out: it is not, or is gone",
    ),
    containerId: z.string(),
    containerName: z.string(),
    severity: z.enum(warningSeverities),
    content: z.string().describe("Name of the condition that was met first"),
    attribute: z.string().nullable().describe("What it looked at; null: nothing in particular"),
    value: z
      .number()
      .nullable()
      .describe("When it was raised, in the unit of the attribute; null: it has none, or nobody knows"),
    raisedBy: RaisedBy.nullable().describe("Null: its rule was changed since, or is gone"),
    note: z.string().describe("What to do, as the rule says"),
    raisedAt: z.iso
      .datetime()
      .describe(
        "Since when it was so, which may be before its rule was saved; 30 days before that: for so long or longer",
      ),
    foundAt: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe("When its rule was saved and found it so already; null or left out: it became so later"),
    clearedAt: z.iso.datetime().nullable(),
    closeReason: z.enum(closeReasons).nullable(),
    blindSince: z.iso.datetime().nullable().describe("Since then there is no data, and it is as it was known last"),
    isFlapping: z.boolean(),
    isShadow: z.boolean().describe("Nobody was notified: the rule is only tried"),
    isQuiet: z.boolean().optional().describe("It began during works: nobody was notified; left out: no"),
    isLate: z
      .boolean()
      .optional()
      .describe("It became known only when frames came late, and nobody was warned while it lasted; left out: no"),
    isRevised: z.boolean().optional().describe("Frames that came late moved its beginning or end; left out: no"),
    acknowledgedBy: Person.nullable(),
    acknowledgedAt: z.iso.datetime().nullable(),
    acknowledgedUntil: z.iso.datetime().nullable().describe("Then it counts as not acknowledged again"),
    acknowledgeNote: z.string().nullable(),
    feedback: z.enum(warningFeedback).nullable().describe("What somebody thought of it"),
    outcome: z
      .enum(warningOutcomes)
      .nullable()
      .describe("Of a warning of a cut to come: what came, known two days later; null: not judged"),
    mutedUntil: z.iso.datetime().nullable().describe("Until then the caller gets no message of this rule here"),
    read: z.boolean().describe("False: the caller was notified and has not read it"),
  })
  .meta({ id: "Warning" });
export type Warning = z.infer<typeof Warning>;

/** A rule with whose it is. */
export const SavedWarningRule = z
  .object({
    id: z.string(),
    owner: Person,
    rule: WarningRule,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    containers: z.int().describe("How many containers it looks at now"),
    open: z.int().describe("How many warnings of it are open"),
    lastRaisedAt: z.iso.datetime().nullable().describe("When it raised a warning last; null: it never has"),
    raisedIn30Days: z.int().describe("How many warnings it raised in the last 30 days"),
    raisedIn7Days: z.int().describe("The same in the last 7 days"),
    isNoisy: z
      .boolean()
      .describe(
        "In the last 7 days it raised more than one warning a day and container, or sent more than 20 messages",
      ),
    feedback: z
      .object({ useful: z.int(), expected: z.int(), noise: z.int() })
      .describe("How many of its warnings somebody called so"),
    score: z
      .object({
        came: z.int(),
        avoided: z.int(),
        wrong: z.int(),
        warned: z.int().describe("Cuts that it had warned of"),
        missed: z.int().describe("Cuts that it had not warned of"),
        medianLeadS: z.number().nullable().describe("From the warning to the cut, s; null: none came"),
      })
      .nullable()
      .describe("Of a rule that looks at forecasts: whether what it warned of came; null: nothing is judged yet"),
    pausedAt: z.iso.datetime().nullable().describe("It failed three times and is not judged until it is saved again"),
  })
  .meta({ id: "SavedWarningRule" });
export type SavedWarningRule = z.infer<typeof SavedWarningRule>;
