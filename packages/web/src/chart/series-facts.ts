import { indexAt } from "./trace.ts";

/** What a screen reader says about a series instead of showing its picture. */
export interface SeriesFacts {
  low: number;
  high: number;
  /** When the highest value was, epoch milliseconds. */
  highAt: number;
  last: number;
  /** Sum of the values, which means something of amounts alone. */
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
      facts = { low: value, high: value, highAt: at, last: value, total: value };
      continue;
    }
    facts.low = Math.min(facts.low, value);
    if (value > facts.high) {
      facts.high = value;
      facts.highAt = at;
    }
    facts.last = value;
    facts.total += value;
  }
  return facts;
}

/**
 * Indices of the rows between two times: each `step`th, the first among them, so that they are `most` at most, and those of
 * what happened besides, whose values would else be of another instant.
 */
export function tableRows(
  t: readonly number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  most: number,
  happenedAtMs: readonly number[] = [],
): { rows: number[]; step: number } {
  const start = firstFrom(t, fromMs);
  const end = firstFrom(t, toMs);
  const step = Math.max(1, Math.ceil((end - start) / most));
  const rows = new Set<number>();
  for (let index = start; index < end; index += step) rows.add(index);
  for (const atMs of happenedAtMs) {
    const index = indexAt(t, atMs);
    if (index >= start && index < end && atMs < toMs) rows.add(index);
  }
  return { rows: [...rows].toSorted((one, other) => one - other), step };
}

/** Index of the first time at or after `atMs`. */
function firstFrom(t: readonly number[], atMs: number): number {
  const before = indexAt(t, atMs);
  return t[before] === atMs ? before : before + 1;
}
