import { expect, test } from "vitest";

import { hoursText } from "@offgrid/contract/core/duration-text";
import { changeText, figureText } from "./figure-text.ts";
import { fakeFigures } from "./period-figures.fake.ts";

const t = ((_key: string, { points }: { points: string }) => `${points} points`) as unknown as Parameters<
  typeof changeText
>[0];
const change = (id: Parameters<typeof changeText>[1], pair: Parameters<typeof changeText>[2]) =>
  changeText(t, id, pair, "en");

test("times of no length are no hours, and what is not known is a dash", () => {
  expect(hoursText(0)).toBe("0\u00a0h");
  expect(hoursText(2.5)).toBe("2\u00a0h\u00a030");
  const figures = fakeFigures({
    sufficiency: undefined,
    fuelL: 12.34,
    cost: { amount: 1_234.5, currency: "EUR", isEstimate: true },
  });
  expect(figureText("sufficiency", figures, "en")).toBe("—");
  // Some of it was bought.
  expect(figureText("sufficiency", { ...figures, sufficiency: 0.997 }, "en")).toBe("99\u00a0%");
  expect(figureText("sufficiency", { ...figures, sufficiency: 1 }, "fr")).toBe("100\u00a0%");
  expect(figureText("generatorH", figures, "en")).toBe("—");
  expect(figureText("fuelL", figures, "fr")).toBe("12\u00A0L");
  expect(figureText("cost", figures, "en")).toBe("€1,235");
  expect(figureText("cost", fakeFigures({ cost: { amount: 18.5, currency: "EUR" } }), "en")).toBe("€18.50");
  expect(figureText("solar", figures, "en")).toBe("226\u00A0kWh");
});

test("shares change in points, times in time, and everything else in per cent", () => {
  const own = fakeFigures({ withoutPowerH: 1.25, lowestSoc: 21, sufficiency: 0.8, unservedWh: 1_500 });
  const other = fakeFigures({ withoutPowerH: 2, lowestSoc: 15, sufficiency: 0.9, unservedWh: 1_000 });
  expect(change("withoutPowerH", [own, other])).toBe("−45\u00a0min");
  expect(change("withoutPowerH", [other, own])).toBe("+45\u00a0min");
  expect(change("withoutPowerH", [own, own])).toBe("0\u00a0h");
  expect(change("lowestSoc", [own, other])).toBe("+6 points");
  expect(change("sufficiency", [own, other])).toBe("−10 points");
  expect(change("unservedWh", [own, other])).toBe("+50\u00A0%");
  expect(change("solar", [own, other])).toBe("0\u00A0%");
});

test("nothing is said of a change from nothing, between currencies, or between unlike shares that were measured", () => {
  const own = fakeFigures({ unservedWh: 100, cost: { amount: 5, currency: "EUR" } });
  const coverage = { ...own.coverage, solar: 0.5 };
  const other = fakeFigures({ unservedWh: 0, cost: { amount: 5, currency: "XOF" }, coverage });
  for (const id of ["unservedWh", "cost", "solar", "gridIn"] as const) expect(change(id, [own, other]), id).toBe("—");
  expect(change("load", [own, other])).toBe("0\u00A0%");
});

test("times of a period can be subtracted wherever they stand: from two days on the minutes stay", () => {
  const own = fakeFigures({ withoutPowerH: 47 + 55 / 60, generatorH: 56.75 });
  const other = fakeFigures({ withoutPowerH: 48 + 11 / 60, generatorH: 14 + 55 / 60 });
  const row = (id: "withoutPowerH" | "generatorH") => [
    ...[own, other].map((one) => figureText(id, one, "en")),
    change(id, [own, other]),
  ];
  const spaced = (...texts: string[]) => texts.map((text) => text.replaceAll(" ", "\u00a0"));
  expect(row("withoutPowerH")).toEqual(spaced("47 h 55", "48 h 11", "−16 min"));
  expect(row("generatorH")).toEqual(spaced("56 h 45", "14 h 55", "+41 h 50"));
  const long = fakeFigures({ withoutPowerH: 0, generatorH: 100 });
  expect(change("generatorH", [long, other])).toBe(spaced("+85 h 05")[0]);
  expect(figureText("withoutPowerH", long, "en")).toBe(spaced("0 h")[0]);
  // To the nearest minute, as a sum of minutes is hardly ever a whole number in hours.
  expect(figureText("withoutPowerH", fakeFigures({ withoutPowerH: 70 + 44.9 / 60 }), "fr")).toBe(spaced("70 h 45")[0]);
});
