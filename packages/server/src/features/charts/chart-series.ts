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

/** A column out of values by group number; null where there is none. */
export function spread(values: ReadonlyMap<number, number>, groups: number, multiply: number): (number | null)[] {
  return Array.from({ length: groups }, (_, group) => {
    const value = values.get(group);
    return value === undefined ? null : value * multiply;
  });
}

/**
 * Sums averages of local hours into groups, so that watts become watt-hours. A shorter part counts by its length: the
 * half hours of Lord Howe's clock changes, and quarter hours where these are the groups.
 * @param averages Number of the hour -> average.
 * @param hours n + 1 edges of the hours; every edge of a group is one of them.
 */
export function sumHours(
  averages: ReadonlyMap<number, number>,
  hours: readonly number[],
  edges: readonly number[],
): Map<number, number> {
  const sums = new Map<number, number>();
  let group = 0;
  for (let hour = 0; hour + 1 < hours.length; hour++) {
    const start = hours[hour] as number;
    while (group + 2 < edges.length && (edges[group + 1] as number) <= start) group++;
    const average = averages.get(hour);
    if (average === undefined) continue;
    const lengthH = ((hours[hour + 1] as number) - start) / hourMs;
    sums.set(group, (sums.get(group) ?? 0) + average * lengthH);
  }
  return sums;
}

/** Brings columns with times of their own onto the union of all times; null where a column has none. */
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
