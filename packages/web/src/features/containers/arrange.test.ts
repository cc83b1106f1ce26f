import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { describe, expect, test } from "vitest";

import { fakeNowMs as now, fakeContainer, fakeEnergy, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { countStates } from "../../domain/containers/fleet-facts.ts";
import { stateShares } from "../../domain/map/bubbles.ts";
import { type CsvWords, csvColumns, listCsv } from "./list/list-csv.ts";
import { containerLinks } from "@offgrid/contract/containers/container-link";
import { facetsOf, fitsFacets, isInState, sortContainers } from "./arrange.ts";
import { stateFilters } from "./list-choices.ts";

const names = (containers: readonly { name: string }[]) => containers.map((container) => container.name);

describe("the order", () => {
  const containers = [
    fakeContainer({ name: "B", soc: 50, solarPower: 50, version: "1.10.0" }),
    fakeContainer({ name: "A", soc: null, solarPower: null, version: "1.9.0" }),
    fakeContainer({ name: "C", soc: 90, solarPower: 90, version: "1.2.0" }),
  ];

  test("of figures starts with the highest and has missing ones last in both directions", () => {
    expect(names(sortContainers(containers, "solar", false, now))).toEqual(["C", "B", "A"]);
    expect(names(sortContainers(containers, "solar", true, now))).toEqual(["B", "C", "A"]);
  });

  test("of the charge starts with the lowest, which needs someone first, and has missing ones last", () => {
    expect(names(sortContainers(containers, "soc", false, now))).toEqual(["B", "C", "A"]);
    expect(names(sortContainers(containers, "soc", true, now))).toEqual(["C", "B", "A"]);
  });

  test("of hours left starts with what is cut, then the fewest, then containers that last, then those without a forecast", () => {
    const forecast = (state: "safe" | "learning") => ({ state, hours: null, likely: null });
    const fleet = [
      fakeContainer({ name: "Unknown", blackout: forecast("learning") }),
      fakeContainer({ name: "Lasts", blackout: forecast("safe") }),
      fakeContainer({ name: "Later", energy: fakeEnergy("normal", { cutAt: minutesAgo(-30 * 60) }) }),
      fakeContainer({ name: "Soon", energy: fakeEnergy("cut_ahead", { cutAt: minutesAgo(-150) }) }),
      fakeContainer({ name: "Cut", energy: fakeEnergy("cut", { since: minutesAgo(60) }) }),
      fakeContainer({ name: "New", blackout: null }),
    ];
    const sorted = names(sortContainers(fleet, "hours", false, now));
    expect(sorted).toEqual(["Cut", "Soon", "Later", "Lasts", "New", "Unknown"]);
  });

  test("of energy has the worst state first, within it the longest cut and the next one, and can be turned", () => {
    const fleet = [
      fakeContainer({ name: "Full", energy: fakeEnergy("full") }),
      fakeContainer({ name: "Low", energy: fakeEnergy("below_reserve") }),
      fakeContainer({ name: "Later", energy: fakeEnergy("cut_ahead", { cutAt: minutesAgo(-600) }) }),
      fakeContainer({ name: "Soon", energy: fakeEnergy("cut_ahead", { cutAt: minutesAgo(-60) }) }),
      fakeContainer({ name: "Cut", energy: fakeEnergy("cut", { since: minutesAgo(60) }) }),
      fakeContainer({ name: "Cut for long", energy: fakeEnergy("cut", { since: minutesAgo(700) }) }),
    ];
    const order = ["Cut for long", "Cut", "Soon", "Later", "Low", "Full"];
    expect(names(sortContainers(fleet, "supply", false, now))).toEqual(order);
    expect(names(sortContainers(fleet, "supply", true, now))).toEqual(order.toReversed());
  });

  test("of names and versions is the natural one", () => {
    expect(names(sortContainers(containers, "name", false, now))).toEqual(["A", "B", "C"]);
    expect(names(sortContainers(containers, "version", false, now))).toEqual(["C", "A", "B"]);
  });

  test("of trouble has the worst first and leaves the given list alone", () => {
    const mixed = [
      fakeContainer({ name: "Fine" }),
      fakeContainer({ name: "Gone", status: "offline" }),
      fakeContainer({ name: "Cut", energy: fakeEnergy("cut") }),
    ];
    expect(names(sortContainers(mixed, "trouble", false, now))).toEqual(["Cut", "Gone", "Fine"]);
    expect(names(mixed)).toEqual(["Fine", "Gone", "Cut"]);
  });

  test("of the link has the longest silence first, whatever the energy, then open warnings", () => {
    const mixed = [
      fakeContainer({ name: "Cut", energy: fakeEnergy("cut") }),
      fakeContainer({ name: "Warned", warnings: 1 }),
      fakeContainer({ name: "Just", status: "just_offline", lastSeen: minutesAgo(5) }),
      fakeContainer({ name: "Gone", status: "offline", lastSeen: minutesAgo(60) }),
      fakeContainer({ name: "Never", status: "offline", lastSeen: null }),
      fakeContainer({ name: "Long gone", status: "offline", lastSeen: minutesAgo(600) }),
    ];
    const order = ["Long gone", "Gone", "Just", "Warned", "Cut", "Never"];
    expect(names(sortContainers(mixed, "state", false, now))).toEqual(order);
  });
});

test("the list that a count leads to has as many containers as it says", () => {
  const fleet = [
    ...energyLevels.map((level) => fakeContainer({ energy: fakeEnergy(level), soc: 5 })),
    fakeContainer({ energy: fakeEnergy("unknown"), status: "offline", warnings: 1 }),
  ];
  const counts = countStates(fleet);
  for (const energy of energyLevels)
    expect([energy, fleet.filter((container) => isInState(container, { energy })).length]).toEqual([
      energy,
      counts[energy],
    ]);
  for (const status of stateFilters)
    expect([status, fleet.filter((container) => isInState(container, { status })).length]).toEqual([
      status,
      counts[status],
    ]);
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

test("a container that was never connected counts as that in counts, filters, file and map, neither as offline nor as unknown, and all add up", () => {
  const fleet = [
    fakeContainer({ name: "New", status: "offline", lastSeen: null, energy: fakeEnergy("unknown", { at: null }) }),
    fakeContainer({ name: "Gone", status: "offline", energy: fakeEnergy("unknown") }),
    fakeContainer({ name: "Fine", energy: fakeEnergy("full") }),
  ];
  const counts = countStates(fleet);
  expect(counts).toMatchObject({ never: 1, offline: 1, online: 1, just_offline: 0, unknown: 1, full: 1 });
  const sumOf = (states: readonly (keyof typeof counts)[]) => states.reduce((sum, state) => sum + counts[state], 0);
  expect(sumOf(containerLinks)).toBe(fleet.length);
  expect(sumOf([...energyLevels, "never"])).toBe(fleet.length);
  const chosen = (query: Parameters<typeof isInState>[1]) =>
    names(fleet.filter((container) => isInState(container, query)));
  expect(chosen({ status: "never" })).toEqual(["New"]);
  expect(chosen({ status: "offline" })).toEqual(["Gone"]);
  expect(chosen({ energy: "unknown" })).toEqual(["Gone"]);

  const wordsOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, key]));
  const words = {
    state: wordsOf(containerLinks),
    supply: wordsOf(energyLevels),
    column: wordsOf(["supply", "state"]),
    measuredOf: String,
  } as unknown as CsvWords;
  const lines = listCsv(csvColumns(["supply", "state"], words, now), fleet)
    .trim()
    .split("\r\n")
    .slice(1);
  expect(lines).toEqual(["never,never", "unknown,offline", "full,online"]);

  const placed = fleet.map((container) => ({ ...container, location: { lat: 1, long: 1 } }));
  expect(stateShares(placed)).toEqual([
    { state: "offline", count: 1 },
    { state: "full", count: 1 },
    { state: "never", count: 1 },
  ]);
});

test("the list is narrowed to one operator, or to containers of which none is recorded", () => {
  const containers = [
    fakeContainer({ name: "A", simOperator: "MTN" }),
    fakeContainer({ name: "B", simOperator: "MTN" }),
    fakeContainer({ name: "C" }),
  ];
  expect(facetsOf(containers).operators).toEqual([
    { value: "MTN", count: 2 },
    { value: "none", count: 1 },
  ]);
  expect(names(containers.filter((container) => fitsFacets(container, { operator: "MTN" })))).toEqual(["A", "B"]);
  expect(names(containers.filter((container) => fitsFacets(container, { operator: "none" })))).toEqual(["C"]);
});

test("the choices of a filter stay while a search finds nothing", () => {
  const containers = [fakeContainer({ name: "A", version: "1" }), fakeContainer({ name: "B", version: "2" })];
  expect(facetsOf(containers, containers.slice(1)).versions).toEqual([
    { value: "1", count: 0 },
    { value: "2", count: 1 },
  ]);
  expect(facetsOf(containers, []).versions).toHaveLength(2);
});
