import { expect, test } from "vitest";

import { caseTests } from "./docs.cases.ts";

test("a test whose title begins with numbers of cases proves each of them", () => {
  const source = `
    test("D1, D4: nobody gets in", () => {});
    describe(
      'E1: a portal that is killed', () => {});
    test.skipIf(system !== "linux")(\n"F7: equal", () => {});
    test("B is no case: neither is this", () => {});`;
  expect(caseTests("a.test.ts", source)).toEqual([
    { id: "D1", title: "nobody gets in", file: "a.test.ts" },
    { id: "D4", title: "nobody gets in", file: "a.test.ts" },
    { id: "E1", title: "a portal that is killed", file: "a.test.ts" },
    { id: "F7", title: "equal", file: "a.test.ts" },
  ]);
});

test("an unknown number of a case is reported with its file", () => {
  expect(() => caseTests("a.test.ts", 'test("F99: ...", () => {});')).toThrow("a.test.ts: there is no case F99.");
});
