import { expect, onTestFinished, test } from "vitest";

import { usualUnits } from "../../core/unit-choices.ts";
import { showUnits } from "../telemetry/shown-units.ts";
import { levelWords, measuredWords } from "./measured-words.ts";
import { levelPassed } from "./warning-levels.ts";
import type { RaisedBy } from "./warnings.schema.ts";

const names = {
  output: (target: string) => target,
  metric: (name: string) => name,
  value: (_metric: string, value: number) => `${value} V`,
};
const said = (type: RaisedBy["type"], level: RaisedBy["level"], attributes = ["battery.voltage"]) =>
  (["en", "fr"] as const).map((locale) => levelWords({ type, attributes, level }, locale, names));

test("a level is said on the side on which the value was beyond it, in its own unit", () => {
  expect(said("below", 20)).toEqual(["below 20\u00A0V", "en dessous de 20\u00A0V"]);
  expect(said("above", 20)).toEqual(["above 20\u00A0V", "au-dessus de 20\u00A0V"]);
  expect(said("change", -5)).toEqual(["below \u22125\u00A0V", "en dessous de \u22125\u00A0V"]);
  expect(said("outside", [2, 3])).toEqual(["not between 2\u00A0V and 3\u00A0V", "pas entre 2\u00A0V et 3\u00A0V"]);
  expect(said("neighbours", 85, [])).toEqual(["below 85\u00A0%", "en dessous de 85\u00A0%"]);
  expect(said("bundle", 100, ["data_projected"])).toEqual(["above 100\u00A0%", "au-dessus de 100\u00A0%"]);
  expect(said("forecast", 12, ["hours_to_reserve"])).toEqual(["below 12\u00A0h", "en dessous de 12\u00A0h"]);
  expect(said("forecast", 50, ["chance"])).toEqual(["above 50\u00A0%", "au-dessus de 50\u00A0%"]);
});

test("hours that are left and powers have the shape that they have on every other screen", () => {
  const plain = (text: string | undefined) => text?.replaceAll("\u00A0", " ");
  const hours = (value: number, locale: "en" | "fr" = "en") =>
    plain(measuredWords(undefined, { attribute: "hours_to_reserve", value, content: "" }, locale, names)?.value);
  expect([0.005, 0.33, 1.77, 4.2, 7.4, 60].map((value) => hours(value))).toEqual([
    "< 1 min",
    "20 min",
    "1 h 46",
    "4 h 12",
    "7 h",
    "> 48 h",
  ]);
  expect(hours(1.77, "fr")).toBe("1 h 46");
  expect(plain(said("forecast", 1.5, ["hours_to_reserve"])[0])).toBe("below 1 h 30");
  const above = (value: number, threshold: number, metric = "load.power") => {
    const condition = { type: "above" as const, attributes: [metric], threshold };
    const raised = { attribute: metric, value, content: "" };
    const { value: text } = measuredWords({ conditions: [condition] }, raised, "en", names) ?? {};
    return [text, levelWords({ ...condition, level: threshold }, "en", names)].map(plain);
  };
  expect(above(2_463, 1_500)).toEqual(["2.46 kW", "above 1.5 kW"]);
  // Of a level every digit counts, and a value never reads as the level that it is beyond.
  expect(above(1_238, 1_234)).toEqual(["1.24 kW", "above 1.234 kW"]);
  expect(above(20.4, 20, "battery.soc")).toEqual(["20.4 %", "above 20 %"]);
  expect(above(26, 20, "battery.soc")).toEqual(["26 %", "above 20 %"]);
});

test("what has no level, or one that says nothing more than the value, is not said", () => {
  for (const [type, level] of [
    ["silent", null],
    ["state", [4]],
    ["stuck", 0.1],
    ["command", 1],
    ["event", 3],
  ] as const)
    expect(said(type, level)).toEqual([undefined, undefined]);
});

test("of two levels the one that the value was beyond is the level, the critical one where it was beyond both", () => {
  const condition = { type: "below", attributes: ["battery.soc"], threshold: 20, critical: { threshold: 10 } } as const;
  expect([8, 18, 25, null].map((value) => levelPassed(condition, value))).toEqual([10, 20, null, null]);
});

test("whoever reads °F has levels of temperatures in it, and differences of temperatures without the offset", () => {
  showUnits({ ...usualUnits, temperature: "degF" });
  onTestFinished(() => showUnits(usualUnits));
  const attributes = ["battery.temperature", "inside.temperature"];
  const beyond = (type: "above" | "compare" | "spread" | "change", value: number, threshold: number) => {
    const condition = { type, attributes, threshold };
    const raised = { attribute: "battery.temperature", value, content: "" };
    const text = measuredWords({ conditions: [condition] }, raised, "en", names)?.value;
    const level = levelWords({ ...condition, level: threshold }, "en", names);
    return [text, level].map((one) => one?.replaceAll("\u00A0", " "));
  };
  expect(beyond("above", 50, 45)).toEqual(["122.0 °F", "above 113 °F"]);
  for (const type of ["compare", "spread", "change"] as const)
    expect(beyond(type, 10, 5)).toEqual(["18.0 °F", "above 9 °F"]);
});
