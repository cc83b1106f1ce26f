import { expect, test } from "vitest";

import { containersSearch } from "./containers.search.ts";
import { columnsOf } from "./list-choices.ts";

test("the address of the list keeps search, filters and order, and drops unknown values", () => {
  const whole = {
    search: "clinic",
    status: "warning",
    energy: "cut_ahead",
    cluster: "c-1",
    version: "1.2",
    country: "KE",
    favorite: true,
    sort: "soc",
    reversed: true,
    compare: "a,b",
  };
  expect(containersSearch(whole)).toEqual(whole);
  expect(containersSearch({ search: 12, version: 1.2 })).toEqual({ search: "12", version: "1.2" });
  expect(
    containersSearch({
      status: "asleep",
      energy: "fine",
      sort: "colour",
      reversed: "yes",
      cluster: "",
      favorite: 1,
      compare: ",",
    }),
  ).toEqual({});
});

test("the column of clusters is there by itself only where there are any, and where it was chosen", () => {
  expect(columnsOf(undefined, true)).toContain("cluster");
  expect(columnsOf(undefined, false)).not.toContain("cluster");
  expect(columnsOf(["cluster", "name"], false)).toEqual(["name", "cluster"]);
});

test("at most four containers are compared", () => {
  expect(containersSearch({ compare: "a,,b,c,d,e" })).toEqual({ compare: "a,b,c,d" });
});
