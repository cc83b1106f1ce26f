import { describe, expect, test } from "vitest";

import { DeviceTypeInput, parameterSentences } from "./device-types.schema.ts";
import { type DeviceParameter, type DeviceRegister, faultsOfParameters, type ParameterFault } from "./parameters.ts";
import { starterTypes } from "./starter-types.ts";
import { typeOfDevice } from "./type-of-device.ts";
import { modelOf, writeTypes } from "./types-file.ts";
import { typeInputOf, TypesFile } from "./types-file.schema.ts";

const register: DeviceRegister = { area: "holding", address: 10, format: "uint16" };
const power: DeviceParameter = {
  name: "solar.#.power",
  unit: "W",
  scale: 0.1,
  register,
  kind: "gauge",
  access: "read",
};
const at = (changes: Partial<DeviceRegister>): DeviceRegister => ({ ...register, ...changes });

describe("a parameter", () => {
  test("of the catalogue, and one of an own name, are right", () => {
    const own = { ...power, name: "pump.7.pressure", unit: "count", register: at({ address: 11 }) };
    expect(faultsOfParameters([power, own, { ...power, name: "solar.#.voltage", unit: "V", register: null }])).toEqual(
      {},
    );
  });

  test.each<[string, Partial<DeviceParameter>, Record<string, ParameterFault>]>([
    ["a name that is none", { name: "Solar power" }, { name: "name" }],
    ["a name of one word", { name: "power" }, { name: "name" }],
    ["an unknown unit", { unit: "kW" }, { unit: "unit" }],
    ["another unit than the catalogue's", { unit: "V" }, { unit: "unit_other" }],
    ["another kind than the catalogue's", { kind: "counter" }, { kind: "kind_other" }],
    ["a scale of 0", { scale: 0 }, { scale: "scale" }],
    ["no scale", { scale: NaN }, { scale: "scale" }],
    ["an address beyond the last", { register: at({ address: 65_536 }) }, { "register.address": "address" }],
    [
      "32 bits at the last address",
      { register: at({ address: 65_535, format: "int32" }) },
      { "register.address": "address" },
    ],
    ["a number in a coil", { register: at({ area: "coil" }) }, { "register.format": "format_area" }],
    [
      "a write to an input register",
      { register: at({ area: "input" }), access: "read_write" },
      { access: "read_only" },
    ],
  ])("with %s", (_, changes, faults) => {
    const found = faultsOfParameters([{ ...power, ...changes }]);
    expect(found).toEqual(Object.fromEntries(Object.entries(faults).map(([field, fault]) => [`0.${field}`, fault])));
  });

  test("cannot share a name or a register with another one, also where only halves of two values meet", () => {
    const wide = { ...power, name: "solar.#.current", unit: "A", register: at({ address: 9, format: "int32" }) };
    expect(faultsOfParameters([wide, power, { ...power, register: at({ area: "input" }) }])).toEqual({
      "1.register.address": "register_taken",
      "2.name": "name_twice",
    });
  });

  test("has a sentence for each fault", () => {
    for (const sentence of Object.values(parameterSentences)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

test("a file says what it was written of, and the starter set is right", () => {
  const read = TypesFile.parse(JSON.parse(writeTypes(starterTypes)));
  expect(read.models.map(typeInputOf)).toEqual(starterTypes);
  for (const type of starterTypes) expect(DeviceTypeInput.safeParse(type).error).toBeUndefined();
  expect(starterTypes.length).toBeGreaterThan(4);
});

test("a value of 32 bits keeps the order of its words in a file", () => {
  const current = { ...power, name: "battery.current", unit: "A", register: at({ format: "int32_low_first" }) };
  const type = { id: "a.b", name: "B", maker: "A", model: null, kind: "battery", parameters: [current] };
  expect(modelOf(type)).toEqual({
    model: "a.b",
    name: "B",
    maker: "A",
    kind: "battery",
    points: {
      "battery.current": {
        at: { area: "holding", address: 10 },
        as: "int32",
        words: "low-first",
        scale: 0.1,
        unit: "A",
        kind: "gauge",
      },
    },
  });
});

test("a device is of the type that was chosen for it, else of that of its model, else of that of its maker", () => {
  const types = [
    { id: "acme.any", kind: "battery", maker: "Acme", model: null },
    { id: "acme.big", kind: "battery", maker: "ACME", model: "Big" },
    { id: "acme.meter", kind: "grid_meter", maker: "Acme", model: null },
  ] as const;
  const device = { type: "battery", maker: "acme", model: "big" };
  expect(typeOfDevice(device, "acme.meter", types)?.id).toBe("acme.meter");
  expect(typeOfDevice(device, "no.more", types)?.id).toBe("acme.big");
  expect(typeOfDevice({ ...device, model: "small" }, undefined, types)?.id).toBe("acme.any");
  expect(typeOfDevice({ type: "battery" }, undefined, types)).toBeUndefined();
});
