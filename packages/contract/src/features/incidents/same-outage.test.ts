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
  expect(saysTheSame(code, condition)).toBe(isSame);
});
