import { z } from "zod";

import { type CallMap, Instant, noOutput } from "../../core/call.ts";
import { plainName } from "../../core/one-line.ts";
import { CsvMapping } from "./csv.mapping.ts";
import { importFailures, importKinds, importLimitBytes, importStates } from "./import-limits.ts";
import { ImportReport, importChoices } from "./recordings.calls.ts";

/**
 * Bringing in a file step by step: it is uploaded, its columns are assigned, it is checked, and then it is imported in the
 * background, whether somebody watches or not.
 */

const ImportState = z.object({
  importId: z.int().describe("Counted over all containers"),
  name: z.string(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  /** Who had it undone, else who started it, else who brought the file; null: the account is gone. */
  by: z.string().nullable(),
  madeAt: Instant,
  finishedAt: Instant.nullable(),
  /** Share of the work that is done, 0 to 1. */
  progress: z.number().describe("Share of the work that is done, 0..1"),
  isReplacing: z.boolean(),
  counts: z.object({
    lines: z.int().describe("Lines of the file with cells, without the one that names the columns"),
    added: z.int().describe("Instants that were not there"),
    completed: z.int().describe("Instants that were there and got readings that they lacked"),
    conflicts: z.int().describe("Readings that differ from what is there; the first value stays"),
    refused: z.int().describe("Lines that were left out because they are wrong"),
    replaced: z.int().describe("Readings that a correction changed or added"),
    removed: z.int().describe("Readings that a correction removed, since the file has none at their instants"),
  }),
  failure: z.enum(importFailures).nullable(),
  /** Until when the correction can be undone; null: there is nothing to undo. */
  undoUntil: Instant.nullable(),
});
export type ImportState = z.infer<typeof ImportState>;

const one = { containerId: z.string().min(1).max(64), importId: z.int().min(1).max(Number.MAX_SAFE_INTEGER) };
const plan = {
  ...importChoices,
  /** Import the good lines and leave out those that are wrong or before EARLIEST. */
  leaveOut: z.boolean().default(false),
};

export const importCalls = {
  importUpload: {
    summary: "Upload a file of history: CSV, JSON lines or XLSX. Nothing is imported yet.",
    access: "configure",
    effect: "write",
    ownTransaction: true,
    errors: ["disk_full"],
    perMinute: 30,
    bodyLimitBytes: importLimitBytes,
    input: z.strictObject({
      containerId: one.containerId,
      /** Is kept without control characters and signs that turn the direction of writing. */
      name: z.string().max(200).overwrite(plainName).min(1),
      /** Base64 of the file, plain or compressed with gzip. */
      file: z.string().max(importLimitBytes),
      /** Of an XLSX with several sheets, from 0. */
      sheet: z.int().min(0).max(255).default(0),
    }),
    output: z.object({ data: z.object({ importId: z.int().describe("For the calls that follow") }) }),
  },
  importOpen: {
    summary: "What an uploaded file holds: its columns, its first rows, and what they most likely mean.",
    access: "configure",
    effect: "read",
    input: z.strictObject(one),
    output: z.object({
      data: z.object({
        importId: z.int().describe("As given"),
        name: z.string(),
        kind: z.enum(importKinds),
        sheet: z.int().describe("The sheet that is read, from 0"),
        sheets: z.array(z.string()),
        lines: z.int().describe("Lines with cells, without the one that names the columns"),
        columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
        /** The mapping of the last import with the same columns into this container; else a guess. May lack columns. */
        mapping: CsvMapping.extend({ columns: z.array(CsvMapping.shape.columns.element) }),
        isRemembered: z.boolean(),
        /** Days and months could be either way round. */
        isDayOrderUnsure: z.boolean(),
      }),
    }),
  },
  importCheck: {
    summary:
      "Read a whole uploaded file with a mapping and say what is in it, and how much of it is stored already. Changes nothing.",
    access: "configure",
    effect: "read",
    perMinute: 120,
    input: z.strictObject({ ...one, ...plan }),
    output: z.object({
      data: ImportReport.extend({
        /** With `replace`, only of the readings that it would replace; null: it would take too long to find out. */
        stored: z
          .object({
            same: z.int().describe("Readings of the file that are there with the same value"),
            differing: z.int().describe("Readings of the file for which another value is there"),
            hasNew: z.boolean().describe("Whether the file has a reading for which nothing is there"),
            /** First and last instant of those. */
            from: Instant.nullable(),
            to: Instant.nullable(),
            /** By metric, in the order of the mapping, where some differ. */
            metrics: z.array(
              z.object({
                metric: z.string(),
                unit: z.string().nullable(),
                differing: z.int().describe("Readings of this metric for which another value is there"),
                /** The first of them, up to five. */
                first: z.array(
                  z.object({
                    at: Instant,
                    stored: z.number().describe("In the unit of the metric"),
                    file: z.number().describe("In the unit of the metric"),
                  }),
                ),
              }),
            ),
          })
          .nullable(),
        /** What `replace` would do; null: it is not asked for, or it would take too long to find out. */
        replacing: z
          .object({
            replaced: z
              .int()
              .describe("Readings that would have another value, or are new, as the import then counts them"),
            removed: z
              .int()
              .describe("Stored readings between those of the file that would go, as the import then counts them"),
            stored: z.int().describe("Readings that are stored from its first to its last one of each metric"),
            beyond: z.int().describe("Readings that are stored in the span before and after those"),
            /** From when to when the file has readings of these metrics. */
            from: Instant.nullable(),
            to: Instant.nullable(),
          })
          .nullable(),
      }),
    }),
  },
  importStart: {
    summary:
      "Import an uploaded file in the background, and remember its mapping for the next file with these columns.",
    access: "configure",
    effect: "write",
    ownTransaction: true,
    errors: ["disk_full"],
    input: z.strictObject({ ...one, ...plan }),
    output: z.object({ data: ImportState }),
  },
  importCancel: {
    summary: "Stop an import, or remove an uploaded file. What is already stored stays.",
    access: "configure",
    effect: "write",
    input: z.strictObject(one),
    output: noOutput,
  },
  importRemove: {
    summary:
      "Remove an import that is over, with its report. What is stored stays, and the audit keeps who imported it.",
    access: "configure",
    effect: "write",
    input: z.strictObject(one),
    output: noOutput,
  },
  importUndo: {
    summary:
      "Put back what an import replaced, for as long as it is kept and no later correction has replaced some of the same readings.",
    access: "configure",
    effect: "write",
    stepUp: true,
    errors: ["corrected_since"],
    input: z.strictObject(one),
    output: noOutput,
  },
  importList: {
    summary: "The imports into a container of the last 30 days, the newest first.",
    access: "configure",
    effect: "read",
    input: z.strictObject({ containerId: one.containerId }),
    output: z.object({ data: z.array(ImportState) }),
  },
  importReport: {
    summary: "The lines that an import left out, and the instants at which it met other readings.",
    access: "configure",
    effect: "read",
    input: z.strictObject(one),
    output: z.object({
      data: z.object({
        refused: ImportReport.shape.errors,
        conflictsAt: z.array(Instant),
      }),
    }),
  },
} satisfies CallMap;
