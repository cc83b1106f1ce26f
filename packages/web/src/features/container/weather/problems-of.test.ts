import { expect, test } from "vitest";

import { problemsOf } from "./problems-of.ts";

const at = "2026-11-20T12:00:00.000Z";

test("a cause is said once, however many services it keeps from answering, and each other cause beside it", () => {
  const away = { problem: "unreachable", fetchedAt: null } as const;
  expect(problemsOf(away, away)).toEqual([{ problem: "unreachable", isOldShown: false }]);
  expect(problemsOf(away, { ...away, fetchedAt: at })).toEqual([{ problem: "unreachable", isOldShown: true }]);
  expect(problemsOf(away, { problem: "waiting", fetchedAt: null })).toHaveLength(2);
  expect(problemsOf(undefined, { problem: null, fetchedAt: at })).toEqual([]);
});
