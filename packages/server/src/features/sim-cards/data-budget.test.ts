import { expect, test } from "vitest";

import { type BudgetFacts, budgetOf, bundlePeriod } from "./data-budget.ts";

const mb = 1_000_000;
const card = { bundleMb: 500, renewalDay: 10, expiresOn: null, pricePerMb: null };
const dayMs = 86_400_000;
/** So many MB on each day from one to another. */
function daily(from: string, to: string, eachMb: number) {
  const [first, last] = [from, to].map((text) => Date.parse(text) / dayMs) as [number, number];
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    day: new Date((first + index) * dayMs).toISOString().slice(0, 10),
    bytes: eachMb * mb,
  }));
}
const facts: BudgetFacts = {
  card,
  today: "2026-11-20",
  days: daily("2026-11-01", "2026-11-20", 10),
  firstDay: "2026-11-01",
  countedAt: new Date("2026-11-20T12:00:00Z"),
};
const budget = (changes: Partial<BudgetFacts>) => budgetOf({ ...facts, ...changes });

test("a bundle is renewed on its day, or on the last of a shorter month", () => {
  expect(bundlePeriod(10, "2026-11-09")).toEqual({ from: "2026-10-10", until: "2026-11-10" });
  expect(bundlePeriod(10, "2026-11-10")).toEqual({ from: "2026-11-10", until: "2026-12-10" });
  expect(bundlePeriod(31, "2026-02-27")).toEqual({ from: "2026-01-31", until: "2026-02-28" });
  expect(bundlePeriod(31, "2028-02-29")).toEqual({ from: "2028-02-29", until: "2028-03-31" });
  expect(bundlePeriod(31, "2026-12-31")).toEqual({ from: "2026-12-31", until: "2027-01-31" });
  expect(bundlePeriod(5, "2027-01-01")).toEqual({ from: "2026-12-05", until: "2027-01-05" });
  // Without a day it is the month.
  expect(bundlePeriod(null, "2026-11-20")).toEqual({ from: "2026-11-01", until: "2026-12-01" });
});

test("the pace is of seven days, also right after a renewal", () => {
  const first = budget({ today: "2026-11-10", days: daily("2026-11-01", "2026-11-10", 10) });
  expect(first).toMatchObject({ usedBytes: 10 * mb, perDayBytes: 10 * mb, daysLeft: 30, projectedBytes: 300 * mb });
});

test("what was used since the renewal goes on at its pace up to the next", () => {
  expect(budget({})).toEqual({
    state: "on_track",
    from: "2026-11-10",
    until: "2026-12-10",
    daysLeft: 20,
    usedBytes: 110 * mb,
    countedSince: null,
    countedAt: "2026-11-20T12:00:00.000Z",
    bundleBytes: 500 * mb,
    leftBytes: 390 * mb,
    perDayBytes: 10 * mb,
    projectedBytes: 300 * mb,
    exceededOn: null,
    cost: null,
  });
});

test("the day is named on which the bundle will be used up", () => {
  const found = budget({ card: { ...card, bundleMb: 150 } });
  // 110 MB up to this evening, and 10 more each day: the 150th on the 24th, the 160th on the 25th.
  expect(found).toMatchObject({ state: "will_exceed", exceededOn: "2026-11-25", leftBytes: 40 * mb });
  expect(budget({ card: { ...card, bundleMb: 100 } })).toMatchObject({
    state: "exceeded",
    exceededOn: null,
    leftBytes: 0,
  });
});

test("what was not counted is not known, and never 0", () => {
  const never = budget({ days: [], firstDay: undefined, countedAt: undefined });
  expect(never).toMatchObject({
    ...{ state: "unknown", usedBytes: null, leftBytes: null, perDayBytes: null, projectedBytes: null, countedAt: null },
  });
  // Counted since this morning: no whole day says how fast it goes.
  const begun = budget({ days: daily("2026-11-20", "2026-11-20", 3), firstDay: "2026-11-20" });
  expect(begun).toMatchObject({
    ...{ state: "on_track", usedBytes: 3 * mb, countedSince: "2026-11-20", perDayBytes: null, projectedBytes: null },
  });
  // Silent days were counted: nothing was used on them.
  const silent = budget({ days: daily("2026-11-01", "2026-11-16", 10) });
  expect(silent.perDayBytes).toBeCloseTo((10 * mb * 4) / 7);
});

test("without a bundle the month is counted, and with a price it has a cost", () => {
  const none = budget({ card: undefined });
  expect(none).toMatchObject({
    state: "no_bundle",
    from: "2026-11-01",
    usedBytes: 200 * mb,
    leftBytes: null,
    cost: null,
  });
  expect(budget({ card: { ...card, bundleMb: null, pricePerMb: 0.02 } }).cost).toBeCloseTo(2.2);
});

test("a card works on its last day and not after it", () => {
  expect(budget({ card: { ...card, expiresOn: "2026-11-20" } }).state).toBe("on_track");
  expect(budget({ card: { ...card, expiresOn: "2026-11-19" } }).state).toBe("expired");
});
