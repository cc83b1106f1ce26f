import { describe, expect, test } from "vitest";
import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { fakeNowMs as now, fakeContainer, fakeEnergy, minutesAgo } from "./container-row.fake.ts";
import { countStates, gridOrder, needsAttention, openWarningsOf, socSpread, sumOf } from "./fleet-facts.ts";

test("a container with warnings counts in its state and as warned", () => {
  const containers = [
    fakeContainer({ warnings: 3 }),
    fakeContainer({ status: "offline" }),
    fakeContainer({ status: "just_offline" }),
  ];
  expect(countStates(containers)).toMatchObject({ online: 1, just_offline: 1, offline: 1, warning: 1, normal: 3 });
});

test("what a battery reports and what rules have raised is one count, of one container and of all", () => {
  const container = fakeContainer({ alarms: ["hot"], openWarnings: { count: 2, worst: "warning" } });
  expect(openWarningsOf([container, fakeContainer({ alarms: ["cold"] }), fakeContainer()])).toBe(4);
  const { troubles } = needsAttention([container], now)[0]!;
  expect(troubles.find(({ kind }) => kind === "rule_warning")?.figure).toBe(container.warnings);
});

test("a container counts in the state of its energy as in that of its link", () => {
  const containers = [
    fakeContainer({ energy: fakeEnergy("cut", { since: minutesAgo(60) }) }),
    fakeContainer({ energy: fakeEnergy("unknown"), status: "offline" }),
    fakeContainer({ energy: fakeEnergy("cut", { since: minutesAgo(90) }), status: "offline" }),
  ];
  expect(countStates(containers)).toMatchObject({ cut: 2, unknown: 1, cut_ahead: 0, online: 1, offline: 2 });
});

test("every container counts once by its energy, under its worst state, and once by its link: each sum is the fleet", () => {
  const low = { soc: 10, reserveSoc: 20 };
  const containers = [
    fakeContainer({ ...low, energy: fakeEnergy("cut") }),
    fakeContainer({ ...low, energy: fakeEnergy("cut_ahead") }),
    fakeContainer({ ...low, energy: fakeEnergy("below_reserve") }),
    fakeContainer({ energy: fakeEnergy("unknown"), status: "offline" }),
    fakeContainer({ energy: fakeEnergy("full") }),
    fakeContainer({ energy: fakeEnergy("charging"), warnings: 2 }),
  ];
  const counts = countStates(containers);
  expect(counts).toMatchObject({
    cut: 1,
    cut_ahead: 1,
    below_reserve: 1,
    unknown: 1,
    full: 1,
    charging: 1,
    warning: 1,
  });
  const sum = (names: readonly (keyof typeof counts)[]) => names.reduce((total, name) => total + counts[name], 0);
  expect([sum(energyLevels), sum(["online", "just_offline", "offline"])]).toEqual([6, 6]);
});

describe("energy of today", () => {
  test("does not fall when a container is late, and says how many are up to date", () => {
    const containers = [
      fakeContainer({ solarGeneration: 1_000, valuesAt: minutesAgo(1) }),
      fakeContainer({ solarGeneration: 2_000 }),
      fakeContainer({ solarGeneration: 50_000, valuesAt: minutesAgo(30) }),
      fakeContainer({ solarGeneration: null }),
    ];
    expect(sumOf(containers, "solarGeneration", now)).toMatchObject({
      value: 53_000,
      counted: 2,
      late: 1,
      of: 4,
      at: now - 60_000,
    });
    const powers = containers.map((container) => ({ ...container, solarPower: container.solarGeneration }));
    expect(sumOf(powers, "solarPower", now).value).toBe(3_000);
  });

  test("counts negatives as 0", () => {
    const containers = [fakeContainer({ energyConsumption: -40 }), fakeContainer({ energyConsumption: 100 })];
    expect(sumOf(containers, "energyConsumption", now).value).toBe(100);
  });

  test("has no value, rather than 0, where nobody has one", () => {
    const figure = sumOf([fakeContainer({ solarGeneration: null })], "solarGeneration", now);
    expect(figure).toEqual({ counted: 0, of: 1, everyS: 60 });
  });
});

describe("charge of the fleet", () => {
  test("is the median and the lowest of the current values", () => {
    const containers = [
      fakeContainer({ name: "A", soc: 90 }),
      fakeContainer({ name: "B", soc: 20 }),
      fakeContainer({ name: "C", soc: 60 }),
      fakeContainer({ name: "Old", soc: 1, valuesAt: minutesAgo(60) }),
      fakeContainer({ name: "D", soc: 70 }),
    ];
    const spread = socSpread(containers, now);
    expect(spread).toMatchObject({ value: 65, counted: 4, of: 5 });
    expect(spread.charges.map(({ percent }) => percent)).toEqual([20, 60, 70, 90]);
    expect(spread.lowest).toMatchObject({ percent: 20, container: { name: "B" } });
  });

  test("leaves out a charge whose sensor stopped, though the other values are new, and says so", () => {
    const containers = [
      fakeContainer({ name: "A", soc: 90 }),
      fakeContainer({ name: "B", soc: 70 }),
      fakeContainer({ name: "Stopped", soc: 4, olderAt: { soc: minutesAgo(40) } }),
    ];
    const spread = socSpread(containers, now);
    expect(spread).toMatchObject({ value: 80, counted: 2, of: 3, at: now, lowest: { percent: 70 } });
    expect(sumOf(containers, "loadPower", now)).toMatchObject({ value: 1_500, counted: 3, of: 3 });
    const dark = [fakeContainer(), fakeContainer({ olderAt: { solarPower: minutesAgo(40) } })];
    expect(sumOf(dark, "solarPower", now)).toMatchObject({ value: 2_000, counted: 1, of: 2 });
  });

  test("is unknown for an empty fleet", () => {
    const spread = socSpread([], now);
    expect([spread.value, spread.lowest, spread.counted]).toEqual([undefined, undefined, 0]);
  });
});

test("a container that was never connected does not need attention: nothing went wrong there", () => {
  const never = fakeContainer({ name: "New", status: "offline", lastSeen: null, valuesAt: null });
  const gone = fakeContainer({ name: "Gone", status: "offline", lastSeen: minutesAgo(60) });
  expect(needsAttention([never, gone], now).map(({ container }) => container.name)).toEqual(["Gone"]);
});

test("values that grow old only because nothing comes here add no container, and silences last until the present", () => {
  const hourMs = 3_600_000;
  const fleet = [
    fakeContainer({ name: "Fine" }),
    fakeContainer({ name: "Stopped", valuesAt: minutesAgo(60) }),
    fakeContainer({ name: "Gone", status: "offline", lastSeen: minutesAgo(60) }),
  ];
  expect(needsAttention(fleet, now + hourMs)).toHaveLength(3);
  const said = needsAttention(fleet, now + hourMs, now).map(({ container, troubles }) => [container.name, troubles]);
  expect(said).toEqual([
    ["Stopped", [{ kind: "stale", forMs: 2 * hourMs }]],
    ["Gone", [{ kind: "offline", forMs: 2 * hourMs }]],
  ]);
});

test("only containers with a problem need attention, worst first", () => {
  const needs = needsAttention(
    [
      fakeContainer({ name: "Low", soc: 10, energy: fakeEnergy("below_reserve") }),
      fakeContainer({ name: "Fine" }),
      fakeContainer({ name: "Cut and gone", status: "offline", energy: fakeEnergy("cut") }),
      fakeContainer({ name: "Gone", status: "offline" }),
    ],
    now,
  );
  expect(needs.map(({ container, troubles }) => [container.name, troubles[0]?.kind])).toEqual([
    ["Cut and gone", "cut"],
    ["Low", "below_reserve"],
    ["Gone", "offline"],
  ]);
});

test("the grid has the worst first, and favourites first only among those that are as bad", () => {
  const containers = [
    fakeContainer({ name: "B" }),
    fakeContainer({ name: "A" }),
    fakeContainer({ name: "Low", soc: 5, energy: fakeEnergy("below_reserve") }),
    fakeContainer({ name: "Low star", soc: 9, energy: fakeEnergy("below_reserve"), favorite: true }),
    fakeContainer({ name: "Star", favorite: true }),
  ];
  const names = gridOrder(containers, now).map((container) => container.name);
  expect(names).toEqual(["Low star", "Low", "Star", "A", "B"]);
});

test("batteries below the reserve of their container are marked, among current values", () => {
  const containers = [
    fakeContainer({ soc: 19 }),
    fakeContainer({ soc: 20 }),
    fakeContainer({ soc: 39, reserveSoc: 40 }),
    fakeContainer({ soc: 5, valuesAt: minutesAgo(60) }),
  ];
  const { charges, counted, of } = socSpread(containers, now);
  expect({ low: charges.filter((marks) => marks["data-low"]).length, counted, of }).toEqual({
    low: 2,
    counted: 3,
    of: 4,
  });
});

test("of the batteries, those whose loads are cut are told apart", () => {
  const containers = [fakeContainer({ soc: 3, energy: fakeEnergy("cut") }), fakeContainer({ soc: 12 })];
  expect(socSpread(containers, now).charges.map((marks) => marks["data-cut"])).toEqual([true, undefined]);
});
