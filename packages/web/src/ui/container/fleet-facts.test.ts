import { describe, expect, test } from "vitest";

import { fakeNowMs as now, fakeSite, minutesAgo } from "./site-row.fake.ts";
import { countStates, gridOrder, needsAttention, socSpread, sumOf } from "./fleet-facts.ts";

test("a container with warnings counts in its state and as warned", () => {
  const sites = [fakeSite({ warnings: 3 }), fakeSite({ status: "offline" }), fakeSite({ status: "just_offline" })];
  expect(countStates(sites)).toEqual({ online: 1, just_offline: 1, offline: 1, warning: 1 });
});

describe("energy of today", () => {
  test("leaves out containers whose values are old or missing, and says how many it counts", () => {
    const sites = [
      fakeSite({ solarGeneration: 1_000, valuesAt: minutesAgo(1) }),
      fakeSite({ solarGeneration: 2_000 }),
      fakeSite({ solarGeneration: 50_000, valuesAt: minutesAgo(30) }),
      fakeSite({ solarGeneration: null }),
    ];
    expect(sumOf(sites, "solarGeneration", now)).toMatchObject({
      value: 3_000,
      counted: 2,
      of: 4,
      at: now - 60_000,
    });
  });

  test("counts negatives as 0", () => {
    const sites = [fakeSite({ energyConsumption: -40 }), fakeSite({ energyConsumption: 100 })];
    expect(sumOf(sites, "energyConsumption", now).value).toBe(100);
  });

  test("has no value, rather than 0, where nobody has one", () => {
    const figure = sumOf([fakeSite({ solarGeneration: null })], "solarGeneration", now);
    expect(figure).toEqual({ counted: 0, of: 1, everyS: 60 });
  });
});

describe("charge of the fleet", () => {
  test("is the median and the lowest of the current values", () => {
    const sites = [
      fakeSite({ name: "A", soc: 90 }),
      fakeSite({ name: "B", soc: 20 }),
      fakeSite({ name: "C", soc: 60 }),
      fakeSite({ name: "Old", soc: 1, valuesAt: minutesAgo(60) }),
      fakeSite({ name: "D", soc: 70 }),
    ];
    const spread = socSpread(sites, now);
    expect(spread).toMatchObject({ value: 65, counted: 4, of: 5, percents: [20, 60, 70, 90] });
    expect(spread.lowest).toMatchObject({ percent: 20, site: { name: "B" } });
  });

  test("is unknown for an empty fleet", () => {
    const spread = socSpread([], now);
    expect([spread.value, spread.lowest, spread.counted]).toEqual([undefined, undefined, 0]);
  });
});

test("only containers with a trouble need attention, worst first", () => {
  const needs = needsAttention(
    [fakeSite({ name: "Low", soc: 10 }), fakeSite({ name: "Fine" }), fakeSite({ name: "Gone", status: "offline" })],
    now,
  );
  expect(needs.map(({ site, troubles }) => [site.name, troubles[0]?.kind])).toEqual([
    ["Gone", "offline"],
    ["Low", "low_soc"],
  ]);
});

test("the grid has favourites first, then the worst, then names", () => {
  const sites = [
    fakeSite({ name: "B" }),
    fakeSite({ name: "A" }),
    fakeSite({ name: "Low", soc: 5 }),
    fakeSite({ name: "Star", favorite: true }),
  ];
  expect(gridOrder(sites, now).map((site) => site.name)).toEqual(["Star", "Low", "A", "B"]);
});

test("batteries below the reserve of their container are counted, among current values", () => {
  const sites = [
    fakeSite({ soc: 19 }),
    fakeSite({ soc: 20 }),
    fakeSite({ soc: 39, reserveSoc: 40 }),
    fakeSite({ soc: 5, valuesAt: minutesAgo(60) }),
  ];
  expect(socSpread(sites, now)).toMatchObject({ belowReserve: 2, counted: 3, of: 4 });
});
