import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  axisFormat,
  formatCount,
  formatQuantity,
  formatQuantityText,
  formatShare,
  formatSize,
  isScaled,
} from "./format.ts";

const narrowSpace = "\u202f";

describe("a quantity", () => {
  test.each([
    [1240, "Wh", "1.24", "kWh"],
    [4.15, "Wh", "4", "Wh"],
    [0, "W", "0", "W"],
    [5, "W", "5", "W"],
    [0.004, "W", "0", "W"],
    [12.345, "W", "12.3", "W"],
    [999.4, "W", "999", "W"],
    [999.6, "W", "1.00", "kW"],
    [-2400, "W", "−2.40", "kW"],
    [999_600, "Wh", "1.00", "MWh"],
    [1_234_567, "W", "1.23", "MW"],
    [51.2, "V", "51.20", "V"],
    [229.4, "V", "229.4", "V"],
    [-12.34, "A", "−12.3", "A"],
    [56.7, "percent", "57", "%"],
    [-0.2, "percent", "0", "%"],
    [31.25, "degC", "31.3", "°C"],
    [12_345_678, "B", "12.35", "MB"],
    [3, "count", "3", ""],
  ] as const)("%d %s is written %s %s", (value, unit, number, shown) => {
    expect(formatQuantity(value, unit, "en")).toEqual({ number, unit: shown });
  });

  test("has French separators in French and English ones in English", () => {
    expect(formatQuantity(1240, "Wh", "fr")).toEqual({ number: "1,24", unit: "kWh" });
    expect(formatQuantity(2_630_000, "B", "fr")).toEqual({ number: "2,63", unit: "Mo" });
    expect(formatCount(12_345, "fr")).toBe(`12${narrowSpace}345`);
    expect(formatCount(12_345, "en")).toBe("12,345");
  });

  test.each([undefined, null, Number.NaN, Number.POSITIVE_INFINITY])("of %s is a dash, never 0", (value) => {
    expect(formatQuantity(value, "W", "en")).toEqual({ number: "—", unit: "" });
    expect(formatQuantityText(value, "W", "en")).toBe("—");
    expect(formatCount(value, "en")).toBe("—");
  });

  test("as one text does not break between number and unit", () => {
    expect(formatQuantityText(3900, "W", "en")).toBe("3.90\u00a0kW");
  });

  test("of power keeps three significant figures over the whole table", () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 9.99e8, noNaN: true }), (watts) => {
        const { number, unit } = formatQuantity(watts, "W", "en");
        const factor = { W: 1, kW: 1e3, MW: 1e6 }[unit]!;
        const shown = Number(number.replaceAll(",", "")) * factor;
        expect(Math.abs(shown - watts)).toBeLessThanOrEqual(watts * 0.005 + 1e-9);
      }),
    );
  });
});

describe("an axis", () => {
  test("keeps one unit and one number of decimals", () => {
    const axis = axisFormat("W", 4000, 500, "en");
    expect(axis.unit).toBe("kW");
    expect([0, 500, 1000, 4000].map(axis.format)).toEqual(["0.0", "0.5", "1.0", "4.0"]);
  });

  test.each([
    [2.5, [12.5, 10, 7.5, 5, 2.5, 0], ["12.5", "10.0", "7.5", "5.0", "2.5", "0.0"]],
    [25, [75, 50, 25, 0], ["75", "50", "25", "0"]],
    [0.25, [0.75, 0.5, 0.25], ["0.75", "0.50", "0.25"]],
  ])("with steps of %d has labels that are exactly where they stand", (step, ticks, labels) => {
    expect(ticks.map(axisFormat("m", ticks[0]!, step, "en").format)).toEqual(labels);
  });

  test("writes volts with the decimals its step needs, not more", () => {
    expect(axisFormat("V", 56, 2, "en").format(52)).toBe("52");
    expect(axisFormat("V", 52.4, 0.1, "fr").format(52.3)).toBe("52,3");
  });
});

test.each([
  [0, "0 B", "0 o"],
  [512, "512 B", "512 o"],
  [1_000, "1 kB", "1 ko"],
  [999_600, "1 MB", "1 Mo"],
  [10_000_000, "10 MB", "10 Mo"],
  [63_843_350_000, "63.8 GB", "63,8 Go"],
  [2_040_000_000_000, "2.04 TB", "2,04 To"],
] as const)("a size of %d bytes is written %s, in French %s", (bytes, english, french) => {
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  expect([formatSize(bytes, "en"), formatSize(bytes, "fr")].map(plain)).toEqual([english, french]);
});

test("only power and energy are written in units by their size, so that a unit alone says nothing about their axis", () => {
  expect((["W", "Wh", "V", "percent", "degC"] as const).map(isScaled)).toEqual([true, true, false, false, false]);
});

test("a share is never rounded up to all nor down to nothing, and a small one is told as it is", () => {
  const shares = [0, 0.0004, 0.0037, 0.0098, 0.013, 0.455, 0.994, 0.9996, 0.99999, 1];
  expect(shares.map((share) => formatShare(share, "en").replaceAll("\u00a0", " "))).toEqual([
    ...["0 %", "< 0.1 %", "0.4 %", "1 %", "1 %", "46 %", "99 %", "99 %", "100 %", "100 %"],
  ]);
  expect(formatShare(0.0037, "fr")).toBe("0,4\u00a0%");
});
