import { expect, test } from "vitest";

import { fakeNotification } from "../../domain/notifications/notification.fake.ts";
import { eventLeads, eventMetrics, eventParameters } from "./event-leads.ts";

test("beside an event stands what it names itself, or what is measured of its thing", () => {
  const of = (code: string, device: string | null = null, data = {}) => eventMetrics({ code, device, data });
  expect(of("battery.cell_spread", "battery")).toEqual(["battery.cell_spread"]);
  expect(of("warning.raised", null, { attribute: "battery.soc", value: 18 })).toEqual(["battery.soc"]);
  expect(of("output.changed", "relay.2")).toEqual(["relay.2.on", "battery.soc", "solar.power"]);
  expect(of("door.opened")).toEqual(["door.open", "inside.temperature"]);
  expect(of("pump.dry", "pump.2")).toEqual(["battery.soc", "solar.power", "load.power"]);
});

test("an event leads to what it belongs to, and to nothing that it only claims", () => {
  const of = (given: Parameters<typeof fakeNotification>[0]) => eventLeads(fakeNotification(given));
  expect(of({ code: "warning.raised", incidentId: "i1", data: { ruleId: "r1", warningId: "w1" } })).toEqual([
    { kind: "incident", id: "i1" },
    { kind: "warnings", id: "r1" },
  ]);
  expect(of({ code: "warning.rule_paused", data: { ruleId: "r1" } })).toEqual([{ kind: "rule", id: "r1" }]);
  expect(of({ code: "automation.run", data: { id: "a1" } })).toEqual([{ kind: "automation", id: "a1" }]);
  expect(of({ code: "ticket.mentioned", containerId: null, data: { ticket: "T-7" } })).toEqual([
    { kind: "ticket", id: "T-7" },
  ]);
  expect(of({ code: "command.mismatch", device: "relay.2" })).toEqual([{ kind: "commands" }]);
  expect(of({ code: "config.rejected" })).toEqual([{ kind: "settings" }]);
  expect(of({ code: "door.opened", data: { ruleId: "r1", id: 7 } })).toEqual([]);
});

test("what an event says beside its code is shown without ids and blanks", () => {
  const data = { value: 18, warningId: "w1", id: "x", by: "u", note: "", reason: null, text: "=SUM(A1)" };
  expect(eventParameters({ data })).toEqual([
    ["value", 18],
    ["text", "=SUM(A1)"],
  ]);
});
