import { expect, test } from "vitest";

import { hourHeads } from "./hour-heads.ts";

test("the hours of a heat map are on the 12-hour clock of all other times, in both languages", () => {
  const heads = hourHeads("en");
  expect(heads).toHaveLength(24);
  expect([0, 1, 12, 13, 23].map((hour) => heads[hour])).toEqual(["12 am", "1 am", "12 pm", "1 pm", "11 pm"]);
  expect(new Set(hourHeads("fr")).size).toBe(24);
  expect(hourHeads("fr")[13]).toMatch(/^1\sPM$/);
});
