import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { repository } from "../../testing/repository.ts";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { defaultVictronMapping, VictronMapping } from "./victron.mapping.ts";
import { openVictronRecording, type VictronDriver } from "./victron.driver.ts";

const recording = join(repository, "../shared/data/victron-bct");
const startMs = Date.UTC(2026, 0, 1);
let dir = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "victron-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, ...lines: string[]): void {
  writeFileSync(join(dir, name), lines.join("\r\n"));
}

async function valuesAt(driver: VictronDriver, second: number): Promise<Record<string, number | null> | undefined> {
  const values = await driver.read(startMs + second * 1000);
  return values && Object.fromEntries(driver.metrics.map(({ name }, place) => [name, values[place] ?? null]));
}

function writeSystem(): void {
  write(
    "a.csv",
    "com.victronenergy.solarcharger.ttyS5",
    "/Yield/Power\tDOUBLE\t10.5\t11W",
    "/ProductName\tSTRING\tMPPT\tMPPT",
    "",
    "3\t/Yield/Power\tDOUBLE\t20.5\t21W",
    "5\t/Yield/Power\tARRAY\t[]\t",
  );
  write(
    "b.csv",
    "com.victronenergy.solarcharger.ttyS6",
    "/Yield/Power\tINT32\t1\t1W",
    "/Pv/V\tARRAY\t[]\t",
    "7\t/Yield/Power\tARRAY\t[]\t",
  );
}

test("a value holds until the next one, an empty array is no reading, and a sum leaves out missing values", async () => {
  writeSystem();
  const driver = await openVictronRecording(dir, { startMs });
  expect(driver.metrics.map(({ name }) => name)).toEqual(["solar.power", "solar.1.power", "solar.2.power"]);
  expect(await valuesAt(driver, 2)).toEqual({ "solar.power": 11.5, "solar.1.power": 10.5, "solar.2.power": 1 });
  expect(await valuesAt(driver, 3)).toEqual({ "solar.power": 21.5, "solar.1.power": 20.5, "solar.2.power": 1 });
  expect(await valuesAt(driver, 6)).toEqual({ "solar.power": 1, "solar.1.power": null, "solar.2.power": 1 });
  expect(await valuesAt(driver, 7.5)).toEqual({ "solar.power": null, "solar.1.power": null, "solar.2.power": null });
  expect(driver.devices[0]).toMatchObject({ id: "solarcharger.ttyS5", type: "solarcharger", model: "MPPT" });
});

test("a loop begins again after the last second, a single playback ends there, and speed shortens both", async () => {
  writeSystem();
  const looped = await openVictronRecording(dir, { startMs });
  expect(looped.durationS).toBe(8);
  expect(looped.secondAt(startMs + 9_000)).toBe(1);
  const once = await openVictronRecording(dir, { startMs, isLooped: false, speed: 4 });
  expect(once.secondAt(startMs + 1_000)).toBe(4);
  expect(await once.read(startMs + 2_000)).toBeUndefined();
  expect(await once.read(startMs - 1)).toBeUndefined();
});

test("every metric of the default mapping is in the catalogue, and the mapping fits its own schema", () => {
  expect(VictronMapping.parse(defaultVictronMapping)).toEqual(defaultVictronMapping);
  expect(Object.keys(defaultVictronMapping).filter((name) => !findMetric(name))).toEqual([]);
});

test("a broken recording is refused with its file, line and remedy", async () => {
  await expect(openVictronRecording(join(dir, "none"), { startMs })).rejects.toThrow(
    "none: there is no such file or folder",
  );
  await expect(openVictronRecording(dir, { startMs })).rejects.toThrow("holds no .csv file");
  write("a.csv", "time,power", "1,2");
  await expect(openVictronRecording(dir, { startMs })).rejects.toThrow("a.csv, line 1: must begin with a service name");
  write("a.csv", "com.victronenergy.battery.x", "/Soc\tDOUBLE\tfull\t");
  await expect(openVictronRecording(dir, { startMs })).rejects.toThrow('a.csv, line 2: "full" is not a number');
  write(
    "a.csv",
    "com.victronenergy.battery.x",
    "/Soc\tDOUBLE\t1\t",
    "",
    "5\t/Soc\tDOUBLE\t1\t",
    "4\t/Soc\tDOUBLE\t1\t",
  );
  await expect(openVictronRecording(dir, { startMs })).rejects.toThrow("a.csv, line 5: goes back in time");
  write("a.csv", "com.victronenergy.gps.x", "/Course\tDOUBLE\t1\t");
  await expect(openVictronRecording(dir, { startMs })).rejects.toThrow("none of the services");
});

describe.skipIf(!existsSync(recording))(
  "the recording of a whole system (skipped where ../shared/data is absent)",
  () => {
    /** The last value of a path up to a second, looked up line by line in the file itself. */
    function recorded(file: string, path: string, second: number): number {
      let found = NaN;
      for (const line of readFileSync(join(recording, `${file}.csv`), "utf8").split(/\r?\n/)) {
        const cells = line.split("\t");
        if (cells[0] === path) found = Number(cells[2]);
        else if (cells[1] === path && Number(cells[0]) <= second) found = Number(cells[3]);
      }
      return found;
    }

    test.each([0, 17, 84, 200.5, 333, 421, 527, 601])("its values at second %d are the file's", async (second) => {
      const driver = await openVictronRecording(recording, { startMs });
      const values = await valuesAt(driver, second);
      const solar = [0, 1, 2, 3].map((number) => recorded(`mppt${number}`, "/Yield/Power", second));
      const alternators = [0, 1].map((number) => recorded(`integrel${number}`, "/Dc/0/Power", second));
      expect(values).toMatchObject({
        "battery.soc": recorded("lynxparallel", "/Soc", second),
        "battery.power": recorded("lynxparallel", "/Dc/0/Power", second),
        "battery.voltage": recorded("lynxparallel", "/Dc/0/Voltage", second),
        "battery.pack.1.voltage": recorded("lynxbms0", "/Dc/0/Voltage", second),
        "battery.pack.2.current": recorded("lynxbms1", "/Dc/0/Current", second),
        "load.power": recorded("multi", "/Ac/Out/P", second),
        "inverter.frequency": recorded("multi", "/Ac/Out/L1/F", second),
        "inverter.state": 1,
        "grid.on": 0,
        "alternator.1.power": alternators[0],
        "generator.power": (alternators[0] as number) + (alternators[1] as number),
        "solar.3.voltage": recorded("mppt2", "/Pv/V", second),
        "tank.fuel.1.level": 33,
        "tank.fuel.2.level": 43,
        "tank.water.1.level": 42,
        "tank.water.2.level": 56,
      });
      expect(values?.["solar.power"]).toBeCloseTo(
        solar.reduce((sum, power) => sum + power, 0),
        9,
      );
    });

    test("it lasts 604 seconds, names its fifteen devices and leaves out what it never measures", async () => {
      const driver = await openVictronRecording(recording, { startMs });
      const names = driver.metrics.map(({ name }) => name);
      expect(driver.durationS).toBe(604);
      expect(driver.devices).toHaveLength(15);
      expect(driver.devices.map(({ model }) => model)).toContain("Lynx Smart BMS 500");
      expect(names).toHaveLength(new Set(names).size);
      expect(names).not.toContain("battery.cell_min");
    });
  },
);
