import type { chartCalls } from "@offgrid/contract/charts/charts.calls";
import type { ChartSeries, EnergyAnswer, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";
import { pointsPerSeries } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { type BucketEnergy, energyMarginMs, energyOf, measuredMsOf } from "../../core/energy.ts";
import type { Handlers } from "../../core/handler.ts";
import { listSlots, readSamples } from "../../core/samples.store.ts";
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
    const { groupBy } = question;
    const asked: Asked = { series: question.series, containers, range, untilMs: measuredUntil(range, nowMs) };
    const edges = isZoneGroup(groupBy) ? boundedEdges(range, groupBy, zone) : undefined;
    const fromRollups = async (isOnly: boolean) => {
      if (!edges) return undefined;
      const hours = hoursOf(asked.series, range, edges, zone);
      const found = await inTime(() => chartFromRollups(db, asked, edges, hours, isOnly));
      if (!found) return undefined;
      const { columns, coverage } = found;
      return { data: { t: edges.slice(0, -1), series: columns, groupBy, zone, coverage, tier: "rollups" as const } };
    };
    const answer = await fromRollups(false);
    if (answer) return answer;
    const { t, series, coverage } = await inTime(() => (edges ? grouped(db, asked, edges, zone) : raw(db, asked)));
    // Readings may be gone for good where their summaries are still there.
    const isEmpty = edges && series.every((values) => values.every((value) => value === null));
    return (
      (isEmpty ? await fromRollups(true) : undefined) ?? {
        data: { t, series, groupBy, zone, coverage, tier: "frames" },
      }
    );
  },
  getGeneration: (question, { actor, db, clock }) =>
    inTime(() => energy(db, actor, question, clock.now(), ["solar.power", "solar.energy"])),
  getConsumption: (question, { actor, db, clock }) =>
    inTime(() => energy(db, actor, question, clock.now(), ["load.power", "load.energy"])),
};

interface Asked {
  series: readonly ChartSeries[];
  containers: ReadonlyMap<string, charts.ChartContainer>;
  range: Range;
  /** What lies in the future is not yet to be measured. */
  untilMs: number;
}

interface Columns {
  t: number[];
  series: (number | null)[][];
  coverage: number[];
}

function measuredUntil(range: Range, nowMs: number): number {
  return Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1));
}

/** Edges of local hours, where a series needs them. */
function hoursOf(series: readonly ChartSeries[], range: Range, edges: number[], zone: string): number[] {
  return series.some(({ func }) => func === "hourly_average_sum") ? hourEdges(range, edges, zone) : [];
}

async function grouped(db: Db, asked: Asked, edges: number[], zone: string): Promise<Columns> {
  const [series, coverage] = await Promise.all([foldSeries(db, asked, edges, zone), coverageOf(db, asked)]);
  return { t: edges.slice(0, -1), series, coverage };
}

async function foldSeries(
  db: Db,
  { series, range }: Asked,
  edges: number[],
  zone: string,
): Promise<(number | null)[][]> {
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
  return columns;
}

async function raw(db: Db, { series, containers, range, untilMs }: Asked): Promise<Columns> {
  const parts: { atMs: number[]; index: number; values: (number | null)[] }[] = [];
  const coverage = series.map(() => 0);
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  for (const { containerId, members } of byContainer(series)) {
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))];
    const known = await listSlots(db, containerId, metrics);
    const read = (fromMs: number, toMs: number, limit?: number) =>
      readSamples(db, containerId, metrics, { fromMs, toMs }, { known, ...(limit !== undefined && { limit }) });
    const samples = await read(range.fromMs, range.toMs, pointsPerSeries + 1);
    if (samples.atMs.length > pointsPerSeries) throw tooManyPoints();
    // Readings around the range tell what was measured up to its ends.
    const before = await read(range.fromMs - energyMarginMs, range.fromMs);
    const after = await read(range.toMs, range.toMs + energyMarginMs);
    const atMs = [...before.atMs, ...samples.atMs, ...after.atMs];
    const declaredMs = (containers.get(containerId)?.everyS ?? 0) * 1000;
    const shares = metrics.map((_, column) => {
      const values = [before, samples, after].flatMap(({ columns }) => columns[column] ?? []);
      return measuredMsOf({ atMs, values }, measured, declaredMs) / (measured.toMs - measured.fromMs);
    });
    for (const { index, wanted } of members) {
      const column = metrics.indexOf(wanted.metric);
      const values = (samples.columns[column] ?? []).map((value) =>
        value !== null && passes(value, wanted.useIf) ? value * wanted.multiply : null,
      );
      parts.push({ atMs: samples.atMs, index, values });
      coverage[index] = Math.min(1, shares[column] ?? 0);
    }
  }
  const { t, columns } = alignColumns(parts.sort((one, other) => one.index - other.index));
  if (t.length > pointsPerSeries) throw tooManyPoints();
  return { t, series: columns, coverage };
}

async function coverageOf(db: Db, { series, containers, range, untilMs }: Asked): Promise<number[]> {
  const coverage = series.map(() => 0);
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  for (const { containerId, members } of byContainer(series)) {
    const container = containers.get(containerId);
    if (!container) continue;
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))];
    const measuredMs = await charts.measuredMs(db, container, metrics, measured, energyMarginMs);
    for (const { index, wanted } of members) {
      coverage[index] = Math.min(1, (measuredMs.get(wanted.metric) ?? 0) / (untilMs - range.fromMs));
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
    const fromRollups = (isOnly: boolean) => energyFromRollups(db, container, metrics, range, clipped, isOnly);
    let found = (await fromRollups(false)) ?? (await energyFromFrames(db, container, metrics, range, clipped));
    if (found.wh.every((wh) => wh === null)) found = (await fromRollups(true)) ?? found;
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
