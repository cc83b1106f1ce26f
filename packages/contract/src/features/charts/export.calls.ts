import { z } from "zod";

import { type CallMap, noOutput } from "../../core/call.ts";
import { ChartQuestion } from "./charts.schema.ts";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Longest range of an export of single readings, days. An export has no limit on its points, since it is never in memory
 * as a whole; groups may span the twenty years of a chart.
 */
export const rawExportDays = 366;

export const exportCalls = {
  exportData: {
    summary: `The series of a chart as a file: TimeStamp (epoch ms), Datetime (local, day/month/year) and a column per series; raw over at most ${rawExportDays} days.`,
    access: "charts",
    effect: "read",
    answers: "file",
    perMinute: 5,
    input: z.strictObject({
      ...ChartQuestion.shape,
      format: z.enum(exportFormats),
      /** Of the titles of series that have none of their own; absent: as the caller's Accept-Language. */
      language: z.enum(["en", "fr"]).optional(),
    }),
    output: noOutput,
  },
} satisfies CallMap;
