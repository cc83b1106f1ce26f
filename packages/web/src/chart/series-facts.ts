import { indexAt } from "./trace.ts";

/** What a screen reader says about a series instead of showing its picture. */
export interface SeriesFacts {
  low: number;
  high: number;
  /** When the highest value was, epoch milliseconds. */
  highAt: number;
  last: number;
  /** Sum of the values; negatives count as 0. */
  total: number;
}

/** Facts of a series between two times (the second excluded); undefined when nothing was measured. */
export function seriesFacts(
  t: readonly number[],
  values: readonly (number | null)[],
  fromMs: number,
  toMs: number,
): SeriesFacts | undefined {
  let facts: SeriesFacts | undefined;
  const end = firstFrom(t, toMs);
  for (let index = firstFrom(t, fromMs); index < end; index++) {
    const at = t[index]!;
    const value = values[index];
    if (value === null || value === undefined) continue;
    if (!facts) {
      facts = { low: value, high: value, highAt: at, last: value, total: Math.max(0, value) };
      continue;
    }
    facts.low = Math.min(facts.low, value);
    if (value > facts.high) {
      facts.high = value;
      facts.highAt = at;
    }
    facts.last = value;
    facts.total += Math.max(0, value);
  }
  return facts;
}

/** Indices of at most `most` rows between two times, evenly spread and the first among them. */
export function tableRows(t: readonly number[], fromMs: number, toMs: number, most: number): number[] {
  const start = firstFrom(t, fromMs);
  const end = firstFrom(t, toMs);
  const step = Math.max(1, Math.ceil((end - start) / most));
  const rows: number[] = [];
  for (let index = start; index < end; index += step) rows.push(index);
  return rows;
}

/** Index of the first time at or after `atMs`. */
function firstFrom(t: readonly number[], atMs: number): number {
  const before = indexAt(t, atMs);
  return t[before] === atMs ? before : before + 1;
}
