import type { OutlinePoint } from "../energy/energy-outline.ts";
import { type MetricDay, quartersPerDay, signs } from "../quarter-hours.ts";
import type { RollupColumn } from "./rollup-codec.ts";

/** A UTC day of one metric as it is kept in memory. */
export interface KeptDay {
  day: MetricDay;
  /** Signs that have readings. */
  signs: readonly number[];
  /** The day as a whole, once it was needed; empty: it has no reading. */
  whole?: readonly OutlinePoint[];
  /** Once it was needed, how many readings there were, and their sum, before each quarter hour and at the end, by sign. */
  running?: { counts: Float64Array; sums: Float64Array };
}

/** What one statement says about a container: its revision, and which days were written since an earlier revision. */
export interface RevisionNews {
  revision: number;
  changed: readonly (readonly [day: number, revision: number])[];
}

interface Entry {
  /** Null: there was no summary of this day. */
  kept: KeptDay | null;
  columns: ReadonlySet<RollupColumn>;
  /** The container's revision when it was read, or an earlier one. */
  asOf: number;
  bytes: number;
}

interface Container {
  /** Changes are known from here on; older entries cannot be judged. */
  floor: number;
  seen: number;
  changedAt: Map<number, number>;
  slots: Map<number, Map<number, Entry>>;
}

/** With the day as a whole. */
const entryBytes = 500;
const runningBytes = 2 * 8 * signs * (quartersPerDay + 1);

/**
 * Decoded days of summaries, for one database. No entry is trusted on its own: each request first asks the database
 * which days were written since (`known`, `learn`), in the statement that reads the marks of quarter hours, and an
 * entry that was read before the last change of its day is not returned. Limited in bytes; the least recently used
 * metric goes first.
 */
export class RollupCache {
  readonly #limitBytes: number;
  readonly #containers = new Map<string, Container>();
  /** "container slot", the least recently used first. */
  readonly #order = new Map<string, { containerId: string; slot: number; bytes: number }>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Containers of which something is kept. */
  containerIds(): string[] {
    return [...this.#containers.keys()];
  }

  /** The revision to ask changes after; undefined: nothing of this container is kept, so no change matters. */
  known(containerId: string): number | undefined {
    return this.#containers.get(containerId)?.seen;
  }

  /**
   * @param since What `known` returned before the news was read. News that does not follow on from what is known is
   * useless; what is kept is then discarded.
   */
  learn(containerId: string, since: number | undefined, { revision, changed }: RevisionNews): void {
    const container = this.#containers.get(containerId);
    if (container && since !== undefined && since >= container.floor && since <= container.seen) {
      for (const [day, at] of changed) {
        container.changedAt.set(day, Math.max(at, container.changedAt.get(day) ?? 0));
      }
      container.seen = Math.max(container.seen, revision);
      return;
    }
    if (container && since === undefined && revision <= container.seen && revision >= container.floor) return;
    if (container) this.#forget(containerId, container);
    this.#containers.set(containerId, { floor: revision, seen: revision, changedAt: new Map(), slots: new Map() });
  }

  /** Are days that were read at revision `asOf` still the same as stored? */
  isCurrent(containerId: string, asOf: number, fromDay: number, toDay: number): boolean {
    const container = this.#containers.get(containerId);
    if (!container || asOf < container.floor) return false;
    if (container.changedAt.size === 0 || container.seen <= asOf) return true;
    const { changedAt } = container;
    if (toDay - fromDay < changedAt.size) {
      for (let day = fromDay; day <= toDay; day++) if ((changedAt.get(day) ?? 0) > asOf) return false;
      return true;
    }
    for (const [day, at] of changedAt) if (at > asOf && day >= fromDay && day <= toDay) return false;
    return true;
  }

  /** @returns undefined: read it; null: the day has no summary. */
  get(containerId: string, slot: number, day: number, columns: readonly RollupColumn[]): KeptDay | null | undefined {
    const container = this.#containers.get(containerId);
    const entry = container?.slots.get(slot)?.get(day);
    if (!container || !entry || entry.asOf < (container.changedAt.get(day) ?? 0)) return undefined;
    return columns.every((column) => entry.columns.has(column)) ? entry.kept : undefined;
  }

  /** Keeps what was read after the database had given `asOf`. */
  put(
    containerId: string,
    asOf: number,
    slot: number,
    days: ReadonlyMap<number, KeptDay | null>,
    columns: readonly RollupColumn[],
  ): void {
    const container = this.#containers.get(containerId);
    if (!container || asOf < container.floor) return;
    let entries = container.slots.get(slot);
    if (!entries) container.slots.set(slot, (entries = new Map()));
    const has = new Set(columns);
    let added = 0;
    for (const [day, kept] of days) {
      const before = entries.get(day);
      if (before && before.asOf > asOf) continue;
      const bytes = entryBytes + (kept ? bytesOf(kept.day) + runningBytes : 0);
      entries.set(day, { kept, columns: has, asOf, bytes });
      added += bytes - (before?.bytes ?? 0);
    }
    const key = `${containerId} ${slot}`;
    const used = this.#order.get(key) ?? { containerId, slot, bytes: 0 };
    used.bytes += added;
    this.#bytes += added;
    this.#order.set(key, used);
    this.touch(containerId, slot);
    this.#shrink();
  }

  /** Moves a metric to the end of those that may be discarded. */
  touch(containerId: string, slot: number): void {
    const key = `${containerId} ${slot}`;
    const used = this.#order.get(key);
    if (!used) return;
    this.#order.delete(key);
    this.#order.set(key, used);
  }

  /** Columns that any day of a metric is kept with. */
  columnsOf(containerId: string, slot: number): RollupColumn[] {
    const entries = this.#containers.get(containerId)?.slots.get(slot)?.values() ?? [];
    const columns = new Set<RollupColumn>();
    for (const entry of entries) for (const column of entry.columns) columns.add(column);
    return [...columns];
  }

  #shrink(): void {
    for (const [key, { containerId, slot, bytes }] of this.#order) {
      if (this.#bytes <= this.#limitBytes) return;
      this.#order.delete(key);
      this.#bytes -= bytes;
      const container = this.#containers.get(containerId);
      container?.slots.delete(slot);
      if (container?.slots.size === 0) this.#containers.delete(containerId);
    }
  }

  #forget(containerId: string, { slots }: Container): void {
    for (const slot of slots.keys()) {
      const key = `${containerId} ${slot}`;
      this.#bytes -= this.#order.get(key)?.bytes ?? 0;
      this.#order.delete(key);
    }
    this.#containers.delete(containerId);
  }
}

function bytesOf(day: MetricDay): number {
  let bytes = 0;
  for (const field of Object.values(day)) bytes += field.byteLength;
  return bytes;
}
