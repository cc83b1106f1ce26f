import { expect, test } from "vitest";

import { inHours, nowMs, since, stateOf } from "./energy-state.fixture.ts";

test("what is cut is named, street lights after relays, and only what reads off", () => {
  const cutOutputs = { "street_light.2": since(-2), "relay.4": since(-2), "relay.2": since(-2) };
  const outputNames = {
    "relay.2": { name: "Fridge", feeds: "" },
    "street_light.2": { name: "", feeds: "Path to the school" },
  };
  const switches = {
    "relay.1.on": [1, nowMs],
    "relay.2.on": [0, nowMs],
    "relay.4.on": [1, nowMs],
    "street_light.2.level": [0, nowMs],
  } as const;
  expect(stateOf({ cutOutputs, outputNames, switches }).cutOutputs).toEqual([
    { target: "relay.2", name: "Fridge" },
    { target: "street_light.2", name: null },
  ]);
  expect(stateOf({ outputNames, switches })).not.toHaveProperty("cutOutputs");
});

test("why each is cut is said as its controller did, and what has no supply stands with what feeds it", () => {
  const passed = { of: "power", limit: 2_000, measured: 2_310 };
  const cutOutputs = {
    "relay.2": { ...since(-2), reason: "protection", low: "charge", limit: 35, restoreSoc: 55 },
    "phase.3": { ...since(-1), reason: "phase_limit", passed, times: 3, retry: inHours(0.2).getTime() / 1_000 },
    "relay.3": { ...since(-2), reason: "no_supply", feeder: "relay.2" },
    // What feeds this was switched off by somebody, so that it is no part of what is cut.
    "relay.4": { ...since(-2), reason: "no_supply", feeder: "relay.5" },
    "relay.6": { ...since(-2), reason: "protection", low: 7, passed: "power" },
  };
  const off = ["relay.2.on", "relay.3.on", "relay.4.on", "relay.6.on", "phase.3.on"];
  const switches = Object.fromEntries([
    ["relay.1.on", [1, nowMs]],
    ...off.map((metric): [string, [number, number]] => [metric, [0, nowMs]]),
  ]) as Record<string, [number, number]>;
  const outputNames = { "relay.2": { name: "Sleeping huts", feeds: "" } };
  expect(stateOf({ cutOutputs, switches, outputNames }).cutOutputs).toEqual([
    {
      target: "relay.2",
      name: "Sleeping huts",
      cause: { reason: "protection", low: "charge", limit: 35, restoreSoc: 55 },
    },
    { target: "relay.6", name: null },
    {
      target: "phase.3",
      name: null,
      cause: { reason: "phase_limit", passed, times: 3, retryAt: inHours(0.2).toISOString() },
    },
    {
      target: "relay.3",
      name: null,
      cause: { reason: "no_supply", feeder: { target: "relay.2", name: "Sleeping huts" } },
    },
  ]);
});
