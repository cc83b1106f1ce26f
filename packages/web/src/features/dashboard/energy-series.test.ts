import type { TFunction } from "i18next";
import { expect, test } from "vitest";

import { energySeries } from "./energy-series.ts";
import type { FleetHistory } from "./fleet-energy.ts";

const say = ((key: string) => key) as unknown as TFunction<"dashboard">;
const shown = (history: object, isDay: boolean) =>
  energySeries(say, history as FleetHistory, isDay).map(({ id, type, mirrored, ghost, dashed, entry }) => [
    id,
    type,
    mirrored ? "below" : "above",
    ghost ? "pale" : dashed ? "dashed" : "full",
    entry,
  ]);
const week = { generated: [900, 800], used: [700, 750], coverage: { generated: 1, used: 0.9 } };

test("over days, what was used hangs in bars below what was generated, and nothing else is drawn", () => {
  expect(shown(week, false)).toEqual([
    ["generation", "stack_bar", "above", "full", undefined],
    ["consumption", "stack_bar", "below", "full", undefined],
  ]);
});

test("files say how much was measured of the bars alone: what is laid over them has no share of its own", () => {
  const day = { ...week, generatedBefore: [850, 820], usedBefore: [700, 700] };
  expect(energySeries(say, day as unknown as FleetHistory, true).map(({ id, coverage }) => [id, coverage])).toEqual([
    ["generation", 1],
    ["consumption", 0.9],
    ["generation-dayBefore", undefined],
    ["consumption-dayBefore", undefined],
  ]);
});

test("over a day lie the day before as one entry, pale, and the forecast as one, dashed", () => {
  const day = {
    ...week,
    generatedBefore: [850, 820],
    usedBefore: [700, 700],
    generatedAhead: [null, 600],
    usedAhead: [null, 500],
  };
  expect(shown(day, true).slice(2)).toEqual([
    ["generation-dayBefore", "line", "above", "pale", "energy.entry.dayBefore"],
    ["consumption-dayBefore", "line", "below", "pale", "energy.entry.dayBefore"],
    ["generation-ahead", "line", "above", "dashed", "energy.entry.ahead"],
    ["consumption-ahead", "line", "below", "dashed", "energy.entry.ahead"],
  ]);
});
