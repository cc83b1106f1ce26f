import { expect, test } from "vitest";

import { differences } from "./audit-change.ts";

const names: Record<string, string> = { a: "Agadez" };
const words = {
  value: (value: unknown): string =>
    Array.isArray(value)
      ? value.map((one) => words.value(one)).join(", ")
      : (names[String(value)] ?? (typeof value === "string" ? value : JSON.stringify(value))),
  isHidden: (path: string) => path === "commandId",
  output: (target: string, name: string | undefined) => (name === undefined ? target : `${name} (${target})`),
};
const between = (before: unknown, after: unknown) => differences(before, after, words);

test("a line says what it changed, by names, and nothing that stayed the same", () => {
  expect(between({ role: 1, email: "x" }, { role: 2, email: "x" })).toEqual([{ key: "role", before: "1", after: "2" }]);
  expect(between(null, { email: "ada@example.org" })).toEqual([{ key: "email", after: "ada@example.org" }]);
  expect(between(null, null)).toEqual([]);
  expect(between("one", 2)).toEqual([{ key: "", before: "one", after: "2" }]);
});

test("of lists it says what was added and what was removed, and of a new order all", () => {
  expect(between({ containers: ["a", "b"] }, { containers: ["b", "c"] })).toEqual([
    { key: "containers", before: "Agadez", after: "c" },
  ]);
  expect(between({ containers: ["a"] }, { containers: ["a", "b"] })).toEqual([{ key: "containers", after: "b" }]);
  expect(between({ loads: [1, 2] }, { loads: [2, 1] })).toEqual([{ key: "loads", before: "1, 2", after: "2, 1" }]);
});

test("an output is one thing with its name, and ids that nobody can look up are left out", () => {
  expect(between(null, { relay: 6, on: false, output: "Fridge", commandId: "7857a73f" })).toEqual([
    { key: "output", after: "Fridge (relay.6)" },
    { key: "on", after: "false" },
  ]);
  expect(between(null, { light: 2, level: 40 })[0]).toEqual({ key: "output", after: "street_light.2" });
  expect(between(null, { ac: true, locked: true })[0]).toEqual({ key: "output", after: "ac" });
});

test("of a thing that is called as before it says what differs in it, and a rule is one thing", () => {
  type Rule = { name: string; does: string; rank: number };
  const named = {
    ...words,
    value: (value: unknown) => (value as Rule).name,
    details: (value: unknown) => [(value as Rule).does, `Priority ${(value as Rule).rank}`],
  };
  const pump = { name: "Pump", does: "Pumps at noon", rank: 5 };
  const changed = (other: object) =>
    differences({ automations: { x: pump } }, { automations: { x: { ...pump, ...other } } }, named);
  expect(changed({ rank: 6 })).toEqual([{ key: "automations.x", before: "Pump: Priority 5", after: "Priority 6" }]);
  expect(changed({ name: "Well" })).toEqual([{ key: "automations.x", before: "Pump", after: "Well" }]);
  expect(changed({})).toEqual([]);
  const whole = {
    ...named,
    value: (value: unknown) => (value as Rule).does,
    isWhole: (path: string) => path === "rule",
  };
  expect(differences({ rule: pump }, { rule: { ...pump, does: "Pumps at one" } }, whole)).toEqual([
    { key: "rule", before: "Pumps at noon", after: "Pumps at one" },
  ]);
});

test("settings of a section differ one by one, and what stands deeper is one value", () => {
  const before = { keepAlive: { frameSeconds: 5, linkSeconds: 60 } };
  expect(between(before, { keepAlive: { frameSeconds: 9, linkSeconds: 60 } })).toEqual([
    { key: "keepAlive.frameSeconds", before: "5", after: "9" },
  ]);
  expect(between({ automations: {} }, { automations: { x: { name: "Pump" } } })).toEqual([
    { key: "automations.x", after: '{"name":"Pump"}' },
  ]);
});
