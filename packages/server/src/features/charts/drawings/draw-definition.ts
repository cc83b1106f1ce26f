import { addsOverContainers, sumsMeter } from "@offgrid/contract/charts/chart-aggregates";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { energyOfPower, metricsOfSeries } from "@offgrid/contract/charts/energy-parts";
import { groupFor } from "@offgrid/contract/charts/chart-rules";
import { comparedStep, earlierInstant, earlierRange } from "@offgrid/contract/charts/compared-time";
import type { ChartAnswer, ChartGroup, ChartSeries } from "@offgrid/contract/charts/charts.schema";
import { type LocaleCode, seriesPerChart } from "@offgrid/contract/core/constants";

import type { Viewer } from "../../../calls/scope.ts";
import type { Db } from "../../../core/db.ts";
import { drawChart } from "../../../history/charts/chart-engine.ts";
import { metricsRead, planSeries } from "../../../history/charts/chart-plan.ts";
import { chartQueueOf } from "../../../history/charts/chart-queue.ts";
import { type Range, isTooManyPoints, rangeOf } from "../../../history/chart-range.ts";
import { endOfQuarter, startOfQuarter } from "../../../history/quarter-hours.ts";
import * as charts from "../charts.store.ts";
import { type Fault, type Ghosts, type Line, fault, toLines } from "./drawn-lines.ts";
import { lateLines, leastMarkedPoints } from "./late-lines.ts";
import { type Places, findPlaces } from "../saved/definition-places.store.ts";

/** What is drawn of a definition, and for whom. */
export interface Drawing {
  definition: ChartDefinition;
  containerId?: string | undefined;
  clusterId?: string | undefined;
  /** In the place of the period, epoch ms. */
  from?: number | undefined;
  to?: number | undefined;
  points: number;
  /**
   * All that a link may show. Clocks of another container that is laid over may differ: nothing of it outside of this is
   * drawn. Of whatever is laid over, only whole quarter hours are. Absent: no link, all.
   */
  within?: Range;
}

interface Context {
  db: Db;
  /** Only what this person sees is drawn. */
  viewer: Viewer;
  language: LocaleCode;
  nowMs: number;
  signal?: AbortSignal;
  /** Which queue of charts it waits in; absent: that of the viewer. */
  queue?: string;
  /** False: containers are Site 1, Site 2. */
  withNames?: boolean;
}

/**
 * Draws a definition: every series that can be, and for the others why not.
 * @throws Refusal("bad_input") for a range that cannot be.
 */
export async function drawDefinition(drawing: Drawing, context: Context): Promise<DrawnChart> {
  const { db, viewer, signal } = context;
  const draw = async () => {
    const { definition } = drawing;
    const places = await findPlaces(db, viewer, drawing);
    const nameOf = namesOrNumbers(places, context.withNames ?? true);
    const { lines, faults } = plan(definition, { places, nameOf }, context);
    const zone = places.zones.get(lines[0]?.containerIds[0] ?? "") ?? places.anyZone;
    const range = rangeIn(drawing, context.nowMs, zone);
    const { measured, answer, groupBy } = await drawMeasured(drawing, context, { lines, range, zone });
    if (groupBy === "raw") faults.push(...lines.filter(isSum).map(({ series }) => fault(series.id, "raw_sum")));
    const late = drawing.points < leastMarkedPoints ? undefined : await lateLines(db, measured, range);
    const compared = await drawCompared(drawing, context, {
      ...{ lines: measured, places, nameOf, range, zone, groupBy, answer },
    });
    faults.push(...compared.faults);
    const drawn = toLines(definition, measured, answer, { ghosts: compared.ghosts, late }, context.language);
    faults.push(...drawn.faults);
    const order = new Map(definition.series.map(({ id }, index) => [id, index]));
    return {
      t: answer.t,
      from: range.fromMs,
      to: range.toMs,
      zone,
      groupBy,
      tier: answer.tier,
      isOpen: range.toMs >= context.nowMs - openMs,
      containers: context.withNames === false ? [] : namesOf(measured, nameOf),
      lines: drawn.lines.toSorted((one, other) => (order.get(one.series) ?? 0) - (order.get(other.series) ?? 0)),
      faults,
      compared: compared.shown,
    };
  };
  return chartQueueOf(db).run(context.queue ?? viewer.userId, draw, { ...(signal && { signal }) });
}

/** Single readings of several containers were not taken at the same instants. */
const isSum = ({ containerIds }: Line) => containerIds.length > 1;

/**
 * The lines by the group that the definition asks for. Of a time that has more single readings than a chart may have, it is
 * the group that the chart would have by itself.
 */
async function drawMeasured(
  { definition, points }: Drawing,
  context: Context,
  { lines, range, zone }: Omit<When, "groupBy"> & { lines: readonly Line[] },
) {
  const drawn = async (groupBy: ChartGroup) => {
    const measured = groupBy === "raw" ? lines.filter((line) => !isSum(line)) : lines;
    return { measured, groupBy, answer: await drawLines(context, measured, { range, zone, groupBy }) };
  };
  const spanMs = range.toMs - range.fromMs;
  const groupBy = groupFor(definition, spanMs, points);
  if (groupBy !== "raw") return drawn(groupBy);
  try {
    return await drawn(groupBy);
  } catch (error) {
    if (!isTooManyPoints(error)) throw error;
    return drawn(groupFor({ ...definition, groupBy: "auto" }, spanMs, points));
  }
}

/** A range that ends no longer ago than this reaches up to now. */
const openMs = 60_000;

function rangeIn({ definition, from, to }: Drawing, nowMs: number, zone: string): Range {
  if (from !== undefined) return rangeOf({ from, to }, nowMs, zone);
  const { period } = definition;
  return rangeOf(period === "custom" ? { from: definition.from, to: definition.to } : { period }, nowMs, zone);
}

/** The lines of all series that are measured, each with its containers, and why others have none. */
function plan(
  definition: ChartDefinition,
  { places, nameOf }: { places: Places; nameOf: NameOf },
  { withNames = true }: Context,
) {
  const lines: Line[] = [];
  const faults: Fault[] = [];
  for (const series of definition.series) {
    if (series.kind !== "metric") continue;
    const found = places.of(series.of);
    if (found.code) faults.push(fault(series.id, found.code, withNames ? found.what : null));
    if (found.gone.length > 0) faults.push(fault(series.id, "gone"));
    if (series.metric === "") faults.push(fault(series.id, "incomplete"));
    if (found.ids.length === 0 || series.metric === "") continue;
    if (sumsMeter(series)) {
      faults.push(fault(series.id, "meter_sum"));
      continue;
    }
    if (series.func === "energy" && !energyOfPower(series)) {
      faults.push(fault(series.id, "no_energy"));
      continue;
    }
    const measuring = metricsOfSeries(series);
    const having = found.ids.filter((id) => measuring.some((metric) => places.has(id, metric)));
    if (having.length === 0) {
      faults.push(fault(series.id, "not_measured", withNames ? found.ids.map(nameOf).slice(0, 3).join(", ") : null));
      continue;
    }
    if (!series.each && having.length > 1 && !addsOverContainers(series)) {
      faults.push(fault(series.id, "level_sum"));
      continue;
    }
    const together = withNames && found.what !== null ? found.what : having.map(nameOf).slice(0, 2).join(", ");
    const own: Line[] = series.each
      ? having.map((id) => ({ id: `${series.id}:${id}`, series, containerIds: [id], place: nameOf(id) }))
      : [{ id: series.id, series, containerIds: having, place: having.length > 2 ? (found.what ?? "") : together }];
    const room = Math.max(0, seriesPerChart - lines.length);
    if (own.length > room) faults.push(fault(series.id, "too_many"));
    lines.push(...own.slice(0, room));
  }
  return { lines, faults };
}

type NameOf = (containerId: string) => string;

/** Names of containers, or Site 1, Site 2 in the order of the chart. */
function namesOrNumbers(places: Places, withNames: boolean): NameOf {
  const sites = new Map<string, string>();
  return (id) => {
    if (withNames) return places.names.get(id) ?? id;
    const known = sites.get(id) ?? `Site ${sites.size + 1}`;
    sites.set(id, known);
    return known;
  };
}

const namesOf = (lines: readonly Line[], nameOf: NameOf) =>
  [...new Set(lines.flatMap(({ containerIds }) => containerIds))].map(nameOf);

interface When {
  range: Range;
  zone: string;
  groupBy: ChartGroup;
}

const nothing = (zone: string, groupBy: ChartGroup): ChartAnswer => ({
  t: [],
  series: [],
  groupBy,
  zone,
  coverage: [],
  tier: "rollups",
});

async function drawLines(context: Context, lines: readonly Line[], { range, zone, groupBy }: When) {
  if (lines.length === 0) return nothing(zone, groupBy);
  const { db, viewer, nowMs } = context;
  const series = lines.map(({ series: one, containerIds }): ChartSeries => ({
    containerIds,
    metric: one.metric,
    func: one.func,
    useIf: one.useIf,
    multiply: one.multiply,
    type: one.type,
    axis: one.axis,
  }));
  const question = { from: range.fromMs, to: range.toMs, zone, groupBy };
  const planned = planSeries({ series, groupBy });
  const containers = await charts.mustSeeAll(
    db,
    viewer,
    planned.flatMap(({ containerIds }) => containerIds),
    metricsRead(planned),
  );
  return drawChart(db, question, planned, containers, nowMs);
}

interface Compared {
  ghosts: Ghosts;
  shown: DrawnChart["compared"];
  faults: Fault[];
}

/** What is laid over the lines: the same of an earlier time or of another container, by the clocks of each place. */
async function drawCompared(
  { definition, from, within }: Drawing,
  context: Context,
  {
    lines,
    places,
    nameOf,
    range,
    zone,
    groupBy,
    answer,
  }: When & { lines: readonly Line[]; places: Places; nameOf: NameOf; answer: ChartAnswer },
): Promise<Compared> {
  const { compare } = definition;
  const none: Compared = { ghosts: undefined, shown: null, faults: [] };
  const [first] = lines;
  if (compare.kind === "none" || !first) return none;
  if (groupBy === "raw") return { ...none, faults: [fault(first.series.id, "compare_raw")] };
  const other = compare.kind === "container" ? compare.containerId : undefined;
  if (other !== undefined && !places.zones.has(other)) {
    return { ...none, faults: [fault(first.series.id, "compare_gone")] };
  }
  const isTime = compare.kind !== "container";
  const ownPeriod = from === undefined ? definition.period : "custom";
  const step = isTime ? comparedStep(compare.kind, ownPeriod, range.toMs - range.fromMs) : {};
  const clocks = { zone, otherZone: other === undefined ? zone : (places.zones.get(other) as string) };
  const whole = earlierRange(range, step, clocks);
  const shown = within ? wholeQuarters(isTime ? whole : cut(whole, within)) : whole;
  if (shown.fromMs >= shown.toMs) return none;
  const moved = lines.map((line) => (other === undefined ? line : { ...line, containerIds: [other] }));
  const then = await drawLines(context, moved, { range: shown, zone: clocks.otherZone, groupBy });
  const found = answer.t.map((atMs) => groupAt(then.t, earlierInstant(atMs, step, clocks), shown.toMs));
  const ghosts = then.series.map((values) => found.map((index) => values[index] ?? null));
  const what = other === undefined ? null : nameOf(other);
  return { ghosts, shown: { from: shown.fromMs, to: shown.toMs, what }, faults: [] };
}

/** What of a range lies within another one; empty where nothing does. */
const cut = ({ fromMs, toMs }: Range, { fromMs: firstMs, toMs: lastMs }: Range): Range => ({
  fromMs: Math.max(fromMs, firstMs),
  toMs: Math.min(toMs, lastMs),
});

/** The quarter hours that lie in a range from beginning to end; empty where none does. */
const wholeQuarters = ({ fromMs, toMs }: Range): Range => ({
  fromMs: endOfQuarter(fromMs),
  toMs: startOfQuarter(toMs),
});

/** The group that holds an instant; -1 where none does. @param t Their starts, rising. @param endMs Of the last one. */
function groupAt(t: readonly number[], atMs: number, endMs: number): number {
  if (atMs >= endMs) return -1;
  let [low, high] = [0, t.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((t[middle] as number) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
