import type { ChartAnswer, ChartQuestion } from "@offgrid/contract/charts/charts.schema";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { boundedGroups, isZoneGroup, rangeOf } from "../chart-range.ts";
import { inTime } from "../in-time.ts";
import { measuredShares } from "./chart-coverage.ts";
import { energyColumns } from "./chart-energies.ts";
import { drawGroups } from "./chart-groups.ts";
import { type Asked, type Columns, type PlannedSeries, isFolded } from "./chart-plan.ts";
import { rawChart } from "./chart-raw.ts";

/**
 * Answers a chart: single readings as they are; groups from summaries where there are any, else from readings; energies as
 * balances have them.
 * @param planned Its series, as `planSeries` gives them.
 * @param containers All containers of the series, by id, with the slots of `metricsRead`, as the database has just
 * described them.
 * @throws Refusal("bad_input") when it has too many points or takes too long.
 */
export async function drawChart(
  db: Db,
  question: Omit<ChartQuestion, "series">,
  planned: readonly PlannedSeries[],
  containers: ReadonlyMap<string, ChartContainer>,
  nowMs: number,
): Promise<ChartAnswer> {
  const { groupBy } = question;
  const zone = question.zone ?? containers.get(planned[0]?.containerIds[0] ?? "")?.zoneName ?? "UTC";
  const range = rangeOf(question, nowMs, zone);
  const untilMs = Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1));
  const asked: Asked = { series: planned, containers, range, untilMs, nowMs, isCoverageWanted: true };
  if (!isZoneGroup(groupBy)) {
    const { t, columns, coverage } = await inTime(() => rawChart(db, asked));
    return { t, series: columns, groupBy, zone, coverage, tier: "frames" };
  }
  const { edges, t } = boundedGroups(range, groupBy, zone);
  const some = planned.filter(isFolded);
  const folded =
    some.length > 0 ? await drawGroups(db, among(asked, some), edges, zone) : { ...none, tier: "rollups" as const };
  const energies = await energyColumns(db, asked, { edges, t, zone, groupBy });
  const { columns, coverage, clamped } = inOrder(planned, folded, energies);
  return { t, series: columns, groupBy, zone, coverage, tier: folded.tier, ...(clamped && { clamped }) };
}

const none: Columns = { columns: [], coverage: [] };

/** A part of the series, with the containers that these are of. */
function among<Series extends PlannedSeries>(asked: Asked, series: readonly Series[]): Asked<Series> {
  const ids = new Set(series.flatMap(({ containerIds }) => containerIds));
  return { ...asked, series, containers: new Map([...asked.containers].filter(([id]) => ids.has(id))) };
}

/** Columns of two kinds of series in the order of all. */
function inOrder(planned: readonly PlannedSeries[], folded: Columns, energies: Columns): Columns {
  if (energies.columns.length === 0) return folded;
  const all: Required<Columns> = { columns: [], coverage: [], clamped: [] };
  let [ofFolded, ofEnergies] = [0, 0];
  for (const [index, one] of planned.entries()) {
    const [from, place] = isFolded(one) ? [folded, ofFolded++] : [energies, ofEnergies++];
    all.columns.push(from.columns[place] ?? []);
    all.coverage.push(from.coverage[place] ?? 0);
    if (from.clamped?.includes(place)) all.clamped.push(index);
  }
  const { clamped, ...rest } = all;
  return clamped.length > 0 ? all : rest;
}

/** Share of a range that was measured, 0..1, of each series, as the chart of the whole range says it. */
export async function coverageOf(
  db: Db,
  asked: Omit<Asked, "isCoverageWanted">,
  zone: string,
): Promise<readonly number[]> {
  const { range, series } = asked;
  const groups = { ...boundedGroups(range, "month", zone), zone, groupBy: "month" as const };
  const some = series.filter(isFolded);
  const folded = { columns: [], coverage: await measuredShares(db, { ...asked, series: some }) };
  return inOrder(series, folded, await energyColumns(db, { ...asked, isCoverageWanted: true }, groups)).coverage;
}
