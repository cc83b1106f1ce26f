import { expect, test } from "vitest";

import { chartFunctions } from "./chart-choices.ts";
import { seriesTitle, sumTitle } from "./series-title.ts";

test("power that is added up is called energy, in both languages", () => {
  const energy = (metric: string) =>
    (["en", "fr"] as const).map((locale) => seriesTitle({ metric, func: "energy" }, locale));
  expect(energy("solar.power")).toEqual(["Solar energy", "Énergie solaire"]);
  expect(energy("generator.power")).toEqual(["Generator energy", "Énergie du groupe électrogène"]);
  expect(energy("battery.power")).toEqual(["Battery energy", "Énergie de la batterie"]);
  expect(energy("load.power")).toEqual(["Consumption, energy", "Consommation, énergie"]);
  expect(energy("pump.flow")).toEqual(["pump.flow, energy", "pump.flow, énergie"]);
  const averages = { metric: "solar.power", func: "hourly_average_sum" } as const;
  expect(seriesTitle(averages, "en")).toBe("Solar energy, from hourly averages");
  expect(seriesTitle(averages, "fr")).toBe("Énergie solaire, d’après les moyennes horaires");
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

test("lines of one metric with different functions have different titles, and a sum of readings says that it is one", () => {
  for (const metric of ["load.power", "load.energy", "solar.power", "battery.voltage", "own.level"])
    for (const locale of ["en", "fr"] as const)
      expect(new Set(chartFunctions.map((func) => seriesTitle({ metric, func }, locale))).size).toBe(
        chartFunctions.length,
      );
  expect(seriesTitle({ metric: "load.power", func: "sum" }, "en")).toBe("Consumption, sum of readings");
});

test("the energy of each direction of a battery or the grid has a name of its own", () => {
  const of = (metric: string, useIf: "positive" | "negative") =>
    (["en", "fr"] as const).map((locale) => seriesTitle({ metric, func: "energy", useIf }, locale));
  expect(of("battery.power", "positive")).toEqual(["Energy into the battery", "Énergie chargée dans la batterie"]);
  expect(of("battery.power", "negative")).toEqual(["Energy out of the battery", "Énergie fournie par la batterie"]);
  expect(of("grid.power", "negative")).toEqual(["Energy into the grid", "Énergie injectée dans le réseau"]);
  expect(of("solar.power", "positive")).toEqual(["Solar energy", "Énergie solaire"]);
});
