import { z } from "zod";

import { type CallMap, ContainerId, Instant, listInput, readsContainer } from "../../core/call.ts";
import { configSection, SeenVersions, setsSections } from "../../core/config-section.ts";
import { OutputReason, PassedLimit, PhaseNumber, setsOutput } from "../commands/commands.schema.ts";
import { PhaseControl } from "./phase-control.schema.ts";

const Setting = configSection(PhaseControl);
export type PhaseControlSetting = z.infer<typeof Setting>;

/** That a phase was connected or disconnected, as its controller said. */
export const PhaseEvent = z.object({
  eventId: z.string(),
  at: Instant,
  phase: PhaseNumber,
  on: z.boolean(),
  reason: OutputReason,
  by: z
    .object({ userId: z.string(), name: z.string().nullable() })
    .nullable()
    .describe("The person who switched it from the portal; null: nobody that it knows"),
  passed: PassedLimit.nullable().describe("The limit that was passed, and what was measured; null: none was"),
  restoreSoc: z.number().nullable().describe("Charge from which the phase comes back, in percent"),
});
export type PhaseEvent = z.infer<typeof PhaseEvent>;

/** The days that a dry run looks at, unless it is asked for others. */
export const phaseDryRunDays = { usual: 7, most: 30 } as const;

/** What a setting would have done over past readings. */
export const PhaseDryRun = z.object({
  from: Instant,
  to: Instant,
  coverage: z.number().describe("Share of that time in which the charge, or the power of a phase, is known, 0..1"),
  everySeconds: z.number().describe("Seconds between two readings that were looked at"),
  phases: z.array(
    z.object({
      phase: PhaseNumber,
      times: z.int().describe("How often it would have been disconnected"),
      hours: z.number().describe("Without power, of the time in which it had some"),
      energyWh: z.number().nullable().describe("What it drew in that time; null: that was not measured throughout"),
    }),
  ),
  count: z.int().describe("How often any of them would have been disconnected"),
  spans: z
    .array(z.object({ phase: PhaseNumber, from: Instant, to: Instant.nullable(), passed: PassedLimit }))
    .describe("These times, at most 200, newest first; `to` null: it would still be disconnected at the end"),
});
export type PhaseDryRun = z.infer<typeof PhaseDryRun>;

export const phaseControlCalls = {
  getPhaseControlConfiguration: {
    summary: "The phase control of a container as it is wanted and as its controller reports it.",
    ...readsContainer,
    output: z.object({ data: Setting }),
  },
  setPhaseControlConfiguration: {
    summary:
      "Set the phase control of a container: what each phase may draw, at which charge it loses its power and gets it back, and which phases come first. It is the section `phases` of the configuration, and reaches the controller as setConfiguration says.",
    ...setsSections,
    input: PhaseControl.safeExtend({ containerId: ContainerId, seen: SeenVersions.optional() }),
    output: z.object({ data: Setting }),
  },
  getPhaseControlEvents: {
    summary: "When the phases of a container were connected and disconnected, and why, newest first.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: ContainerId, page: listInput.page, pageSize: listInput.pageSize }),
    output: z.object({ data: z.array(PhaseEvent), total: z.int() }),
  },
  phaseControlDryRun: {
    summary:
      "What a setting of phase control would have done with what was measured in the last days, by the same code that runs on site; nothing is saved or switched. What people and other rules would have done is no part of it.",
    access: "view",
    effect: "read",
    perMinute: 12,
    input: PhaseControl.safeExtend({
      containerId: ContainerId,
      days: z.int().min(1).max(phaseDryRunDays.most).default(phaseDryRunDays.usual),
    }),
    output: z.object({ data: PhaseDryRun }),
  },
  setPhase: {
    summary:
      "Connect or disconnect a phase now. Rules leave it alone for four hours; the limits of phase control count at any time. The answer says that the command waits to be sent, not that the phase is connected; `commandGet` and the person's live topic say what becomes of it.",
    ...setsOutput,
    input: z.strictObject({
      containerId: ContainerId,
      phase: PhaseNumber,
      on: z.boolean().describe("True connects it."),
    }),
  },
} as const satisfies CallMap;
