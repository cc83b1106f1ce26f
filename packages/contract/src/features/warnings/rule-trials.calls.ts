import { z } from "zod";

import { type CallMap, Instant } from "../../core/call.ts";
import { warningLacks, warningLimits, warningSeverities } from "./warning-types.ts";
import { Threshold, WarningRuleInput } from "./warnings.schema.ts";

/** Rules tried out on what is stored, by the code that judges them live. Nothing is raised, and nothing is stored. */

const Container = { containerId: z.string(), containerName: z.string() };

/** How often and how long a rule was true. */
const totals = {
  raised: z.int().describe("How often it would have raised a warning"),
  containers: z.int().describe("At how many containers"),
  seconds: z.number().describe("For how long in all, s"),
  longestSeconds: z.number().describe("The longest of them, s"),
  critical: z.int().describe("How many of them became critical"),
};

const Episode = z.object({
  ...Container,
  raisedAt: Instant,
  clearedAt: Instant.nullable().describe("Null: it would be open still"),
  severity: z.enum(warningSeverities).describe("As its warning would have it now: at its end, of one that is over"),
  worst: z.enum(warningSeverities).describe("The gravest that it reached"),
  condition: z
    .string()
    .nullable()
    .describe("Which condition was met first, of a rule of which one is enough; null: it has one, or needs all"),
  attribute: z.string().nullable(),
  value: z.number().nullable().describe("When it was raised, in the unit of the attribute"),
});

export const WarningBacktest = z.object({
  from: Instant,
  to: Instant,
  concerned: z.int().describe("How many containers it looks at"),
  tried: z
    .array(
      z.object({
        ...Container,
        clusterId: z.string().nullable().describe("With the kit: what decides which overrides hold there"),
        kitId: z.string().nullable(),
        raised: z.int(),
        seconds: z.number().describe("For how long in all, s"),
        unjudged: z.number().describe("Share of the time in which nothing was known to judge by, 0 to 1"),
        lacked: z
          .enum(warningLacks)
          .describe(
            "What was lacking most: readings; contact, as nothing came from there at all; neighbours, or days that can be compared with theirs",
          ),
      }),
    )
    .describe("Those that were gone through, at most 20, by name"),
  isCutShort: z.boolean().describe("Time was up before all of them were gone through"),
  totals: z.object(totals),
  episodes: z.array(Episode).describe("The newest 200, newest first"),
  forecastsFrom: Instant.nullable().describe(
    "Since when forecasts are stored that it looks at; null: it looks at none",
  ),
  saved: z
    .object({
      ...totals,
      valued: z.int().describe("Of its warnings, those that somebody called useful, or acknowledged without a word"),
      kept: z.int().describe("How many of these there would still be"),
      noise: z.int().describe("Of its warnings, those that somebody called noise"),
      noiseKept: z.int().describe("How many of these there would still be"),
    })
    .nullable()
    .describe("The same of the rule as it is saved; null: it is a new one"),
});
export type WarningBacktest = z.infer<typeof WarningBacktest>;

const Outcome = z.object({
  raised: z.int(),
  kept: z.int().describe("Of the warnings that somebody called useful or acknowledged: how many there would be still"),
  noiseKept: z.int().describe("The same of those that somebody called noise"),
});

export const WarningTuning = z.object({
  from: Instant,
  to: Instant,
  raised: z.int().describe("How often it would raise as it is saved"),
  valued: z.int().describe("How many of its warnings somebody called useful, or acknowledged without a word"),
  noise: z.int().describe("How many somebody called noise"),
  isCutShort: z.boolean().describe("Time was up before all containers were gone through"),
  best: Outcome.extend({
    condition: z.int().describe("The condition to change, from 0"),
    threshold: z.number().nullable().describe("Its new threshold; null: as it is"),
    duration: z.number().nullable().describe("Its new duration, s; null: as it is"),
  })
    .nullable()
    .describe("The smallest change that loses no valued warning and saves most of the others; null: none does"),
});
export type WarningTuning = z.infer<typeof WarningTuning>;

export const rulePhases = ["quiet", "pending", "raised", "settling"] as const;
/** Why a condition does not raise a warning. */
export const whyNot = ["unknown", "inactive", "guard", "level", "duration"] as const;

const WhyCondition = z.object({
  condition: z.int().describe("Its place in the rule as it was sent, from 0: an override may leave out others"),
  threshold: Threshold.nullable().describe("As it holds for this container; null: it has none"),
  duration: z.number().describe("For how long it has to be so at this container, s"),
  isOwnLevel: z.boolean().describe("An override says so, of this container, its cluster or its kit"),
  phase: z.enum(rulePhases),
  why: z.enum(whyNot).nullable().describe("What it lacks; null: nothing, it is met"),
  attribute: z.string().nullable(),
  value: z.number().nullable().describe("What it was compared with, in the unit of the attribute; null: not known"),
  guard: z.int().nullable().describe("The guard that was not met, from 0"),
  since: Instant.nullable().describe(
    "Of `duration`: beyond the threshold since then; of `unknown`: known last; met: raised since",
  ),
  isSinceBefore: z.boolean().describe("`since` is where what was gone through begins, and it was so before that"),
  due: Instant.nullable().describe("Of `duration`: when it would have lasted for long enough"),
});

export const WarningWhy = z.object({
  at: Instant,
  ...Container,
  isConcerned: z.boolean().describe("False: an override keeps it from this container"),
  isRaised: z.boolean().describe("The rule, as it was sent, would have had a warning open"),
  raisedAt: Instant.nullable(),
  isRaisedBefore: z
    .boolean()
    .describe("`raisedAt` is where what was gone through begins, and it was raised before that"),
  openSince: Instant.nullable().describe(
    "Since when the rule, as it was saved then, really had a warning open; null: it had none, or the rule has no id",
  ),
  watchesSince: Instant.nullable().describe(
    "When the rule was saved last: it began anew then, and what was so before does not count; null: the rule has no id",
  ),
  readingAt: Instant.nullable().describe("The newest reading that was there then; null: none in 30 days"),
  conditions: z.array(WhyCondition),
  first: z.int().nullable().describe("The place of the first condition that is not met; null: none, or it was raised"),
});
export type WarningWhy = z.infer<typeof WarningWhy>;

export const ruleTrialCalls = {
  warningBacktest: {
    summary:
      "What a rule would have raised in the last days at up to 20 of its containers, by the code that judges it live, and how that compares with the rule as it is saved. Nothing is raised and nothing is stored. After ten seconds it answers with what it has gone through.",
    access: "rules",
    effect: "read",
    perMinute: 60,
    input: z.strictObject({
      rule: WarningRuleInput,
      days: z.int().min(1).max(warningLimits.backTestDays).default(warningLimits.backTestDays),
    }),
    output: z.object({ data: WarningBacktest }),
  },
  warningTuning: {
    summary:
      "Which small change of one of the caller's own rules would have made it raise less in the last 30 days without losing a warning that somebody called useful or acknowledged. The figures are those of a back-test with that change.",
    access: "rules",
    effect: "read",
    perMinute: 30,
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: z.object({ data: WarningTuning }),
  },
  warningWhy: {
    summary:
      "Why a rule did not raise a warning at a container at an instant: each of its conditions with what was known then, and the first that was not met. It is answered from what is stored, by the code that judges live.",
    access: "rules",
    effect: "read",
    perMinute: 60,
    input: z.strictObject({ rule: WarningRuleInput, containerId: z.string().min(1).max(64), at: Instant }),
    output: z.object({ data: WarningWhy }),
  },
} satisfies CallMap;
