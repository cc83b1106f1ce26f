import { z } from "zod";

import { type CallMap, Instant, listInput } from "../../core/call.ts";
import { configSection, SeenVersions } from "../../core/config-section.ts";
import { CommandState, OutputReason, PassedLimit, PhaseNumber } from "../commands/commands.schema.ts";
import { PhaseControl } from "./phase-control.schema.ts";

const containerId = z.string().min(1).max(64);

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

export const phaseControlCalls = {
  getPhaseControlConfiguration: {
    summary: "The phase control of a container as it is wanted and as its controller reports it.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId }),
    output: z.object({ data: Setting }),
  },
  setPhaseControlConfiguration: {
    summary:
      "Set the phase control of a container: what each phase may draw, at which charge it loses its power and gets it back, and which phases come first. It is the section `phases` of the configuration, and reaches the controller as setConfiguration says.",
    access: "configure",
    effect: "write",
    perMinute: 30,
    input: PhaseControl.safeExtend({ containerId, seen: SeenVersions.optional() }),
    output: z.object({ data: Setting }),
    errors: ["config_changed", "config_on_trial", "works_by_other"],
  },
  getPhaseControlEvents: {
    summary: "When the phases of a container were connected and disconnected, and why, newest first.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId, page: listInput.page, pageSize: listInput.pageSize }),
    output: z.object({ data: z.array(PhaseEvent), total: z.int() }),
  },
  setPhase: {
    summary:
      "Connect or disconnect a phase now. Rules leave it alone for four hours; the limits of phase control count at any time. The answer says that the command waits to be sent, not that the phase is connected; `commandGet` and the person's live topic say what becomes of it.",
    access: "control",
    effect: "write",
    perMinute: 120,
    input: z.strictObject({ containerId, phase: PhaseNumber, on: z.boolean().describe("True connects it.") }),
    output: z.object({ data: z.object({ commandId: z.string(), state: CommandState }) }),
    errors: [
      "container_offline",
      "output_locked",
      "output_busy",
      "controller_busy",
      "works_by_other",
      "fail_safe_unproved",
    ],
  },
} as const satisfies CallMap;
