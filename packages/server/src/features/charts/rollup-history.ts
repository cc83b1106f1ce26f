import type { Db } from "../../core/db.ts";
import { type Integral } from "../../core/energy.ts";
import { type TrailPoint, integrateTrail, pointsOf } from "../../core/energy-trail.ts";
import { type MetricDay, dayOf, quarterMs, quarterOf, quartersPerDay } from "../../core/quarter-hours.ts";
import type { RollupColumn } from "../../core/rollup-codec.ts";
import * as rollups from "../../core/rollups.store.ts";
import { type Instant, readSpans } from "../../core/samples.store.ts";
import type { Range } from "./chart-range.ts";

/** With more than this share of a range marked, reading its frames in one pass is cheaper. */
const mostDirtyShare = 0.25;

/**
 * What is stored of some metrics of a container in a range: summaries of quarter hours, and readings where a quarter hour
 * is marked or cut by an edge.
 */
export class RollupHistory {
  readonly range: Range;
  readonly slots: readonly number[];
  /** By slot, then UTC day. */
  readonly days: ReadonlyMap<number, ReadonlyMap<number, MetricDay>>;
  /** Quarter hours, by their number since 1970, that are known by their readings. */
  readonly loose: Set<number>;
  /** In the order of time; values in the order of `slots`. */
  instants: Instant[];
  readonly #db: Db;
  readonly #containerId: string;

  private constructor(
    db: Db,
    containerId: string,
    about: Pick<RollupHistory, "range" | "slots" | "days" | "loose" | "instants">,
  ) {
    this.#db = db;
    this.#containerId = containerId;
    this.range = about.range;
    this.slots = about.slots;
    this.days = about.days;
    this.loose = about.loose;
    this.instants = about.instants;
  }

  /**
   * @param cuts Instants that will be edges; a quarter hour with one within is read from its frames.
   * @param columns What will be asked of the summaries.
   * @returns undefined where too much is marked.
   */
  static async open(
    db: Db,
    containerId: string,
    slots: readonly number[],
    range: Range,
    cuts: readonly number[],
    columns: readonly RollupColumn[],
  ): Promise<RollupHistory | undefined> {
    const days = { fromDay: dayOf(range.fromMs), toDay: dayOf(range.toMs) };
    const first = quarterOf(range.fromMs);
    const last = quarterOf(range.toMs - 1);
    // Marks first: what is not marked now has its summary when that is read.
    const dirty = [...(await rollups.listDirty(db, containerId, days.fromDay, days.toDay))].filter(
      (quarter) => quarter >= first && quarter <= last,
    );
    if (dirty.length > mostDirtyShare * (last - first + 1)) return undefined;
    const cut = [...cuts, range.fromMs, range.toMs].filter((atMs) => atMs % quarterMs !== 0).map(quarterOf);
    const loose = new Set([...dirty, ...cut]);
    const [summaries, instants] = await Promise.all([
      rollups.readDays(db, containerId, slots, days, columns),
      readWithin(db, containerId, loose, slots, range),
    ]);
    return new RollupHistory(db, containerId, { range, slots, days: summaries, loose, instants });
  }

  /**
   * Integrates one metric by the rule of core/energy.ts.
   * @param edges Each of them was among the cuts.
   */
  async integrate(
    slot: number,
    edges: readonly number[],
    declaredMs: number,
    kind: "power" | "meter",
  ): Promise<Integral> {
    for (;;) {
      const found = integrateTrail(this.#trail(slot), edges, declaredMs, kind);
      if (!("open" in found)) return found;
      await this.#open(found.open);
    }
  }

  #trail(slot: number): TrailPoint[] {
    const days = this.days.get(slot);
    const column = this.slots.indexOf(slot);
    const points: TrailPoint[] = [];
    let next = 0;
    const lastQuarter = quarterOf(this.range.toMs - 1);
    for (let quarter = quarterOf(this.range.fromMs); quarter <= lastQuarter; quarter++) {
      if (!this.loose.has(quarter)) {
        const day = Math.floor(quarter / quartersPerDay);
        const summary = days?.get(day);
        if (summary) points.push(...pointsOf(summary, quarter - day * quartersPerDay, quarter));
        continue;
      }
      for (; next < this.instants.length; next++) {
        const { atMs, values } = this.instants[next] as Instant;
        if (atMs >= (quarter + 1) * quarterMs) break;
        const value = values[column];
        if (value !== null && value !== undefined) points.push({ atMs, value });
      }
    }
    return points;
  }

  async #open(quarters: ReadonlySet<number>): Promise<void> {
    const more = await readWithin(this.#db, this.#containerId, quarters, this.slots, this.range);
    for (const quarter of quarters) this.loose.add(quarter);
    this.instants = [...this.instants, ...more].sort((one, other) => one.atMs - other.atMs);
  }
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
