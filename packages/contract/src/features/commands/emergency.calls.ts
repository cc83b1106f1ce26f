import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { CommandState, Emergency, GivenReason, RelayNumber } from "./commands.schema.ts";

export const emergencyCalls = {
  emergencyRun: {
    summary:
      "Let one relay run for a while although load protection keeps it off, such as for a refrigerator with medicine. It ends by itself after the minutes that are asked for, and at once when the battery reaches its floor. Locks, safety and what the equipment does itself come first as ever. Everyone who sees the container is warned that it runs; the reason stands with the command. The answer says that the command waits to be sent; `commandGet` says what becomes of it.",
    access: "control",
    effect: "write",
    stepUp: true,
    perMinute: 10,
    input: z.strictObject({
      containerId: z.string().min(1).max(64),
      relay: RelayNumber,
      minutes: Emergency.shape.minutes,
      reason: GivenReason,
    }),
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
