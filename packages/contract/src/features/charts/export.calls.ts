import { z } from "zod";

import { type CallMap, noOutput } from "../../core/call.ts";
import { rawExportDays } from "./chart-limits.ts";
import { ChartQuestion } from "./charts.schema.ts";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportCalls = {
  exportData: {
    summary: `The series of a chart as a file: TimeStamp (epoch ms), Datetime (local, day/month/year) and a column per series, and the range, its zone, what a row is, and how much of each series was measured: in CSV after an empty row, in XLSX on a sheet of its own beside one of the events of its containers; raw over at most ${rawExportDays} days.`,
    access: "charts",
    effect: "read",
    answers: "file",
    perMinute: 5,
    input: z.strictObject({
      ...ChartQuestion.shape,
      format: z.enum(exportFormats),
      /** Language of the titles of series that have none of their own; absent: that of Accept-Language. */
      language: z.enum(["en", "fr"]).optional(),
    }),
    output: noOutput,
  },
} satisfies CallMap;
