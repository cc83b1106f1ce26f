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

test("the address of a container keeps its tab and day", () => {
  const { search } = containerRoute;
  expect(search({ tab: "flow", day: "2026-11-20" })).toEqual({ tab: "flow", day: "2026-11-20" });
  expect(search({ tab: "nothing", day: "yesterday" })).toEqual({});
});
