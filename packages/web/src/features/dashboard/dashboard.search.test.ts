import { expect, test } from "vitest";

import { dashboardSearch } from "./dashboard.search.ts";

test("the address of the dashboard keeps a period and drops invalid ones", () => {
  expect(dashboardSearch({})).toEqual({});
  expect(dashboardSearch({ period: "day" })).toEqual({ period: "day" });
  expect(dashboardSearch({ period: "7_days", from: 5 })).toEqual({ period: "7_days" });
  const [from, to] = [1_763_750_000_000, 1_763_760_000_000];
  expect(dashboardSearch({ period: "custom", from, to })).toEqual({ period: "custom", from, to });
  for (const wrong of [
    { from: to, to: from },
    { from: 1, to },
    { from, to: Number.MAX_SAFE_INTEGER },
  ])
    expect(dashboardSearch({ period: "custom", ...wrong })).toEqual({});
  expect(dashboardSearch({ period: "for ever" })).toEqual({});
});
