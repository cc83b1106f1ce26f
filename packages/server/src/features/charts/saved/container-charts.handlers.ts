import type { containerChartCalls } from "@offgrid/contract/charts/container-charts.calls";
import type { InputOf, OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../../calls/handler.ts";
import { planCharts } from "./container-charts.ts";
import { chartHandlers } from "../charts.handlers.ts";
import * as charts from "../charts.store.ts";
import { listMetrics } from "./container-charts.store.ts";

type ChartsCall = (typeof containerChartCalls)["getContainerCharts"];

export const containerChartHandlers: Handlers<typeof containerChartCalls> = {
  getContainerCharts: async ({ containerId, period }: InputOf<ChartsCall>, context) => {
    const { actor, db, from } = context;
    const [container] = await charts.listVisible(db, actor, [containerId]);
    if (!container) throw new Refusal("not_found");
    const planned = planCharts(containerId, await listMetrics(db, containerId), from.language, period);
    const data: OutputOf<ChartsCall>["data"] = { overview: [], batteries: [], seven_days: [], analysis: [] };
    // One after the other, so that opening a screen takes one connection and not eleven.
    for (const { tab, groupBy, ...chart } of planned) {
      const question = { period: chart.period, zone: container.zoneName, groupBy, series: chart.series };
      data[tab].push({ ...chart, data: (await chartHandlers.getChartData(question, context)).data });
    }
    return { data };
  },
};
