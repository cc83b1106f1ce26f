import type { EnergyAnswer, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";

import type { Db } from "../../core/db.ts";
import { inTime } from "../in-time.ts";
import { energyFromFrames } from "../charts/chart-from-frames.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { type Groups, type Range, boundedGroups, rangeOf } from "../chart-range.ts";
import { type EnergyAsked, type EnergyOf, energyOfContainers } from "./container-energy.ts";
import { type BucketEnergy, energyMarginMs, wideMarginMs } from "./energy.ts";
import type { KeptEnergy } from "./energy-memo.ts";
import { energyMemoOf } from "./energy-stretches.ts";
import type { EnergyMetrics } from "./quantities.ts";
import { horizonOf } from "./stretches.ts";
import { dayOf, quarterOf } from "../quarter-hours.ts";
import { cacheOf, markedWithin } from "../rollups/rollups.store.ts";

const hourMs = 3_600_000;

/** If more quarter hours are marked, a container's readings are read page by page. */
const mostMarked = 2_000;

/**
 * Energy summed over containers, by groups.
 * @param containers With the slots of both metrics, and as the database has just described them.
 */
export async function sumEnergy(
  db: Db,
  question: Omit<EnergyQuestion, "containerIds">,
  containers: readonly ChartContainer[],
  metrics: EnergyMetrics,
  nowMs: number,
): Promise<EnergyAnswer> {
  const groups = energyGroups(question, containers, nowMs);
  const { t, range, zone } = groups;
  const asked = containers.map((container) => ({ container, metrics }));
  const each = await energyByGroup(db, groups, asked);
  const values: (number | null)[] = t.map(() => null);
  const measuredMs: number[] = t.map(() => 0);
  for (const found of each) {
    for (let group = 0; group < t.length && group < found.wh.length; group++) {
      const wh = found.wh[group];
      if (wh !== null && wh !== undefined) values[group] = (values[group] ?? 0) + wh;
      measuredMs[group] = (measuredMs[group] ?? 0) + (found.measuredMs[group] ?? 0);
    }
  }
  const total = values.reduce<number>((sum, wh) => sum + (wh ?? 0), 0);
  const measuring = containers.filter(({ slots }) => metrics.some((metric) => slots.has(metric))).length;
  const allMs = measuredMs.reduce((sum, ms) => sum + ms, 0);
  const coverage = shareOf(allMs, range, nowMs, measuring);
  const measuredHours = measuredMs.map((ms) => ms / hourMs);
  return { t, values, measuredHours, total, coverage, zone, groupBy: question.groupBy };
}

/** Share of a range up to now that was measured, 0..1. */
export function shareOf(measuredMs: number, { fromMs, toMs }: Range, nowMs: number, containers = 1): number {
  return Math.min(1, measuredMs / (Math.max(1, Math.min(toMs, nowMs) - fromMs) * Math.max(1, containers)));
}

/** The groups of a question about energy; only energy within the range counts, also in those at its ends. */
export interface EnergyGroups extends Groups {
  range: Range;
  zone: string;
  groupBy: EnergyQuestion["groupBy"];
  nowMs: number;
}

/** @param containers Their zone is that of the groups, if they share one and none is asked for. */
export function energyGroups(
  question: Omit<EnergyQuestion, "containerIds">,
  containers: readonly ChartContainer[],
  nowMs: number,
): EnergyGroups {
  const { groupBy } = question;
  const zones = new Set(containers.map(({ zoneName }) => zoneName));
  const zone = question.zone ?? (zones.size === 1 ? ([...zones][0] as string) : "UTC");
  const range = rangeOf(question, nowMs, zone);
  const { edges, t } = boundedGroups(range, groupBy, zone);
  const within = edges.map((edge) => Math.min(Math.max(edge, range.fromMs), range.toMs));
  return { edges: within, t, range, zone, groupBy, nowMs };
}

/**
 * Energies by groups, of several containers or of several metrics of one.
 * @param asked None twice.
 * @returns in the order of `asked`; one may have fewer or more groups than asked for: beyond its own there is no energy.
 */
export async function energyByGroup(
  db: Db,
  groups: EnergyGroups,
  asked: readonly EnergyAsked[],
): Promise<BucketEnergy[]> {
  return inTime(() => energyOfEach(db, asked, groups));
}

/**
 * Energies from memory where nothing has come since.
 * @returns in the order of `asked`; an answer may have fewer or more groups than asked for: beyond its own there is no
 * energy.
 */
async function energyOfEach(
  db: Db,
  asked: readonly EnergyAsked[],
  { range, edges, zone, groupBy, nowMs }: EnergyGroups,
): Promise<BucketEnergy[]> {
  const memo = energyMemoOf(db);
  const horizonMs = horizonOf(range);
  const keyOf = ({ metrics }: EnergyAsked) => `${metrics.join()} ${groupBy} ${zone} ${range.fromMs}`;
  const found = new Map<EnergyAsked, BucketEnergy>();
  const missing: EnergyAsked[] = [];
  for (const one of asked) {
    const { container, metrics } = one;
    const kept = memo.answer(container.id, keyOf(one));
    if (kept && isStill(db, kept, container, range)) found.set(one, kept);
    else if (isMostlyMarked(container, range))
      found.set(one, await energyFromFrames(db, container, metrics, range, edges));
    else missing.push(one);
  }
  const computed = missing.length > 0 ? await energyOfContainers(db, missing, range, edges, nowMs) : [];
  for (const [index, one] of missing.entries()) {
    const { container } = one;
    const { wh, measuredMs, lastMs } = computed[index] as EnergyOf;
    const kept: KeptEnergy = {
      wh,
      measuredMs,
      lastMs,
      horizonMs,
      toMs: range.toMs,
      asOf: container.revision,
      declaredMs: container.everyS * 1000,
      marks: marksOf(container, usedFor(range.fromMs, horizonMs)),
    };
    memo.putAnswer(container.id, keyOf(one), kept);
    found.set(one, kept);
  }
  return asked.flatMap((one) => found.get(one) ?? []);
}

/**
 * Is an earlier answer still right? It is if nothing that it was computed from has changed and, where the end of the
 * range has moved, no reading lies beyond either end.
 */
function isStill(db: Db, kept: KeptEnergy, container: ChartContainer, range: Range): boolean {
  const { asOf, declaredMs, marks, toMs, lastMs, horizonMs } = kept;
  if (declaredMs !== container.everyS * 1000) return false;
  if (toMs !== range.toMs && (lastMs > Math.min(toMs, range.toMs) || range.toMs + energyMarginMs > horizonMs))
    return false;
  const used = usedFor(range.fromMs, horizonMs);
  if (marks !== marksOf(container, used)) return false;
  return cacheOf(db).isCurrent(container.id, asOf, dayOf(used.fromMs), dayOf(used.toMs));
}

/** What an answer may have been computed from; its horizon lies beyond its end. */
function usedFor(fromMs: number, horizonMs: number): Range {
  return { fromMs: fromMs - wideMarginMs, toMs: horizonMs + wideMarginMs };
}

/** Changes with every reading that is written to an open day. */
export function marksOf({ dirty }: ChartContainer, { fromMs, toMs }: Range): string {
  const [fromDay, toDay] = [dayOf(fromMs), dayOf(toMs)];
  const within = dirty.filter(([day]) => day >= fromDay && day <= toDay);
  return within
    .map(([day, , mark]) => `${day} ${mark}`)
    .sort()
    .join();
}

function isMostlyMarked(container: ChartContainer, { fromMs, toMs }: Range): boolean {
  return container.dirty.length > 0 && markedWithin(container, quarterOf(fromMs), quarterOf(toMs)).length > mostMarked;
}
