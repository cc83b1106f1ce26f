import { expect, test } from "vitest";

import { exactDurationText } from "./duration.ts";

test("a delay that is no whole minute keeps its seconds, in the numbers of the language", () => {
  expect(exactDurationText(67.5, "en")).toBe("67.5\u00a0s");
  expect(exactDurationText(67.5, "fr")).toBe("67,5\u00a0s");
  expect(exactDurationText(120, "fr")).toBe("2\u00a0min");
  expect(exactDurationText(5_400, "en")).toBe("1\u00a0h\u00a030");
});
