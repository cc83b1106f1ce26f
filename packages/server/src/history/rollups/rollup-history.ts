import type { Db } from "../../core/db.ts";
import {
  type Beyond,
  type OutlinePoint,
  countBeyond,
  integrateOutline,
  pointsOf,
  pointsOfWhole,
  summariseDay,
} from "../energy/energy-outline.ts";
import { dayMs, dayOf, quarterMs, quarterOf, quartersPerDay } from "../quarter-hours.ts";
import type { KeptDay } from "./rollup-cache.ts";
import type { RollupColumn } from "./rollup-codec.ts";
import * as rollups from "./rollups.store.ts";
import { type Instant, readSpans } from "../tiers/samples.store.ts";
import type { Range } from "../chart-range.ts";

/** If more than this share of a range is marked, reading its frames in one pass is cheaper. */
const mostDirtyShare = 0.25;

interface Options {
  range: Range;
  slots: readonly number[];
  fromDay: number;
  days: ReadonlyMap<number, readonly (KeptDay | null)[]>;
  loose: Set<number>;
  instants: Instant[];
}

/**
 * The stored history of some metrics of a container in a range: summaries of quarter hours, and readings where a
 * quarter hour is marked or cut by an edge.
 */
export class RollupHistory {
  readonly range: Range;
  readonly slots: readonly number[];
  readonly fromDay: number;
  /** By slot; one entry per UTC day from `fromDay` on. */
  readonly days: ReadonlyMap<number, readonly (KeptDay | null)[]>;
  /** Quarter hours, by their number since 1970, for which the readings are used. */
  readonly loose: Set<number>;
  /** In the order of time; values in the order of `slots`. */
  instants: Instant[];
  readonly #db: Db;
  readonly #containerId: string;
  readonly #looseDays = new Set<number>();

  private constructor(db: Db, containerId: string, options: Options) {
    this.#db = db;
    this.#containerId = containerId;
    this.range = options.range;
    this.slots = options.slots;
    this.fromDay = options.fromDay;
    this.days = options.days;
    this.loose = options.loose;
    this.instants = options.instants;
    for (const quarter of options.loose) this.#looseDays.add(Math.floor(quarter / quartersPerDay));
  }

  /**
   * @param known The database's description of the container; its marks are older than the summaries that are read
   * here.
   * @param cuts Instants that will be edges; a quarter hour with one within is read from its frames.
   * @param columns The columns of the summaries that will be used.
   * @returns undefined where too much is marked.
   */
  static async open(
    db: Db,
    known: rollups.RollupState,
    slots: readonly number[],
    range: Range,
    cuts: readonly number[],
    columns: readonly RollupColumn[],
  ): Promise<RollupHistory | undefined> {
    const fromDay = dayOf(range.fromMs);
    const first = quarterOf(range.fromMs);
    const last = quarterOf(range.toMs - 1);
    // A quarter hour that was not marked then has its summary by the time that is read.
    const dirty = rollups.markedWithin(known, first, last);
    if (dirty.length > mostDirtyShare * (last - first + 1)) return undefined;
    const loose = new Set(dirty);
    for (const atMs of [...cuts, range.fromMs, range.toMs]) if (atMs % quarterMs !== 0) loose.add(quarterOf(atMs));
    const [days, instants] = await Promise.all([
      rollups.keptDays(db, known, slots, { fromDay, toDay: dayOf(range.toMs) }, columns),
      readWithin(db, known.id, loose, slots, range),
    ]);
    return new RollupHistory(db, known.id, { range, slots, fromDay, days, loose, instants });
  }

  /** Does a quarter hour of this UTC day use its readings? */
  isLooseWithin(day: number): boolean {
    return this.#looseDays.has(day);
  }

  /**
   * How long one metric was measured within a part of the history, ms, by the rule of energy.ts, and how many readings
   * are known outside of it.
   * @param part Its ends were among the cuts.
   */
  async measure(slot: number, part: Range, declaredMs: number): Promise<{ ms: number; beyond: Beyond }> {
    const edges = [part.fromMs, part.toMs];
    const byQuarters = new Set<number>();
    for (;;) {
      const outline = this.#outline(slot, edges, byQuarters);
      const found = integrateOutline(outline, edges, declaredMs, "power");
      if (!("open" in found)) return { ms: found.measuredMs[0] ?? 0, beyond: countBeyond(outline, part) };
      for (const day of found.open.day) byQuarters.add(day);
      if (found.open.quarter.size > 0) await this.#open(found.open.quarter);
    }
  }

  /** @param byQuarters UTC days that must not be used as a whole. */
  #outline(slot: number, edges: readonly number[], byQuarters: ReadonlySet<number>): OutlinePoint[] {
    const days = this.days.get(slot) ?? [];
    const column = this.slots.indexOf(slot);
    const points: OutlinePoint[] = [];
    let next = 0;
    let edge = 0;
    const firstQuarter = quarterOf(this.range.fromMs);
    const lastQuarter = quarterOf(this.range.toMs - 1);
    for (let day = this.fromDay; day * quartersPerDay <= lastQuarter; day++) {
      const kept = days[day - this.fromDay];
      const startMs = day * dayMs;
      while (edge < edges.length && (edges[edge] as number) <= startMs) edge++;
      const hasEdge = edge < edges.length && (edges[edge] as number) < startMs + dayMs;
      const isInside = startMs >= this.range.fromMs && startMs + dayMs <= this.range.toMs;
      const isLoose = this.#looseDays.has(day);
      if (!isLoose && !kept) continue;
      if (kept && isInside && !hasEdge && !isLoose && !byQuarters.has(day)) {
        kept.whole ??= wholeDay(kept, day);
        points.push(...kept.whole);
        continue;
      }
      const from = Math.max(firstQuarter, day * quartersPerDay);
      const to = Math.min(lastQuarter, (day + 1) * quartersPerDay - 1);
      for (let quarter = from; quarter <= to; quarter++) {
        if (!isLoose || !this.loose.has(quarter)) {
          if (kept) points.push(...pointsOf(kept.day, quarter - day * quartersPerDay, quarter));
          continue;
        }
        for (; next < this.instants.length; next++) {
          const { atMs, values } = this.instants[next] as Instant;
          if (atMs >= (quarter + 1) * quarterMs) break;
          const value = values[column];
          if (value !== null && value !== undefined) points.push({ atMs, value });
        }
      }
    }
    return points;
  }

  async #open(quarters: ReadonlySet<number>): Promise<void> {
    const more = await readWithin(this.#db, this.#containerId, quarters, this.slots, this.range);
    for (const quarter of quarters) {
      this.loose.add(quarter);
      this.#looseDays.add(Math.floor(quarter / quartersPerDay));
    }
    this.instants = [...this.instants, ...more].sort((one, other) => one.atMs - other.atMs);
  }
}

function wholeDay(kept: KeptDay, day: number): readonly OutlinePoint[] {
  const whole = summariseDay(kept.day, day);
  return whole ? pointsOfWhole(whole, "day", day) : [];
}

async function readWithin(
  db: Db,
  containerId: string,
  quarters: Iterable<number>,
  slots: readonly number[],
  { fromMs, toMs }: Range,
): Promise<Instant[]> {
  const spans = rollups
    .spansOf(quarters)
    .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter((span) => span.fromMs < span.toMs);
  return readSpans(db, containerId, spans, slots);
}
