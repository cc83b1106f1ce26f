import { z } from "zod";

import { type CallMap, Instant } from "../../core/call.ts";
import { metricsPerContainer } from "../../core/constants.ts";
import { MetricName } from "../../core/metric-name.ts";
import { plainName } from "../../core/one-line.ts";
import { CsvMapping } from "./csv.mapping.ts";
import { importLimitBytes } from "./import-limits.ts";
import { csvFaults } from "./csv.rows.ts";
import { ambiguities } from "./csv.time.ts";
import { shiftPattern } from "./recording.check.ts";

export const importRowsShown = 20;

/** What a file holds, checked line by line. */
export const ImportReport = z.object({
  /** Metrics in the order of the mapping, with the unit that values are stored in. */
  metrics: z.array(z.object({ metric: z.string(), unit: z.string().nullable() })),
  /** The first good rows, as they are stored. */
  rows: z.array(
    z.object({ at: Instant, values: z.array(z.number().nullable()).describe("In the units of their metrics") }),
  ),
  counts: z.object({
    lines: z.int().describe("Lines below the first that are not empty: good, without a reading, and wrong"),
    good: z.int(),
    withoutReading: z.int(),
    wrong: z.int(),
    early: z
      .int()
      .describe(
        "Lines from before EARLIEST: the person is asked whether to move the recording (`shift`) or to allow such times",
      ),
    mistakes: z.int().describe("Mistakes in the wrong lines; a line may have several"),
  }),
  /** How the file is written, as the mapping says or as it was found. */
  dialect: z.object({ separator: z.string(), decimal: z.enum([".", ","]) }),
  /** First and last time of the good rows. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** Times before EARLIEST: the first, the last, and the shift in whole weeks that would move all of them. */
  early: z.object({ from: Instant, to: Instant, earliest: Instant, shift: z.string() }).nullable(),
  /** The first mistakes; `line` counts from 1, including the line that names the columns. */
  errors: z.array(
    z.object({
      line: z.int(),
      column: z.string().nullable(),
      code: z.enum(csvFaults),
      message: z.string(),
      /** What stands there; null where the whole line is meant. */
      cell: z.string().nullable(),
    }),
  ),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** What is decided about a file besides its columns. */
export const importChoices = {
  mapping: CsvMapping,
  /** Moves all times of the file: 1461d, -2h, 90m; units are s, m, h, d and w. */
  shift: z.string().regex(shiftPattern).optional(),
  /** Which instant a local time means that the end of summer time repeats. */
  ambiguous: z.enum(ambiguities).default("refuse"),
  /**
   * Corrects an earlier import: from `from` up to `to` these metrics, which the file must have, get the readings of the
   * file and no others between its first and its last reading of each metric; `beyond` them only if asked for. Asks for
   * a confirmation; what was there is kept for 30 days.
   */
  replace: z
    .strictObject({
      from: Instant,
      to: Instant,
      metrics: z.array(MetricName).min(1).max(metricsPerContainer),
      /** Also removes what is stored from `from` up to `to` before the first and after the last reading of the file. */
      beyond: z.boolean().default(false),
    })
    .optional(),
};

export const recordingCalls = {
  importData: {
    summary: "Import history of a container from a CSV file: first a preview, then the import with the same checks.",
    // Needs more than a right to read charts: who writes into the history of a container changes it for everyone.
    access: "configure",
    effect: "write",
    ownTransaction: true,
    errors: ["disk_full"],
    bodyLimitBytes: importLimitBytes,
    input: z.strictObject({
      containerId: z.string().min(1).max(64),
      /** "preview" changes nothing. */
      step: z.enum(["preview", "import"]),
      ...importChoices,
      /** Of the file, for the list of imports, which has what was replaced. */
      name: z.string().max(200).overwrite(plainName).min(1).default("data.csv"),
      /** Text of the file. */
      file: z.string().max(importLimitBytes),
    }),
    output: z.object({
      data: ImportReport.extend({
        /** Absent in a preview, and where a single line is wrong or early. Importing a file again stores nothing twice. */
        stored: z
          .object({
            added: z.int().describe("Instants that were not there"),
            completed: z.int().describe("Instants that were there and got readings that they lacked"),
            conflicts: z.int().describe("Readings that differ from what is there; the first value stays"),
            /** The first instants of those. */
            conflictsAt: z.array(Instant),
          })
          .optional(),
        /** In place of `stored`, for `replace`. */
        replaced: z
          .object({
            importId: z
              .int()
              .describe("As in `importList`, for `importUndo`: what was there is put back within 30 days"),
            correction: z
              .int()
              .describe("As in the audit, for `readings undo-replace` of the command line; no `importId`"),
            readings: z.int().describe("Readings that changed or came"),
            removed: z.int().describe("Readings that went, since the file has none at their instants"),
            ignored: z.int().describe("Rows of the file outside the span, which were left out"),
            conflicts: z
              .int()
              .describe("Readings of the file that differ from an earlier row of the same time; the first counts"),
          })
          .optional(),
      }),
    }),
  },
} satisfies CallMap;
