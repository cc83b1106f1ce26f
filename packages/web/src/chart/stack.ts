import { axisOf, isBar, isStacked, type ChartSeries } from "./chart-series.ts";
import { columnAfter, extended, isExtension } from "./growing-columns.ts";
import { extentOf } from "./trace.ts";

/** Where a series is drawn: from `lower` to `upper` at each time; NaN where nothing was measured. */
export interface Layer {
  lower: Float64Array;
  upper: Float64Array;
}

/** Columns of lists that are still used: the drawing and the strip below it show the same ones. */
const columns = new WeakMap<readonly (number | null)[], Float64Array>();

/**
 * Values as a column of `length` numbers, to be read only; NaN where one is missing.
 * @param before A column that these values may begin with: it is then extended.
 */
export function toColumn(values: readonly (number | null)[], length: number, before?: Float64Array): Float64Array {
  const known = columns.get(values);
  if (known?.length === length) return known;
  const grown = before && values.length === length ? columnAfter(before, values) : undefined;
  const column = grown ?? columnOf(values, length);
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

/** `column` turned over, as a column that extends `before` where it can. */
function negated(column: Float64Array, before: Negated | undefined): Negated {
  if (!before || !isExtension(column, before.of)) return { of: column, column: column.map((value) => -value) };
  const turned = extended(before.column, column.length);
  for (let index = before.of.length; index < column.length; index++) turned[index] = -column[index]!;
  return { of: column, column: turned };
}

interface Negated {
  of: Float64Array;
  column: Float64Array;
}

type Extent = readonly [low: number, high: number];

/** Columns with how they are stacked. */
export interface Stack {
  columns: readonly Float64Array[];
  extents: readonly (Extent | undefined)[];
  layers: readonly Layer[];
}

/**
 * Stacks columns, the first at the bottom; positive values go up from 0 and negative ones down from 0, separately. A
 * missing value leaves a hole in its own layer and adds nothing to those above.
 * @param all One per series, all of one length, NaN where a value is missing.
 * @param before The stack of columns that these may extend: only what is new is then stacked.
 */
export function stackLayers(all: readonly Float64Array[], before?: Stack): Stack {
  const length = all[0]?.length ?? 0;
  const known = before && isGrown(all, before) ? before : undefined;
  const from = known?.columns[0]?.length ?? 0;
  const extents = all.map((column, index) => joined(known?.extents[index], extentOf(column, from, length - 1)));
  if (known && extents.some((extent, index) => wayOf(extent) !== wayOf(known.extents[index]))) return stackLayers(all);
  const top = new Float64Array(length - from);
  const bottom = new Float64Array(length - from);
  const layers = all.map((column, index): Layer => {
    const layer = known?.layers[index];
    const lower = layer ? extended(layer.lower, length) : new Float64Array(length);
    const upper = layer ? extended(layer.upper, length) : new Float64Array(length);
    const way = wayOf(extents[index]);
    if (way === "both") stackApart({ top, bottom, column, lower, upper, from });
    else stackOn(way === "up" ? top : bottom, { column, lower, upper, from });
    return { lower, upper };
  });
  return { columns: all, extents, layers };
}

function isGrown(all: readonly Float64Array[], { columns: known }: Stack): boolean {
  return all.length === known.length && all.every((column, index) => isExtension(column, known[index]!));
}

function joined(one: Extent | undefined, other: Extent | undefined): Extent | undefined {
  return one && other ? [Math.min(one[0], other[0]), Math.max(one[1], other[1])] : (one ?? other);
}

/** Zero lies with the rest of its series, so that an idle charger is not drawn on top of the sun. */
function wayOf([low, high]: Extent = [0, 0]): "up" | "down" | "both" {
  return low >= 0 ? "up" : high <= 0 ? "down" : "both";
}

interface Edges {
  column: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  /** What lies before is stacked already. */
  from: number;
}

function stackApart({ top, bottom, column, lower, upper, from }: Edges & Record<"top" | "bottom", Float64Array>): void {
  for (let index = from; index < column.length; index++) {
    const value = column[index]!;
    const base = value < 0 ? bottom : top;
    const edge = base[index - from]!;
    lower[index] = edge;
    upper[index] = edge + value;
    if (value === value) base[index - from] = upper[index]!;
  }
}

/** A column that goes one way lies on its base, which then ends with it. */
function stackOn(base: Float64Array, { column, lower, upper, from }: Edges): void {
  lower.set(base, from);
  for (let index = from; index < column.length; index++) {
    const edge = lower[index]! + column[index]!;
    upper[index] = edge;
    if (edge === edge) base[index - from] = edge;
  }
}

let zeros = new Float64Array(0);

/** A column of zeros, to be read only. */
function zerosOf(length: number): Float64Array {
  if (zeros.length < length) zeros = new Float64Array(length + (length >> 4));
  return zeros.subarray(0, length);
}

/** Where the series of a chart are drawn, and what it takes to draw them again with more points at their ends. */
export interface Layers {
  /** One per series, in their order. */
  layers: readonly Layer[];
  columns: ReadonlyMap<string, Float64Array>;
  negated: ReadonlyMap<string, Negated>;
  stacks: ReadonlyMap<string, Stack>;
}

/**
 * Layers of all series of a chart in their order: stacks per axis and kind, bands from their other edge, all others
 * from 0.
 * @param length How many times the chart has.
 * @param before Those of series that these may extend.
 */
export function layersOf(series: readonly ChartSeries[], length: number, before?: Layers): Layers {
  const zero = zerosOf(length);
  const own = new Map(series.map(({ id, values }) => [id, toColumn(values, length, before?.columns.get(id))]));
  const turned = new Map(
    series.filter(({ mirrored }) => mirrored).map(({ id }) => [id, negated(own.get(id)!, before?.negated.get(id))]),
  );
  const columnsOf = series.map(({ id }) => turned.get(id)?.column ?? own.get(id)!);
  const layers = columnsOf.map((upper): Layer => ({ lower: zero, upper }));
  const places = new Map<string, number[]>();
  for (const [index, one] of series.entries()) {
    if (!isStacked(one) || one.ghost) continue;
    const key = `${axisOf(one)} ${one.type}`;
    places.set(key, [...(places.get(key) ?? []), index]);
  }
  const stacks = new Map<string, Stack>();
  for (const [key, indices] of places) {
    const stack = stackLayers(
      indices.map((index) => columnsOf[index]!),
      before?.stacks.get(key),
    );
    stacks.set(key, stack);
    for (const [position, index] of indices.entries()) layers[index] = stack.layers[position]!;
  }
  for (const [index, { downTo }] of series.entries()) {
    if (downTo === undefined) continue;
    const { upper } = layers[index]!;
    const edge = columnsOf[series.findIndex(({ id }) => id === downTo)];
    layers[index] = { lower: edge ? bandEdge(upper, edge) : upper, upper };
  }
  return { layers, columns: own, negated: turned, stacks };
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
