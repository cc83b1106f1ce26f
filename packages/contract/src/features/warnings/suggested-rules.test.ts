import { expect, test } from "vitest";

import { metrics } from "../telemetry/metrics.ts";
import { ruleFromSuggestion } from "./rule-from-suggestion.ts";
import { watchesSame } from "./suggested-rule.ts";
import { suggestedRules } from "./suggested-rules.ts";
import { type WarningGuard, WarningRuleInput } from "./warnings.schema.ts";

const languages = ["en", "fr"] as const;
const all = new Set(Object.keys(metrics));

test.each(suggestedRules)("the suggestion $key is a rule that can be saved, in both languages", (one) => {
  for (const language of languages) {
    const rule = ruleFromSuggestion(one, language, all);
    expect(rule).toMatchObject({ ruleName: one[language].ruleName, note: one[language].note });
    expect(WarningRuleInput.safeParse({ ...rule, sites: ["gao"] }).error).toBeUndefined();
  }
});

test("each suggestion has a key and names of its own", () => {
  for (const names of [
    suggestedRules.map(({ key }) => key),
    ...languages.map((l) => suggestedRules.map((one) => one[l].ruleName)),
  ])
    expect(new Set(names).size).toBe(suggestedRules.length);
});

test("a suggestion looks only at what containers send, and is none for those that send nothing of it", () => {
  const of = (wanted: string) => suggestedRules.find(({ key }) => key === wanted) ?? expect.fail(wanted);
  const fuel = ruleFromSuggestion(of("fuel_low"), "en", new Set(["tank.fuel.1.level"]));
  expect(fuel?.conditions[0]?.attributes).toEqual(["tank.fuel.1.level"]);
  expect(ruleFromSuggestion(of("fuel_low"), "en", new Set(["battery.soc"]))).toBeUndefined();
  // Its guard has nothing to look at.
  expect(ruleFromSuggestion(of("charging_cold"), "en", new Set(["battery.temperature"]))).toBeUndefined();
  expect(ruleFromSuggestion(of("dark"), "fr", new Set())).toBeDefined();
  expect(ruleFromSuggestion(of("cut"), "en", new Set(["inside.temperature"]))).toBeUndefined();
  expect(ruleFromSuggestion(of("cut"), "en", new Set(["inverter.state"]))).toMatchObject({ severity: "critical" });
});

test("loads that are or will be cut are critical from the first on, as every screen shows them", () => {
  for (const wanted of ["cut", "cut_ahead"]) {
    const one = suggestedRules.find(({ key }) => key === wanted) ?? expect.fail(wanted);
    expect(one.severity).toBe("critical");
  }
});

test("a rule that a guard keeps quiet at times does not watch what a suggestion without that guard watches", () => {
  const of = (wanted: string) => suggestedRules.find(({ key }) => key === wanted) ?? expect.fail(wanted);
  const ruleOf = (key: string, when?: WarningGuard[]) => {
    const rule = ruleFromSuggestion(of(key), "en", all) ?? expect.fail(key);
    const conditions = rule.conditions.map((one) => ({ ...one, when: when ?? one.when }));
    return WarningRuleInput.parse({ ...rule, sites: ["gao"], conditions });
  };
  const atNight: WarningGuard = { type: "below", attributes: ["solar.power"], threshold: 10 };
  expect(watchesSame(of("battery_hot"), ruleOf("battery_hot"))).toBe(true);
  expect(watchesSame(of("battery_hot"), ruleOf("battery_hot", [atNight]))).toBe(false);
  // The suggestion is quiet then too, whatever its level is.
  expect(watchesSame(of("charging_cold"), ruleOf("charging_cold"))).toBe(true);
  const charging: WarningGuard = { type: "above", attributes: ["battery.current"], threshold: 5 };
  expect(watchesSame(of("charging_cold"), ruleOf("charging_cold", [charging]))).toBe(true);
  expect(watchesSame(of("charging_cold"), ruleOf("charging_cold", [charging, atNight]))).toBe(false);
  // One that is never quiet watches more.
  expect(watchesSame(of("charging_cold"), ruleOf("charging_cold", []))).toBe(true);
});
