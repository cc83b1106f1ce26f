import { expect, test } from "vitest";

import { lowCharge } from "./warning-bench.ts";
import { WarningCondition } from "./warnings.schema.ts";

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

test("what rules say is not counted by rules, or they would feed each other", () => {
  const event = { ...counting, type: "event" };
  expect(faultsOf({ ...event, attributes: ["door.opened", "warning.cleared"] })).toEqual(["attributes"]);
  expect(faultsOf({ ...event, attributes: ["door.opened", "warnings"] })).toEqual([]);
});
