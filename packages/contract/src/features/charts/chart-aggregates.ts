import type { ChartAggregate } from "./chart-choices.ts";

/** A figure that is said of a line; undefined where nothing was measured. */
export function aggregateOf(aggregate: ChartAggregate, values: readonly (number | null)[]): number | undefined {
  const measured = values.filter((value) => value !== null);
  if (measured.length === 0) return undefined;
  switch (aggregate) {
    case "average":
      return sumOf(measured) / measured.length;
    case "min":
      return measured.reduce((low, value) => Math.min(low, value));
    case "max":
      return measured.reduce((high, value) => Math.max(high, value));
    case "sum":
      return sumOf(measured);
    case "last":
      return measured.at(-1);
  }
}

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
