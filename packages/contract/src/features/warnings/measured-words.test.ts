import { expect, test } from "vitest";

import { levelWords } from "./measured-words.ts";
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
  expect(said("below", 20)).toEqual(["below 20 V", "en dessous de 20 V"]);
  expect(said("above", 20)).toEqual(["above 20 V", "au-dessus de 20 V"]);
  expect(said("change", -5)).toEqual(["below -5 V", "en dessous de -5 V"]);
  expect(said("outside", [2, 3])).toEqual(["not between 2 V and 3 V", "pas entre 2 V et 3 V"]);
  expect(said("neighbours", 85, [])).toEqual(["below 85\u00A0%", "en dessous de 85\u00A0%"]);
  expect(said("bundle", 100, ["data_projected"])).toEqual(["above 100\u00A0%", "au-dessus de 100\u00A0%"]);
  expect(said("forecast", 12, ["hours_to_reserve"])).toEqual(["below 12\u00A0h", "en dessous de 12\u00A0h"]);
  expect(said("forecast", 50, ["chance"])).toEqual(["above 50\u00A0%", "au-dessus de 50\u00A0%"]);
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
