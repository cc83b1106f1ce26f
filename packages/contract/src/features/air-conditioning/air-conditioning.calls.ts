import { z } from "zod";

import { type CallMap, ContainerId, Instant, readsContainer } from "../../core/call.ts";
import { configSection, SeenVersions, setsSections } from "../../core/config-section.ts";
import { acRunFields, Command, OutputLock, OutputWhy, setsOutput } from "../commands/commands.schema.ts";
import { acModes } from "../devices/ac-setting.ts";
import { AcPlan } from "./air-conditioning.schema.ts";

/** A value as it was measured last, and when; null: never. */
const measured = <Value extends z.ZodType>(value: Value) => z.object({ value, at: Instant }).nullable();

/** How an air conditioner can be set, and how it is to work by itself. */
export const AcControl = z.object({
  modes: z.array(z.enum(acModes)).describe("What the unit can, as its controller says"),
  setting: z.string().nullable().describe("What it is set to, such as `cool 24 60` or `off`; null: it does not tell"),
  why: OutputWhy.nullable().describe("Why it is set so; null: its controller has not said"),
  lock: OutputLock,
  last: Command.nullable().describe("The last command that was to set it, open or ended"),
  plan: configSection(AcPlan).describe("How it works by itself, on both sides"),
});
export type AcControl = z.infer<typeof AcControl>;

/** An air conditioner as it was measured; each value has its own age. */
export const AcStatus = z.object({
  id: z.string().describe("Of its device"),
  on: measured(z.boolean()).describe("Whether it runs now, be it that its room is warm enough or too warm"),
  mode: measured(z.enum(acModes)).describe("What it is set to do"),
  power: measured(z.number().describe("In W")),
  setpoint: measured(z.number().describe("The temperature that it keeps, in °C")),
  temperature: measured(z.number().describe("Of its room, in °C")),
  fan: measured(z.number().describe("In percent")),
  control: AcControl.nullable().describe("Null: its controller can only measure it"),
});
export type AcStatus = z.infer<typeof AcStatus>;

export const airConditioningCalls = {
  getAcStatus: {
    summary:
      "The air conditioners of a container as they were measured last: power, mode, set point, temperature and fan, each with its instant; and for one that can be set, its last command, its lock, and how it is to work by itself. Empty where none was ever measured.",
    ...readsContainer,
    output: z.object({ data: z.array(AcStatus) }),
  },
  setAc: {
    summary:
      "Set the mode, the set point and the fan of the air conditioner now. It stays until its hours ask for something else, four hours at most. What is left out stays as it is set. Its compressor is not started within three minutes after it was stopped: until then the controller refuses (`dwell`). The answer says that the command waits to be sent, not that anything was set; `commandGet` and the person's live topic say what becomes of it.",
    ...setsOutput,
    input: z.strictObject({
      containerId: ContainerId,
      mode: z.enum(acModes, { error: "Please choose a mode." }),
      setpointDegC: acRunFields.setpointDegC.optional(),
      fan: acRunFields.fan.optional(),
    }),
  },
  acSave: {
    summary:
      "Set how the air conditioner works by itself: what it does, in which hours, and below which charge it stays off. It goes with the configuration of the container, waits up to seven days for it, and counts when the controller reports it.",
    ...setsSections,
    input: z.strictObject({ containerId: ContainerId, ...AcPlan.shape, seen: SeenVersions.optional() }),
    output: z.object({ data: z.array(AcStatus) }),
  },
} as const satisfies CallMap;
