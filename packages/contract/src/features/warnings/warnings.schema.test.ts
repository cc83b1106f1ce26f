import { expect, test } from "vitest";

import { lowCharge } from "./warning-bench.ts";
import { WarningCondition, WarningRule, WarningRuleInput } from "./warnings.schema.ts";

function faultsOf(condition: object): string[] {
  const { error } = WarningCondition.safeParse({ ...lowCharge, threshold: undefined, ...condition });
  return error?.issues.map(({ path }) => path.join(".")) ?? [];
}

const counting = { threshold: 1, window: 600 };

test.each<[string, object, boolean]>([
  ["a value", { threshold: 20 }, true],
  ["the silence of a metric", { type: "silent" }, true],
  ["the silence of a container", { type: "silent", attributes: [] }, false],
  ["events", { ...counting, type: "event", attributes: ["door.opened"] }, false],
  ["commands", { ...counting, type: "command", attributes: [] }, false],
  ["the forecast", { type: "forecast", attributes: ["hours_to_reserve"], threshold: 12 }, false],
])(
  "a condition on %s has guards only if it is judged on frames, which have what guards look at",
  (_, condition, may) => {
    const when = [{ type: "above", attributes: ["battery.current"], threshold: 1 }];
    expect(faultsOf(condition)).toEqual([]);
    expect(faultsOf({ ...condition, when })).toEqual(may ? [] : ["when"]);
  },
);

test("what is expected is a share, of what one or two metrics say", () => {
  const expected = { type: "expected", attributes: ["solar.power", "solar.irradiance"], threshold: 70 };
  expect(faultsOf(expected)).toEqual([]);
  expect(faultsOf({ ...expected, attributes: ["solar.power"], clearAt: 80 })).toEqual([]);
  for (const threshold of [0, 100, 5_000]) expect(faultsOf({ ...expected, threshold })).toEqual(["threshold"]);
  expect(faultsOf({ ...expected, clearAt: 60 })).toEqual(["clearAt"]);
  expect(faultsOf({ ...expected, attributes: ["a", "b", "c"] })).toEqual(["attributes"]);
});

test("what is counted says what has to become so, and how often at most", () => {
  const counted = { type: "above", attributes: ["load.power"], threshold: 3_000 };
  const count = { type: "repeats", attributes: [], threshold: 5, window: 3_600, counted };
  expect(faultsOf(count)).toEqual([]);
  expect(faultsOf({ ...count, counted: undefined })).toEqual(["counted"]);
  expect(faultsOf({ ...count, threshold: 101 })).toEqual(["threshold"]);
  expect(faultsOf({ ...count, critical: { threshold: 101 } })).toEqual(["critical.threshold"]);
  expect(faultsOf({ ...count, window: undefined })).toEqual(["window"]);
  expect(faultsOf({ ...count, attributes: ["load.power"] })).toEqual(["attributes"]);
  expect(faultsOf({ ...count, counted: { ...counted, type: "outside" } })).toEqual(["counted.threshold"]);
  expect(faultsOf({ threshold: 20, counted })).toEqual(["counted"]);
});

test("a budget is a limit of a meter that the container sends, in a period", () => {
  const budget = {
    type: "budget",
    attributes: ["load.energy"],
    threshold: 80,
    budget: { limit: 300_000, period: "month" },
  };
  expect(faultsOf(budget)).toEqual([]);
  expect(faultsOf({ ...budget, threshold: 0 })).toEqual(["threshold"]);
  expect(faultsOf({ ...budget, budget: undefined })).toEqual(["budget"]);
  expect(faultsOf({ ...budget, budget: { limit: 0, period: "month" } })).toEqual(["budget.limit"]);
  expect(faultsOf({ ...budget, budget: { limit: 1, period: "year" } })).toEqual(["budget.period"]);
  for (const name of ["load.power", "network.rx", "battery.soc", "own.value"])
    expect(faultsOf({ ...budget, attributes: [name] })).toEqual(["attributes"]);
  expect(faultsOf({ threshold: 20, budget: budget.budget })).toEqual(["budget"]);
});

test("neighbours are compared by whole days, at a share below all of it", () => {
  const neighbours = { type: "neighbours", attributes: [], threshold: 85, duration: 3 * 86_400 };
  expect(faultsOf(neighbours)).toEqual([]);
  expect(faultsOf({ ...neighbours, critical: { threshold: 60, duration: 86_400 } })).toEqual([]);
  expect(faultsOf({ ...neighbours, duration: 3_600 })).toEqual(["duration"]);
  expect(faultsOf({ ...neighbours, critical: { threshold: 60, duration: 60 } })).toEqual(["critical.duration"]);
  expect(faultsOf({ ...neighbours, threshold: 100 })).toEqual(["threshold"]);
  expect(faultsOf({ ...neighbours, attributes: ["solar.power"] })).toEqual(["attributes"]);
});

test("of a data bundle it is what is used, or will be, that counts", () => {
  const bundle = { type: "bundle", attributes: ["data_used"], threshold: 120 };
  expect(faultsOf(bundle)).toEqual([]);
  expect(faultsOf({ ...bundle, threshold: 0 })).toEqual(["threshold"]);
  expect(faultsOf({ ...bundle, attributes: ["network.rx"] })).toEqual(["attributes"]);
});

test("what rules say is not counted by rules, or they would feed each other", () => {
  const event = { ...counting, type: "event" };
  expect(faultsOf({ ...event, attributes: ["door.opened", "warning.cleared"] })).toEqual(["attributes"]);
  expect(faultsOf({ ...event, attributes: ["door.opened", "warnings"] })).toEqual([]);
  expect(faultsOf({ ...event, attributes: ["chart_link.busy"] })).toEqual(["attributes"]);
});

test("a threshold of its own beyond the critical one is refused, but stays readable where it is stored, and can be turned off", () => {
  const power = { ...lowCharge, type: "above", attributes: ["load.power"], threshold: 2_900 };
  const own = { containerId: "saint-louis", threshold: 5_000 };
  const rule = (override: object) => ({
    ruleName: "Load",
    sites: ["saint-louis"],
    conditions: [{ ...power, critical: { threshold: 4_000 }, overrides: [override] }],
  });
  const [issue, ...others] = WarningRuleInput.safeParse(rule(own)).error?.issues ?? [];
  expect(others).toEqual([]);
  expect(issue?.path.join(".")).toBe("conditions.0.overrides.0.threshold");
  expect(issue?.message).toContain("must not lie beyond the critical one");
  expect(WarningRule.safeParse(rule(own)).error).toBeUndefined();
  expect(WarningRuleInput.safeParse({ ...rule(own), enabled: false }).error).toBeUndefined();
  expect(WarningRuleInput.safeParse(rule({ ...own, threshold: 4_000 })).error).toBeUndefined();
  expect(WarningRuleInput.safeParse(rule({ ...own, off: true })).error).toBeUndefined();
});
