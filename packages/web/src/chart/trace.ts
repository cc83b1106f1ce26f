/** The part of a series that is drawn. */
export interface TraceOptions {
  /** First and last index, inclusive. */
  first: number;
  last: number;
  /** Longer silence between two values breaks the line; it is never drawn across a missing value either. */
  gapMs?: number | undefined;
  /** Pixel columns that the indices share; more than four points to a column are thinned. Absent: none is left out. */
  columns?: number;
}

/**
 * The unbroken runs of a series as indices. Where points are denser than four to a pixel column, each column keeps its
 * first, lowest, highest and last, so that the drawing looks the same (U. Jugel et al., "M4", PVLDB 7, 2014).
 * @param t Epoch milliseconds, rising.
 * @param values NaN where nothing was measured.
 */
export function traceRuns(
  t: ArrayLike<number>,
  values: ArrayLike<number>,
  { first, last, gapMs = Number.POSITIVE_INFINITY, columns = Number.POSITIVE_INFINITY }: TraceOptions,
): number[][] {
  const runs: number[][] = [];
  const columnMs = last - first + 1 > 4 * columns ? (t[last]! - t[first]!) / columns : 0;
  let run: number[] = [];
  let before = Number.NaN;
  // The column that is being collected; `start` is -1 while there is none. This loop is most of a zoom's time, so it
  // makes no objects.
  let columnEnd = 0;
  let start = -1;
  let low = 0;
  let high = 0;
  let end = 0;

  for (let index = first; index <= last; index++) {
    const value = values[index]!;
    const at = t[index]!;
    const isMissing = value !== value;
    if (isMissing || at - before > gapMs) {
      if (start >= 0) keepColumn(run, start, low, high, end);
      start = -1;
      if (run.length > 0) {
        runs.push(run);
        run = [];
      }
      before = Number.NaN;
      if (isMissing) continue;
    }
    before = at;
    if (columnMs === 0) {
      run.push(index);
    } else if (start < 0 || at >= columnEnd) {
      if (start >= 0) keepColumn(run, start, low, high, end);
      start = index;
      low = index;
      high = index;
      end = index;
      // Columns stay fixed while a view moves over them, so that noise does not flicker.
      columnEnd = (Math.floor(at / columnMs) + 1) * columnMs;
    } else {
      end = index;
      if (value < values[low]!) low = index;
      else if (value > values[high]!) high = index;
    }
  }
  if (start >= 0) keepColumn(run, start, low, high, end);
  if (run.length > 0) runs.push(run);
  return runs;
}

function keepColumn(run: number[], start: number, low: number, high: number, end: number): void {
  const earlier = low < high ? low : high;
  const later = low < high ? high : low;
  run.push(start);
  if (earlier !== start) run.push(earlier);
  if (later !== earlier) run.push(later);
  if (end !== later) run.push(end);
}

/** Lowest and highest of a column between two indices, inclusive; undefined when nothing was measured there. */
export function extentOf(values: ArrayLike<number>, first: number, last: number): [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = first; index <= last; index++) {
    const value = values[index]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : undefined;
}

/** Lowest and highest of each block of a column, so that those of a long stretch take few comparisons. */
export class BlockExtents {
  readonly #values: ArrayLike<number>;
  readonly #low: Float64Array;
  readonly #high: Float64Array;

  /** @param before Of a column that this one begins with. */
  constructor(values: ArrayLike<number>, before?: BlockExtents) {
    this.#values = values;
    const blocks = Math.floor(values.length / blockLength);
    this.#low = new Float64Array(blocks);
    this.#high = new Float64Array(blocks);
    const known = before ? before.#low.length : 0;
    if (before) {
      this.#low.set(before.#low);
      this.#high.set(before.#high);
    }
    for (let block = known; block < blocks; block++) {
      const [low, high] = extentOf(values, block * blockLength, (block + 1) * blockLength - 1) ?? none;
      this.#low[block] = low;
      this.#high[block] = high;
    }
  }

  /** The same as `extentOf` of its values. */
  between(first: number, last: number): [number, number] | undefined {
    const firstBlock = Math.ceil(first / blockLength);
    const endBlock = Math.floor((last + 1) / blockLength);
    if (endBlock <= firstBlock) return extentOf(this.#values, first, last);
    let [low, high] = extentOf(this.#values, first, firstBlock * blockLength - 1) ?? none;
    for (let block = firstBlock; block < endBlock; block++) {
      low = Math.min(low, this.#low[block]!);
      high = Math.max(high, this.#high[block]!);
    }
    const [lowAfter, highAfter] = extentOf(this.#values, endBlock * blockLength, last) ?? none;
    low = Math.min(low, lowAfter);
    high = Math.max(high, highAfter);
    return low <= high ? [low, high] : undefined;
  }
}

const blockLength = 64;
const none = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;

/** Length of a group in milliseconds: the shortest step between times; `fallbackMs` where there is only one. */
export function groupLengthMs(t: ArrayLike<number>, fallbackMs: number): number {
  return groupLengthOf(shortestStepMs(t), fallbackMs);
}

export function groupLengthOf(stepMs: number, fallbackMs: number): number {
  return Number.isFinite(stepMs) && stepMs > 0 ? stepMs : fallbackMs;
}

/**
 * The shortest step between times in milliseconds; infinite where there are fewer than two.
 * @param before That of those before index `from`, where it is known.
 */
export function shortestStepMs(t: ArrayLike<number>, before = Number.POSITIVE_INFINITY, from = 0): number {
  let least = before;
  for (let index = Math.max(1, from); index < t.length; index++) {
    const step = t[index]! - t[index - 1]!;
    if (step < least) least = step;
  }
  return least;
}

/** Index of the last time at or before `atMs`; -1: before all. */
export function indexAt(t: ArrayLike<number>, atMs: number): number {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Index of the time nearest to `atMs`; -1 where there is none. */
export function nearestIndex(t: ArrayLike<number>, atMs: number): number {
  const before = indexAt(t, atMs);
  const after = before + 1;
  if (after >= t.length) return before;
  if (before < 0) return after;
  return atMs - t[before]! <= t[after]! - atMs ? before : after;
}

/**
 * An earlier period on the times of this one: the values measured `shiftMs` earlier, nearest in time and at most
 * `toleranceMs` away; null elsewhere.
 */
export function laidOver(
  t: readonly number[],
  earlier: { t: readonly number[]; values: readonly (number | null)[] },
  shiftMs: number,
  toleranceMs: number,
): (number | null)[] {
  return t.map((at) => {
    const index = nearestIndex(earlier.t, at - shiftMs);
    if (index < 0 || Math.abs(earlier.t[index]! - (at - shiftMs)) > toleranceMs) return null;
    return earlier.values[index] ?? null;
  });
}

/**
 * The corners of a run after its first point, as the indices of their time and of their value.
 * @param isStepped A value holds until the next one.
 */
export function eachCorner(
  run: readonly number[],
  isStepped: boolean,
  visit: (time: number, value: number) => void,
): void {
  for (let position = 1; position < run.length; position++) {
    const index = run[position]!;
    if (isStepped) visit(index, run[position - 1]!);
    visit(index, index);
  }
}
