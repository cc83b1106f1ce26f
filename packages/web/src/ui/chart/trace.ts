/** What of a course is drawn. */
export interface TraceOptions {
  /** First and last index, inclusive. */
  first: number;
  last: number;
  /** Longer silence between two values breaks the line; it is never drawn across a missing value either. */
  gapMs?: number | undefined;
  /** Pixel columns that the indices share; more than four points to a column are thinned. */
  columns: number;
}

/**
 * The unbroken runs of a course as indices. Where points are denser than four to a pixel column, each column keeps its
 * first, lowest, highest and last, so that the drawing looks the same (U. Jugel et al., "M4", PVLDB 7, 2014).
 * @param t Epoch milliseconds, rising.
 */
export function traceRuns(
  t: readonly number[],
  values: readonly (number | null)[],
  { first, last, gapMs = Number.POSITIVE_INFINITY, columns }: TraceOptions,
): number[][] {
  const runs: number[][] = [];
  const columnMs = last - first + 1 > 4 * columns ? (t[last]! - t[first]!) / columns : 0;
  let run: number[] = [];
  let before = Number.NaN;
  // The column that is being collected; `start` is -1 while there is none.
  let column = { number: 0, start: -1, low: 0, high: 0, end: 0 };

  const endColumn = () => {
    if (column.start < 0) return;
    for (const index of [
      column.start,
      Math.min(column.low, column.high),
      Math.max(column.low, column.high),
      column.end,
    ]) {
      if (run.at(-1) !== index) run.push(index);
    }
    column.start = -1;
  };
  const endRun = () => {
    endColumn();
    if (run.length > 0) runs.push(run);
    run = [];
    before = Number.NaN;
  };

  for (let index = first; index <= last; index++) {
    const value = values[index];
    if (value === null || value === undefined) {
      endRun();
      continue;
    }
    const at = t[index]!;
    if (at - before > gapMs) endRun();
    before = at;
    if (columnMs === 0) {
      run.push(index);
      continue;
    }
    const number = Math.floor((at - t[first]!) / columnMs);
    if (column.start < 0 || column.number !== number) {
      endColumn();
      column = { number, start: index, low: index, high: index, end: index };
      continue;
    }
    column.end = index;
    if (value < values[column.low]!) column.low = index;
    if (value > values[column.high]!) column.high = index;
  }
  endRun();
  return runs;
}

/** Length of a group in milliseconds: the shortest step between times; `fallbackMs` where there is only one. */
export function groupLengthMs(t: readonly number[], fallbackMs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < t.length; index++) least = Math.min(least, t[index]! - t[index - 1]!);
  return Number.isFinite(least) && least > 0 ? least : fallbackMs;
}

/** Index of the last time at or before `atMs`; -1: before all. */
export function indexAt(t: readonly number[], atMs: number): number {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
