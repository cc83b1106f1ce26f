import { expect, test } from "vitest";

import { deviceGroups, isDeviceOnline, looseMetrics } from "./device-facts.ts";

const now = Date.UTC(2026, 5, 10, 12);
const online = { everyS: 10, isOnline: true, nowMs: now };
const device = (id: string, type: string) => ({ id, type });
const values = (given: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(given).map(([metric, agoS]) => [
      metric,
      { value: 1, at: new Date(now - agoS * 1_000).toISOString() },
    ]),
  );

test("devices are listed by kind with their own values, the most important first", () => {
  const groups = deviceGroups(
    [device("router", "router"), device("solar.2", "solar_charger"), device("solar.1", "solar_charger")],
    values({ "solar.1.voltage": 0, "solar.1.power": 0, "solar.2.power": 0, "network.signal": 0, "inside.humidity": 0 }),
    online,
  );
  expect(groups.map(({ kind, devices }) => [kind, devices.map(({ metrics }) => metrics)])).toEqual([
    ["solar_charger", [["solar.2.power"], ["solar.1.power", "solar.1.voltage"]]],
    ["router", [["network.signal"]]],
  ]);
  expect(looseMetrics(groups, values({ "inside.humidity": 0, "solar.1.power": 0 }))).toEqual(["inside.humidity"]);
});

test("a silent device is distinguished from a silent controller, and from a device that never answered", () => {
  const devices = [device("generator", "generator"), device("grid", "grid_meter"), device("ac", "air_conditioner")];
  const latest = values({ "generator.power": 0, "grid.power": 31 });
  const states = (isOnline: boolean) =>
    deviceGroups(devices, latest, { ...online, isOnline }).flatMap((group) => group.devices.map(({ state }) => state));
  expect(states(true)).toEqual(["answering", "silent", "never"]);
  expect(states(false)).toEqual(["gateway_silent", "gateway_silent", "never"]);
});

test("a device is online while it answers; of one without values nobody knows", () => {
  expect(
    (["answering", "silent", "gateway_silent", "never", "no_values", "left_out"] as const).map(isDeviceOnline),
  ).toEqual([true, false, false, false, undefined, false]);
});

test("a value that is no longer updated is named while its device still answers", () => {
  const latest = values({ "ac.power": 0, "ac.temperature": 600 });
  const [group] = deviceGroups([device("ac", "air_conditioner")], latest, online);
  expect(group?.devices[0]).toMatchObject({ state: "answering", silent: ["ac.temperature"], lastReplyMs: now });
});

test("the services of a recorded Victron system become devices of the portal's kinds, packs among the batteries", () => {
  const groups = deviceGroups(
    [
      device("solarcharger.ttyS5", "solarcharger"),
      device("solarcharger.ttyS6", "solarcharger"),
      device("battery.socketcan_can0", "battery"),
      device("battery.socketcan_can1", "battery"),
      device("battery.lynxparallel0", "battery"),
      device("vebus.ttyS4", "vebus"),
      device("gps.x", "gps"),
    ],
    values({ "solar.1.power": 0, "solar.2.power": 0, "battery.soc": 0, "battery.pack.2.soc": 0, "inverter.power": 0 }),
    online,
  );
  expect(groups.map(({ kind, devices }) => [kind, devices.map(({ metrics }) => metrics)])).toEqual([
    ["solar_charger", [["solar.1.power"], ["solar.2.power"]]],
    ["inverter", [["inverter.power"]]],
    ["battery", [[], ["battery.pack.2.soc"], ["battery.soc"]]],
    ["other", [[]]],
  ]);
});
