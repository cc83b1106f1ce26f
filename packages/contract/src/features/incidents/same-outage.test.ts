import { expect, test } from "vitest";

import { saysTheSame } from "./same-outage.ts";

const soc = { type: "below", attributes: ["battery.soc"] } as const;
const silent = { type: "silent", attributes: [] } as const;

test.each([
  ["load.shed", soc, true],
  ["load.shed", { type: "forecast", attributes: ["hours_to_reserve"] }, true],
  ["load.shed", { type: "above", attributes: ["battery.soc"] }, false],
  ["load.shed", silent, false],
  ["link.flapping", silent, true],
  // Single values are missing although the link is there.
  ["link.flapping", { type: "silent", attributes: ["battery.soc"] }, false],
  ["sensor.lost", { type: "silent", attributes: ["battery.soc"] }, true],
  ["sensor.lost", { type: "stuck", attributes: ["solar.power", "load.power"] }, true],
  ["battery.cell_spread", { type: "above", attributes: ["battery.cell_spread"] }, true],
  ["battery.cell_spread", soc, false],
  ["command.mismatch", { type: "command", attributes: [] }, true],
  ["door.opened", { type: "event", attributes: ["door.opened"] }, true],
  // A door that opens while the charge is low is something else.
  ["door.opened", soc, false],
  ["door.opened", silent, false],
] as const)("a report of %s and a warning of %o are one thing: %s", (code, condition, isSame) => {
  expect(saysTheSame({ code, data: {} }, condition)).toBe(isSame);
});

const cut = { type: "cut", attributes: [] } as const;
const forecast = { type: "forecast", attributes: ["hours_to_reserve"] } as const;

test.each([
  [{ value: false, reason: "equipment" }, cut, true],
  [{ value: 0, reason: "equipment" }, cut, true],
  // The equipment may keep an output off while there is charge enough.
  [{ value: false, reason: "equipment" }, soc, false],
  [{ value: false, reason: "equipment" }, forecast, false],
  [{ value: false, reason: "protection" }, cut, true],
  [{ value: "off", reason: "protection" }, forecast, true],
  [{ value: false, reason: "protection" }, soc, true],
  [{ value: false, reason: "protection" }, silent, false],
  [{ value: false, reason: "phase_limit", passed: { of: "charge", limit: 30, measured: 29 } }, soc, true],
  [{ value: false, reason: "phase_limit", passed: { of: "power", limit: 3_000, measured: 3_200 } }, cut, false],
  [{ value: false, reason: "phase_limit", passed: null }, cut, false],
  [{ value: false, reason: "command", by: "amina" }, cut, false],
  [{ value: false, reason: "hand" }, cut, false],
  [{ value: true, reason: "protection" }, cut, false],
  [{}, cut, false],
] as const)("that outputs changed so, %o, and a warning of %o are one thing: %s", (data, condition, isSame) => {
  expect(saysTheSame({ code: "output.changed", data }, condition)).toBe(isSame);
});
