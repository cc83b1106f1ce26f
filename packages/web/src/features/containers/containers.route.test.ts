import { expect, test } from "vitest";

import { containerRoute, containersRoute } from "./containers.route.ts";

test("the address of the list keeps search, filter and order, and drops what it does not know", () => {
  const { search } = containersRoute;
  expect(search({ search: 12, status: "warning", sort: "soc", reversed: true })).toEqual({
    search: "12",
    status: "warning",
    sort: "soc",
    reversed: true,
  });
  expect(search({ status: "asleep", sort: "colour", reversed: "yes" })).toEqual({});
});

test("the address of a container keeps its tab and day", () => {
  const { search } = containerRoute;
  expect(search({ tab: "flow", day: "2026-11-20" })).toEqual({ tab: "flow", day: "2026-11-20" });
  expect(search({ tab: "nothing", day: "yesterday" })).toEqual({});
});
