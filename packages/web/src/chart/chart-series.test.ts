import { expect, test } from "vitest";

import { legendEntries, seriesLooks, type SeriesColor } from "./chart-series.ts";

const many = (colors: readonly SeriesColor[]) => colors.map((color, index) => ({ id: `${index}`, color }));

test("beyond four series each has a dash pattern, and no two of one colour look the same", () => {
  const colors = ["solar", "load", "battery-out", "generator"] as const;
  const series = many([...colors, ...colors, ...colors, ...colors]);
  const looks = seriesLooks(series);
  expect(series.slice(0, 4).map(({ id }) => looks.get(id)!.dash)).toEqual([undefined, undefined, undefined, undefined]);
  for (const color of colors) {
    const dashes = series.filter((one) => one.color === color).map(({ id }) => String(looks.get(id)!.dash));
    expect(new Set(dashes).size).toBe(4);
  }
});

test("an estimate and an earlier period look different from measured values", () => {
  const looks = seriesLooks([
    { id: "now", color: "load" },
    { id: "forecast", color: "load", dashed: true },
    { id: "yesterday", color: "load", ghost: true },
  ]);
  const dashes = ["now", "forecast", "yesterday"].map((id) => String(looks.get(id)!.dash));
  expect(new Set(dashes).size).toBe(3);
});

test("a comparison changes no series' own kind of line, and dots are for the earlier period alone", () => {
  const own = many([
    "solar",
    "load",
    "compare-1",
    "soc",
    "generator",
    "info",
    "muted",
    "solar",
    "load",
    "solar",
    "load",
  ]);
  const alone = seriesLooks(own);
  const compared = seriesLooks(
    own.flatMap((one) => [one, { ...one, id: `${one.id} before`, ghost: true }, { ...one, id: "ahead", dashed: true }]),
  );
  for (const { id } of own) {
    const { dash } = compared.get(id)!;
    expect(dash).toEqual(alone.get(id)!.dash);
    // A pen of two pixels makes a dot of a dash that is no longer than it is wide.
    expect(Math.max(...(dash ?? [Infinity]).filter((_, index) => index % 2 === 0))).toBeGreaterThan(3);
    expect(Math.max(...compared.get(`${id} before`)!.dash!)).toBeLessThanOrEqual(3);
  }
  expect(compared.get("ahead")!.dash![0]).toBeGreaterThan(3);
});

test("with patterns on, no two energies drawn as bars share a pattern", () => {
  const energies = many(["solar", "load", "battery-out", "battery-in", "generator"]);
  const patterns = (on: boolean) => new Set([...seriesLooks(energies, on).values()].map(({ pattern }) => pattern));
  expect(patterns(false).size).toBeLessThan(energies.length);
  expect(patterns(true).size).toBe(energies.length);
});

test("series of one entry share a place in the legend, after all others, which shows and hides them together", () => {
  const one = { unit: "Wh", type: "line", values: [] } as const;
  const entries = legendEntries([
    { ...one, id: "solar", title: "Solar", color: "solar" },
    { ...one, id: "solar-before", title: "Solar, a day earlier", color: "solar", entry: "A day earlier" },
    { ...one, id: "load", title: "Load", color: "load" },
    { ...one, id: "load-before", title: "Load, a day earlier", color: "load", entry: "A day earlier" },
  ]);
  expect(entries.map(({ title, first, ids }) => [title, first.color, ids])).toEqual([
    ["Solar", "solar", ["solar"]],
    ["Load", "load", ["load"]],
    ["A day earlier", "muted", ["solar-before", "load-before"]],
  ]);
});
