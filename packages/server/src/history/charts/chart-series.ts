import type { UseIf } from "@offgrid/contract/charts/charts.schema";

/** Columns of a chart. Pure. */

const hourMs = 3_600_000;

/** Does a reading belong to a class? */
export function passes(value: number, useIf: UseIf): boolean {
  switch (useIf) {
    case "all":
      return true;
    case "all_except_0":
      return value !== 0;
    case "positive":
      return value > 0;
    case "positive_and_0":
      return value >= 0;
    case "negative":
      return value < 0;
    case "negative_and_0":
      return value <= 0;
  }
}

/** One number per group; NaN where it has none. */
export type GroupValues = Float64Array;

export function noValues(groups: number): GroupValues {
  return new Float64Array(groups).fill(Number.NaN);
}

/** A column of an answer; null where a group has no value, or none that is finite. */
export function toColumn(values: GroupValues, multiply: number): (number | null)[] {
  const column: (number | null)[] = [];
  for (let group = 0; group < values.length; group++) {
    const value = (values[group] as number) * multiply;
    column.push(Number.isFinite(value) ? value : null);
  }
  return column;
}

/** Adds the groups of one more container; a group has a value as soon as one container has. */
export function addGroups(sum: GroupValues, more: GroupValues): void {
  for (let group = 0; group < sum.length; group++) {
    const value = more[group] as number;
    if (Number.isNaN(value)) continue;
    const before = sum[group] as number;
    sum[group] = Number.isNaN(before) ? value : before + value;
  }
}

/** Replaces negative values by 0. @returns whether there were any. */
export function clampGroups(values: GroupValues): boolean {
  let isClamped = false;
  for (let group = 0; group < values.length; group++) {
    if ((values[group] as number) >= 0 || Number.isNaN(values[group])) continue;
    values[group] = 0;
    isClamped = true;
  }
  return isClamped;
}

/**
 * Sums averages of local hours into groups, so that watts become watt-hours. A shorter part counts by its length: half
 * hours at Lord Howe's clock changes, quarter hours where these are the groups, and of an hour that is not over, or that
 * the range cuts, what lies in the span.
 * @param averages One per hour.
 * @param hours n + 1 edges of the hours; every edge of a group is one of them.
 * @param span What of the range is in the past.
 */
export function sumHours(
  averages: GroupValues,
  hours: readonly number[],
  edges: readonly number[],
  span: { fromMs: number; toMs: number },
): GroupValues {
  const sums = noValues(edges.length - 1);
  let group = 0;
  for (let hour = 0; hour + 1 < hours.length; hour++) {
    const start = hours[hour] as number;
    while (group + 2 < edges.length && (edges[group + 1] as number) <= start) group++;
    const average = averages[hour] as number;
    if (Number.isNaN(average)) continue;
    const before = sums[group] as number;
    const partMs = Math.min(hours[hour + 1] as number, span.toMs) - Math.max(start, span.fromMs);
    const energy = (average * Math.max(0, partMs)) / hourMs;
    sums[group] = Number.isNaN(before) ? energy : before + energy;
  }
  return sums;
}

/** Aligns columns that have their own times on the union of all times; null where a column has no value. */
export function alignColumns(parts: readonly { atMs: readonly number[]; values: readonly (number | null)[] }[]): {
  t: number[];
  columns: (number | null)[][];
} {
  const [first] = parts;
  if (first && parts.every(({ atMs }) => atMs === first.atMs)) {
    return { t: [...first.atMs], columns: parts.map(({ values }) => [...values]) };
  }
  const t = [...new Set(parts.flatMap(({ atMs }) => atMs))].sort((one, other) => one - other);
  const columns = parts.map(({ atMs, values }) => {
    if (atMs.length === t.length) return [...values];
    const byTime = new Map(atMs.map((at, index) => [at, values[index] ?? null]));
    return t.map((at) => byTime.get(at) ?? null);
  });
  return { t, columns };
}
