import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";

import { axisFormat, baseUnit, formatExactText, formatQuantityText, shownUnit } from "./format.ts";
import { unitsOr, usualUnits } from "../../core/unit-choices.ts";
import { asShown, differenceOf, fromTyped, showUnits, toTyped } from "./shown-units.ts";

afterEach(() => showUnits(usualUnits));

const american = { temperature: "degF", wind: "mph" } as const;
const plain = (text: string) => text.replaceAll("\u00A0", " ");

describe("in °F", () => {
  test("a temperature is moved by 32, and what lies between two is not", () => {
    showUnits(american);
    expect(plain(formatQuantityText(25, "degC", "en"))).toBe("77.0 °F");
    expect(plain(formatQuantityText(-40, "degC", "fr"))).toBe("−40,0 °F");
    expect(plain(formatQuantityText(5, differenceOf("degC"), "en"))).toBe("9.0 °F");
    expect(plain(formatQuantityText(0, differenceOf("degC"), "en"))).toBe("0.0 °F");
    expect(plain(formatExactText(38, "degC", "en"))).toBe("100.4 °F");
    expect(formatQuantityText(null, "degC", "en")).toBe("—");
  });

  test("what was typed is kept in °C, and found again as it was typed", () => {
    showUnits(american);
    expect(fromTyped(77, "degC")).toBe(25);
    expect(fromTyped(9, differenceOf("degC"))).toBe(5);
    expect(fromTyped(76, "degC")).toBe(24.444);
    expect(toTyped(24.444, "degC")).toBe(76);
    expect(fromTyped(Number.NaN, "degC")).toBeNaN();
    fc.assert(
      fc.property(fc.integer({ min: -4_000, max: 40_000 }), (hundredths) => {
        const typed = hundredths / 100;
        for (const unit of ["degC", "degC difference"] as const)
          expect(toTyped(fromTyped(typed, unit), unit)).toBe(typed);
      }),
    );
  });

  test("an axis is labelled in it, and its steps have no offset", () => {
    showUnits(american);
    const { unit, format } = axisFormat("degC", 40, 5, "en");
    expect([unit, ...[0, 5, 10].map(format)]).toEqual(["°F", "32", "41", "50"]);
    expect(axisFormat("degC", 40, 2.5, "en").format(22.5)).toBe("72.5");
  });

  test("nothing else is changed, and files keep °C", () => {
    showUnits(american);
    expect(plain(formatQuantityText(1_240, "W", "en"))).toBe("1.24 kW");
    expect(fromTyped(20, "percent")).toBe(20);
    expect([baseUnit("degC"), shownUnit("degC", "en")]).toEqual(["°C", "°F"]);
  });
});

test("wind is shown in the unit that was chosen, as each language writes it", () => {
  expect(plain(formatQuantityText(4, "m/s", "en"))).toBe("4 m/s");
  showUnits({ ...usualUnits, wind: "km/h" });
  expect(plain(formatQuantityText(4, "m/s", "en"))).toBe("14.4 km/h");
  showUnits({ ...usualUnits, wind: "mph" });
  expect(plain(formatQuantityText(4, "m/s", "en"))).toBe("8.95 mph");
  expect(plain(formatQuantityText(4, "m/s", "fr"))).toBe("8,95 mi/h");
  expect(asShown(25, "degC")).toEqual({ value: 25, unit: "degC" });
});

test("without a choice every value stays as it is kept, to its last digit", () => {
  expect(toTyped(24.44444444, "degC")).toBe(24.44444444);
  expect(fromTyped(24.44444444, "degC")).toBe(24.44444444);
  expect(differenceOf("W")).toBe("W");
  expect(plain(formatQuantityText(5, differenceOf("degC"), "en"))).toBe("5.0 °C");
});

test("a choice that is not understood is as if there were none", () => {
  const usual = { temperature: "degF", wind: "km/h" } as const;
  expect(unitsOr(usual, undefined)).toEqual(usual);
  expect(unitsOr(usual, { temperature: "degC", wind: "knots" })).toEqual({ temperature: "degC", wind: "km/h" });
});
