import { expect, test } from "vitest";

import { freshnessOf } from "../../../ui/freshness.ts";
import { areAllOpen, openSwitches } from "./open-switches.ts";

const now = Date.UTC(2026, 10, 20, 12);
const at = (agoS: number) => new Date(now - agoS * 1_000).toISOString();
const energy = { level: "below_reserve", since: null, cutAt: null, backAt: null, at: at(0) } as const;
const values = {
  "relay.1.on": { value: 0, at: at(10) },
  "relay.2.on": { value: 1, at: at(10) },
  "relay.3.on": { value: 0, at: at(900) },
  "street_light.1.on": { value: 0, at: at(10) },
  "phase.2.on": { value: 0, at: at(10) },
};

test("relays and phases that are open now switch off a part of the loads; a lamp that is off or an old state does not", () => {
  expect(openSwitches({ values, everyS: 60, energy }, now, freshnessOf)).toEqual(["phase.2.on", "relay.1.on"]);
});

test("where all loads are cut, that is what is said", () => {
  expect(openSwitches({ values, everyS: 60, energy: { ...energy, level: "cut" } }, now, freshnessOf)).toEqual([]);
});

test("where every switch is open, that is all of the loads; a lamp that is on makes no difference", () => {
  const open = ["relay.1.on", "phase.2.on"];
  const state = (value: number) => ({ value, at: at(10) });
  const none = { "relay.1.on": state(0), "phase.2.on": state(0), "street_light.1.on": state(1) };
  expect(areAllOpen({ values: none }, open)).toBe(true);
  expect(areAllOpen({ values: { ...none, "relay.2.on": state(1) } }, open)).toBe(false);
  expect(areAllOpen({ values: none }, [])).toBe(false);
});
