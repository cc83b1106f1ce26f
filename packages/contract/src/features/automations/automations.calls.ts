import { z } from "zod";

import { type CallMap, Instant } from "../../core/call.ts";
import { configSection, SeenVersions } from "../../core/config-section.ts";
import { OutputNames } from "../output-names/output-names.schema.ts";
import { Automation, AutomationId, Automations } from "./automations.schema.ts";
import { runOutcomes } from "./run-outcomes.ts";

const containerId = z.string().min(1).max(64);

const Setting = configSection(Automations);

/** The automations of a container as they are wanted and as its controller reports them. */
export const ContainerAutomations = Setting.extend({
  containerId: z.string(),
  containerName: z.string(),
  outputNames: OutputNames,
});
export type ContainerAutomations = z.infer<typeof ContainerAutomations>;

const Verdict = z.object({
  path: z.string().describe("Where the condition stands, such as `if.of.0`"),
  is: z.boolean().nullable().describe("Null: not known"),
  value: z.number().nullable().describe("What was measured; null: nothing was, or it is about time"),
  since: Instant.nullable().describe("It is so, but not yet for as long as it has to be: since when"),
});

const Run = z.object({
  id: AutomationId,
  at: Instant,
  outcome: z.enum(runOutcomes),
  trigger: Verdict.nullable().describe("What set it off"),
  verdicts: z.array(Verdict),
  steps: z.array(z.string()).describe("What it did, in order, by the places of its actions"),
  stoppedAt: z.string().nullable().describe("The action or condition at which it stopped"),
});

/** A run as its controller reported it. */
export const PastRun = Run.extend({
  ended: Instant,
  shadow: z.boolean().describe("The automation was only watched, so that nothing was switched"),
  rank: z.number().nullable().describe("Of what was blocked: the rank that was above it"),
  unsent: z.int().describe("So many runs before it were not reported, to spare data; the controller has them"),
  sameRule: z
    .boolean()
    .describe("The automation still says what it said then; else the places of conditions are of another one"),
  switched: z
    .array(z.object({ at: Instant, output: z.string(), on: z.boolean() }))
    .describe("What was switched because of it until the run after it, as it was read back"),
});
export type PastRun = z.infer<typeof PastRun>;

export const AutomationConflict = z.object({
  output: z.string(),
  winner: AutomationId,
  loser: AutomationId,
  minutes: z
    .array(
      z.object({
        from: z.number().describe("Minutes since midnight, on the container's clocks"),
        to: z.number().describe("As before; not included"),
      }),
    )
    .nullable()
    .describe("Minutes of the day in which both may ask; null: at any time"),
  metrics: z
    .record(
      z.string(),
      z.object({
        from: z.number().nullable().describe("In the unit of the metric; null: any that is lower"),
        to: z.number().nullable().describe("In the unit of the metric; null: any that is higher"),
      }),
    )
    .describe("What has to be measured for it, by metric"),
  seenSeconds: z.number().nullable().describe("For how long the loser did not get its way in this dry run"),
});
export type AutomationConflict = z.infer<typeof AutomationConflict>;

/** What an automation would have done, with those that set the same outputs. */
export const AutomationDryRun = z.object({
  from: Instant,
  to: Instant,
  coverage: z.number().describe("Share of the time that was measured, 0 to 1"),
  everySeconds: z.number().describe("Seconds between two readings that were looked at"),
  spans: z
    .array(
      z.object({
        output: z.string(),
        from: Instant,
        to: Instant,
        isOn: z.boolean(),
        id: AutomationId.nullable().describe("The automation that wanted it so; null: none did, and it is as it was"),
        lost: z.array(AutomationId).describe("Those that asked for the opposite"),
      }),
    )
    .describe("The newest 500, oldest first"),
  outputs: z.array(
    z.object({
      output: z.string(),
      switchings: z.int().describe("How often it would have been switched"),
      switchingsBefore: z.int().describe("How often it was"),
      withheldWh: z
        .number()
        .nullable()
        .describe("What its load drew while it would have been off; null: nothing measures it alone"),
      addedSeconds: z.number().describe("On although it was off: what its load would have drawn then is not known"),
    }),
  ),
  runs: z.array(Run).describe("The newest 100, oldest first"),
  conflicts: z.array(AutomationConflict),
  explained: z
    .object({
      at: Instant,
      isMet: z.boolean().nullable().describe("Whether its condition was met; null: not known"),
      verdicts: z.array(Verdict),
      next: Instant.nullable().describe("When a time sets it off next; null: no time does"),
    })
    .describe("Its conditions at the instant that was asked for, or at the last reading"),
});
export type AutomationDryRun = z.infer<typeof AutomationDryRun>;

const changed = z.object({
  data: z.object({ id: AutomationId, conflicts: z.array(AutomationConflict), setting: Setting }),
});

export const automationCalls = {
  automationList: {
    summary:
      "The automations of a container, or of all containers that have any, as they are wanted and as controllers report them.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: containerId.optional() }),
    output: z.object({ data: z.array(ContainerAutomations) }),
  },
  automationSave: {
    summary:
      "Make an automation of a container, or change one. It is a value of the section `automations` of the configuration and reaches the controller as setConfiguration says. One that may switch a critical output on needs a fresh confirmation, and that the output is proved to fail safe. The answer names automations that may ask for the opposite at the same time.",
    access: "automation",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({
      containerId,
      id: AutomationId.optional().describe("Left out: it is a new one"),
      automation: Automation,
      seen: SeenVersions.optional(),
    }),
    output: changed,
    errors: ["config_changed", "config_on_trial", "works_by_other", "fail_safe_unproved"],
  },
  automationDelete: {
    summary: "Remove an automation of a container. What it keeps is let go when the controller has taken the change.",
    access: "automation",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ containerId, id: AutomationId, seen: SeenVersions.optional() }),
    output: changed,
    errors: ["config_changed", "config_on_trial", "works_by_other"],
  },
  automationRuns: {
    summary:
      "The last 50 runs of an automation that its controller has reported: what set each off, each condition with what was measured, and what came of it.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId, id: AutomationId }),
    output: z.object({ data: z.array(PastRun).describe("Newest first") }),
  },
  automationRun: {
    summary:
      "What an automation would have done with what was measured, by the same code that runs on site, and why it did not at an instant. Nothing is switched and nothing is stored.",
    access: "automation",
    effect: "read",
    perMinute: 30,
    input: z
      .strictObject({
        containerId,
        id: AutomationId.optional().describe("One that there is; with `automation`: what takes its place"),
        automation: Automation.optional(),
        hours: z.int().min(1).max(168).default(24),
        at: Instant.optional().describe("The instant to explain; left out: the last reading"),
      })
      .refine(({ id, automation }) => id !== undefined || automation !== undefined, {
        path: ["id"],
        error: "Please choose an automation.",
      }),
    output: z.object({ data: AutomationDryRun }),
  },
} as const satisfies CallMap;
