/** What can be chosen of a chart. No schema library here: screens import it whole. */

export const chartPeriods = [
  "today",
  "yesterday",
  "day",
  "week",
  "month",
  "year",
  "7_days",
  "30_days",
  "begin_of_day",
  "begin_of_week",
  "begin_of_month",
  "begin_of_year",
  "custom",
] as const;

/** Earlier times that can be laid over a chart. */
export const comparedTimes = ["previous", "week", "year"] as const;
export type ComparedTime = (typeof comparedTimes)[number];

export const chartGroups = ["raw", "15m", "hour", "day", "week", "month", "year"] as const;

/**
 * energy: of power, as balances have it: what its meter counted where there is one, else the power over time (Wh). Of a power
 * that flows both ways, `useIf` says which direction.
 * hourly_average_sum: averages of local hours times their length, so that W become Wh; of an hour that has begun, or that
 * the range cuts, the part in the span counts. Readings that `useIf` leaves out count as 0, so that "positive" and
 * "negative" are the energy of each direction.
 */
export const chartFunctions = [
  "average",
  "min",
  "max",
  "sum",
  "energy",
  "hourly_average_sum",
  "first",
  "last",
  "count",
] as const;

export const useIfClasses = [
  "all",
  "all_except_0",
  "positive",
  "positive_and_0",
  "negative",
  "negative_and_0",
] as const;

export type UseIf = (typeof useIfClasses)[number];

/** The one direction that a class keeps; undefined: both. */
export function directionOf(useIf: UseIf): "positive" | "negative" | undefined {
  if (useIf === "positive" || useIf === "positive_and_0") return "positive";
  return useIf === "negative" || useIf === "negative_and_0" ? "negative" : undefined;
}

export const seriesTypes = ["line", "bar", "area", "stack_line", "stack_bar"] as const;

/** Colours that people give to series: tokens of the design, never numbers. */
export const chartColors = [
  "solar",
  "load",
  "battery-out",
  "battery-in",
  "generator",
  "soc",
  "compare-1",
  "compare-2",
  "compare-3",
  "compare-4",
] as const;

/** What is said of each series under its drawing. */
export const chartAggregates = ["average", "min", "max", "sum", "last"] as const;
export type ChartAggregate = (typeof chartAggregates)[number];
