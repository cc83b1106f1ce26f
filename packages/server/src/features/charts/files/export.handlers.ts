import type { ChartSeries } from "@offgrid/contract/charts/charts.schema";
import { rawExportDays } from "@offgrid/contract/charts/chart-limits";
import type { exportCalls } from "@offgrid/contract/charts/export.calls";
import { distinctTitles, exportFileName, type FactLine } from "@offgrid/contract/charts/export.cells";
import { seriesTitle } from "@offgrid/contract/charts/series-title";
import { type LocaleCode, dayS, secondsBelow } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../../calls/actor.ts";
import type { CallContext, Handlers } from "../../../calls/handler.ts";
import { mustSeeAll } from "../../../calls/scope.ts";
import { mustStillBe } from "../../../calls/still.ts";
import { readSamples } from "../../../history/tiers/samples.store.ts";
import { type ZoneGroup, dateText, groupEdges, localDate } from "@offgrid/contract/core/zone-time";
import { type PlannedSeries, metricsRead, planSeries } from "../../../history/charts/chart-plan.ts";
import { type Range, isZoneGroup, rangeOf } from "../../../history/chart-range.ts";
import { coverageOf } from "../../../history/charts/chart-engine.ts";
import { alignColumns, passes } from "../../../history/charts/chart-series.ts";
import { chartQueueOf } from "../../../history/charts/chart-queue.ts";
import { chartOf } from "../charts.handlers.ts";
import * as charts from "../charts.store.ts";
import { eventRows } from "./event-rows.ts";
import { type ExportPart, exportFile, factsOf } from "./export-file.ts";
import { lateLines } from "../drawings/late-lines.ts";

const hourMs = 3_600_000;
/** Each stretch of an export waits for its turn among the charts; a file that has begun is not cut off for a busy minute. */
const longestWaitMs = 120_000;
const dayMs = dayS * 1000;

/** How much is computed at a time: a thousand groups or two, far below the chart engine's limit. */
const stepMs: Record<ZoneGroup, number> = {
  "15m": 14 * dayMs,
  hour: 60 * dayMs,
  day: 4 * 365 * dayMs,
  week: 21 * 366 * dayMs,
  month: 21 * 366 * dayMs,
  year: 21 * 366 * dayMs,
};

export const exportHandlers: Handlers<typeof exportCalls> = {
  exportData: async ({ format, language: chosen, ...question }, context) => {
    const { actor, db, clock, from } = context;
    const language = chosen ?? from.language;
    const { series, groupBy } = question;
    const planned = planSeries(question);
    const ids = [...new Set(planned.flatMap(({ containerIds }) => containerIds))];
    const containers = await charts.listVisible(db, actor, ids);
    if (containers.length < ids.length) throw new Refusal("not_found");
    const zone = question.zone ?? containers.find(({ id }) => id === ids[0])?.zoneName ?? "UTC";
    const range = rangeOf(question, clock.now(), zone);
    if (groupBy === "raw" && range.toMs - range.fromMs > rawExportDays * dayMs) {
      const hint = `Single readings of at most ${rawExportDays} days; choose a group or a shorter range.`;
      throw new Refusal("bad_input", { fields: { groupBy: hint } });
    }
    const clamped = new Set<number>();
    const parts = isZoneGroup(groupBy)
      ? grouped(context, { series, range, groupBy, zone, clamped })
      : raw(context, planned, range);
    const titles = series.map((wanted) => titleOf(wanted, language, ids.length > 1));
    const facts = async () => {
      const lines = await linesOf(context, planned, { range, zone }, distinctTitles(titles));
      const said = lines.map((line, index) => ({ ...line, clamped: clamped.has(index) }));
      return factsOf(
        {
          from: range.fromMs,
          to: range.toMs,
          zone,
          groupBy,
          lines: said,
          containers: containers.map(({ name }) => name),
        },
        language,
      );
    };
    const names = new Map(containers.map(({ id, name }) => [id, name]));
    const events = () =>
      eventRows(
        names,
        { from: range.fromMs, to: range.toMs, zone },
        { db, viewer: actor, language, nowMs: clock.now() },
      );
    const days = [range.fromMs, range.toMs - 1].map((atMs) => dateText(localDate(zone, atMs)));
    const [what = "containers"] = ids.length === 1 ? ids : [];
    return {
      fileName: exportFileName(what, days, format),
      ...exportFile(format, titles, { zone, language }, { parts, events, facts }),
    };
  },
};

/** The title given with the series, else the metric's name; with its container where there are several. */
export function titleOf(series: ChartSeries, language: LocaleCode, isOneOfSeveral: boolean): string {
  if (series.title) return series.title;
  const name = seriesTitle(series, language);
  return isOneOfSeveral && series.containerId !== undefined ? `${series.containerId}: ${name}` : name;
}

type Context = CallContext<Actor>;

/** What is said of each series below its values. */
async function linesOf(
  { actor, db, clock, signal }: Context,
  planned: readonly PlannedSeries[],
  { range, zone }: { range: Range; zone: string },
  titles: readonly string[],
): Promise<FactLine[]> {
  const read = async () => {
    await mustStillBe(db, actor, "charts", clock.now());
    const ids = planned.flatMap(({ containerIds }) => containerIds);
    const metrics = metricsRead(planned);
    const containers = await charts.mustSeeAll(db, actor, ids, metrics);
    const nowMs = clock.now();
    const untilMs = Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1));
    return coverageOf(db, { series: planned, containers, range, untilMs, nowMs }, zone);
  };
  const coverage = await chartQueueOf(db).run(actor.userId, read, { signal, longestWaitMs });
  const late = await lateLines(db, planned, range);
  return titles.map((title, index) => ({ title, coverage: coverage[index] ?? 0, late: late?.[index] }));
}

interface Grouped {
  series: ChartSeries[];
  range: Range;
  groupBy: ZoneGroup;
  zone: string;
  /** Gets the series of which negative amounts counted as 0. */
  clamped: Set<number>;
}

/** Whole groups, some at a time, from the chart engine itself, so that an export agrees with its chart. */
async function* grouped(
  context: Context,
  { series, range, groupBy, zone, clamped }: Grouped,
): AsyncGenerator<ExportPart> {
  let at = range.fromMs;
  while (at < range.toMs) {
    const edges = groupEdges(at, Math.min(at + stepMs[groupBy], range.toMs), groupBy, zone);
    const to = Math.min(edges.at(-1) as number, range.toMs);
    const question = { from: wireTime(at), to: wireTime(to), zone, groupBy, series };
    await mustStillBe(context.db, context.actor, "charts", context.clock.now());
    const { data } = await chartOf(question, context, { longestWaitMs });
    for (const index of data.clamped ?? []) clamped.add(index);
    yield { t: data.t, columns: data.series };
    at = to;
  }
}

/** Milliseconds this early would be read as seconds. */
function wireTime(atMs: number): number {
  return atMs < secondsBelow ? atMs / 1000 : atMs;
}

const firstStepMs = hourMs;
const shortestStepMs = hourMs / 4;
const longestStepMs = dayMs;
const fewInstants = 4_000;
const manyInstants = 16_000;

/**
 * Single readings, one stretch of time after the other; the stretches adapt to how dense the readings are. A caller who
 * takes them slowly gets none that were measured after the file began.
 */
async function* raw(context: Context, planned: readonly PlannedSeries[], range: Range): AsyncGenerator<ExportPart> {
  const { actor, db, clock, signal } = context;
  const endMs = Math.min(range.toMs, clock.now());
  const series = planned.map(({ containerIds, ...wanted }) => ({ ...wanted, containerId: containerIds[0] ?? "" }));
  const ids = [...new Set(series.map(({ containerId }) => containerId))];
  let step = firstStepMs;
  for (let at = range.fromMs; at < endMs;) {
    const to = Math.min(at + step, endMs);
    const readStretch = async () => {
      await mustStillBe(db, actor, "charts", clock.now());
      await mustSeeAll(db, actor, ids);
      const found = new Map<string, Awaited<ReturnType<typeof readAll>>>();
      for (const id of ids) found.set(id, await readAll(context, series, id, { fromMs: at, toMs: to }));
      return found;
    };
    const read = await chartQueueOf(db).run(actor.userId, readStretch, { signal, longestWaitMs });
    const columns = series.map(({ containerId, metric, useIf, multiply }) => {
      const { atMs = [], columns: found } = read.get(containerId) ?? {};
      const values = (found?.get(metric) ?? []).map((value) =>
        value !== null && passes(value, useIf) ? value * multiply : null,
      );
      return { atMs, values };
    });
    const aligned = alignColumns(columns);
    if (aligned.t.length > 0) yield { t: aligned.t, columns: aligned.columns };
    if (aligned.t.length < fewInstants) step = Math.min(longestStepMs, step * 2);
    else if (aligned.t.length > manyInstants) step = Math.max(shortestStepMs, step / 2);
    at = to;
  }
}

async function readAll(
  { db }: Context,
  series: readonly { containerId: string; metric: string }[],
  containerId: string,
  range: Range,
) {
  const own = series.filter((wanted) => wanted.containerId === containerId);
  const metrics = [...new Set(own.map(({ metric }) => metric))];
  const { atMs, columns } = await readSamples(db, containerId, metrics, range);
  return { atMs, columns: new Map(metrics.map((metric, index) => [metric, columns[index] ?? []])) };
}
