import { MetricName } from "@offgrid/contract/core/metric-name";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { describe, expect, test } from "vitest";

import { fleet } from "../fleet/fleet.ts";
import { memberPlant } from "../fleet/fleet.member.ts";
import { plantDriver } from "./plant.driver.ts";
import { history } from "./plant.fixture.ts";
import { plantMetrics } from "./plant.metrics.ts";
import { newPlantState } from "./plant.state.ts";

const start = Date.UTC(2026, 8, 1);

describe("what the controller reports", () => {
  test.each(fleet.map((one) => [one.containerId, one] as const))(
    "%s: only names and units of the catalogue",
    (_, one) => {
      const { names } = plantMetrics(memberPlant(one));
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThanOrEqual(50);
      expect(names.length).toBeLessThanOrEqual(110);
      for (const name of names) {
        expect(findMetric(name)).toBeDefined();
        expect(MetricName.safeParse(name).success).toBe(true);
      }
    },
  );

  test("obeys the balance and the sums within rounding", () => {
    for (const one of fleet) {
      const design = memberPlant(one);
      const { names, values } = plantMetrics(design);
      for (const { state, reading } of history(design, 3, newPlantState(design, start))) {
        const row = values(state, reading);
        const value = (name: string) => row[names.indexOf(name as (typeof names)[number])] ?? 0;
        const sum = (prefix: string, quantity: string) =>
          names
            .filter((name) => name.startsWith(prefix) && name.endsWith(quantity) && /\.\d+\./.test(name))
            .reduce((total, name) => total + value(name), 0);
        const into = value("solar.power") + value("generator.power") + value("grid.power");
        const out = value("load.power") + value("battery.power") + value("losses.power");
        expect(Math.abs(into - out)).toBeLessThanOrEqual(3);
        expect(Math.abs(value("load.power") - value("load.ac.power") - value("load.dc.power"))).toBeLessThanOrEqual(
          1.5,
        );
        expect(Math.abs(value("load.ac.power") - sum("phase.", ".power"))).toBeLessThanOrEqual(2);
        expect(Math.abs(value("solar.power") - sum("solar.", ".power"))).toBeLessThanOrEqual(2);
        // Watts are volts times amperes, as closely as a tenth of an ampere allows.
        const slackW = 0.05 * value("battery.voltage") + 0.005 * Math.abs(value("battery.current")) + 0.51;
        expect(
          Math.abs(value("battery.power") - value("battery.voltage") * value("battery.current")),
        ).toBeLessThanOrEqual(slackW);
        expect(value("battery.soc")).toBeGreaterThanOrEqual(0);
        expect(value("battery.soc")).toBeLessThanOrEqual(100);
      }
    }
  });

  test("is a rounded number or missing; only the faulty plant has missing readings", () => {
    for (const one of fleet) {
      const design = memberPlant(one);
      const { names, values } = plantMetrics(design);
      const silent = new Set<string>();
      const odd: string[] = [];
      for (const { state, reading } of history(design, 2, newPlantState(design, start))) {
        for (const [index, value] of values(state, reading).entries()) {
          const name = names[index] as string;
          if (value === null) silent.add(name);
          else if (!Number.isFinite(value) || Object.is(value, -0) || value !== Number(value.toFixed(5))) {
            odd.push(`${name} = ${value}`);
          }
        }
      }
      expect(odd).toEqual([]);
      expect([...silent]).toEqual(one.location.faults?.looseContactMetrics ?? []);
    }
  });
});

test("a device that is read by itself has what the frame of that instant has, and the plant does not go on for it", async () => {
  const design = memberPlant(fleet[0]!);
  const open = () => plantDriver(design, newPlantState(design, start), 60_000);
  const [read, unread] = [open(), open()];
  for (const driver of [read, unread]) await driver.read(start + 60_000);
  const alone = await read.readDevice?.("battery", start + 90_000, Infinity);
  const [frame, same] = [await read.read(start + 120_000), await unread.read(start + 120_000)];
  expect(frame).toEqual(same);
  const then = await read.readDevice?.("battery", start + 120_000, Infinity);
  const inFrame = then?.map(({ metric }) => frame?.[read.metrics.findIndex(({ name }) => name === metric)]);
  expect(then?.map(({ value }) => value)).toEqual(inFrame);
  expect(then?.map(({ metric }) => metric)).toContain("battery.soc");
  expect(alone).not.toEqual(then);
  expect(await read.readDevice?.("no-device", start, Infinity)).toBeUndefined();
});
