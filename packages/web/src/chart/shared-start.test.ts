import { expect, test } from "vitest";

import { sharedStart, startWords } from "./shared-start.ts";

test("what lines of several containers measure is said once, and what not all have in common stays with each", () => {
  const start = sharedStart(["State of charge, Gao", "State of charge, Kayes"]);
  expect([start, startWords(start)]).toEqual(["State of charge, ", "State of charge"]);
  expect(sharedStart(["State of charge, Gao", "Solar power, Gao"])).toBe("");
  expect(sharedStart(["State of charge, Gao", "State of charge"])).toBe("");
  expect(sharedStart(["State of charge, Gao"])).toBe("");
  expect(sharedStart([])).toBe("");
});
