import { describe, expect, test } from "vitest";

import { commandOps } from "../commands/commands.schema.ts";
import { findMetric, metrics } from "../telemetry/metrics.ts";
import { deviceKindNames, deviceKinds, findDeviceKind } from "./device-kinds.ts";
import {
  findOutput,
  isSwitchOp,
  kindsOf,
  outputKindNames,
  outputKinds,
  outputMetric,
  outputMetrics,
  outputTargets,
} from "./output-kinds.ts";

describe.each(outputKindNames)("outputs of the kind %s", (name) => {
  const kind = outputKinds[name];

  test("are each read back by a metric of the catalogue in the unit of their values", () => {
    const unit = { on_off: "bool", level: "percent", climate: "state" }[kind.values];
    for (const target of outputTargets(name)) expect(findMetric(outputMetric(target))?.unit, target).toBe(unit);
    for (const metric of outputTargets(name).flatMap(outputMetrics)) expect(findMetric(metric), metric).toBeDefined();
  });

  test("are found by their names, and nothing else is", () => {
    const found = outputTargets(name).map((target) => findOutput(target));
    expect(found).toEqual(kind.numbers.map((number) => ({ kind: name, number })));
    const beside = [`${name}.0`, `${name}.01`, `${name}.${kind.numbers.length + 1}`, `${name}.1.on`];
    beside.push(kind.numbers.length === 1 ? `${name}.1` : name);
    expect(beside.map((target) => findOutput(target))).toEqual(beside.map(() => undefined));
  });

  test("belong to a device that the portal knows and that measures them", () => {
    const device = findDeviceKind(kind.device);
    expect(device && deviceKinds[device].measures).toContain(`${name}.`);
  });

  test("are set by an operation of the ledger, which waits for as long as the table says", () => {
    expect(commandOps[kind.op]).toMatchObject({ kind: "switch", settleMs: kind.settleMs });
    expect(isSwitchOp(kind.op)).toBe(true);
  });

  test("are set where a controller announces that it can", () => {
    expect(kindsOf(["sunrise", kind.capability])).toEqual([name]);
    expect(kindsOf(["sunrise"])).toEqual([]);
  });
});

test("every operation that switches is of a kind of outputs, and a lock is of none", () => {
  const switching = Object.entries(commandOps).filter(([, { kind }]) => kind === "switch");
  expect(switching.map(([op]) => op)).toEqual(outputKindNames.map((name) => outputKinds[name].op));
  expect(isSwitchOp("lock.set")).toBe(false);
});

test("what a device measures is in the catalogue, and a name in use elsewhere finds its kind", () => {
  for (const kind of deviceKindNames) {
    for (const beginning of deviceKinds[kind].measures) {
      const first = beginning.replace(/#.*/, "");
      expect(
        Object.keys(metrics).some((metric) => metric.startsWith(first)),
        beginning,
      ).toBe(true);
    }
  }
  expect(["vebus", "genset", "battery", "kettle"].map(findDeviceKind)).toEqual([
    "inverter",
    "generator",
    "battery",
    undefined,
  ]);
});
