import { findOutput, outputMetric, outputOfMetric, type OutputTarget } from "@offgrid/contract/devices/output-kinds";
import type { MetricId } from "@offgrid/contract/telemetry/metrics";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../../history/chart-containers.store.ts";
import { drawContainer } from "../../history/charts/chart-groups.ts";
import { dayMs, dayOf, quarterMs } from "../../history/quarter-hours.ts";
import { readSamples, type Range } from "../../history/tiers/samples.store.ts";
import type { PastReading } from "./dry-run.ts";

const batteryMetrics = ["battery.soc", "battery.voltage", "battery.power", "load.power"] as const satisfies MetricId[];
/** Of a day with more readings than one a minute, only each second, third ... is looked at: a day is judged in one go. */
const mostPerDay = 1_440;

export interface PastDay {
  readings: PastReading[];
  /** Usual time between two of them. */
  everyMs: number;
  /** Means of quarter hours, where the readings themselves are gone. */
  isCoarse: boolean;
}

interface Columns {
  atMs: readonly number[];
  columns: readonly (readonly (number | null)[])[];
}

/** The metrics that tell what protection would do with these loads. */
export function pastMetrics(targets: readonly string[]): string[] {
  return [...batteryMetrics, ...targets.flatMap(switchMetric)];
}

function switchMetric(target: string): string[] {
  return findOutput(target) ? [outputMetric(target as OutputTarget)] : [];
}

/**
 * What a container measured, day by day, so that no more than one is in memory and others have their turn in between.
 * @param container With the slots of `pastMetrics`.
 */
export async function* pastDays(
  db: Db,
  container: ChartContainer,
  targets: readonly string[],
  { fromMs, toMs }: Range,
  nowMs: number,
): AsyncGenerator<PastDay> {
  const metrics = pastMetrics(targets).filter((metric) => container.slots.has(metric));
  if (metrics.length === 0) return;
  for (let startMs = fromMs; startMs < toMs;) {
    const endMs = Math.min(toMs, (dayOf(startMs) + 1) * dayMs);
    const range = { fromMs: startMs, toMs: endMs };
    const samples = thinned(await readSamples(db, container.id, metrics, range, { known: container.slots }));
    const isCoarse = samples.atMs.length === 0;
    const known = isCoarse ? await readMeans(db, container, metrics, range, nowMs) : samples;
    const everyMs = Math.max(container.everyS * 1_000, isCoarse ? quarterMs : usualStepMs(known.atMs));
    const readings = toReadings(known, metrics, targets);
    if (readings.length > 0) yield { readings, everyMs, isCoarse };
    startMs = endMs;
  }
}

/** Means of quarter hours; a switch is as it was at the end of each. */
async function readMeans(
  db: Db,
  container: ChartContainer,
  metrics: readonly string[],
  range: Range,
  nowMs: number,
): Promise<Columns> {
  const asked = metrics.map((metric) => ({
    metric,
    func: outputOfMetric(metric) ? ("last" as const) : ("average" as const),
    useIf: "all" as const,
  }));
  const question = { from: range.fromMs, to: range.toMs, zone: "UTC", groupBy: "15m" } as const;
  const { t, series } = await drawContainer(db, question, container, nowMs, asked);
  return { atMs: t, columns: series };
}

function thinned({ atMs, columns }: Columns): Columns {
  const every = Math.ceil(atMs.length / mostPerDay);
  if (every <= 1) return { atMs, columns };
  const isKept = (_: unknown, index: number) => index % every === 0;
  return { atMs: atMs.filter(isKept), columns: columns.map((column) => column.filter(isKept)) };
}

/** The median of the steps: a gap does not count. */
function usualStepMs(atMs: readonly number[]): number {
  const steps = atMs.slice(1).map((at, index) => at - (atMs[index] ?? at));
  return steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
}

function toReadings({ atMs, columns }: Columns, metrics: readonly string[], targets: readonly string[]): PastReading[] {
  const columnOf = (metric: string | undefined) => columns[metric === undefined ? -1 : metrics.indexOf(metric)];
  const [soc, voltage, battery, load] = batteryMetrics.map(columnOf);
  const switches = targets.map((target) => columnOf(switchMetric(target)[0]));
  return atMs.flatMap((at, index) => {
    const reading = {
      atMs: at,
      socPercent: soc?.[index] ?? undefined,
      voltageV: voltage?.[index] ?? undefined,
      batteryW: battery?.[index] ?? undefined,
      loadW: load?.[index] ?? undefined,
      on: switches.map((column) => isOn(column?.[index])),
    };
    const isEmpty = columns.every((column) => (column[index] ?? null) === null);
    return isEmpty ? [] : [reading];
  });
}

function isOn(value: number | null | undefined): boolean | undefined {
  return value === null || value === undefined ? undefined : value !== 0;
}
