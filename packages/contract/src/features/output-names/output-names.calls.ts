import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { OutputNames, OutputNaming, OutputTargetName } from "./output-names.schema.ts";

export const outputNameCalls = {
  saveOutputNames: {
    summary:
      "Say what outputs of a container are called, and what hangs on them; outputs that are left out stay as they are. No two outputs of a container have one name, and none has what another one is called by itself, such as `Relay 2`. The names are for people: controllers know outputs by their targets alone. `getContainerInfoV4` has them.",
    access: "configure",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({
      containerId: z.string().min(1).max(64),
      outputs: z
        .array(z.strictObject({ target: OutputTargetName, ...OutputNaming.shape }))
        .min(1)
        .max(OutputTargetName.options.length)
        .refine((outputs) => new Set(outputs.map(({ target }) => target)).size === outputs.length, {
          error: "Each output may be named once.",
        }),
    }),
    output: z.object({ data: OutputNames }),
  },
} as const satisfies CallMap;
