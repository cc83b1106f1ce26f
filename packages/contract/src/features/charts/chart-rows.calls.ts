import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { ChartQuestion } from "./charts.schema.ts";

export const chartRowCalls = {
  getChartRows: {
    summary:
      "The points of a chart (`getChartData`) as a table, for programs that read rows, such as Grafana's Infinity data source: a row for each instant, with its `time` and a value by the title of each series.",
    access: "view",
    effect: "read",
    input: z.strictObject({
      ...ChartQuestion.shape,
      /** Language of the titles of series that have none of their own; absent: that of Accept-Language. */
      language: z.enum(["en", "fr"]).optional(),
    }),
    output: z.object({
      rows: z.array(
        z
          .record(z.string(), z.union([z.number(), z.string(), z.null()]))
          .describe("`time` as ISO 8601 in UTC, and a number by each title, null where nothing was measured"),
      ),
    }),
  },
} satisfies CallMap;
