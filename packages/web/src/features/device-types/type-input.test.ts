import { starterTypes } from "@offgrid/contract/device-types/starter-types";
import { expect, test } from "vitest";

import type { DeviceType } from "./device-types.data.ts";
import { isFound, knownNames, named, nextParameter, placedIn, readType, textsOfType } from "./type-input.ts";

const stored = (type: (typeof starterTypes)[number]): DeviceType => ({
  ...type,
  revision: 1,
  savedAt: "2026-11-23T12:00:00.000Z",
  savedBy: null,
  devices: 0,
  containers: [],
  isUsed: false,
});

test("what is shown can be saved as it is, in both languages", () => {
  for (const locale of ["en", "fr"] as const)
    for (const type of starterTypes) expect(readType(textsOfType(stored(type), locale))).toEqual({ type });
});

test("a metric of the catalogue brings its unit and its kind, and the next parameter has the next register", () => {
  const first = named(nextParameter(undefined), "battery.soc");
  expect(first).toMatchObject({ unit: "percent", kind: "gauge", area: "holding", address: "0x0000" });
  const second = nextParameter({ ...first, format: "int32" });
  expect(second).toMatchObject({ address: "0x0002", format: "int32" });
  expect(placedIn(second, "coil")).toMatchObject({ area: "coil", format: "bool" });
  expect(knownNames).toEqual(expect.arrayContaining(["solar.#.power", "solar.1.power", "relay.1.on"]));
  expect(knownNames).not.toContain("network.rx");
});

test("an address is read as manuals write it, a scale with its sign, and what means nothing is named", () => {
  const parameter = { ...named(nextParameter(undefined), "battery.current"), scale: "-0,01", address: "0x331B" };
  const texts = { id: "a.b", name: "B", maker: "A", model: "", kind: "battery" as const, parameters: [parameter] };
  expect(readType(texts)).toMatchObject({ type: { parameters: [{ scale: -0.01, register: { address: 0x331b } }] } });
  expect(
    readType({ ...texts, id: "A", name: " ", parameters: [{ ...parameter, scale: "x", address: "", unit: "V" }] }),
  ).toEqual({
    wrong: {
      id: "id",
      name: "full",
      "parameters.0.scale": "scale",
      "parameters.0.register.address": "address",
      "parameters.0.unit": "unit_other",
    },
  });
});

test("a type is found by words of its name, maker, model and id", () => {
  const [adam] = starterTypes.map(stored);
  expect(["ADAM advantech", "6060", "", "epever"].map((words) => isFound(adam!, words))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
