import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { expect, test } from "vitest";

import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { containersSearch } from "./containers.search.ts";
import { columnsOf, filledColumns, usualColumns } from "./list-choices.ts";

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
  };
  expect(containersSearch(whole)).toEqual(whole);
  expect(containersSearch({ never: true })).toEqual({ status: "never" });
  expect(containersSearch({ search: 12, version: 1.2 })).toEqual({ search: "12", version: "1.2" });
  expect(
    containersSearch({
      status: "asleep",
      energy: "fine",
      sort: "colour",
      reversed: "yes",
      cluster: "",
      favorite: 1,
      never: "yes",
      period: "today",
    }),
  ).toEqual({});
});

test("a column that would be empty folds away, unless it was chosen", () => {
  const bare = fakeContainer({ cluster: null, solarPower: null });
  const filled = (...rows: ContainerRow[]) => new Set<string>(filledColumns(rows));
  expect(columnsOf(undefined, filled(bare))).toEqual(["name", "supply", "state", "soc", "hours", "load", "seen"]);
  const grouped = fakeContainer({ cluster: "North" });
  expect(columnsOf(undefined, filled(bare, grouped))).toEqual(usualColumns);
  expect(columnsOf(["cluster", "name"], filled(bare))).toEqual(["name", "cluster"]);
});
