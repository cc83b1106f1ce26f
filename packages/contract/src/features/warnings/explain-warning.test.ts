import { expect, test } from "vitest";

import { BackTest } from "./back-test.ts";
import { explainWarning } from "./explain-warning.ts";
import { factsOf } from "./judging-bench.ts";
import { everyMs, ruleOf } from "./warning-bench.ts";
import type { WarningRule } from "./warnings.schema.ts";

const guarded = { when: [{ type: "above" as const, attributes: ["load.power"], threshold: 5 }] };

/** Why, a minute in which the charge fell to 15 % with a load of 3 W, and so long after it. */
function why(rule: WarningRule, laterMs = 0, values: Record<string, number> = { "battery.soc": 15, "load.power": 3 }) {
  const test = new BackTest(rule, factsOf({ events: [], forecasts: [] }), 0);
  for (let atMs = everyMs; atMs <= 60_000; atMs += everyMs) test.frame(atMs, (metric) => values[metric], atMs);
  const { conditions, first } = explainWarning(rule, test, 60_000 + laterMs);
  return { first, ...conditions[first ?? 0] };
}

test("each thing that a condition can lack is named with what was known", () => {
  const value = { attribute: "battery.soc", value: 15 };
  expect(why(ruleOf([{ threshold: 10 }]))).toMatchObject({ first: 0, why: "level", ...value });
  expect(why(ruleOf([{ duration: 300 }]))).toMatchObject({
    why: "duration",
    ...value,
    sinceMs: 10_000,
    dueMs: 310_000,
  });
  expect(why(ruleOf([guarded]))).toMatchObject({ why: "guard", guard: 0, attribute: "load.power", value: 3 });
  expect(why(ruleOf([guarded]), 0, { "battery.soc": 15 })).toMatchObject({ why: "guard", guard: 0, value: null });
  expect(why(ruleOf([{ threshold: 10 }]), 600_000)).toMatchObject({ why: "unknown", sinceMs: 60_000 });
  expect(why(ruleOf([{ attributes: ["battery.temperature"] }]))).toMatchObject({ why: "unknown", value: null });
  const night = { activeHours: { from: { time: "20:00" }, to: { time: "06:00" } } };
  const day = { activeHours: { from: { time: "08:00" }, to: { time: "18:00" } } };
  expect(why(ruleOf([{}], day))).toMatchObject({ why: "inactive", ...value });
  expect(why(ruleOf([{}], night))).toMatchObject({ first: null, why: null, phase: "raised", sinceMs: 10_000 });
  const silent = { type: "silent" as const, attributes: [], threshold: undefined, duration: 900 };
  expect(why(ruleOf([silent]), 300_000)).toMatchObject({ why: "level", sinceMs: 60_000 });
  const ahead = { type: "forecast" as const, attributes: ["hours_to_reserve"], threshold: 12 };
  expect(why(ruleOf([ahead]))).toMatchObject({ why: "unknown", value: null });
});

test("what was so at the first reading was so since before it, and is not said to have begun then", () => {
  expect(why(ruleOf([{}]))).toMatchObject({ why: null, sinceMs: 10_000, isSinceBefore: true });
  expect(why(ruleOf([{ duration: 300 }]))).toMatchObject({ why: "duration", isSinceBefore: true });
  expect(why(ruleOf([{ threshold: 10 }]))).toMatchObject({ why: "level", isSinceBefore: false });
  const test = new BackTest(ruleOf([{}]), factsOf({ events: [], forecasts: [] }), 30_000);
  const charge = (atMs: number) => (atMs < 20_000 ? 15 : 12);
  for (let atMs = everyMs; atMs <= 60_000; atMs += everyMs) test.frame(atMs, () => charge(atMs), atMs);
  expect(explainWarning(ruleOf([{}]), test, 60_000)).toMatchObject({ raisedMs: 30_000, isRaisedBefore: true });
  const later = new BackTest(ruleOf([{}]), factsOf({ events: [], forecasts: [] }), 0);
  for (let atMs = everyMs; atMs <= 60_000; atMs += everyMs) later.frame(atMs, () => (atMs < 40_000 ? 50 : 12), atMs);
  const said = explainWarning(ruleOf([{}]), later, 60_000);
  expect(said).toMatchObject({ raisedMs: 40_000, isRaisedBefore: false });
  expect(said.conditions).toMatchObject([{ sinceMs: 40_000, isSinceBefore: false }]);
});

test("of several conditions the first that is not met is named, unless the rule was raised", () => {
  expect(why(ruleOf([{}, { threshold: 10 }, { threshold: 5 }]))).toMatchObject({ first: 1, why: "level" });
  expect(why(ruleOf([{ threshold: 10 }, {}], { match: "any" }))).toMatchObject({ first: null });
});
