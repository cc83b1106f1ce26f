import type { Automation } from "@offgrid/contract/automations/automations.schema";
import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import { expect, test } from "vitest";

import { applyPaces, announcedDevices, deviceFieldsOf } from "./device-paces.ts";
import { judgeOf, settingsOf } from "./settings.ts";

const surplus: Automation = {
  kind: "keep",
  name: "Pump with surplus",
  enabled: true,
  priority: 5,
  output: "relay.3",
  to: true,
  while: { kind: "metric", metric: "battery.soc", is: "above", value: 40 },
  unknown: "as_before",
};

test("an automation that a newer program has kept does not switch the others off", () => {
  const ownFile = { url: "mqtt://127.0.0.1", everyMs: 10_000, keepaliveS: 30, targets: ["relay.3"] };
  const automations = { known: surplus, newer: { ...surplus, colour: "red" } };
  expect(settingsOf(JSON.parse(JSON.stringify({ automations })) as ConfigDoc, ownFile).automations).toEqual({
    known: surplus,
  });
});

const paces = new Map<string, unknown>();
const driver = {
  devices: [
    { id: "meter.1", type: "grid_meter" },
    { id: "relays", type: "relay_board", address: "10.0.0.7:502" },
    { id: "an id with spaces", type: "battery" },
  ],
  paces: { ids: ["meter.1"], set: (id: string, pace: unknown) => void paces.set(id, pace) },
};

test("what can be set of a device is announced, and nothing else is taken", () => {
  expect(announcedDevices(driver).map(({ settable }) => settable)).toEqual([
    ["name", "type", "pollSeconds", "enabled"],
    ["name", "type", "address"],
    [],
  ]);
  const judge = judgeOf({ targets: [], deviceFields: deviceFieldsOf(driver) });
  const fault = (key: string) => judge(`devices.${key}`, { devices: { [key]: 5 } });
  expect(["meter.1/pollSeconds", "relays/address", "relays/enabled", "gone/name", "meter.1/colour"].map(fault)).toEqual(
    [undefined, undefined, "unsupported", "unsupported", "unsupported"],
  );
  expect(judge("devices.gone/name", {})).toBeUndefined();
  const devices = [{ id: "bms", type: "battery" }];
  const withBattery = judgeOf({ targets: [], devices, deviceFields: new Map([["bms", ["pollSeconds"]]]) });
  const paceFault = (seconds: number) =>
    withBattery("devices.bms/pollSeconds", { devices: { "bms/pollSeconds": seconds } });
  expect([60, 61].map(paceFault)).toEqual([undefined, "invalid"]);
});

test("each device is read as it is set, and as its file says where nothing is; what is newer is passed over", () => {
  const ownFile = { url: "mqtt://127.0.0.1", everyMs: 10_000, keepaliveS: 30, targets: [] };
  const { devices } = settingsOf({ devices: { "meter.1/pollSeconds": 2.5, "meter.1/colour": "red" } }, ownFile);
  expect(devices).toEqual({ "meter.1/pollSeconds": 2.5 });
  applyPaces(driver, devices);
  expect(paces.get("meter.1")).toEqual({ everyMs: 2_500, isRead: true });
  applyPaces(driver, { "meter.1/enabled": false });
  expect(paces.get("meter.1")).toEqual({ everyMs: undefined, isRead: false });
});

test("pauses are taken of the relays that there are, and taken back of those that are gone", () => {
  const judge = judgeOf({ targets: ["relay.1", "phase.1"] });
  const fault = (key: string) => judge(`relays.${key}`, { relays: { [key]: 60 } });
  expect(["relay.1/minOnSeconds", "relay.2/minOnSeconds", "phase.1/minOnSeconds", "relay.1/colour"].map(fault)).toEqual(
    [undefined, "unsupported", "unsupported", "unsupported"],
  );
  expect(judge("relays.relay.2/minOnSeconds", {})).toBeUndefined();
  const ownFile = { url: "mqtt://127.0.0.1", everyMs: 10_000, keepaliveS: 30, targets: ["relay.1"] };
  const relays = { "relay.1/minOnSeconds": 60, "relay.1/minOffSeconds": -1, "relay.1/colour": 5 };
  expect(settingsOf({ relays }, ownFile).relays).toEqual({ "relay.1/minOnSeconds": 60 });
});
