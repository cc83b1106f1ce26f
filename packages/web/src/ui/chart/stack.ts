import { isBar, isStacked, type ChartSeries } from "./chart-series.ts";

/** Where a series is drawn: from `lower` to `upper` at each time; null where nothing was measured. */
export interface Layer {
  lower: (number | null)[];
  upper: (number | null)[];
}

/**
 * Lays values on top of each other, the first at the bottom; positives go up from 0 and negatives down from 0, apart.
 * A missing value leaves a hole in its own layer and adds nothing to those above.
 * @param values One array per series, all of one length.
 */
export function stackLayers(values: readonly (readonly (number | null)[])[]): Layer[] {
  const length = values[0]?.length ?? 0;
  const top = new Float64Array(length);
  const bottom = new Float64Array(length);
  return values.map((column) => {
    const lower = Array.from<number | null>({ length }).fill(null);
    const upper = Array.from<number | null>({ length }).fill(null);
    // Zero lies with the rest of its series, so that an idle charger is not drawn on top of the sun.
    const downward = column.some((value) => (value ?? 0) < 0) && !column.some((value) => (value ?? 0) > 0);
    for (let index = 0; index < length; index++) {
      const value = column[index];
      if (value === null || value === undefined) continue;
      const base = value < 0 || downward ? bottom : top;
      lower[index] = base[index]!;
      base[index]! += value;
      upper[index] = base[index]!;
    }
    return { lower, upper };
  });
}

/** Layers of all series of a chart in their order: stacks per axis and kind, all others from 0. */
export function layersOf(series: readonly ChartSeries[]): Layer[] {
  const layers = series.map((one): Layer => ({ lower: one.values.map(() => 0), upper: [...one.values] }));
  const stacks = new Map<string, number[]>();
  for (const [index, one] of series.entries()) {
    if (!isStacked(one)) continue;
    const key = `${one.axis ?? "left"} ${one.type}`;
    stacks.set(key, [...(stacks.get(key) ?? []), index]);
  }
  for (const indices of stacks.values()) {
    const stacked = stackLayers(indices.map((index) => series[index]!.values));
    for (const [position, index] of indices.entries()) layers[index] = stacked[position]!;
  }
  return layers;
}

/** Which of the bars side by side each series is: a stack of bars takes one place per axis. -1: not a bar. */
export function barSlots(series: readonly ChartSeries[]): { slots: number[]; count: number } {
  const places = new Map<string, number>();
  const slots = series.map((one) => {
    if (!isBar(one)) return -1;
    const key = one.type === "stack_bar" ? `stack ${one.axis ?? "left"}` : one.id;
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  });
  return { slots, count: places.size };
}
