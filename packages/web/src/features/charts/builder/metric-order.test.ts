import { metrics } from "@offgrid/contract/telemetry/metrics";
import { expect, test } from "vitest";

import { byImportance, matching } from "./metric-order.ts";

const items = [
  ["battery.cell.1.voltage", "Cell 1 voltage"],
  ["battery.cell.10.voltage", "Cell 10 voltage"],
  ["battery.cell.2.voltage", "Cell 2 voltage"],
  ["battery.voltage", "Battery voltage"],
  ["solar.1.power", "Solar charger 1 power"],
  ["solar.power", "Solar power"],
].map(([value = "", label = ""]) => ({ value, label }));
const found = (search: string) =>
  matching([{ group: "Measured here", items }], search).flatMap((one) =>
    "group" in one ? one.items.map((item) => (typeof item === "string" ? item : item.value)) : [],
  );

test("the whole is found before its parts, and parts by their numbers", () => {
  expect(found("volt")).toEqual([
    "battery.voltage",
    "battery.cell.1.voltage",
    "battery.cell.2.voltage",
    "battery.cell.10.voltage",
  ]);
  expect(found("solar pow")).toEqual(["solar.power", "solar.1.power"]);
  expect(found("Battery.cell 10")).toEqual(["battery.cell.10.voltage"]);
  expect(found("tide")).toEqual([]);
});

/** What is found first of the whole catalogue, which is listed by its ids. */
const first = (search: string, language: "en" | "fr") => {
  const all = Object.entries(metrics).toSorted(([one], [other]) => one.localeCompare(other, "en"));
  const group = { group: "", items: all.map(([value, metric]) => ({ value, label: metric[language] })) };
  return matching([group], search).flatMap((one) => ("group" in one ? one.items : []))[0]?.value;
};

test("the one that is called as was typed is found first, then the main quantity that is meant", () => {
  for (const [search, metric] of [
    ["battery voltage", "battery.voltage"],
    ["Consumption", "load.power"],
    ["solar", "solar.power"],
    ["charge", "battery.soc"],
    ["charge current", "battery.charge_limit"],
    ["battery", "battery.power"],
    ["voltage", "battery.voltage"],
    ["meter solar", "solar.energy"],
    ["cell spr", "battery.cell_spread"],
    ["battery.cell_max", "battery.cell_max"],
    ["generator meter", "generator.energy"],
  ] as const)
    expect([search, first(search, "en")]).toEqual([search, metric]);
});

test("French names are found alike, with and without accents", () => {
  for (const [search, metric] of [
    ["etat de charge", "battery.soc"],
    ["État", "battery.soc"],
    ["charge", "battery.soc"],
    ["consommation", "load.power"],
    ["SOLAIRE", "solar.power"],
    ["tension", "battery.voltage"],
    ["onduleur temp", "inverter.temperature"],
    ["compteur solaire", "solar.energy"],
  ] as const)
    expect([search, first(search, "fr")]).toEqual([search, metric]);
});

test("of equals the main quantities are first, and every metric is found by its own name in both languages", () => {
  const listed = ["battery.cell.1.voltage", "battery.cell_max", "battery.energy_in", "load.power", "battery.soc"];
  expect(listed.toSorted(byImportance)).toEqual([
    "load.power",
    "battery.soc",
    "battery.energy_in",
    "battery.cell_max",
    "battery.cell.1.voltage",
  ]);
  for (const language of ["en", "fr"] as const)
    for (const [metric, words] of Object.entries(metrics)) {
      const found = first(words[language], language) ?? "";
      expect([metric, metrics[found as keyof typeof metrics]?.[language]]).toEqual([metric, words[language]]);
    }
});
