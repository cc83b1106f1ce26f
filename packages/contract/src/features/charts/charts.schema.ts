import { z } from "zod";

import { seriesPerChart } from "../../core/constants.ts";
import { plainName } from "../../core/one-line.ts";
import { ZoneName } from "../containers/containers.schema.ts";
import { chartFunctions, chartGroups, chartPeriods, seriesTypes, useIfClasses } from "./chart-choices.ts";
import { energyOrigins, energyParts } from "./energy-parts.ts";

export const ChartPeriod = z.enum(chartPeriods);
export type ChartPeriod = z.infer<typeof ChartPeriod>;

export const ChartGroup = z.enum(chartGroups);
export type ChartGroup = z.infer<typeof ChartGroup>;

export const ChartFunction = z.enum(chartFunctions);
export type ChartFunction = z.infer<typeof ChartFunction>;

export const UseIf = z.enum(useIfClasses);
export type UseIf = z.infer<typeof UseIf>;

/** Most containers that a chart sums, counted for each of its series. */
export const containersPerChart = 500;

const Container = z.string().min(1).max(64);

export const ChartSeries = z.strictObject({
  containerId: Container.optional(),
  /** Instead of `containerId`: the values of these containers are summed, group by group; a cluster is such a list. */
  containerIds: z.array(Container).min(1).max(containersPerChart).optional(),
  metric: z.string().min(1).max(64),
  func: ChartFunction.default("average"),
  useIf: UseIf.default("all"),
  multiply: z.number().default(1).describe("Factor that the values are multiplied by"),
  type: z.enum(seriesTypes).default("line"),
  axis: z.enum(["left", "right"]).default("left"),
  unit: z.string().max(16).optional(),
  title: z.string().max(128).overwrite(plainName).optional(),
});
export type ChartSeries = z.infer<typeof ChartSeries>;

/** A range: a named period ending now, or `from` and `to` in epoch seconds or milliseconds (below 3.15e10: seconds). */
export const range = {
  period: ChartPeriod.optional(),
  from: z.number().optional(),
  to: z.number().optional(),
  zone: ZoneName.optional(),
};

export const ChartQuestion = z.strictObject({
  ...range,
  groupBy: ChartGroup,
  series: z.array(ChartSeries).min(1).max(seriesPerChart),
});
export type ChartQuestion = z.infer<typeof ChartQuestion>;

/**
 * A column of a chart. Checks the same as an array of numbers and nulls would, but as a whole and in a tenth of the
 * time, since a column has thousands of values. The documents show it as that array.
 */
function column<Cell extends number | null>(
  isCell: (value: unknown) => value is Cell,
  documented: object,
  description: string,
) {
  // The times of a chart's groups are the same frozen column in many answers; walking a frozen one is slow besides.
  const frozen = new WeakSet<object>();
  const schema = z.custom<readonly Cell[]>((value) => {
    if (!Array.isArray(value)) return false;
    if (frozen.has(value)) return true;
    const isColumn = value.every(isCell);
    if (isColumn && Object.isFrozen(value)) frozen.add(value);
    return isColumn;
  });
  schema._zod.toJSONSchema = () => ({ type: "array", items: documented, description });
  return schema;
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isNumberOrNull = (value: unknown): value is number | null => value === null || Number.isFinite(value);
export const numberColumn = (description: string) => column(isNumber, { type: "number" }, description);
export const valueColumn = (description: string) =>
  column(isNumberOrNull, { anyOf: [{ type: "number" }, { type: "null" }] }, description);

/** Columns: `t` in epoch milliseconds (start of each group), then one array per series; null where nothing was measured. */
export const ChartAnswer = z.object({
  t: numberColumn("Starts of the groups, or instants of the readings, epoch ms"),
  series: z.array(valueColumn("In the unit of its metric; null where nothing was measured")),
  groupBy: ChartGroup,
  zone: z.string(),
  coverage: z.array(z.number()).describe("Share of the range that was measured, 0..1, per series"),
  tier: z.enum(["frames", "rollups"]),
  clamped: z
    .array(z.int())
    .optional()
    .describe("Which series, counted from 0, are sums in which negative amounts counted as 0; left out: none"),
});
export type ChartAnswer = z.infer<typeof ChartAnswer>;

export const EnergyQuestion = z.strictObject({
  ...range,
  groupBy: z.enum(["hour", "day", "week", "month", "year"]),
  /** Absent: every container that the caller may see. */
  containerIds: z.array(Container).max(2_000).optional(),
  ownDays: z
    .boolean()
    .optional()
    .describe(
      "Days and longer groups of each container begin at its own midnight, on the dates that they have in `zone`; what is of another date, since it has begun there already, is not counted; not by the hour",
    ),
});
export type EnergyQuestion = z.infer<typeof EnergyQuestion>;

export const EnergyAnswer = z.object({
  t: numberColumn("Starts of the groups, epoch ms"),
  values: valueColumn("Wh per group; null where nothing was measured"),
  measuredHours: numberColumn("Hours of each group that were measured, summed over containers"),
  total: z.number().describe("Wh over the range"),
  coverage: z
    .number()
    .describe("Share of the range up to now that was measured, 0..1, over the containers that have ever measured this"),
  zone: z.string(),
  groupBy: ChartGroup,
});
export type EnergyAnswer = z.infer<typeof EnergyAnswer>;

/**
 * Consumption by where it came from: from sun, generator and grid, each directly or via the battery, and what is not
 * known. Together they are the consumption.
 */
export const EnergyOrigins = z.record(
  z.enum(energyOrigins),
  z.object({
    values: valueColumn("Wh per group; null where no consumption was measured"),
    total: z.number().nullable().describe("Wh over the range; null where no consumption was measured"),
  }),
);
export type EnergyOrigins = z.infer<typeof EnergyOrigins>;

export const FleetOrigins = z.object({
  /** Together the consumption. */
  origins: z.record(
    z.enum(energyOrigins),
    z.number().nullable().describe("Wh over the range; null where none was measured, or of too many containers"),
  ),
  of: z.int().describe("Containers that were asked for"),
  /** Whether these are too many to look at each. */
  isTooMany: z.boolean(),
});
export type FleetOrigins = z.infer<typeof FleetOrigins>;

export const EnergyBalance = z.object({
  t: numberColumn("Starts of the groups, epoch ms"),
  parts: z.record(
    z.enum(energyParts),
    z.object({
      values: valueColumn("Wh per group; null where nothing was measured"),
      total: z.number().nullable().describe("Wh over the range; null where nothing was measured"),
      coverage: z.number().describe("Share of the range up to now that was measured, 0..1"),
    }),
  ),
  /**
   * Of single devices, which are part of solar, generator or load; what was not measured is not there. They are told from
   * their power, and share the total of solar and generator as far as meters explain the difference.
   */
  devices: z.record(z.string(), z.number().describe("Wh over the range")),
  /**
   * What the power of solar and generator has beyond that of their devices, of the time for which powers were measured: a
   * total may know more by its meter. Left out: no device of it is measured, or the power of the whole is not.
   */
  besideDevices: z.partialRecord(z.enum(["solar", "generator"]), z.number().describe("Wh over the range")).optional(),
  origins: EnergyOrigins,
  /** What the container has, as its states say, but whose energy it does not measure. */
  unmeasured: z.array(z.enum(["generator", "grid"])),
  /** State of charge at the first and at the last reading, percent; null: not measured. */
  soc: z
    .object({
      first: z.number().describe("Percent"),
      last: z.number().describe("Percent"),
    })
    .nullable(),
  zone: z.string(),
  groupBy: ChartGroup,
});
export type EnergyBalance = z.infer<typeof EnergyBalance>;
