import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { GivenReason } from "./commands.schema.ts";

export const rebootCalls = {
  rebootContainer: {
    summary:
      "Restart the controller of a container: its program ends and starts again, and outputs stay as they are. The answer says that the command waits to be sent; it is done when another run of the controller has announced itself, for which it has ten minutes. Refused while the container is not connected or a command of it is open (`holder` says whose).",
    access: "control",
    effect: "write",
    stepUp: true,
    perMinute: 4,
    input: z.strictObject({ containerId: z.string().min(1).max(64), reason: GivenReason }),
    output: z.object({ data: z.object({ commandId: z.string() }) }),
    errors: ["container_offline", "controller_busy", "works_by_other"],
  },
} satisfies CallMap;
