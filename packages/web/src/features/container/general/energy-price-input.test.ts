import { expect, test } from "vitest";

import { readPrices, textsOf } from "./energy-price-input.ts";

const texts = {
  currency: "eur",
  fuelPricePerLitre: "1,45",
  litresPerHour: "",
  litresPerKwh: "0.26",
  gridPricePerKwh: " 0 ",
};

const prices = {
  currency: "EUR",
  fuelPricePerLitre: 1.45,
  litresPerHour: null,
  litresPerKwh: 0.26,
  gridPricePerKwh: 0,
};

test("prices are read with either decimal sign; what is left empty is not set", () => {
  expect(readPrices(texts)).toEqual({ prices });
  expect(textsOf(prices, "fr")).toMatchObject({ currency: "EUR", fuelPricePerLitre: "1,45", litresPerHour: "" });
  expect(textsOf(null, "en").litresPerKwh).toBe("");
});

test("only plain numbers are read, up to what the portal takes", () => {
  for (const text of ["0x10", "1e5", "1,000.5", "10.01", "+1", "."])
    expect(readPrices({ ...texts, litresPerKwh: text }), text).toEqual({ wrong: ["litresPerKwh"] });
  for (const [text, litresPerKwh] of [
    ["10", 10],
    ["0,", 0],
    [",5", 0.5],
  ] as const)
    expect(readPrices({ ...texts, litresPerKwh: text }), text).toMatchObject({ prices: { litresPerKwh } });
});

test("a number stands as it can be typed again, however small or large", () => {
  for (const litresPerKwh of [0.000_000_25, 0.1, 10]) {
    const shown = textsOf({ ...prices, litresPerKwh }, "fr");
    expect(readPrices(shown)).toEqual({ prices: { ...prices, litresPerKwh } });
  }
  expect(textsOf({ ...prices, gridPricePerKwh: 1_000_000 }, "fr").gridPricePerKwh).toBe("1000000");
});

test("three letters that are no currency are refused", () => {
  expect(readPrices({ ...texts, currency: "abc" })).toEqual({ wrong: ["currency"] });
  expect(readPrices({ ...texts, currency: " xof " })).toMatchObject({ prices: { currency: "XOF" } });
});

test("fields that mean nothing are named", () => {
  expect(readPrices({ ...texts, currency: "euro", litresPerHour: "-1", gridPricePerKwh: "much" })).toEqual({
    wrong: ["currency", "litresPerHour", "gridPricePerKwh"],
  });
});
