import { expect, test } from "vitest";

import { openInAll } from "./warning-groups.ts";

const open = { clearedAt: null };
const over = { clearedAt: "2026-11-24T11:00:00.000Z" };

test("how many warnings are open is told by the page on which they end, and by none before", () => {
  expect(openInAll([open, open, over], { total: 90, before: 50 })).toBe(52);
  expect(openInAll([open, open], { total: 52, before: 50 })).toBe(52);
  expect(openInAll([open, open], { total: 90, before: 0 })).toBeUndefined();
});
