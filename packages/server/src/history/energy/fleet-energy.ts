import type { EnergyAnswer, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";

import type { Db } from "../../core/db.ts";
import { inTime } from "../in-time.ts";
import { energyFromFrames } from "../charts/chart-from-frames.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import type { Range } from "../chart-range.ts";
import { type EnergyAsked, type EnergyOf, energyOfContainers } from "./container-energy.ts";
import { energyMarginMs } from "./energy.ts";
import type { BucketEnergy } from "./power-and-meter.ts";
import type { KeptEnergy } from "./energy-memo.ts";
import { energyMemoOf } from "./energy-stretches.ts";
import { type EnergyGroups, type FleetPart, energyGroups, fleetParts } from "./fleet-parts.ts";
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
  const sum = new FleetSum(groups);
  for (const part of fleetParts(question, groups, containers)) {
    const asked = part.containers.map((container) => ({ container, metrics }));
    const each = await energyByGroup(db, part.groups, asked);
    for (const [index, one] of asked.entries()) sum.add(part, one, each[index]);
  }
  return sum.answer();
}

/** Adds up energies of containers, by the groups of a question. */
export class FleetSum {
  readonly #groups: EnergyGroups;
  readonly #values: (number | null)[];
  readonly #measuredMs: number[];
  #possibleMs = 0;

  constructor(groups: EnergyGroups) {
    this.#groups = groups;
    this.#values = groups.t.map(() => null);
    this.#measuredMs = groups.t.map(() => 0);
  }

  /** @param found By the groups of the part. */
  add(
    { groups: { range, nowMs }, places }: FleetPart,
    { container, metrics }: EnergyAsked,
    found?: BucketEnergy,
  ): void {
    if (metrics.some((metric) => container.slots.has(metric))) this.#possibleMs += elapsedMs(range, nowMs);
    for (const [group, place] of places.entries()) {
      if (place === undefined) continue;
      const wh = found?.wh[group] ?? null;
      if (wh !== null) this.#values[place] = (this.#values[place] ?? 0) + wh;
      this.#measuredMs[place] = (this.#measuredMs[place] ?? 0) + (found?.measuredMs[group] ?? 0);
    }
  }

  answer(): EnergyAnswer {
    const { t, zone, groupBy } = this.#groups;
    const total = this.#values.reduce<number>((sum, wh) => sum + (wh ?? 0), 0);
    const allMs = this.#measuredMs.reduce((sum, ms) => sum + ms, 0);
    const coverage = this.#possibleMs > 0 ? Math.min(1, allMs / this.#possibleMs) : 0;
    const measuredHours = this.#measuredMs.map((ms) => ms / hourMs);
    return { t, values: this.#values, measuredHours, total, coverage, zone, groupBy };
  }
}

/** Share of a range up to now that was measured, 0..1. */
export function shareOf(measuredMs: number, range: Range, nowMs: number): number {
  return Math.min(1, measuredMs / elapsedMs(range, nowMs));
}

function elapsedMs({ fromMs, toMs }: Range, nowMs: number): number {
  return Math.max(1, Math.min(toMs, nowMs) - fromMs);
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
  const horizonMs = horizonOf(range.toMs + energyMarginMs);
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
    const { wh, measuredMs, gapWh, lastMs, used } = computed[index] as EnergyOf;
    const kept: KeptEnergy = {
      wh,
      measuredMs,
      ...(gapWh && { gapWh }),
      lastMs,
      horizonMs,
      toMs: range.toMs,
      asOf: container.revision,
      declaredMs: container.everyS * 1000,
      used,
      marks: marksOf(container, used),
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
  const { asOf, declaredMs, used, marks, toMs, lastMs, horizonMs } = kept;
  if (declaredMs !== container.everyS * 1000) return false;
  if (toMs !== range.toMs && (lastMs > Math.min(toMs, range.toMs) || range.toMs + energyMarginMs > horizonMs))
    return false;
  if (marks !== marksOf(container, used)) return false;
  return cacheOf(db).isCurrent(container.id, asOf, dayOf(used.fromMs), dayOf(used.toMs));
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
