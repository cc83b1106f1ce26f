import { expect, test } from "vitest";

import { readPrices, textsOf } from "./price-input.ts";

const texts = {
  currency: "eur",
  fuelPricePerLitre: "1,45",
  litresPerHour: "",
  litresPerKwh: "0.26",
  gridPricePerKwh: " 0 ",
};

test("prices are read with either decimal sign; what is left empty is not set", () => {
  const prices = {
    currency: "EUR",
    fuelPricePerLitre: 1.45,
    litresPerHour: null,
    litresPerKwh: 0.26,
    gridPricePerKwh: 0,
  };
  expect(readPrices(texts)).toEqual({ prices });
  expect(textsOf(prices, "fr")).toMatchObject({ currency: "EUR", fuelPricePerLitre: "1,45", litresPerHour: "" });
  expect(textsOf(null, "en").litresPerKwh).toBe("");
});

test("fields that mean nothing are named", () => {
  expect(readPrices({ ...texts, currency: "euro", litresPerHour: "-1", gridPricePerKwh: "much" })).toEqual({
    wrong: ["currency", "litresPerHour", "gridPricePerKwh"],
  });
});
