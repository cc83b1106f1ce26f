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
