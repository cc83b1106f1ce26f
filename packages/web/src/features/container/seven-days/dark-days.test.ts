import { expect, test } from "vitest";

import { darkMsIn } from "./dark-days.ts";

const hourMs = 3_600_000;
const midnight = Date.UTC(2026, 5, 10);
const at = (hours: number) => new Date(midnight + hours * hourMs).toISOString();

test("a cut over midnight counts on both of its days, and one that goes on until now", () => {
  const cuts = [
    { from: at(20), to: null },
    { from: at(-3), to: at(5) },
  ];
  const day = (index: number) => ({
    fromMs: midnight + 24 * index * hourMs,
    toMs: midnight + 24 * (index + 1) * hourMs,
  });
  const hours = [-2, -1, 0, 1].map((index) => darkMsIn({ cuts }, day(index), midnight + 26 * hourMs) / hourMs);
  expect(hours).toEqual([0, 3, 9, 2]);
});
