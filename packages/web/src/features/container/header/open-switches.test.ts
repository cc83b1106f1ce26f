import { expect, test } from "vitest";

import { areAllOpen, heldSwitches, openSwitches } from "./open-switches.ts";

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
  expect(openSwitches({ values, everyS: 60, energy }, now)).toEqual(["phase.2.on", "relay.1.on"]);
});

test("where all loads are cut, that is what is said", () => {
  expect(openSwitches({ values, everyS: 60, energy: { ...energy, level: "cut" } }, now)).toEqual([]);
});

test("of the open switches those count as cut that protection keeps open", () => {
  const why = {
    value: false,
    reason: "equipment",
    by: null,
    until: null,
    restoreSoc: null,
    low: null,
    passed: null,
  } as const;
  const outputs = [
    { target: "relay.1", why: { ...why, at: at(600) } },
    { target: "relay.2", why: { ...why, reason: "protection", at: at(900) } },
    { target: "relay.3", why: { ...why, reason: "command", at: at(5_000) } },
    { target: "relay.4", why: null },
  ] as const;
  const open = ["relay.1.on", "relay.2.on", "relay.3.on", "relay.4.on"];
  expect(heldSwitches(open, outputs)).toEqual(["relay.1.on", "relay.2.on"]);
  expect(heldSwitches(["relay.3.on"], outputs)).toEqual([]);
  // What was said when it was switched on is not about now.
  expect(heldSwitches(["relay.1.on"], [{ target: "relay.1", why: { ...why, value: true, at: at(600) } }])).toEqual([]);
});

test("where every switch is open, that is all of the loads; a lamp that is on makes no difference", () => {
  const open = ["relay.1.on", "phase.2.on"];
  const state = (value: number) => ({ value, at: at(10) });
  const none = { "relay.1.on": state(0), "phase.2.on": state(0), "street_light.1.on": state(1) };
  expect(areAllOpen({ values: none }, open)).toBe(true);
  expect(areAllOpen({ values: { ...none, "relay.2.on": state(1) } }, open)).toBe(false);
  expect(areAllOpen({ values: none }, [])).toBe(false);
});
