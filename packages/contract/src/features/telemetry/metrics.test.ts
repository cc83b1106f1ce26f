import { describe, expect, test } from "vitest";

import { metricsPerContainer } from "../../core/constants.ts";
import { findMetric, type Metric, metrics } from "./metrics.ts";
import { MetricName } from "../../core/metric-name.ts";

const all: [string, Metric][] = Object.entries(metrics);

describe("the metric catalogue", () => {
  test("has at least 80 metrics, and fewer than a container may send", () => {
    expect(all.length).toBeGreaterThanOrEqual(80);
    expect(all.length).toBeLessThan(metricsPerContainer);
  });

  test("covers every part of a container", () => {
    const parts = [
      ["solar.power", "solar.4.power", "battery.soc", "battery.cell.16.voltage", "battery.pack.2.soc"],
      ["load.power", "generator.power", "grid.power", "inverter.power", "ac.power", "ac.setpoint"],
      ["phase.1.power", "phase.2.voltage", "phase.3.current", "street_light.4.on", "relay.8.on"],
      ["inside.temperature", "inside.humidity", "network.signal", "position.latitude", "position.longitude"],
    ].flat();
    expect(parts.filter((name) => findMetric(name) === undefined)).toEqual([]);
  });

  test("gives each metric a valid wire name and a label in both languages", () => {
    for (const [name, metric] of all) {
      expect(MetricName.safeParse(name).success, name).toBe(true);
      expect(metric.en.trim(), name).not.toBe("");
      expect(metric.fr.trim(), name).not.toBe("");
    }
  });

  test("has no label twice", () => {
    for (const language of ["en", "fr"] as const) {
      const labels = all.map(([, metric]) => metric[language]);
      expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
    }
  });

  test("numbers equipment from 1 without a gap", () => {
    const families = new Map<string, number[]>();
    for (const [name] of all) {
      const found = /^(.*)\.(\d+)\.(.*)$/.exec(name);
      if (found) {
        const family = `${found[1]}.n.${found[3]}`;
        families.set(family, [...(families.get(family) ?? []), Number(found[2])]);
      }
    }
    expect(families.size).toBeGreaterThan(10);
    for (const numbers of families.values()) expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test("aggregates each kind in a way that makes sense", () => {
    for (const [name, { kind, fold, unit, states }] of all) {
      if (kind === "counter") expect(fold, name).toBe("growth");
      if (kind === "state") expect([fold, states === undefined], name).toEqual(["last", false]);
      expect(fold === "energy", name).toBe(unit === "W" && kind === "gauge");
    }
  });

  test("says what positive means wherever battery power or current has a sign", () => {
    for (const name of ["battery.power", "battery.current", "battery.pack.1.current"]) {
      expect(findMetric(name)?.sign).toBe("positive while charging");
    }
  });

  test("does not mistake an inherited name for a metric", () => {
    expect(findMetric("constructor")).toBeUndefined();
  });
});
