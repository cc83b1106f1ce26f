import { starterTypes } from "@offgrid/contract/device-types/starter-types";
import { fileFormats, writeTypes } from "@offgrid/contract/device-types/types-file";
import { expect, test } from "vitest";

import { readTypesFile } from "./read-types-file.ts";

const faultsOf = (text: string) => readTypesFile(text).faults.map(({ line, path, fault }) => [line, path, fault]);

const yaml = `model: acme.meter
name: Meter
maker: Acme
kind: grid_meter
protocol: modbus
points:
  grid.voltage: {at: {area: input, address: 0}, as: uint16, scale: 0.1, unit: V, kind: gauge}
  grid.power:
    at: {area: input, address: 1}
    as: int32
    words: low-first
    unit: W
    kind: gauge
`;

test("one model, a list and an object with a list are read alike, in YAML and in JSON", () => {
  const { types, faults } = readTypesFile(yaml);
  expect(faults).toEqual([]);
  expect(types[0]?.type.parameters).toMatchObject([
    { name: "grid.voltage", scale: 0.1, register: { address: 0, format: "uint16" } },
    { name: "grid.power", scale: 1, register: { address: 1, format: "int32_low_first" } },
  ]);
  expect(types[0]?.lines.get("grid.power")).toBe(8);
  const one = {
    model: "a.b",
    name: "B",
    maker: "A",
    kind: "battery",
    points: { "battery.soc": { unit: "percent", kind: "gauge" } },
  };
  for (const file of [one, [one], { models: [one] }])
    expect(readTypesFile(JSON.stringify(file)).types.map(({ type }) => [type.id, type.parameters.length])).toEqual([
      ["a.b", 1],
    ]);
});

test("each fault is named with its line", () => {
  const wrong = yaml
    .replace("scale: 0.1", "scale: 0")
    .replace("unit: W", "unit: kW")
    .replace("model: acme.", "model: ");
  expect(faultsOf(wrong)).toEqual([
    [7, "models.0.points.grid.voltage.scale", "scale"],
    [12, "models.0.points.grid.power.unit", "unit"],
    [1, "models.0.model", "id"],
  ]);
  expect(faultsOf(yaml.replace("kind: grid_meter\n", "kinds: grid_meter\n"))).toEqual(
    expect.arrayContaining([
      [4, "models.0.kinds", "unknown"],
      [1, "models.0.kind", "full"],
    ]),
  );
});

test("what cannot be read at all says where it stops", () => {
  expect(faultsOf('{"models": [\n  {"model": "a.b",,}\n]}')[0]).toEqual([2, "", "syntax_missing"]);
  expect(faultsOf(`${yaml}  grid.power: {unit: W, kind: gauge}\n`)).toEqual([[14, "", "twice"]]);
  expect(faultsOf("just words")).toEqual([[1, "", "not_types"]]);
  expect(faultsOf("[]")).toEqual([[1, "models", "value"]]);
});

test("two models with one id are refused, and so is a text that grows by naming itself", () => {
  expect(faultsOf(`- &one\n${yaml.replaceAll(/^/gm, "  ")}\n- *one\n`)).toEqual([[16, "models.1.model", "twice"]]);
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b]\n`;
  expect(faultsOf(bomb)).toEqual([[1, "", "syntax"]]);
});

test("a file that is nested deeper than any type is refused by that name", () => {
  for (const file of [
    "[".repeat(40) + "]".repeat(40),
    '{"a":'.repeat(40) + "1" + "}".repeat(40),
    `${"- ".repeat(40)}a`,
  ])
    expect(faultsOf(file)).toEqual([[1, "", "deep"]]);
});

test("what a fault repeats of a file is short, however long its names are", () => {
  const long = "x".repeat(900);
  const faults = readTypesFile(yaml.replace("kind: grid_meter", `"${long}": 1`)).faults;
  expect(faults.map(({ fault }) => fault)).toContain("unknown");
  expect(JSON.stringify(faults).length).toBeLessThan(1_200);
});

test("at most 50 faults are listed, of keys, of points and of repeated ones", () => {
  const points = Array.from({ length: 2_000 }, (_, place) => `  a.p${place}: {unit: kW}\n`).join("");
  const keys = points.replaceAll(/^ {2}/gm, "");
  for (const file of [yaml + points, yaml + keys, yaml + points + points]) {
    const { faults, types } = readTypesFile(file);
    expect(types).toEqual([]);
    expect(faults.length).toBeGreaterThan(40);
    expect(faults.length).toBeLessThanOrEqual(50);
  }
});

test("a type with too many points, or with one that a schema would lose, is not taken in silence", () => {
  const points = Array.from({ length: 201 }, (_, place) => `  a.p${place}: {unit: V, kind: gauge}\n`).join("");
  const own = yaml.replace(/points:\n[^]*/, "points:\n");
  expect(faultsOf(own + points)).toEqual([[6, "models.0.points", "value"]]);
  expect(faultsOf(`${yaml}  __proto__: {unit: V, kind: gauge}\n`)).toEqual([[14, "", "unknown"]]);
});

test("a fault names the type, the parameter, the field, what stands there and what might", () => {
  const [wrong] = readTypesFile(yaml.replace("unit: W", "unit: Furlong")).faults;
  const power = { line: 12, type: "Meter", parameter: "grid.power" };
  expect(wrong).toMatchObject({ ...power, field: "unit", value: "Furlong", allowed: ["W"] });
  const [kind] = readTypesFile(yaml.replace("kind: grid_meter", "kind: fridge")).faults;
  expect(kind).toMatchObject({ line: 4, type: "Meter", parameter: null, field: "kind", value: "fridge" });
  expect(kind?.allowed).toContain("grid_meter");
  const [missing] = readTypesFile(yaml.replace("maker: Acme\n", "")).faults;
  expect(missing).toMatchObject({ fault: "full", field: "maker", value: null });
  const [gap] = readTypesFile('{"models": [{"name":\n "kind": "battery"}]}').faults;
  expect(gap).toMatchObject({ fault: "syntax_missing" });
  expect(gap?.value).toBeTruthy();
});

test("types that are written as JSON and as YAML are read as they were", () => {
  const types = [
    ...starterTypes,
    { ...starterTypes[0]!, id: "acme.odd", name: 'No: "yes" #1', maker: "on", model: "7" },
  ];
  for (const format of fileFormats) {
    const read = readTypesFile(writeTypes(types, format));
    expect(read.faults).toEqual([]);
    expect(read.types.map(({ type }) => type)).toEqual(types);
  }
});
