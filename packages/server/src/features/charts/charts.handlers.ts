import type { chartCalls } from "@offgrid/contract/charts/charts.calls";
import type { ChartQuestion, ChartSeries, EnergyAnswer, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";
import { pointsPerSeries } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { type BucketEnergy, energyMarginMs, energyOf } from "../../core/energy.ts";
import type { Handlers } from "../../core/handler.ts";
import { readSamples } from "../../core/samples.store.ts";
import { chartFromRollups, energyFromRollups } from "./chart-planner.ts";
import { type Range, boundedEdges, hourEdges, isZoneGroup, rangeOf, tooManyPoints } from "./chart-range.ts";
import { alignColumns, passes, spread, sumHours } from "./chart-series.ts";
import * as charts from "./charts.store.ts";

export const chartHandlers: Handlers<typeof chartCalls> = {
  getChartData: async (question, { actor, db, clock }) => {
    const containers = await visibleOf(
      db,
      actor,
      question.series.map(({ containerId }) => containerId),
    );
    const zone = question.zone ?? containers.get(question.series[0]?.containerId ?? "")?.zoneName ?? "UTC";
    const nowMs = clock.now();
    const range = rangeOf(question, nowMs, zone);
    if (isZoneGroup(question.groupBy)) {
      const edges = boundedEdges(range, question.groupBy, zone);
      const asked = { series: question.series, containers, range, untilMs: measuredUntil(range, nowMs) };
      const found = await inTime(() =>
        chartFromRollups(db, asked, edges, hoursOf(question.series, range, edges, zone)),
      );
      if (found) {
        const { columns, coverage } = found;
        const t = edges.slice(0, -1);
        return { data: { t, series: columns, groupBy: question.groupBy, zone, coverage, tier: "rollups" } };
      }
    }
    const { t, series } = await inTime(() =>
      isZoneGroup(question.groupBy)
        ? grouped(db, question.series, range, boundedEdges(range, question.groupBy, zone), zone)
        : raw(db, question, range),
    );
    const coverage = await inTime(() => coverageOf(db, question.series, containers, range, nowMs));
    return { data: { t, series, groupBy: question.groupBy, zone, coverage, tier: "frames" } };
  },
  getGeneration: (question, { actor, db, clock }) =>
    inTime(() => energy(db, actor, question, clock.now(), ["solar.power", "solar.energy"])),
  getConsumption: (question, { actor, db, clock }) =>
    inTime(() => energy(db, actor, question, clock.now(), ["load.power", "load.energy"])),
};

interface Columns {
  t: number[];
  series: (number | null)[][];
}

function measuredUntil(range: Range, nowMs: number): number {
  return Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1));
}

/** Edges of local hours, where a series needs them. */
function hoursOf(series: readonly ChartSeries[], range: Range, edges: number[], zone: string): number[] {
  return series.some(({ func }) => func === "hourly_average_sum") ? hourEdges(range, edges, zone) : [];
}

async function grouped(
  db: Db,
  series: readonly ChartSeries[],
  range: Range,
  edges: number[],
  zone: string,
): Promise<Columns> {
  const groups = edges.length - 1;
  const columns: (number | null)[][] = series.map(() => []);
  const hours = hoursOf(series, range, edges, zone);
  for (const { containerId, members } of byContainer(series)) {
    const plain = members.filter(({ wanted }) => wanted.func !== "hourly_average_sum");
    const hourly = members.filter(({ wanted }) => wanted.func === "hourly_average_sum");
    const found = await charts.foldGroups(
      db,
      containerId,
      plain.map(({ wanted }) => wanted),
      range,
      edges,
    );
    for (const [position, { index, wanted }] of plain.entries()) {
      columns[index] = spread(found[position] ?? new Map(), groups, wanted.func === "count" ? 1 : wanted.multiply);
    }
    const foundHours = await charts.foldGroups(
      db,
      containerId,
      hourly.map(({ wanted }) => wanted),
      range,
      hours,
    );
    for (const [position, { index, wanted }] of hourly.entries()) {
      columns[index] = spread(sumHours(foundHours[position] ?? new Map(), hours, edges), groups, wanted.multiply);
    }
  }
  return { t: edges.slice(0, -1), series: columns };
}

async function raw(db: Db, question: ChartQuestion, range: Range): Promise<Columns> {
  const parts: { atMs: number[]; index: number; values: (number | null)[] }[] = [];
  for (const { containerId, members } of byContainer(question.series)) {
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))];
    const samples = await readSamples(db, containerId, metrics, range, pointsPerSeries + 1);
    if (samples.atMs.length > pointsPerSeries) throw tooManyPoints();
    for (const { index, wanted } of members) {
      const column = samples.columns[metrics.indexOf(wanted.metric)] ?? [];
      const values = column.map((value) =>
        value !== null && passes(value, wanted.useIf) ? value * wanted.multiply : null,
      );
      parts.push({ atMs: samples.atMs, index, values });
    }
  }
  const { t, columns } = alignColumns(parts.sort((one, other) => one.index - other.index));
  if (t.length > pointsPerSeries) throw tooManyPoints();
  return { t, series: columns };
}

async function coverageOf(
  db: Db,
  series: readonly ChartSeries[],
  containers: ReadonlyMap<string, charts.ChartContainer>,
  range: Range,
  nowMs: number,
): Promise<number[]> {
  const until = measuredUntil(range, nowMs);
  const coverage = series.map(() => 0);
  for (const { containerId, members } of byContainer(series)) {
    const container = containers.get(containerId);
    if (!container) continue;
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))];
    const measured = await charts.measuredMs(
      db,
      container,
      metrics,
      { fromMs: range.fromMs, toMs: until },
      energyMarginMs,
    );
    for (const { index, wanted } of members) {
      coverage[index] = Math.min(1, (measured.get(wanted.metric) ?? 0) / (until - range.fromMs));
    }
  }
  return coverage;
}

async function energy(
  db: Db,
  actor: Actor,
  question: EnergyQuestion,
  nowMs: number,
  metrics: readonly [power: string, meter: string],
): Promise<{ data: EnergyAnswer }> {
  const containers = [...(await visibleOf(db, actor, question.containerIds)).values()];
  const zones = new Set(containers.map(({ zoneName }) => zoneName));
  const zone = question.zone ?? (zones.size === 1 ? ([...zones][0] as string) : "UTC");
  const range = rangeOf(question, nowMs, zone);
  const edges = boundedEdges(range, question.groupBy, zone);
  // Only what lies in the range counts, also in the groups at its ends.
  const clipped = edges.map((edge) => Math.min(Math.max(edge, range.fromMs), range.toMs));
  const values: (number | null)[] = edges.slice(1).map(() => null);
  let measuredMs = 0;
  for (const container of containers) {
    const found =
      (await energyFromRollups(db, container, metrics, range, clipped)) ??
      (await energyFromFrames(db, container, metrics, range, clipped));
    for (const [group, wh] of found.wh.entries()) if (wh !== null) values[group] = (values[group] ?? 0) + wh;
    measuredMs += found.measuredMs.reduce((sum, ms) => sum + ms, 0);
  }
  const wholeMs = Math.max(1, Math.min(range.toMs, nowMs) - range.fromMs) * Math.max(1, containers.length);
  const total = values.reduce<number>((sum, wh) => sum + (wh ?? 0), 0);
  const coverage = Math.min(1, measuredMs / wholeMs);
  return { data: { t: edges.slice(0, -1), values, total, coverage, zone, groupBy: question.groupBy } };
}

async function energyFromFrames(
  db: Db,
  { id, everyS }: charts.ChartContainer,
  metrics: readonly string[],
  range: Range,
  edges: readonly number[],
): Promise<BucketEnergy> {
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs };
  const { atMs, columns } = await readSamples(db, id, metrics, around);
  return energyOf({ atMs, powerW: columns[0] ?? [], meterWh: columns[1] ?? [] }, edges, everyS * 1000);
}

/** @throws Refusal("not_found") when one of the named containers is not there for the actor. */
async function visibleOf(
  db: Db,
  actor: Actor,
  ids: readonly string[] | undefined,
): Promise<Map<string, charts.ChartContainer>> {
  const rows = await charts.listVisible(db, actor, ids && [...new Set(ids)]);
  if (ids && rows.length < new Set(ids).size) throw new Refusal("not_found");
  return new Map(rows.map((row) => [row.id, row]));
}

function byContainer(series: readonly ChartSeries[]) {
  const found = new Map<string, { index: number; wanted: ChartSeries }[]>();
  for (const [index, wanted] of series.entries()) {
    found.set(wanted.containerId, [...(found.get(wanted.containerId) ?? []), { index, wanted }]);
  }
  return [...found].map(([containerId, members]) => ({ containerId, members }));
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
