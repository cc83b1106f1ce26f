import { expect, test } from "vitest";

import { containerRoute, containersRoute } from "./containers.route.ts";

test("the address of the list keeps search, filters and order, and drops what it does not know", () => {
  const { search } = containersRoute;
  const whole = {
    search: "clinic",
    status: "warning",
    cluster: "c-1",
    version: "1.2",
    country: "KE",
    favorite: true,
    sort: "soc",
    reversed: true,
    compare: "a,b",
  };
  expect(search(whole)).toEqual(whole);
  expect(search({ search: 12, version: 1.2 })).toEqual({ search: "12", version: "1.2" });
  expect(search({ status: "asleep", sort: "colour", reversed: "yes", cluster: "", favorite: 1, compare: "," })).toEqual(
    {},
  );
});

test("at most four containers are compared", () => {
  expect(containersRoute.search({ compare: "a,,b,c,d,e" })).toEqual({ compare: "a,b,c,d" });
});

test("the address of a container keeps its tab and what is chosen on it, and drops what it does not know", () => {
  const { search } = containerRoute;
  expect(search({ tab: "flow", day: "2026-11-20" })).toEqual({ tab: "flow", day: "2026-11-20" });
  expect(search({ tab: "devices", device: "solar.1" })).toEqual({ tab: "devices", device: "solar.1" });
  const analysis = { tab: "analysis", from: 1_000, to: 2_000, against: "jumla" };
  expect(search({ ...analysis, period: "7_days" })).toEqual(analysis);
  expect(search({ tab: "analysis", period: "30_days" })).toEqual({ tab: "analysis", period: "30_days" });
  expect(search({ tab: "nothing", day: "yesterday", period: "ages", from: 2_000, to: 1_000, against: 5 })).toEqual({});
});
