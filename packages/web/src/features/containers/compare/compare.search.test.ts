import { expect, test } from "vitest";

import { compareSearch, movedComparison } from "./compare.search.ts";

const whole = { ids: "a,b", by: "lowestSoc", shown: "load", period: "30_days", zoom: "1763750000000-1763760000000" };

test("the address of a comparison keeps what is compared and how it is shown, and drops unknown values", () => {
  expect(compareSearch(whole)).toEqual(whole);
  const unknown = { by: "colour", shown: "wind", period: "century", zoom: "near" };
  expect(compareSearch({ ids: "a", ...unknown })).toEqual({ ids: "a" });
  expect(compareSearch({ ids: ["a"], sort: "soc" })).toEqual({});
});

test("at most eight containers are compared, each once; none are there while they are still to be chosen", () => {
  expect(compareSearch({ ids: "a,,b,a,c,d,e,f,g,h,i" })).toEqual({ ids: "a,b,c,d,e,f,g,h" });
  expect(compareSearch({ ids: 17 })).toEqual({ ids: "17" });
  expect(compareSearch({ ids: "," })).toEqual({});
});

test("an address of the list that held a comparison leads there with all that it named", () => {
  const { ids: compare, ...others } = whole;
  const there = { to: "/containers/compare", replace: true };
  expect(movedComparison({ compare, ...others, search: "clinic" })?.options).toEqual(
    expect.objectContaining({ ...there, search: whole }),
  );
  expect(movedComparison({ compare: "" })?.options).toEqual(expect.objectContaining({ ...there, search: {} }));
  expect(movedComparison({ search: "clinic" })).toBeUndefined();
});
