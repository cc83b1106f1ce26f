import { axisOf, isBar, isStacked, type ChartSeries } from "./chart-series.ts";
import { extentOf } from "./trace.ts";

/** Where a series is drawn: from `lower` to `upper` at each time; NaN where nothing was measured. */
export interface Layer {
  lower: Float64Array;
  upper: Float64Array;
}

/** Columns of lists that are still used: the drawing and the strip below it show the same ones. */
const columns = new WeakMap<readonly (number | null)[], Float64Array>();

/** Values as a column of `length` numbers, to be read only; NaN where one is missing. */
export function toColumn(values: readonly (number | null)[], length: number): Float64Array {
  const known = columns.get(values);
  if (known?.length === length) return known;
  const column = columnOf(values, length);
  columns.set(values, column);
  return column;
}

function columnOf(values: readonly (number | null)[], length: number): Float64Array {
  // A list of numbers alone is copied as it lies in memory.
  if (values.length === length && isWhole(values)) return new Float64Array(values);
  const column = new Float64Array(length).fill(Number.NaN);
  const end = Math.min(length, values.length);
  for (let index = 0; index < end; index++) {
    const value = values[index];
    if (value !== null && value !== undefined) column[index] = value;
  }
  return column;
}

function isWhole(values: readonly (number | null)[]): values is readonly number[] {
  return !values.includes(null);
}

function negated(values: readonly (number | null)[], length: number): Float64Array {
  return toColumn(values, length).map((value) => -value);
}

/**
 * Stacks columns, the first at the bottom; positive values go up from 0 and negative ones down from 0, separately. A
 * missing value leaves a hole in its own layer and adds nothing to those above.
 * @param columns One per series, all of one length, NaN where a value is missing.
 */
export function stackLayers(columns: readonly Float64Array[]): Layer[] {
  const length = columns[0]?.length ?? 0;
  const top = new Float64Array(length);
  const bottom = new Float64Array(length);
  return columns.map((column) => {
    const [low, high] = extentOf(column, 0, length - 1) ?? [0, 0];
    // Zero lies with the rest of its series, so that an idle charger is not drawn on top of the sun.
    if (low >= 0) return stackOn(top, column);
    if (high <= 0) return stackOn(bottom, column);
    const lower = new Float64Array(length);
    const upper = new Float64Array(length);
    for (let index = 0; index < length; index++) {
      const value = column[index]!;
      const base = value < 0 ? bottom : top;
      lower[index] = base[index]!;
      upper[index] = base[index]! + value;
      // Only a number equals itself.
      if (value === value) base[index] = upper[index]!;
    }
    return { lower, upper };
  });
}

/** A column that goes one way lies on its base, which then ends with it. */
function stackOn(base: Float64Array, column: Float64Array): Layer {
  const lower = base.slice();
  const upper = new Float64Array(base.length);
  for (let index = 0; index < upper.length; index++) {
    const edge = lower[index]! + column[index]!;
    upper[index] = edge;
    if (edge === edge) base[index] = edge;
  }
  return { lower, upper };
}

/**
 * Layers of all series of a chart in their order: stacks per axis and kind, bands from their other edge, all others
 * from 0. Everything is stacked again at each call: three series of 100,000 points take a few milliseconds.
 * @param length How many times the chart has.
 */
export function layersOf(series: readonly ChartSeries[], length: number): Layer[] {
  const zero = new Float64Array(length);
  const columns = series.map((one) => (one.mirrored ? negated(one.values, length) : toColumn(one.values, length)));
  const layers = columns.map((upper): Layer => ({ lower: zero, upper }));
  const stacks = new Map<string, number[]>();
  for (const [index, one] of series.entries()) {
    if (!isStacked(one) || one.ghost) continue;
    const key = `${axisOf(one)} ${one.type}`;
    stacks.set(key, [...(stacks.get(key) ?? []), index]);
  }
  for (const indices of stacks.values()) {
    const stacked = stackLayers(indices.map((index) => columns[index]!));
    for (const [position, index] of indices.entries()) layers[index] = stacked[position]!;
  }
  for (const [index, { downTo }] of series.entries()) {
    if (downTo === undefined) continue;
    const { upper } = layers[index]!;
    const edge = columns[series.findIndex(({ id }) => id === downTo)];
    layers[index] = { lower: edge ? bandEdge(upper, edge) : upper, upper };
  }
  return layers;
}

/** The lower edge of a band: where it is missing, the band has no height. */
function bandEdge(upper: Float64Array, edge: Float64Array): Float64Array {
  return upper.map((value, index) => {
    const below = edge[index]!;
    return below === below ? below : value;
  });
}

/** Which of the bars side by side each series is: a stack of bars takes one place per axis. -1: not a bar. */
export function barSlots(series: readonly ChartSeries[]): { slots: number[]; count: number } {
  const places = new Map<string, number>();
  const slots = series.map((one) => {
    if (!isBar(one)) return -1;
    const key = one.type === "stack_bar" && !one.ghost ? `stack ${axisOf(one)}` : one.id;
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  });
  return { slots, count: places.size };
}
