import { expect, test } from "vitest";

import { matching } from "./metric-order.ts";

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
