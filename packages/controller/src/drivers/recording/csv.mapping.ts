import { MetricName } from "@offgrid/contract/telemetry/telemetry.schema";
import { z } from "zod";

/** How a CSV file of measurements becomes frames; docs/recordings.md explains it to those who bring their own. */
export const CsvMapping = z.strictObject({
  time: z.strictObject({
    /** Its name in the first line; may be empty, as pandas writes it. */
    column: z.string(),
    /** "iso", "epoch-s", "epoch-ms", or a pattern of yyyy MM dd HH mm ss such as "dd.MM.yyyy HH:mm". */
    format: z.string().default("iso"),
    /** Zone of times that carry none: "UTC", "+05:45" or an IANA name. */
    zone: z.string().default("UTC"),
  }),
  separator: z.string().length(1).default(","),
  decimal: z.enum([".", ","]).default("."),
  /** Texts that mean "no reading", besides the empty cell. */
  missing: z.array(z.string()).default([]),
  columns: z
    .array(
      z.strictObject({
        column: z.string(),
        metric: MetricName,
        /** Into the metric's unit and sign: 1000 makes kW to W, -1 turns a sign round. */
        multiply: z.number().default(1),
      }),
    )
    .min(1),
});
export type CsvMapping = z.infer<typeof CsvMapping>;
