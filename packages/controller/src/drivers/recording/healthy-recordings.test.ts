import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ruleFromSuggestion } from "@offgrid/contract/warnings/rule-from-suggestion";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { stepWarning, type WarningEmit } from "@offgrid/contract/warnings/step-warning";
import { newWarningState } from "@offgrid/contract/warnings/warning-state";
import { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test } from "vitest";

import { repository } from "../../testing/repository.ts";
import { openVictronRecording } from "./victron.driver.ts";

/** Suggested rules on recordings of equipment that was well: none of them has anything to say. */

const data = join(repository, "../shared/data");
const startMs = Date.UTC(2026, 5, 21);

interface Recorded {
  everyMs: number;
  frames: { atMs: number; values: ReadonlyMap<string, number> }[];
}

function said({ everyMs, frames }: Recorded): string[] {
  const sent = new Set(frames.flatMap(({ values }) => [...values.keys()]));
  return suggestedRules.flatMap((one) => {
    const suggestion = ruleFromSuggestion(one, "en", sent);
    if (!suggestion) return [];
    const rule = WarningRule.parse(suggestion);
    let state = newWarningState(rule.conditions.length);
    const emits: WarningEmit[] = [];
    const place = { zoneName: "UTC" };
    for (const { atMs, values } of frames)
      for (const input of [
        { kind: "frame" as const, atMs, everyMs, valueOf: (metric: string) => values.get(metric), place },
        // Nothing happened, and no forecast: both are judged by the server.
        {
          kind: "tick" as const,
          atMs,
          everyMs,
          lastFrameMs: atMs,
          instantsOf: () => [],
          forecast: undefined,
          neighbours: [],
          bundle: undefined,
          place,
        },
      ]) {
        const step = stepWarning(rule, state, input);
        state = step.state;
        emits.push(...step.emits);
      }
    return emits.map(({ kind }) => `${one.key} ${kind}`);
  });
}

/** An hour and a quarter of it, played again and again: as long as suggested rules wait. */
async function victron(folder: string): Promise<Recorded> {
  const driver = await openVictronRecording(folder, { startMs });
  const everyMs = 20_000;
  const frames: Recorded["frames"] = [];
  for (let atMs = startMs; atMs < startMs + 75 * 60_000; atMs += everyMs) {
    const values = await driver.read(atMs);
    const known = driver.metrics.flatMap(({ name }, place): [string, number][] => {
      const value = values?.[place];
      return typeof value === "number" ? [[name, value]] : [];
    });
    frames.push({ atMs, values: new Map(known) });
  }
  return { everyMs, frames };
}

/** One day of a house with a battery, every five minutes; its notes name the columns. */
function openEms(): Recorded {
  const everyMs = 300_000;
  const [, ...lines] = readFileSync(join(data, "openems/timedata.csv"), "utf8").trim().split("\n");
  const frames = lines.map((line, index) => {
    const [soc = NaN, discharge = NaN, solar = NaN, load = NaN] = line
      .split(";")
      .map((cell) => Number(cell.replace(",", ".")));
    const values = { "battery.soc": soc, "battery.power": -discharge, "solar.power": solar, "load.power": load };
    return { atMs: startMs + index * everyMs, values: new Map(Object.entries(values)) };
  });
  return { everyMs, frames };
}

/** Five days in January of panels on a roof, each quarter of an hour; a battery that has room stands beside them. */
function roof(): Recorded {
  const [head = "", ...lines] = readFileSync(join(data, "pvanalytics/nrel_RSF_II.csv"), "utf8").trim().split("\n");
  const columns = head.split(",");
  const [power, light] = ["ac_power_kw_1137", "poa_irradiance__1055"].map((name) => columns.indexOf(name));
  const frames = lines.map((line) => {
    const cells = line.split(",");
    const atMs = Date.parse(`${cells[0]} GMT-0700`);
    const values = { "solar.power": 1_000 * Number(cells[power ?? 0]), "solar.irradiance": Number(cells[light ?? 0]) };
    return { atMs, values: new Map(Object.entries({ ...values, "battery.soc": 60 })) };
  });
  return { everyMs: 900_000, frames };
}

const boat = join(data, "victron-bct");
const isAbsent = !existsSync(boat);

test.skipIf(isAbsent).each(["victron-bct", "victron-ess"])("%s raises nothing (needs ../shared/data)", async (name) => {
  const recorded = await victron(join(data, name));
  expect(recorded.frames.some(({ values }) => values.has("battery.soc"))).toBe(true);
  expect(said(recorded)).toEqual([]);
});

test.skipIf(isAbsent)("a day of a house raises nothing (needs ../shared/data/openems)", () => {
  const recorded = openEms();
  expect(recorded.frames.length).toBeGreaterThan(280);
  expect(said(recorded)).toEqual([]);
});

test.skipIf(isAbsent)(
  "panels on a roof raise nothing in sun and clouds, until the day on which they give nothing (needs ../shared/data/pvanalytics)",
  () => {
    const { everyMs, frames } = roof();
    const lastDayMs = Date.parse("2022-01-06 GMT-0700");
    expect(said({ everyMs, frames: frames.filter(({ atMs }) => atMs < lastDayMs) })).toEqual([]);
    expect(said({ everyMs, frames })).toEqual(["yield_low raised"]);
  },
);

test.skipIf(isAbsent).each<[string, Record<string, number>, string]>([
  ["a low charge", { "battery.soc": 15 }, "charge_low raised"],
  ["a hot battery", { "battery.temperature": 48 }, "battery_hot raised"],
  [
    "a battery that is charged in the cold",
    { "battery.temperature": 3, "battery.current": 20 },
    "charging_cold raised",
  ],
  ["cells apart", { "battery.cell_spread": 120 }, "cells_apart raised"],
  ["an empty tank", { "tank.fuel.1.level": 18 }, "fuel_low raised"],
  ["a fault of the inverter", { "inverter.state": 4 }, "inverter_fault raised"],
])("the same recording with %s raises that alone (needs ../shared/data)", async (_, faulty, wanted) => {
  const { everyMs, frames } = await victron(boat);
  const changed = frames.map(({ atMs, values }, index) => {
    const isLater = index > frames.length / 4;
    return { atMs, values: new Map([...values, ...Object.entries(isLater ? faulty : {})]) };
  });
  expect(said({ everyMs, frames: changed })).toEqual([wanted]);
});
