import { describe, expect, test } from "vitest";

import { fakeNowMs as now, fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { countByState, facetsOf, fitsFacets, sortContainers } from "./arrange.ts";

const names = (containers: readonly { name: string }[]) => containers.map((container) => container.name);

test("each filter counts the rows that it would leave", () => {
  const containers = [
    fakeContainer({ warnings: 1 }),
    fakeContainer(),
    fakeContainer({ status: "offline", warnings: 2 }),
  ];
  expect(countByState(containers)).toEqual({ online: 2, just_offline: 0, offline: 1, warning: 2 });
});

describe("the order", () => {
  const containers = [
    fakeContainer({ name: "B", soc: 50, version: "1.10.0" }),
    fakeContainer({ name: "A", soc: null, version: "1.9.0" }),
    fakeContainer({ name: "C", soc: 90, version: "1.2.0" }),
  ];

  test("of figures starts with the highest and has missing ones last in both directions", () => {
    expect(names(sortContainers(containers, "soc", false, now))).toEqual(["C", "B", "A"]);
    expect(names(sortContainers(containers, "soc", true, now))).toEqual(["B", "C", "A"]);
  });

  test("of hours left starts with the fewest, then containers that last, then those without a forecast", () => {
    const forecast = (state: "blackout" | "safe" | "learning", hours: number | null) => ({
      state,
      hours,
      likely: null,
    });
    const fleet = [
      fakeContainer({ name: "Unknown", blackout: forecast("learning", null) }),
      fakeContainer({ name: "Lasts", blackout: forecast("safe", null) }),
      fakeContainer({ name: "Later", blackout: forecast("blackout", 20) }),
      fakeContainer({ name: "Soon", blackout: forecast("blackout", 2.5) }),
      fakeContainer({ name: "New", blackout: null }),
    ];
    expect(names(sortContainers(fleet, "hours", false, now))).toEqual(["Soon", "Later", "Lasts", "New", "Unknown"]);
  });

  test("of names and versions is the natural one", () => {
    expect(names(sortContainers(containers, "name", false, now))).toEqual(["A", "B", "C"]);
    expect(names(sortContainers(containers, "version", false, now))).toEqual(["C", "A", "B"]);
  });

  test("of states has the worst first and leaves the given list alone", () => {
    const mixed = [fakeContainer({ name: "Fine" }), fakeContainer({ name: "Gone", status: "offline" })];
    expect(names(sortContainers(mixed, "state", false, now))).toEqual(["Gone", "Fine"]);
    expect(names(mixed)).toEqual(["Fine", "Gone"]);
  });
});

test("each filter offers the values that containers have, by name, and an entry for those without one last", () => {
  const containers = [
    fakeContainer({ clusterId: "c-2", cluster: "South", version: "1.10.0", address: "Lodwar, Kenya" }),
    fakeContainer({ clusterId: "c-1", cluster: "North", version: "1.9.0", address: "Kisumu, Kenya" }),
    fakeContainer({ clusterId: "c-1", cluster: "North", version: null }),
    fakeContainer({ favorite: true }),
  ];
  const { clusters, versions, countries } = facetsOf(containers);
  expect(clusters).toEqual([
    { value: "c-1", label: "North", count: 2 },
    { value: "c-2", label: "South", count: 1 },
    { value: "none", count: 1 },
  ]);
  expect(versions.map(({ value }) => value)).toEqual(["1.4.0", "1.9.0", "1.10.0", "none"]);
  expect(countries).toEqual([
    { value: "KE", count: 2 },
    { value: "none", count: 2 },
  ]);
  const left = (query: Parameters<typeof fitsFacets>[1]) =>
    containers.filter((container) => fitsFacets(container, query)).length;
  expect(left({})).toBe(4);
  expect(left({ cluster: "c-1" })).toBe(2);
  expect(left({ cluster: "c-1", version: "none" })).toBe(1);
  expect(left({ country: "KE", cluster: "none" })).toBe(0);
  expect(left({ favorite: true })).toBe(1);
});
