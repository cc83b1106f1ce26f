import { expect, test } from "vitest";

import { seriesTitle, sumTitle } from "./series-title.ts";

test("power that is added up is called energy, in both languages", () => {
  const energy = (metric: string) =>
    (["en", "fr"] as const).map((locale) => seriesTitle({ metric, func: "hourly_average_sum" }, locale));
  expect(energy("solar.power")).toEqual(["Solar energy", "Énergie solaire"]);
  expect(energy("generator.power")).toEqual(["Generator energy", "Énergie du groupe électrogène"]);
  expect(energy("battery.power")).toEqual(["Battery energy", "Énergie de la batterie"]);
  expect(energy("load.power")).toEqual(["Consumption", "Consommation"]);
  expect(energy("pump.flow")).toEqual(["pump.flow", "pump.flow"]);
});

test("a series says what of its values it is, where that is not their mean", () => {
  expect(seriesTitle({ metric: "solar.power", func: "average" }, "en")).toBe("Solar power");
  expect(seriesTitle({ metric: "solar.power", func: "max" }, "fr")).toBe("Puissance solaire, maximum");
});

test("a line that is a sum says of how many containers", () => {
  expect(sumTitle("Village", 12, "en")).toBe("Village (sum of 12 containers)");
  expect([sumTitle("Village", 2, "fr"), sumTitle("Village", 1, "fr")]).toEqual([
    "Village (somme de 2 conteneurs)",
    "Village",
  ]);
});
