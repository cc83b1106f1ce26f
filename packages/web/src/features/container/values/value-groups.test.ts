import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { describe, expect, test } from "vitest";

import { plainSpaces } from "../../../testing/plain-spaces.ts";
import { groupValues, searchValues } from "./value-groups.ts";
import { durationText } from "@offgrid/contract/core/duration-text";
import { valueText } from "./value-text.ts";

const at = "2026-11-20T12:00:00.000Z";
const values = Object.fromEntries(
  ["my_pump.speed", "relay.2.on", "relay.1.on", "battery.cell.10.voltage", "battery.cell.2.voltage", "battery.soc"].map(
    (name, index) => [name, { value: index, at }],
  ),
);

const labelOf = (name: string) => findMetric(name)?.en ?? name;

describe("all latest values", () => {
  test("are grouped by the first word, in the order of the catalogue, with a container's own metrics last", () => {
    const groups = groupValues(values, labelOf);
    expect(groups.map(({ id, values: list }) => [id, list.map(({ name }) => name)])).toEqual([
      ["battery", ["battery.soc", "battery.cell.2.voltage", "battery.cell.10.voltage"]],
      ["relay", ["relay.1.on", "relay.2.on"]],
      ["my_pump", ["my_pump.speed"]],
    ]);
  });

  test("have the label that they are given", () => {
    const labels = groupValues(values, labelOf).map(({ values: list }) => list[0]?.label);
    expect(labels).toEqual(["State of charge", "Relay 1 closed", "my_pump.speed"]);
  });

  test("are found by label or by name", () => {
    const groups = groupValues(values, labelOf);
    expect(searchValues(groups, "State of Charge").flatMap((group) => group.values.map(({ name }) => name))).toEqual([
      "battery.soc",
    ]);
    expect(searchValues(groups, "relay.2").map((group) => group.id)).toEqual(["relay"]);
    expect(searchValues(groups, "zzz")).toEqual([]);
    expect(searchValues(groups, " ")).toEqual(groups);
  });
});

describe("the text of a value", () => {
  const metric = (unit: "V" | "deg" | "s", decimals: number) =>
    ({ unit, decimals, kind: "gauge", fold: "mean", en: "", fr: "" }) as const;

  test("has the decimals of its metric where these are more than usual", () => {
    expect(valueText(3.3217, metric("V", 3), "en")).toBe("3.322\u00a0V");
    expect(valueText(3.3217, metric("V", 2), "fr")).toBe("3,32\u00a0V");
    expect(valueText(35.5973, metric("deg", 5), "en")).toBe("35.59730°");
  });

  test("is a duration in its two largest units, never rounded up", () => {
    expect(plainSpaces(durationText(2 * 86_400 + 5 * 3_600 + 59, "en"))).toBe("2 d 5 h");
    expect(durationText(11_400, "en")).toBe("3\u00a0h\u00a010");
    expect(plainSpaces(durationText(2 * 86_400, "fr"))).toBe("2 j");
    expect(plainSpaces(durationText(47 * 3_600 + 3_599, "en"))).toBe("47 h 59");
    expect(plainSpaces(durationText(41_400, "en"))).toBe("11 h 30");
    expect(plainSpaces(durationText(3_900, "fr"))).toBe("1 h 05");
    expect(plainSpaces(durationText(3_600, "en"))).toBe("1 h");
    expect(plainSpaces(durationText(119.9, "en"))).toBe("1 min");
    expect(plainSpaces(durationText(40, "en"))).toBe("40 s");
    expect(plainSpaces(durationText(0, "en"))).toBe("0 s");
  });
});
