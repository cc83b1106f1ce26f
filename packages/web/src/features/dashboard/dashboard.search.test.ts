import { expect, test } from "vitest";

import { dashboardSearch } from "./dashboard.search.ts";

test("the address of the dashboard keeps a period and drops invalid ones", () => {
  expect(dashboardSearch({})).toEqual({});
  expect(dashboardSearch({ period: "day" })).toEqual({ period: "day" });
  expect(dashboardSearch({ period: "7_days", from: 5 })).toEqual({ period: "7_days" });
  expect(dashboardSearch({ period: "custom", from: 1, to: 2 })).toEqual({ period: "custom", from: 1, to: 2 });
  expect(dashboardSearch({ period: "custom", from: 2, to: 1 })).toEqual({});
  expect(dashboardSearch({ period: "for ever" })).toEqual({});
});
