import type { Db } from "../../core/db.ts";
import { BoundedByContainer } from "../bounded-by-container.ts";
import { dayMs, dayOf, quarterMs, quarterOf } from "../quarter-hours.ts";
import { type RollupState, cacheOf, markedWithin } from "../rollups/rollups.store.ts";
import { type Range, type Samples, joined, readSamples, samplesWithin } from "./samples.store.ts";

/**
 * Single readings of the last days, from memory where they lie in quarter hours without a mark: the last days are asked
 * for most often, and are frames, a row for each instant. What such a quarter hour holds changes only with a mark, and
 * by the time that the mark is gone the container has another revision.
 */

/** Besides today: what is longer ago is sealed, or past its retention. */
const daysBefore = 2;

interface KeptDay {
  /** The container's revision when it was read, or an earlier one. */
  asOf: number;
  /** All readings of these quarter hours, by their number since 1970. */
  quarters: ReadonlySet<number>;
  samples: Samples;
}

const keptBytes = 48 * 2 ** 20;
/** A dozen charts of three days. */
const keptPerContainer = 36;
const entryBytes = 5_000;
/** A reading that is not whole stands outside of its list. */
const cellBytes = 24;
const memories = new WeakMap<Db, BoundedByContainer<KeptDay>>();

function memoryOf(db: Db): BoundedByContainer<KeptDay> {
  let memory = memories.get(db);
  if (!memory) memories.set(db, (memory = new BoundedByContainer(keptBytes, keptPerContainer, bytesOf)));
  return memory;
}

function bytesOf({ samples: { atMs, columns } }: KeptDay): number {
  return entryBytes + atMs.length * (8 + cellBytes * columns.length);
}

type Container = RollupState & { slots: ReadonlyMap<string, number> };

/**
 * As `readSamples`.
 * @param container As the database has just described it.
 */
export async function readRecent(
  db: Db,
  container: Container,
  names: readonly string[],
  range: Range,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<Samples> {
  const [first, last] = [dayOf(range.fromMs), dayOf(range.toMs - 1)];
  const today = dayOf(nowMs);
  if (first >= today - daysBefore && first <= last && last <= today + 1) {
    const days: Samples[] = [];
    let count = 0;
    for (let day = first; day <= last && count <= limit; day++) {
      const readings = await readDay(db, container, names, day, range, limit);
      if (!readings) break;
      days.push(readings);
      count += readings.atMs.length;
    }
    if (days.length === last - first + 1 && count <= limit) return joined(days, names.length);
  }
  return readSamples(db, container.id, names, range, { known: container.slots, limit });
}

/** @returns the readings of a day that lie in the range; undefined: there are more than `limit`, too many to be kept. */
async function readDay(
  db: Db,
  container: Container,
  names: readonly string[],
  day: number,
  range: Range,
  limit: number,
): Promise<Samples | undefined> {
  const { id, slots, revision } = container;
  const whole = { fromMs: day * dayMs, toMs: (day + 1) * dayMs };
  const asked = { fromMs: Math.max(range.fromMs, whole.fromMs), toMs: Math.min(range.toMs, whole.toMs) };
  const quarters = quartersOf(whole);
  const marked = new Set(markedWithin(container, quarters[0] as number, quarters.at(-1) as number));
  const memory = memoryOf(db);
  const key = [day, ...names.map((name) => slots.get(name) ?? "none")].join(" ");
  const kept = memory.get(id, key);
  if (!kept || !cacheOf(db).isCurrent(id, kept.asOf, day, day)) {
    const samples = await readSamples(db, id, names, whole, { known: slots, limit: limit + 1 });
    if (samples.atMs.length > limit) return undefined;
    const still = quarters.filter((quarter) => !marked.has(quarter));
    memory.put(id, key, { asOf: revision, quarters: new Set(still), samples });
    return samplesWithin(samples, asked);
  }
  memory.put(id, key, kept);
  const loose = quartersOf(asked).filter((quarter) => marked.has(quarter) || !kept.quarters.has(quarter));
  if (loose.length === 0) return samplesWithin(kept.samples, asked);
  const read = {
    fromMs: Math.max(asked.fromMs, (loose[0] as number) * quarterMs),
    toMs: Math.min(asked.toMs, ((loose.at(-1) as number) + 1) * quarterMs),
  };
  const parts = [
    samplesWithin(kept.samples, { fromMs: asked.fromMs, toMs: read.fromMs }),
    await readSamples(db, id, names, read, { known: slots, limit: limit + 1 }),
    samplesWithin(kept.samples, { fromMs: read.toMs, toMs: asked.toMs }),
  ];
  return joined(parts, names.length);
}

/** Quarter hours that a range touches, rising. */
function quartersOf({ fromMs, toMs }: Range): number[] {
  const first = quarterOf(fromMs);
  return Array.from({ length: quarterOf(toMs - 1) - first + 1 }, (_, index) => first + index);
}
