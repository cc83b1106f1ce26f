import type { chartRowCalls } from "@offgrid/contract/charts/chart-rows.calls";

import type { Handlers } from "../../calls/handler.ts";
import { planSeries } from "../../history/charts/chart-plan.ts";
import { chartOf } from "./charts.handlers.ts";
import { titleOf } from "./files/export.handlers.ts";

export const chartRowHandlers: Handlers<typeof chartRowCalls> = {
  getChartRows: async ({ language, ...question }, context) => {
    const { data } = await chartOf(question, context);
    const containers = new Set(planSeries(question).flatMap(({ containerIds }) => containerIds));
    const titles = distinct(
      question.series.map((series) => titleOf(series, language ?? context.from.language, containers.size > 1)),
    );
    const rows = data.t.map((atMs, place) => ({
      time: new Date(atMs).toISOString(),
      ...Object.fromEntries(titles.map((title, index) => [title, data.series[index]?.[place] ?? null])),
    }));
    return { rows };
  },
};

/** Of two series with one title the second would take the place of the first, and no title that of the time. */
function distinct(titles: readonly string[]): string[] {
  const taken = new Set(["time"]);
  return titles.map((title) => {
    let own = title;
    for (let number = 2; taken.has(own); number++) own = `${title} (${number})`;
    taken.add(own);
    return own;
  });
}
