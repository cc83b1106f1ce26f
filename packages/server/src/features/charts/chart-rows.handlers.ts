import { rowsMostBytes } from "@offgrid/contract/charts/chart-limits";
import type { chartRowCalls } from "@offgrid/contract/charts/chart-rows.calls";
import { Refusal } from "@offgrid/contract/core/refusal";

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
    mustBeFew(data.t.length, titles);
    const rows = data.t.map((atMs, place) => ({
      time: new Date(atMs).toISOString(),
      ...Object.fromEntries(titles.map((title, index) => [title, data.series[index]?.[place] ?? null])),
    }));
    return { rows };
  },
};

/** Each row repeats the titles; a long answer is made in one piece, which others wait for. */
function mustBeFew(rows: number, titles: readonly string[]): void {
  const rowBytes = titles.reduce((sum, title) => sum + Buffer.byteLength(title) + valueBytes, timeBytes);
  if (rows * rowBytes <= rowsMostBytes) return;
  const hint = `More than ${rowsMostBytes / 1e6} MB of rows; choose a coarser group, a shorter range, fewer series or shorter titles.`;
  throw new Refusal("bad_input", { fields: { groupBy: hint } });
}

/** About what a value takes with its signs, and the time of a row. */
const [valueBytes, timeBytes] = [16, 40];

/** Of two series with one title the second would take the place of the first, and no title that of the time. */
function distinct(titles: readonly string[]): string[] {
  // A program that reads rows may take the second for no name at all.
  const taken = new Set(["time", "__proto__"]);
  return titles.map((title) => {
    let own = title;
    for (let number = 2; taken.has(own); number++) own = `${title} (${number})`;
    taken.add(own);
    return own;
  });
}
