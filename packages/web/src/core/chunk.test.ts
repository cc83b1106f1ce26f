import { expect, test } from "vitest";

import { mayReload } from "./chunk.ts";

test("a page whose part is missing reloads at most once in 60 s", () => {
  expect(mayReload(100_000, undefined)).toBe(true);
  expect(mayReload(100_000, 99_000)).toBe(false);
  expect(mayReload(100_000, 40_001)).toBe(false);
  expect(mayReload(100_000, 40_000)).toBe(true);
});

test("a clock that was set back does not forbid it for ever", () => {
  expect(mayReload(100_000, 200_000)).toBe(true);
});
