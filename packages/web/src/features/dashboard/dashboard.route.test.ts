import { expect, test } from "vitest";

import { dashboardRoute } from "./dashboard.route.ts";

test("the address of the dashboard keeps a period and drops what makes no sense", () => {
  const { search } = dashboardRoute;
  expect(search({})).toEqual({});
  expect(search({ period: "7_days", from: 5 })).toEqual({ period: "7_days" });
  expect(search({ period: "custom", from: 1, to: 2 })).toEqual({ period: "custom", from: 1, to: 2 });
  expect(search({ period: "custom", from: 2, to: 1 })).toEqual({});
  expect(search({ period: "for ever" })).toEqual({});
});
