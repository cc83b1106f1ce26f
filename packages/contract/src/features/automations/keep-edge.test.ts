import { expect, test } from "vitest";

import type { Automation, Condition } from "./automations.schema.ts";
import { nextKeepEdge } from "./keep-edge.ts";

const place = { zoneName: "Africa/Nairobi", latitudeDeg: -1.3, longitudeDeg: 36.8 };
const at = (text: string) => Date.parse(`2026-11-23T${text}:00+03:00`);
const span = { afterMs: at("16:00"), untilMs: at("20:00") };
const evening: Condition = { kind: "time", from: { time: "18:00" }, to: { time: "23:00" } };
const charge: Condition = { kind: "metric", metric: "battery.soc", is: "above", value: 40 };
const keep = (condition: Condition, given: object = {}): Automation => ({
  kind: "keep",
  name: "Pump",
  enabled: true,
  priority: 5,
  output: "relay.3",
  to: true,
  while: condition,
  unknown: "as_before",
  ...given,
});
const edge = (automation: Automation, target = "relay.3") => nextKeepEdge({ a: automation }, target, place, span);

test("the edge of a rule is the next time at which its clock asks for something else", () => {
  expect(edge(keep(evening))).toBe(at("18:00"));
  expect(edge(keep({ kind: "group", match: "all", of: [evening, charge] }))).toBe(at("18:00"));
  expect(edge(keep({ kind: "sun", is: "down" }))).toBeLessThan(at("19:00"));
});

test("what is measured, other outputs, rules that are off, and days that are not meant have none", () => {
  expect(edge(keep(charge))).toBeUndefined();
  expect(edge(keep(evening), "relay.4")).toBeUndefined();
  expect(edge(keep(evening, { enabled: false }))).toBeUndefined();
  // The 23rd of November 2026 is a Monday.
  expect(edge(keep({ ...evening, days: [2] }))).toBeUndefined();
});

test("a time that makes no difference beside another is no edge", () => {
  const always: Condition = { kind: "time", from: { time: "12:00" }, to: { time: "23:30" } };
  expect(edge(keep({ kind: "group", match: "any", of: [evening, always] }))).toBeUndefined();
});
