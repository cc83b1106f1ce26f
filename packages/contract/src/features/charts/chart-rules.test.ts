import { expect, test } from "vitest";

import { ChartDefinition, KeptDefinition } from "./chart-definition.schema.ts";
import {
  earlierWall,
  formulaValues,
  freePlace,
  groupFor,
  measuredUnit,
  misplacedSeries,
  mixedUnits,
  seriesUnit,
  stepBefore,
} from "./chart-rules.ts";

const day = 86_400_000;
const series = (id: string, metric: string, more: object = {}) => ({
  id,
  kind: "metric",
  metric,
  of: { kind: "containers", ids: ["gao"] },
  ...more,
});
const defined = (all: object[], more: object = {}) => ChartDefinition.parse({ name: "Power", series: all, ...more });
const line = defined([series("a", "solar.power")]);
const bars = defined([series("a", "solar.power", { type: "bar", func: "hourly_average_sum" })]);

test("groups follow the range, are coarser for bars, and coarser than pinned where there would be too many points", () => {
  const lines = [1, 7, 40, 365, 3_650].map((days) => groupFor(line, days * day, 1_500));
  expect(lines).toEqual(["15m", "15m", "hour", "day", "week"]);
  expect([1, 7, 31, 365].map((days) => groupFor(bars, days * day, 1_500))).toEqual(["hour", "day", "day", "month"]);
  expect(groupFor({ ...line, groupBy: "15m" }, 300 * day, 1_500)).toBe("day");
  expect(groupFor({ ...bars, groupBy: "hour" }, 7 * day, 1_500)).toBe("hour");
  expect(groupFor({ ...line, groupBy: "raw" }, day, 1_500)).toBe("raw");
  expect(groupFor({ ...line, groupBy: "raw" }, 3 * day, 1_500)).toBe("15m");
  // A thumbnail of a day.
  expect(groupFor(line, 30 * day, 60)).toBe("day");
});

test("a formula has a gap where a side was not measured and where it would divide by zero", () => {
  const values = (op: "minus" | "over", unit: "percent" | "count" | "W", multiply = 1) =>
    formulaValues({ op, multiply }, [6, null, 4, 1], [3, 2, 0, null], unit);
  expect(values("minus", "W")).toEqual([3, null, 4, null]);
  expect(values("minus", "W", 10)).toEqual([30, null, 40, null]);
  expect(values("over", "count")).toEqual([2, null, null, null]);
  expect(values("over", "percent")).toEqual([200, null, null, null]);
});

test("the unit of a formula follows from its sides", () => {
  const formula = (op: string, b: string) => ({ id: "f", kind: "formula", op, a: "a", b });
  const sides = [series("a", "solar.power"), series("b", "load.power"), series("c", "battery.soc")];
  const unitOf = (op: string, b: string) => {
    const all = defined([...sides, formula(op, b)]).series;
    return seriesUnit(all[3]!, all);
  };
  expect([unitOf("minus", "b"), unitOf("over", "b"), unitOf("over", "c")]).toEqual(["W", "percent", "count"]);
});

test("a sum of powers is no power, and hours of anything but power are no energy", () => {
  const unitOf = (metric: string, func: "sum" | "hourly_average_sum" | "max") => measuredUnit({ metric, func });
  expect([unitOf("load.power", "hourly_average_sum"), unitOf("load.power", "max")]).toEqual(["Wh", "W"]);
  expect([unitOf("load.power", "sum"), unitOf("battery.voltage", "hourly_average_sum")]).toEqual(["count", "count"]);
});

test("a known unit is not called another: only what was multiplied, what nobody knows, and some quotients can be", () => {
  const volts = { unit: "mV" };
  const unit = (...all: object[]) => {
    const { series: own } = defined(all);
    return seriesUnit(own.at(-1)!, own);
  };
  expect(unit(series("a", "battery.voltage", volts))).toBe("V");
  expect(unit(series("a", "battery.voltage", { ...volts, multiply: 1_000 }))).toBe("mV");
  expect(unit(series("a", "own.level", volts))).toBe("mV");
  expect(unit(series("a", "battery.voltage", { ...volts, multiply: 1_000, func: "count" }))).toBe("count");
  const over = (a: string, b: string, more: object) =>
    unit(series("a", a), series("b", b), { id: "f", kind: "formula", op: "over", a: "a", b: "b", ...more });
  expect([over("load.power", "solar.power", { unit: "count" }), over("load.power", "solar.power", volts)]).toEqual([
    "count",
    "percent",
  ]);
  expect(over("load.power", "battery.voltage", { unit: "A" })).toBe("A");
  expect(
    unit(series("a", "load.power"), series("b", "solar.power"), {
      ...{ id: "f", kind: "formula", op: "minus", a: "a", b: "b", unit: "Wh" },
    }),
  ).toBe("W");
});

test("what has two units cannot be subtracted; a ratio can, and so can what has no unit that anybody knows", () => {
  const sides = [series("a", "battery.cell.1.voltage"), series("b", "solar.1.power"), series("c", "own.level")];
  const mixed = (op: string, a: string, b: string, more: object[] = []) => {
    const all = defined([...sides, ...more, { id: "f", kind: "formula", op, a, b }]).series;
    return mixedUnits(all.at(-1)!, all);
  };
  expect(mixed("minus", "a", "b")).toEqual(["V", "W"]);
  expect([mixed("over", "a", "b"), mixed("minus", "a", "c"), mixed("minus", "b", "b")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(mixed("minus", "b", "d", [series("d", "load.power", { func: "count" })])).toEqual(["W", "count"]);
});

test("a unit finds the axis that has it, else a free one, else a drawing below; a series on a foreign axis is not drawn", () => {
  const all = defined([series("a", "solar.power"), series("b", "battery.soc", { axis: "right" })]).series;
  expect(freePlace("percent", all, all, 4)).toEqual({ axis: "right", plot: 0 });
  expect(freePlace("V", all, all, 4)).toEqual({ axis: "left", plot: 1 });
  expect(freePlace("V", all, all, 1)).toBeUndefined();
  const wrong = defined([series("a", "solar.power"), series("b", "battery.soc"), series("c", "load.power")]).series;
  expect([...misplacedSeries(wrong)]).toEqual(["b"]);
});

test("a series of which nothing is known leaves its axis to the others", () => {
  const misplaced = (...metrics: string[]) => [
    ...misplacedSeries(defined(metrics.map((metric, index) => series(`s${index + 1}`, metric))).series),
  ];
  expect(misplaced("", "load.power")).toEqual([]);
  expect(misplaced("", "battery.soc", "load.power")).toEqual(["s3"]);
  // A container's own metric is drawn where no other unit is, and does not hide what has one.
  expect(misplaced("own.level", "load.power")).toEqual(["s1"]);
  expect(misplaced("own.level", "own.other")).toEqual([]);
  const all = defined([series("a", ""), series("b", "own.level", { axis: "right" })]).series;
  expect(freePlace("W", all, all, 4)).toEqual({ axis: "left", plot: 0 });
  expect(freePlace("W", all.slice(1), all, 4)).toEqual({ axis: "left", plot: 0 });
  const formula = defined([
    series("a", "battery.voltage", { axis: "right" }),
    series("b", "load.power", { axis: "right", plot: 1 }),
    { id: "f", kind: "formula", op: "minus", a: "a", b: "b" },
    series("c", "battery.soc"),
  ]).series;
  expect([...misplacedSeries(formula)]).toEqual([]);
});

test("what is laid over a period is the one before it by the calendar", () => {
  expect(stepBefore("today", day)).toEqual({ days: 1 });
  expect(stepBefore("begin_of_month", day)).toEqual({ months: 1 });
  expect(stepBefore("custom", 2.5 * day)).toEqual({ days: 3 });
  const wall = (text: string) => Date.parse(`${text}Z`);
  expect(earlierWall(wall("2026-03-31T13:00:00"), { months: 1 })).toBe(wall("2026-02-28T13:00:00"));
  expect(earlierWall(wall("2028-02-29T00:00:00"), { months: 12 })).toBe(wall("2027-02-28T00:00:00"));
  expect(earlierWall(wall("2026-03-01T06:30:00"), { days: 7 })).toBe(wall("2026-02-22T06:30:00"));
});

test("a definition says what is wrong at its place, and a chart is kept only with a name and whole series", () => {
  const faults = (schema: typeof ChartDefinition, given: object) =>
    schema.safeParse(given).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  expect(
    faults(ChartDefinition, {
      name: "",
      period: "custom",
      series: [
        series("a", "solar.power"),
        series("a", "load.power"),
        { id: "f", kind: "formula", op: "over", a: "a", b: "x" },
      ],
    }),
  ).toEqual([
    "from: Give the beginning.",
    "series.1.id: Two series have this id.",
    "series.2.b: Choose a series that is measured.",
  ]);
  expect(faults(KeptDefinition, { name: "", series: [] })).toEqual([
    "name: Please fill full fields",
    "series: Please fill array fields",
  ]);
  const empty = series("a", "", { of: { kind: "containers", ids: [] } });
  expect(faults(KeptDefinition, { name: "Charge", series: [empty] })).toEqual([
    "series.0.metric: Please fill full fields",
    "series.0.of: Please fill array fields",
  ]);
  // Seconds would be read as other instants each time.
  expect(faults(ChartDefinition, { name: "", period: "custom", from: 1_700_000_000, series: [] })).toHaveLength(1);
});
