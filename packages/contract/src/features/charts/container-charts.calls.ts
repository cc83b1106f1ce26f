import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { ChartAnswer, ChartPeriod, ChartSeries } from "./charts.schema.ts";

/** A chart ready to be drawn: its request, and the points that answer it, in the order of its series. */
const ReadyChart = z.object({
  id: z.string(),
  /** In the language of Accept-Language, as the titles of its series. */
  title: z.string(),
  period: ChartPeriod,
  series: z.array(z.object(ChartSeries.shape)),
  data: ChartAnswer,
});

export const containerTabs = ["overview", "batteries", "seven_days", "analysis"] as const;

export const containerChartCalls = {
  getContainerCharts: {
    summary:
      "The ready-made charts of a container's Overview, Batteries, 7 day and Analysis tabs, for the metrics that it has.",
    access: "view",
    effect: "read",
    input: z.strictObject({
      containerId: z.string().min(1).max(64),
      /** For all tabs except the 7 day one; absent: today, and 30 days for the Analysis tab. */
      period: ChartPeriod.exclude(["custom"]).optional(),
    }),
    output: z.object({ data: z.record(z.enum(containerTabs), z.array(ReadyChart)) }),
  },
} satisfies CallMap;
