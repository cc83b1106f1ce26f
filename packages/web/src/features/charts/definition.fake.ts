import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import {
  chartAggregates,
  chartColors,
  chartFunctions,
  chartGroups,
  chartPeriods,
  seriesTypes,
  useIfClasses,
} from "@offgrid/contract/charts/chart-choices";
import { units } from "@offgrid/contract/telemetry/metrics";
import fc from "fast-check";

/** Any definition that there can be, for tests of what always holds. */

const name = fc.oneof(
  fc.constantFrom("", "Power", "Énergie du jour", "充电 ☀️", "a".repeat(128)),
  fc.stringMatching(/^[a-z][a-z0-9 ]{0,20}[a-z]$/),
);
const id = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
const number = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));

const look = {
  title: name,
  type: fc.constantFrom(...seriesTypes),
  axis: fc.constantFrom("left" as const, "right" as const),
  plot: fc.integer({ min: 0, max: 3 }),
  multiply: number,
};
const some = { unit: fc.constantFrom(...units), color: fc.constantFrom(...chartColors) };
const place = fc.oneof(
  fc.record({ kind: fc.constant("containers" as const), ids: fc.array(id, { maxLength: 5 }) }),
  fc.record({ kind: fc.constant("cluster" as const), id }),
  fc.constant({ kind: "$container" as const }),
  fc.constant({ kind: "$cluster" as const }),
);

function optional<Shape extends Record<string, fc.Arbitrary<unknown>>>(shape: Shape) {
  return fc.record(shape, { requiredKeys: [] });
}

const measured = fc
  .tuple(
    fc.record({
      ...look,
      kind: fc.constant("metric" as const),
      metric: fc.constantFrom("", "solar.power", "battery.soc", "own.value_1"),
      of: place,
      each: fc.boolean(),
      func: fc.constantFrom(...chartFunctions),
      useIf: fc.constantFrom(...useIfClasses),
    }),
    optional(some),
  )
  .map(([all, more]) => ({ ...all, ...more }));
const formula = fc
  .tuple(
    fc.record({
      ...look,
      kind: fc.constant("formula" as const),
      op: fc.constantFrom("minus" as const, "over" as const),
    }),
    optional(some),
  )
  .map(([all, more]) => ({ ...all, ...more }));

const instant = fc.integer({ min: 1_600_000_000_000, max: 1_800_000_000_000 });

export const anyDefinition: fc.Arbitrary<ChartDefinition> = fc
  .record({
    name,
    period: fc.constantFrom(...chartPeriods),
    from: instant,
    lengthMs: fc.integer({ min: 1, max: 1e11 }),
    groupBy: fc.constantFrom("auto" as const, ...chartGroups),
    aggregates: fc.uniqueArray(fc.constantFrom(...chartAggregates)),
    measured: fc.array(measured, { maxLength: 6 }),
    formulas: fc.array(formula, { maxLength: 3 }),
    compare: fc.oneof(
      fc.record({ kind: fc.constantFrom("none" as const, "previous" as const, "week" as const, "year" as const) }),
      fc.record({ kind: fc.constant("container" as const), containerId: id }),
    ),
    thresholds: fc.array(
      fc.record({ value: number, axis: look.axis, plot: look.plot, title: name.map((text) => text.slice(0, 64)) }),
      { maxLength: 5 },
    ),
    tags: fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 10 }),
  })
  .map(({ measured: metrics, formulas, from, lengthMs, period, ...rest }) => {
    const series = metrics.map((one, index) => ({ ...one, id: `s${index}` }));
    const made =
      series.length === 0
        ? []
        : formulas.map((one, index) => ({ ...one, id: `f${index}`, a: "s0", b: `s${series.length - 1}` }));
    const range = period === "custom" ? { from, to: from + lengthMs } : {};
    return ChartDefinition.parse({ ...rest, ...range, period, series: [...series, ...made] });
  });
