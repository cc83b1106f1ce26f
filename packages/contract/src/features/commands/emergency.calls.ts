import { z } from "zod";

import { type CallMap, ContainerId } from "../../core/call.ts";
import { Emergency, GivenReason, RelayNumber, setsOutput } from "./commands.schema.ts";

export const emergencyCalls = {
  emergencyRun: {
    summary:
      "Let one relay run for a while although load protection keeps it off, such as for a refrigerator with medicine. It ends by itself after the minutes that are asked for, and at once when the battery reaches its floor. Locks, safety and what the equipment does itself come first as ever. Everyone who sees the container is warned that it runs; the reason stands with the command. The answer says that the command waits to be sent; `commandGet` says what becomes of it.",
    ...setsOutput,
    stepUp: true,
    perMinute: 10,
    input: z.strictObject({
      containerId: ContainerId,
      relay: RelayNumber,
      minutes: Emergency.shape.minutes,
      reason: GivenReason,
    }),
  },
} as const satisfies CallMap;
