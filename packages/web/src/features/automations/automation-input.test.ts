import { Automation as Schema } from "@offgrid/contract/automations/automations.schema";
import { keeping, running } from "@offgrid/contract/automations/automation-bench";
import fc from "fast-check";
import { expect, test } from "vitest";

import { readAutomation } from "./automation-check.ts";
import {
  faultsAt,
  newAction,
  newAutomation,
  newLeaf,
  partAt,
  withCondition,
  withoutCondition,
} from "./automation-input.ts";
import { exampleAutomation, exampleNames, type Offer } from "../../domain/automations/automation-examples.ts";
import { sharesOf } from "./dry-run-facts.ts";
import { readSigned } from "../../ui/number-field.tsx";
import { lastTime } from "./try-out.tsx";

const offer: Offer = { outputs: ["relay.3"], metrics: ["battery.soc", "load.power"], hasPosition: true };
const sun = newLeaf("sun", offer);
const time = newLeaf("time", offer);

test("each example is an automation that can be saved, with or without a place", () => {
  for (const example of exampleNames)
    for (const hasPosition of [true, false]) {
      const automation = exampleAutomation(example, "Example", { ...offer, hasPosition });
      expect(readAutomation(automation)).toEqual({ automation });
    }
});

test("what is not filled in yet is named by its field, of both forms", () => {
  expect(readAutomation(newAutomation("keep", offer))).toEqual({ faults: { name: "name", "while.value": "value" } });
  const run = newAutomation("run", { ...offer, outputs: [] });
  const more = { ...run, name: "Door", do: [newAction("notify", offer), newAction("set", { ...offer, outputs: [] })] };
  expect(readAutomation(more as typeof run)).toEqual({ faults: { "do.0.text": "text", "do.1.output": "output" } });
});

const number = fc.constantFrom(Number.NaN, -1, 0, 0.5, 1, 9, 40, 45, 3_601, 90_000, 2e9);
const optional = fc.option(number, { nil: undefined });
const moment = fc.oneof(
  fc.record({ time: fc.constantFrom("", "18:30", "24:00") }),
  fc.record({ sun: fc.constant("sunset" as const), offsetMinutes: fc.constantFrom(undefined, 0, 1.5, 360, -361) }),
);
const target = fc.constantFrom("", "relay.3", "relay.99", "street_light.1");
const leaf = fc.oneof(
  fc.record({
    kind: fc.constant("metric" as const),
    metric: fc.constantFrom("", "battery.soc"),
    is: fc.constantFrom("above" as const, "below" as const),
    value: number,
    until: optional,
    forSeconds: optional,
  }),
  fc.record({ kind: fc.constant("output" as const), output: target, isOn: fc.boolean(), forSeconds: optional }),
  fc.record({ kind: fc.constant("time" as const), from: moment, to: moment }),
);
const condition = fc.oneof(
  leaf,
  fc.record({
    kind: fc.constant("group" as const),
    match: fc.constant("all" as const),
    of: fc.array(leaf, { maxLength: 17 }),
  }),
);
const action = fc.oneof(
  fc.record({ kind: fc.constant("wait" as const), seconds: number }),
  fc.record({
    kind: fc.constant("notify" as const),
    text: fc.constantFrom("", " ", "Low"),
    level: fc.constant("info" as const),
  }),
  fc.record({ kind: fc.constant("set" as const), output: target, to: fc.boolean(), forSeconds: number }),
  fc.record({ kind: fc.constant("set" as const), output: target, to: fc.boolean(), until: moment }),
);
const automation = fc.oneof(
  fc
    .record({ name: fc.constantFrom("", " ", "Pump"), priority: number, output: target, while: condition })
    .map((more) => keeping(more)),
  fc
    .record({
      when: fc.array(fc.oneof(fc.record({ kind: fc.constant("moment" as const), at: moment }), leaf), { maxLength: 9 }),
      if: fc.option(condition, { nil: undefined }),
      do: fc.array(action, { maxLength: 11 }),
      quietSeconds: optional,
      maxRunsPerDay: optional,
    })
    .map((more) => running(more as never)),
);

test("what the editor lets pass, the contract takes, and what it names, the contract refuses", () => {
  fc.assert(
    fc.property(automation, (draft) => {
      const isTime = draft.kind === "run" && draft.when.some(({ kind }) => (kind as string) === "time");
      // The editor offers no span as a trigger.
      fc.pre(!isTime);
      expect("automation" in readAutomation(draft)).toBe(Schema.safeParse(draft).success);
    }),
    { numRuns: 2_000 },
  );
});

test("what the portal refuses is named by the same fields", () => {
  expect(faultsAt(["output", "while.of.1.from.time", "something.new"])).toEqual({
    output: "output",
    "while.of.1.from.time": "from",
    "something.new": "other",
  });
});

test("a second condition makes a group, and the last one left needs none, unless none may be true", () => {
  const both = withCondition(sun, time);
  expect(both).toEqual({ kind: "group", match: "all", of: [sun, time] });
  if (both.kind !== "group") return;
  expect(withoutCondition(both, 0)).toEqual(time);
  expect(withoutCondition({ ...both, match: "none" }, 1)).toEqual({ kind: "group", match: "none", of: [sun] });
  expect(withoutCondition({ ...both, of: [sun] }, 0)).toBeUndefined();
});

test("a path leads to the condition that stands there", () => {
  const keep = newAutomation("keep", offer);
  const automation = keep.kind === "keep" ? { ...keep, while: withCondition(sun, time) } : keep;
  expect(partAt(automation, "while.of.1")).toBe(time);
  expect(partAt(automation, "if.of.1")).toBeUndefined();
});

test.each([
  ["40", 40],
  ["−2,5", -2.5],
  [" - 3", -3],
  ["", Number.NaN],
  ["12a", Number.NaN],
])("%j is read as %d", (text, value) => expect(readSigned(text)).toBe(value));

test("a time of day is the last one that the clocks of the place showed", () => {
  // Noon in Nairobi.
  const noon = Date.UTC(2026, 5, 1, 9);
  expect(lastTime("11:30", "Africa/Nairobi", noon)).toBe("2026-06-01T08:30:00.000Z");
  expect(lastTime("18:30", "Africa/Nairobi", noon)).toBe("2026-05-31T15:30:00.000Z");
});

test("the time that an output is on and off is summed by whoever wanted it so", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 0, minute)).toISOString();
  const span = (from: number, to: number, isOn: boolean, id: string | null, output = "relay.3") => ({
    output,
    from: at(from),
    to: at(to),
    isOn,
    id,
    lost: [],
  });
  const spans = [span(0, 1, true, null), span(1, 3, false, "a"), span(3, 4, true, null), span(4, 9, false, "a")];
  expect(sharesOf([...spans, span(0, 9, true, "a", "relay.4")], "relay.3")).toEqual([
    { by: "a", isOn: false, seconds: 420 },
    { by: null, isOn: true, seconds: 120 },
  ]);
});
