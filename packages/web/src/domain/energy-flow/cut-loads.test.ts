import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { expect, test } from "vitest";

import { isCutLoad } from "./cut-loads.ts";

const at = "2026-11-30T04:16:40.000Z";
const values = Object.fromEntries(
  ["relay.1.on", "ac.mode", "ac.power", "street_light.1.level", "street_light.2.level", "street_light.power"].map(
    (metric) => [metric, { value: 0, at }],
  ),
);

function containerWith(level: ContainerInfoV4["energy"]["level"], ...targets: string[]) {
  const cutOutputs = targets.map((target) => ({ target, name: null }));
  return { values, energy: { level, since: at, cutAt: null, backAt: null, at, cutOutputs } };
}

test("of loads that are partly cut, only what is named has no supply", () => {
  const info = containerWith("cut_partly", "relay.1", "ac");
  expect(isCutLoad("ac", info)).toBe(true);
  expect(isCutLoad("street_light", info)).toBe(false);
});

test("street lights have no supply where each of them is cut", () => {
  expect(isCutLoad("street_light", containerWith("cut_partly", "street_light.1"))).toBe(false);
  expect(isCutLoad("street_light", containerWith("cut_partly", "street_light.1", "street_light.2"))).toBe(true);
});

test("where all loads are cut each of them is, and where none is cut none", () => {
  for (const id of ["ac", "street_light"]) {
    expect(isCutLoad(id, containerWith("cut"))).toBe(true);
    expect(isCutLoad(id, containerWith("normal"))).toBe(false);
  }
});
