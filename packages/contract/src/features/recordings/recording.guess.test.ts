import { expect, test } from "vitest";

import { columnsOf, guessMapping } from "./recording.guess.ts";
import { nameWithoutUnit, unitInName } from "./unit-factors.ts";

const guess = (lines: readonly string[]) => guessMapping(lines, "Africa/Nairobi");

test("the time, the metrics and their units are found by names, in English and French", () => {
  expect(
    guess([
      "Horodatage;PV (kW);Consommation [W];État de charge (%);Remarque",
      "2026-06-01 12:00;1,5;820;64;froid",
      "2026-06-01 12:15;n/a;800;63;",
    ]).mapping,
  ).toEqual({
    time: { column: "Horodatage", format: "iso", zone: "Africa/Nairobi" },
    missing: ["n/a"],
    columns: [
      { column: "PV (kW)", metric: "solar.power", multiply: 1000 },
      { column: "Consommation [W]", metric: "load.power", multiply: 1 },
      { column: "État de charge (%)", metric: "battery.soc", multiply: 1 },
    ],
  });
});

test.each([
  ["iso", ["2026-06-01T12:00:00Z"]],
  ["epoch-s", ["1790000000", "1790000900"]],
  ["epoch-ms", ["1790000000000"]],
  ["dd/MM/yyyy HH:mm", ["01/06/2026 23:30", "02/06/2026 00:30"]],
  ["MM/dd/yyyy HH:mm", ["06/01/2026 23:30", "06/02/2026 00:30"]],
  ["MM/dd/yyyy hh:mm:ss a", ["6/1/2026 11:30:00 PM", "6/13/2026 12:30:00 AM"]],
  ["dd.MM.yyyy hh:mm a", ["31.05.2026 8:00 am"]],
  ["yyyy-MM-dd hh:mm a", ["2026-05-31 8:00 p.m."]],
  ["dd/MM/yyyy hh:mm a", ["28/02/2026 12:00 PM", "31/02/2026 1:00 PM", "01/03/2026 2:00 PM"]],
  ["dd-MM-yyyy", ["31-05-2026", "01-06-2026"]],
])("the format %s is found in %j", (format, times) => {
  const { mapping, isDayOrderUnsure } = guess(["load;when", ...times.map((time) => `5;${time}`)]);
  expect(mapping.time).toMatchObject({ column: "when", format });
  expect(isDayOrderUnsure).toBe(false);
});

test("a day that may be a month is asked about where the file does not decide", () => {
  const { mapping, isDayOrderUnsure } = guess(["date,load", "03/04/2026 10:00,1", "03/04/2026 11:00,2"]);
  expect([mapping.time.format, isDayOrderUnsure]).toEqual(["dd/MM/yyyy HH:mm", true]);
});

test("meters, shares and names of the catalogue are told apart; what says nothing is left out", () => {
  const { mapping } = guess([
    "ts,values.battery.soc,values.my.sensor,solar kWh,SoC,comment,generation",
    "1790000000000,64,3,12.5,0.64,7,5",
  ]);
  expect(mapping.columns).toEqual([
    { column: "values.battery.soc", metric: "battery.soc", multiply: 1 },
    { column: "values.my.sensor", metric: "my.sensor", multiply: 1 },
    { column: "solar kWh", metric: "solar.energy", multiply: 1000 },
    { column: "generation", metric: "solar.power", multiply: 1 },
  ]);
  const energies = guess(["t,load kWh,generator kWh,grid kWh,battery kWh", "1790000000000,1,2,3,4"]).mapping.columns;
  expect(energies.map(({ metric }) => metric)).toEqual(["load.energy", "generator.energy", "grid.energy"]);
  expect(guess(["t,SoC", "1790000000000,0.64", "1790000060000,1"]).mapping.columns).toEqual([
    { column: "SoC", metric: "battery.soc", multiply: 100 },
  ]);
});

test("units are read from the end of names only", () => {
  expect(
    ["Load kW", "load_kw", "P [W]", "Temp (°C)", "soc_percent", "Wind (km/h)", "V", "grid now"].map(unitInName),
  ).toEqual(["kW", "kW", "W", "°C", "%", "km/h", undefined, undefined]);
  // The case of a prefix is meant where the rest is written as it should be.
  expect(["Load (mW)", "Load (MW)", "load_mw", "U (MV)", "Time (Min)"].map(unitInName)).toEqual([
    ...[undefined, "MW", "MW", undefined, "min"],
  ]);
  expect(["Load kW", "P [W]", "grid now"].map(nameWithoutUnit)).toEqual(["Load", "P", "grid now"]);
});

test("columns are shown with their first cells, whatever separates them", () => {
  expect(columnsOf(["a\tb", '1\t"two"', "", "3\t"])).toEqual([
    { name: "a", samples: ["1", "3"] },
    { name: "b", samples: ["two", ""] },
  ]);
});

test.each([
  ["Date;Time;SOC", "20/11/2026;8:00 AM;61", "20/11/2026;8:30 AM;62", "dd/MM/yyyy"],
  ["Time;Date;SOC", "08:00:00;2026-11-20;61", "08:30:00;2026-11-20;62", "iso"],
  // As workbooks write both.
  ["Time;Date;SOC", "1899-12-30T08:00:00.000;2026-11-20T00:00:00.000;61", ";2026-11-21T00:00:00.000;62", "iso"],
])("a day and its time of day in two columns are one time: %s, %s", (head, first, second, format) => {
  expect(guess([head, first, second]).mapping).toMatchObject({
    time: { column: "Date", clock: "Time", format },
    columns: [{ column: "SOC", metric: "battery.soc" }],
  });
});

test("a file of days alone has no time of day, and a whole time needs none", () => {
  expect(guess(["Date;SOC", "20/11/2026;61"]).mapping.time).not.toHaveProperty("clock");
  expect(guess(["Date;Duration;SOC", "20/11/2026 08:00;0:30;61"]).mapping.time).not.toHaveProperty("clock");
});

test("a column that is called battery alone is the charge where it is a per cent throughout, and else the power", () => {
  const metricOf = (...cells: string[]) =>
    guess(["at,Battery", ...cells.map((cell) => `1790000000000,${cell}`)]).mapping.columns[0]?.metric;
  expect(metricOf("60.5", "61", "98")).toBe("battery.soc");
  expect(metricOf("60.5", "-20")).toBe("battery.power");
  expect(metricOf("60", "455")).toBe("battery.power");
});
