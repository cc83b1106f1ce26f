import { z } from "zod";

import { metricsPerContainer } from "../../core/constants.ts";
import { MetricName } from "../../core/metric-name.ts";

/** How a CSV file of measurements becomes frames; docs/recordings.md explains it to those who bring their own. */
export const CsvMapping = z.strictObject({
  time: z.strictObject({
    /** Its name in the first line; may be empty, as pandas writes it. */
    column: z.string().max(256),
    /** Where that column has days alone: the one with the time of day, by a clock of 24 hours or with AM and PM. */
    clock: z.string().max(256).optional(),
    /**
     * "iso", "epoch-s", "epoch-ms", or a pattern of yyyy MM dd HH mm ss such as "dd.MM.yyyy HH:mm"; hh and a for a clock
     * of twelve hours. AM and PM are understood in every format.
     */
    format: z.string().max(64).default("iso"),
    /** Zone of times that carry none: "UTC", "+05:45" or an IANA name. */
    zone: z.string().max(64).default("UTC"),
  }),
  /** Left out: found in the file (comma, semicolon, tab or bar). */
  separator: z.string().length(1).optional(),
  /** Left out: found in the file. */
  decimal: z.enum([".", ","]).optional(),
  /** Texts that mean "no reading", besides the empty cell. */
  missing: z.array(z.string().max(64)).max(32).default([]),
  columns: z
    .array(
      z.strictObject({
        column: z.string().max(256),
        metric: MetricName,
        multiply: z
          .number()
          .default(1)
          .describe("Factor into the metric's unit and sign: 1000 turns kW into W, -1 reverses a sign"),
      }),
    )
    .min(1)
    .max(metricsPerContainer),
});
export type CsvMapping = z.infer<typeof CsvMapping>;

/** How a file separates its cells and writes its decimals. */
export interface CsvDialect {
  separator: string;
  decimal: "." | ",";
}
