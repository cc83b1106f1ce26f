import { describe, expect, test } from "vitest";

import { Automation, Automations, missingOutputs } from "./automations.schema.ts";

const keep = {
  kind: "keep",
  name: "Pump only with charge",
  enabled: true,
  priority: 5,
  output: "relay.3",
  to: false,
  while: { kind: "metric", metric: "battery.soc", is: "below", value: 40, until: 45 },
  unknown: "as_before",
};
const run = {
  kind: "run",
  name: "Evening light",
  enabled: true,
  priority: 5,
  mode: "single",
  when: [{ kind: "moment", at: { sun: "sunset", offsetMinutes: -15 } }],
  if: { kind: "group", match: "all", of: [{ kind: "sun", is: "down" }] },
  unknown: "stop",
  do: [{ kind: "set", output: "relay.4", to: true, until: { sun: "sunrise" } }],
  missed: "run_once",
};
/** Path and sentence of the first fault. */
const faultOf = (value: unknown) => {
  const issue = Automation.safeParse(value).error?.issues[0];
  return issue && `${issue.path.join(".")}: ${issue.message}`;
};
const leaf = { kind: "sun", is: "up" };
const nest = (depth: number): unknown => (depth === 1 ? leaf : { kind: "group", match: "any", of: [nest(depth - 1)] });

test("both forms are taken as they are", () => {
  expect(Automation.parse(keep)).toEqual(keep);
  expect(Automation.parse(run)).toEqual(run);
});

describe("what is wrong is said by its field", () => {
  test.each<[string, unknown]>([
    ["name: Please fill a name.", { ...keep, name: " " }],
    ["priority: Please fill a priority: 1 to 9.", { ...keep, priority: 10 }],
    ["output: This is no output, such as relay.3.", { ...keep, output: "relay.99" }],
    ["output: An automation switches on and off only; this output has levels.", { ...keep, output: "street_light.1" }],
    ["while.is: Please choose one: above, below, equal.", { ...keep, while: { ...keep.while, is: "under" } }],
    ["while.value: Please fill a number: -1000000000 to 1000000000.", { ...keep, while: { ...keep.while, value: "" } }],
    ["while.until: Please fill a number above the other one.", { ...keep, while: { ...keep.while, until: 30 } }],
    [
      "while.without: Only a power that a load is part of can be read without that load.",
      { ...keep, while: { ...keep.while, without: { output: "relay.3", powerW: 10 } } },
    ],
    [
      "while.from.time: Please fill a time such as 18:30, or sunrise or sunset.",
      { ...keep, while: { kind: "time", from: { time: "24:00" }, to: { time: "06:00" } } },
    ],
    [
      "while.to: Please fill another time than the first.",
      { ...keep, while: { kind: "time", from: { time: "06:00" }, to: { time: "06:00" } } },
    ],
    ["while.kind: Please choose a condition; groups may be 4 deep.", { ...keep, while: { kind: "rain" } }],
    ["while.of.0.of.0.of.0.kind: Please choose a condition; groups may be 4 deep.", { ...keep, while: nest(5) }],
    ["when: Please add what sets it off.", { ...run, when: [] }],
    [
      "do.0.forSeconds: Please fill either for how long, or until when.",
      { ...run, do: [{ kind: "set", output: "relay.4", to: true }] },
    ],
    ["do.0.seconds: Please fill the seconds to wait: 1 to 3600.", { ...run, do: [{ kind: "wait", seconds: 3_601 }] }],
    ["if: An automation has at most 16 conditions.", { ...run, if: { kind: "group", match: "all", of: wide(4, 5) } }],
    ["do: An automation has at most 10 actions.", { ...run, do: wideActions() }],
    ["kind: Please choose the kind of automation.", { ...run, kind: "script" }],
  ])("%s", (fault, value) => expect(faultOf(value)).toBe(fault));

  test("four groups deep is not too deep", () => expect(faultOf({ ...keep, while: nest(4) })).toBeUndefined());
});

function wide(groups: number, each: number): unknown[] {
  return Array.from({ length: groups }, () => ({
    kind: "group",
    match: "any",
    of: Array.from({ length: each }, () => leaf),
  }));
}

function wideActions(): unknown[] {
  const wait = { kind: "wait", seconds: 1 };
  return Array.from({ length: 4 }, () => ({ kind: "if", condition: leaf, do: [wait, wait], otherwise: [] }));
}

test("a container has twenty automations and 64 KiB of them", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, number) => [`a${number}`, keep]));
  expect(Automations.safeParse(many(20)).success).toBe(true);
  expect(Automations.safeParse(many(21)).success).toBe(false);
  const texts = Array.from({ length: 10 }, () => ({ kind: "notify", text: "x".repeat(200), level: "info" }));
  const night = { kind: "time", from: { time: "18:00" }, to: { time: "06:00" } };
  const nights = Array.from({ length: 16 }, () => night);
  const large = { ...run, do: texts, if: { kind: "group", match: "all", of: nights } };
  const all = (count: number) => Object.fromEntries(Object.keys(many(count)).map((id) => [id, large]));
  expect(Automations.safeParse(all(10)).success).toBe(true);
  expect(Automations.safeParse(all(20)).error?.issues[0]?.message).toMatch(/too much room/);
});

test("an output that the container does not have is refused by its field", () => {
  const both = {
    ...Automation.parse(run),
    if: { kind: "output" as const, output: "relay.2", isOn: true },
  };
  expect(missingOutputs(both, ["relay.4"])).toEqual({ "if.output": "This container has no output relay.2." });
  expect(missingOutputs(Automation.parse(keep), ["relay.3"])).toEqual({});
});
