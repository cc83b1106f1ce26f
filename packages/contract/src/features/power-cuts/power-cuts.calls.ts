import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { range } from "../charts/charts.schema.ts";

export const powerCutCalls = {
  getPowerCuts: {
    summary: "When the loads of a container had no power over a range, and about how much energy was not served.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: z.string().min(1).max(64), ...range }),
    output: z.object({
      data: z.object({
        /** Newest first; `to` null: it has not ended within the range. */
        cuts: z.array(z.object({ from: z.iso.datetime(), to: z.iso.datetime().nullable() })).max(500),
        count: z.int().describe("How many there were, also those left out of `cuts`"),
        hours: z.number().nullable().describe("Without power, hours; null: the readings do not tell"),
        unservedWh: z
          .number()
          .nullable()
          .describe("Wh that the loads usually draw at those hours; null: there is no usual load to compare with"),
        coverage: z.number().describe("Share of the range up to now in which the readings tell, 0..1"),
        stepS: z
          .int()
          .describe(
            "Seconds; over long ranges only cuts that fill a whole step are seen. 0: told from single readings",
          ),
      }),
    }),
  },
} satisfies CallMap;
