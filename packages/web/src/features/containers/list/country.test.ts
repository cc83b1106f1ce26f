import { expect, test } from "vitest";

import { countryName, countryOf } from "./country.ts";

test("the country is the end of an address, in either language, where it is one", () => {
  expect(countryOf("Hospital Road, Lodwar, Turkana, Kenya")).toBe("KE");
  expect(countryOf("École, Saint-Élie, Guyane française")).toBe("GF");
  expect(countryOf("Dakar, senegal")).toBe("SN");
  expect(countryOf("Gate 4, North yard")).toBeUndefined();
  expect(countryOf("")).toBeUndefined();
  expect(countryOf(null)).toBeUndefined();
});

test("a country has its name in the reader's language", () => {
  expect(countryName("NE", "fr")).toBe("Niger");
  expect(countryName("AU", "fr")).toBe("Australie");
});
