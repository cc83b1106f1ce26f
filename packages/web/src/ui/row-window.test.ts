import { expect, test } from "vitest";

import { windowOf } from "./row-window.ts";

const hundred = () => 100;

test("the groups that touch the view are drawn, with room for the others", () => {
  expect(windowOf(10, hundred, 0, 250)).toEqual({ from: 0, to: 3, abovePx: 0, belowPx: 700 });
  expect(windowOf(10, hundred, 250, 450)).toEqual({ from: 2, to: 5, abovePx: 200, belowPx: 500 });
  expect(windowOf(10, hundred, 900, 1_200)).toEqual({ from: 9, to: 10, abovePx: 900, belowPx: 0 });
});

test("a list below or above the view keeps one group, so that its height is known", () => {
  expect(windowOf(10, hundred, -500, -100)).toEqual({ from: 0, to: 1, abovePx: 0, belowPx: 900 });
  expect(windowOf(10, hundred, 5_000, 5_400)).toEqual({ from: 9, to: 10, abovePx: 900, belowPx: 0 });
  expect(windowOf(0, hundred, 0, 100)).toEqual({ from: 0, to: 0, abovePx: 0, belowPx: 0 });
});

test("groups of different heights add up to the height of the list", () => {
  const heightOf = (group: number) => 40 + 10 * group;
  for (const top of [0, 39, 40, 41, 200, 800]) {
    const { from, to, abovePx, belowPx } = windowOf(12, heightOf, top, top + 150);
    let drawnPx = 0;
    for (let group = from; group < to; group++) drawnPx += heightOf(group);
    expect(abovePx + drawnPx + belowPx).toBe(12 * 40 + 10 * 66);
    expect(abovePx).toBeLessThanOrEqual(top);
  }
});
