import type { chartCalls } from "@offgrid/contract/charts/charts.calls";
import {
  type ChartQuestion,
  type ChartSeries,
  type EnergyAnswer,
  type EnergyQuestion,
  containersPerChart,
} from "@offgrid/contract/charts/charts.schema";
import { pointsPerSeries } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { type BucketEnergy, energyMarginMs, energyOf, measuredMsOf } from "../../core/energy.ts";
import type { Handlers } from "../../core/handler.ts";
import { readSamples } from "../../core/samples.store.ts";
import {
  type Asked,
  type Columns,
  type PlannedSeries,
  SeriesSums,
  chartFromRollups,
  energyFromRollups,
  membersOf,
} from "./chart-planner.ts";
import { type Range, boundedGroups, hourEdges, isZoneGroup, rangeOf, tooManyPoints } from "./chart-range.ts";
import { alignColumns, passes, sumHours } from "./chart-series.ts";
import * as charts from "./charts.store.ts";

export const chartHandlers: Handlers<typeof chartCalls> = {
  getChartData: async (question, { actor, db, clock }) => {
    const planned = planSeries(question);
    const containers = await visibleOf(
      db,
      actor,
      planned.flatMap(({ containerIds }) => containerIds),
      planned.map(({ metric }) => metric),
    );
    const zone = question.zone ?? containers.get(planned[0]?.containerIds[0] ?? "")?.zoneName ?? "UTC";
    const nowMs = clock.now();
    const range = rangeOf(question, nowMs, zone);
    const { groupBy } = question;
    const asked: Asked = { series: planned, containers, range, untilMs: measuredUntil(range, nowMs) };
    if (!isZoneGroup(groupBy)) {
      const { t, columns, coverage } = await inTime(() => raw(db, asked));
      return { data: { t, series: columns, groupBy, zone, coverage, tier: "frames" } };
    }
    const { edges, t } = boundedGroups(range, groupBy, zone);
    const hours = hoursOf(planned, range, edges, zone);
    const fromRollups = (isOnly: boolean) => inTime(() => chartFromRollups(db, asked, edges, hours, isOnly));
    const answer = ({ columns, coverage }: Columns, tier: "rollups" | "frames") => ({
      data: { t, series: columns, groupBy, zone, coverage, tier },
    });
    const summarised = await fromRollups(false);
    if (summarised) return answer(summarised, "rollups");
    const read = await inTime(() => chartFromFrames(db, asked, edges, hours));
    // Readings may be gone for good where their summaries are still there.
    const isEmpty = read.columns.every((values) => values.every((value) => value === null));
    const kept = isEmpty ? await fromRollups(true) : undefined;
    return kept ? answer(kept, "rollups") : answer(read, "frames");
  },
  getGeneration: (question, { actor, db, clock }) =>
    inTime(() => energy(db, actor, question, clock.now(), ["solar.power", "solar.energy"])),
  getConsumption: (question, { actor, db, clock }) =>
    inTime(() => energy(db, actor, question, clock.now(), ["load.power", "load.energy"])),
};

/**
 * @throws Refusal("bad_input") when a series names no container or names them twice over, when there are too many of them,
 * or when single readings of several are to be summed, which were not taken at the same instants.
 */
export function planSeries({ series, groupBy }: Pick<ChartQuestion, "series" | "groupBy">): PlannedSeries[] {
  const planned = series.map((wanted, index) => ({ ...wanted, containerIds: containersOf(wanted, index) }));
  if (planned.reduce((count, { containerIds }) => count + containerIds.length, 0) > containersPerChart) {
    const hint = `At most ${containersPerChart} containers over all series; name fewer or make several charts.`;
    throw new Refusal("bad_input", { fields: { series: hint } });
  }
  if (groupBy === "raw" && planned.some(({ containerIds }) => containerIds.length > 1)) {
    const hint = "Single readings of several containers cannot be summed; choose a group, or a series per container.";
    throw new Refusal("bad_input", { fields: { groupBy: hint } });
  }
  return planned;
}

function containersOf({ containerId, containerIds }: ChartSeries, index: number): string[] {
  if ((containerId === undefined) === (containerIds === undefined)) {
    const field = `series.${index}.containerId`;
    throw new Refusal("bad_input", { fields: { [field]: "Name a containerId, or containerIds to be summed." } });
  }
  return [...new Set(containerIds ?? [containerId as string])];
}

function measuredUntil(range: Range, nowMs: number): number {
  return Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1));
}

/** Edges of local hours, where a series needs them. */
function hoursOf(
  series: readonly PlannedSeries[],
  range: Range,
  edges: readonly number[],
  zone: string,
): readonly number[] {
  return series.some(({ func }) => func === "hourly_average_sum") ? hourEdges(range, edges, zone) : [];
}

async function chartFromFrames(
  db: Db,
  asked: Asked,
  edges: readonly number[],
  hours: readonly number[],
): Promise<Columns> {
  const { series, containers, range, untilMs } = asked;
  const sums = new SeriesSums(series, edges.length - 1);
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  for (const container of containers.values()) {
    const members = membersOf(series, container.id);
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))];
    const [plain = [], hourly = []] = [false, true].map((isHourly) =>
      members.filter(({ wanted }) => (wanted.func === "hourly_average_sum") === isHourly),
    );
    const fold = (some: typeof members, parts: readonly number[]) =>
      charts.foldGroups(
        db,
        container,
        some.map(({ wanted }) => wanted),
        range,
        parts,
      );
    const [values, averages, shares] = await Promise.all([
      fold(plain, edges),
      fold(hourly, hours),
      charts.measuredMs(db, container, metrics, measured, energyMarginMs),
    ]);
    const shareOf = (metric: string) => (shares.get(metric) ?? 0) / (untilMs - range.fromMs);
    for (const [place, { index, wanted }] of plain.entries()) {
      const found = values[place];
      if (found) sums.add(index, found, shareOf(wanted.metric));
    }
    for (const [place, { index, wanted }] of hourly.entries()) {
      const found = averages[place];
      if (found) sums.add(index, sumHours(found, hours, edges), shareOf(wanted.metric));
    }
  }
  return sums.result();
}

/** Instants around a range, which tell what was measured up to its ends, come along; more than this are not read. */
const mostInstants = 4 * pointsPerSeries;

async function raw(db: Db, { series, containers, range, untilMs }: Asked): Promise<Columns & { t: number[] }> {
  const parts: { atMs: number[]; index: number; values: (number | null)[] }[] = [];
  const coverage = series.map(() => 0);
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs };
  for (const container of containers.values()) {
    const members = membersOf(series, container.id);
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))];
    let found = await readSamples(db, container.id, metrics, around, { known: container.slots, limit: mostInstants });
    // So dense that the readings before the range were already too many: those within it have to do.
    if (found.atMs.length === mostInstants && (found.atMs.at(-1) ?? 0) < range.toMs)
      found = await readSamples(db, container.id, metrics, range, {
        known: container.slots,
        limit: pointsPerSeries + 1,
      });
    const from = placeOf(found.atMs, range.fromMs);
    const to = placeOf(found.atMs, range.toMs);
    if (to - from > pointsPerSeries) throw tooManyPoints();
    const atMs = found.atMs.slice(from, to);
    const declaredMs = container.everyS * 1000;
    for (const [column, metric] of metrics.entries()) {
      const readings = found.columns[column] ?? [];
      const ms = measuredMsOf({ atMs: found.atMs, values: readings }, measured, declaredMs);
      const share = Math.min(1, ms / (untilMs - range.fromMs));
      const within = readings.slice(from, to);
      for (const { index, wanted } of members) {
        if (wanted.metric !== metric) continue;
        parts.push({ atMs, index, values: within.map((value) => used(value, wanted)) });
        coverage[index] = share;
      }
    }
  }
  const { t, columns } = alignColumns(parts.sort((one, other) => one.index - other.index));
  if (t.length > pointsPerSeries) throw tooManyPoints();
  return { t, columns, coverage };
}

function used(value: number | null, { useIf, multiply }: PlannedSeries): number | null {
  if (value === null || !passes(value, useIf)) return null;
  const product = value * multiply;
  return Number.isFinite(product) ? product : null;
}

/** Where an instant stands, or would stand, in rising ones. */
function placeOf(atMs: readonly number[], wantedMs: number): number {
  let low = 0;
  let high = atMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atMs[middle] as number) < wantedMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function energy(
  db: Db,
  actor: Actor,
  question: EnergyQuestion,
  nowMs: number,
  metrics: readonly [power: string, meter: string],
): Promise<{ data: EnergyAnswer }> {
  const containers = [...(await visibleOf(db, actor, question.containerIds, metrics)).values()];
  const zones = new Set(containers.map(({ zoneName }) => zoneName));
  const zone = question.zone ?? (zones.size === 1 ? ([...zones][0] as string) : "UTC");
  const range = rangeOf(question, nowMs, zone);
  const { edges, t } = boundedGroups(range, question.groupBy, zone);
  // Only what lies in the range counts, also in the groups at its ends.
  const clipped = edges.map((edge) => Math.min(Math.max(edge, range.fromMs), range.toMs));
  const values: (number | null)[] = edges.slice(1).map(() => null);
  let measuredMs = 0;
  for (const container of containers) {
    const fromRollups = (isOnly: boolean) => energyFromRollups(db, container, metrics, range, clipped, isOnly);
    let found = (await fromRollups(false)) ?? (await energyFromFrames(db, container, metrics, range, clipped));
    if (found.wh.every((wh) => wh === null)) found = (await fromRollups(true)) ?? found;
    for (const [group, wh] of found.wh.entries()) if (wh !== null) values[group] = (values[group] ?? 0) + wh;
    measuredMs += found.measuredMs.reduce((sum, ms) => sum + ms, 0);
  }
  const wholeMs = Math.max(1, Math.min(range.toMs, nowMs) - range.fromMs) * Math.max(1, containers.length);
  const total = values.reduce<number>((sum, wh) => sum + (wh ?? 0), 0);
  const coverage = Math.min(1, measuredMs / wholeMs);
  return { data: { t, values, total, coverage, zone, groupBy: question.groupBy } };
}

async function energyFromFrames(
  db: Db,
  { id, everyS, slots: known }: charts.ChartContainer,
  metrics: readonly string[],
  range: Range,
  edges: readonly number[],
): Promise<BucketEnergy> {
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs };
  const { atMs, columns } = await readSamples(db, id, metrics, around, { known });
  return energyOf({ atMs, powerW: columns[0] ?? [], meterWh: columns[1] ?? [] }, edges, everyS * 1000);
}

/** @throws Refusal("not_found") when one of the named containers is not there for the actor. */
async function visibleOf(
  db: Db,
  actor: Actor,
  ids: readonly string[] | undefined,
  metrics: readonly string[],
): Promise<Map<string, charts.ChartContainer>> {
  const wanted = ids && [...new Set(ids)];
  const rows = await charts.meet(db, actor, wanted, [...new Set(metrics)]);
  if (wanted && rows.length < wanted.length) throw new Refusal("not_found");
  return new Map(rows.map((row) => [row.id, row]));
}

/** A question that the database gave up on is too big, not a fault of the portal. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTooLong = error instanceof Error && (error as { code?: unknown }).code === "57014";
    if (!isTooLong) throw error;
    throw new Refusal("bad_input", { fields: { from: "This takes too long to compute; choose a shorter range." } });
  }
}
