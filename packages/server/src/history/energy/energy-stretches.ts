import type { Db } from "../../core/db.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { type KeptStretch, EnergyMemo } from "./energy-memo.ts";
import { type Beyond, type Opened, type OutlinePoint, pointsOf } from "./energy-outline.ts";
import {
  type EnergyDays,
  type QuarterReadings,
  type WantedDays,
  type WantedReadings,
  daysKey,
  readManyDays,
  readManyReadings,
  readingsKey,
} from "./energy-readings.store.ts";
import { type Quarter, oneRunOf, packPoints, runsOf } from "./energy-runs.ts";
import type { SpannedIntegral } from "./power-and-meter.ts";
import { countOf, quartersPerDay } from "../quarter-hours.ts";
import { cacheOf, spansOf } from "../rollups/rollups.store.ts";
import { type LooseQuarter, type Stretch, daysOf } from "./stretches.ts";

/** The stretches that container-energy.ts works with: which are kept in memory, and how those that are missing are made. */

export const kinds = ["power", "meter"] as const;

/** One container's share of the work. */
export interface Work {
  container: ChartContainer;
  declaredMs: number;
  /** 0: it never sent this metric. */
  slots: readonly [power: number, meter: number];
  stretches: readonly (Stretch | LooseQuarter)[];
  loose: readonly number[];
  readings: QuarterReadings;
  found: (SpannedIntegral | undefined)[];
  /** Where buckets have to be cut (power-and-meter.ts), and what each metric has in these cells. */
  cells: readonly number[] | undefined;
  inCells: (SpannedIntegral | undefined)[];
  /** At least so many readings of each metric are known outside the range. */
  beyond: Beyond[];
  lastMs: number;
}

/** A stretch that must be made, or made again with some of its quarter hours opened. */
export interface Need {
  work: Work;
  kind: number;
  stretch: Stretch;
  quarters: Set<number>;
  isSplit: boolean;
}

const stretchesBytes = 64 * 2 ** 20;
const answersBytes = 16 * 2 ** 20;
const memos = new WeakMap<Db, EnergyMemo>();

/** This process's memory of a database's energy. */
export function energyMemoOf(db: Db): EnergyMemo {
  let memo = memos.get(db);
  if (!memo) memos.set(db, (memo = new EnergyMemo(stretchesBytes, answersBytes)));
  return memo;
}

export function stretchKey({ slots }: Work, kind: number, { key }: Stretch): string {
  return `${kinds[kind]} ${slots[kind]} ${key}`;
}

/** The kept form of a stretch, if it still agrees with what is stored. */
export function keptStretch(db: Db, work: Work, kind: number, stretch: Stretch): KeptStretch | undefined {
  const { id } = work.container;
  const kept = energyMemoOf(db).stretch(id, stretchKey(work, kind, stretch));
  if (!kept || kept.declaredMs !== work.declaredMs) return undefined;
  const [fromDay, toDay] = daysOf(stretch);
  return cacheOf(db).isCurrent(id, kept.asOf, fromDay, toDay) ? kept : undefined;
}

/** The stretches that contain the quarter hours and runs to open. */
export function openings(work: Work, kind: number, open: Opened): Need[] {
  const needs = new Map<Stretch, Need>();
  const stretches = work.stretches.filter((stretch): stretch is Stretch => !("loose" in stretch));
  const needOf = (quarter: number): Need | undefined => {
    const stretch = stretches.find(({ from, to }) => quarter >= from && quarter < to);
    if (!stretch) return undefined;
    let need = needs.get(stretch);
    if (!need) needs.set(stretch, (need = { work, kind, stretch, quarters: new Set(), isSplit: false }));
    return need;
  };
  for (const quarter of open.quarter) needOf(quarter)?.quarters.add(quarter);
  for (const quarter of open.run) {
    const need = needOf(quarter);
    if (need) need.isSplit = true;
  }
  return [...needs.values()];
}

/** Makes stretches from summaries and, where quarter hours are opened, from readings. */
export async function make(
  db: Db,
  needs: readonly Need[],
  before: (need: Need) => KeptStretch | undefined,
  put: (need: Need, stretch: KeptStretch) => void,
): Promise<void> {
  const memo = energyMemoOf(db);
  const readings = await readManyReadings(db, openedBy(needs));
  const days = await readManyDays(db, wantedDays(needs));
  let madeOnes = 0;
  for (const need of needs) {
    const { work, kind, stretch, quarters } = need;
    const old = before(need);
    const own = readings.get(keyOf(work));
    const opened = new Map(old?.opened);
    for (const quarter of quarters) opened.set(quarter, own?.get(quarter)?.[kind as 0 | 1] ?? []);
    const isSplit = need.isSplit || (old?.isSplit ?? false);
    const slot = work.slots[kind] as number;
    const found = days.get(daysKey({ containerId: work.container.id, slot }));
    const name = kinds[kind] ?? "power";
    const isOneRun = !isSplit && opened.size === 0;
    const run = isOneRun ? oneRunOf(found, stretch.from, stretch.to, work.declaredMs, name) : undefined;
    const points = run ?? runsOf(quartersOf(stretch, found, opened), stretch.from, work.declaredMs, name, isSplit);
    const asOf = work.container.revision;
    const kept = { asOf, declaredMs: work.declaredMs, points: packPoints(points), opened, isSplit };
    memo.putStretch(work.container.id, stretchKey(work, kind, stretch), kept);
    put(need, kept);
    if (++madeOnes % 50 === 0) await untilIdle();
  }
}

function quartersOf(
  { from, to }: Stretch,
  days: EnergyDays | undefined,
  opened: ReadonlyMap<number, readonly OutlinePoint[]>,
): Quarter[] {
  return Array.from({ length: to - from }, (_, index): Quarter => {
    const number = from + index;
    const points = opened.get(number);
    if (points) return { points, count: points.length, isOpen: true };
    const dayNumber = Math.floor(number / quartersPerDay);
    const day = days?.get(dayNumber);
    if (!day) return { points: [], count: 0, isOpen: false };
    const quarter = number - dayNumber * quartersPerDay;
    return { points: pointsOf(day, quarter, number), count: countOf(day, quarter), isOpen: false };
  });
}

export function keyOf({ container, slots }: Work): string {
  return readingsKey({ containerId: container.id, slots });
}

export function wantedReadings({ container, slots }: Work, quarters: Iterable<number>): WantedReadings[] {
  return spansOf(quarters).map((span) => ({ containerId: container.id, ...span, slots }));
}

/** Power and meter of a container may need the same quarter hour; it is read only once. */
function openedBy(needs: readonly Need[]): WantedReadings[] {
  const byWork = new Map<Work, Set<number>>();
  for (const { work, quarters } of needs) {
    const opened = byWork.get(work) ?? new Set();
    byWork.set(work, opened);
    for (const quarter of quarters) opened.add(quarter);
  }
  return [...byWork].flatMap(([work, quarters]) => wantedReadings(work, quarters));
}

/** One stretch of days for each metric of a container. */
function wantedDays(needs: readonly Need[]): WantedDays[] {
  const wanted = new Map<string, WantedDays>();
  for (const { work, kind, stretch } of needs) {
    const [fromDay, toDay] = daysOf(stretch);
    const one = { containerId: work.container.id, slot: work.slots[kind] as number, fromDay, toDay };
    const known = wanted.get(daysKey(one));
    if (!known) {
      wanted.set(daysKey(one), one);
      continue;
    }
    known.fromDay = Math.min(known.fromDay, fromDay);
    known.toDay = Math.max(known.toDay, toDay);
  }
  return [...wanted.values()];
}
