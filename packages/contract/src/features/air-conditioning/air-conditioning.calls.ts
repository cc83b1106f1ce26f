import { z } from "zod";

import { type CallMap, Instant } from "../../core/call.ts";

export const acModes = ["off", "cool", "heat", "fan", "dry"] as const;

/** A value as it was measured last, and when; null: never. */
const measured = <Value extends z.ZodType>(value: Value) => z.object({ value, at: Instant }).nullable();

/** An air conditioner as it was measured; each value has its own age. */
export const AcStatus = z.object({
  id: z.string().describe("Of its device"),
  on: measured(z.boolean()).describe("Whether it runs now, be it that its room is warm enough or too warm"),
  mode: measured(z.enum(acModes)),
  power: measured(z.number().describe("In W")),
  setpoint: measured(z.number().describe("The temperature that it keeps, in °C")),
  temperature: measured(z.number().describe("Of its room, in °C")),
  fan: measured(z.number().describe("In percent")),
});
export type AcStatus = z.infer<typeof AcStatus>;

export const airConditioningCalls = {
  getAcStatus: {
    summary:
      "The air conditioners of a container as they were measured last: power, mode, set point, temperature and fan, each with its instant. Empty where none was ever measured.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: z.string().min(1).max(64) }),
    output: z.object({ data: z.array(AcStatus) }),
  },
} as const satisfies CallMap;
