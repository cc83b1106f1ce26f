import { ruleOf } from "@offgrid/contract/warnings/warning-bench";
import { expect, test } from "vitest";

import { rulesByOwner } from "./rule-groups.ts";
import type { SavedRule } from "../../domain/warnings/rules.data.ts";

const savedRule = (id: string, userId: string, name: string | null, condition: string): SavedRule => ({
  id,
  owner: { userId, name },
  rule: ruleOf([{ name: condition }], { ruleName: id, sites: ["gao"] }),
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  containers: 1,
  open: 0,
  lastRaisedAt: null,
  raisedIn30Days: 0,
  raisedIn7Days: 0,
  isNoisy: false,
  feedback: { useful: 0, expected: 0, noise: 0 },
  score: null,
  pausedAt: null,
});
const rules = [
  savedRule("Low", "a", "Amina", "Charge"),
  savedRule("Hot", "a", "Amina", "Battery"),
  savedRule("Gate", "b", null, "Door"),
];
const shown = (search: string) =>
  rulesByOwner(rules, search).map(({ name, rules: own }) => [name, own.map(({ id }) => id)]);

test("rules stand under their owners, found by owner, rule or condition", () => {
  expect(shown("")).toEqual([
    ["Amina", ["Low", "Hot"]],
    [null, ["Gate"]],
  ]);
  expect(shown(" amina")).toEqual([["Amina", ["Low", "Hot"]]]);
  expect(shown("DOOR")).toEqual([[null, ["Gate"]]]);
  expect(shown("hot")).toEqual([["Amina", ["Hot"]]]);
  expect(shown("nothing")).toEqual([]);
});
