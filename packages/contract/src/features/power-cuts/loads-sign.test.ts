import { expect, test } from "vitest";

import { cutsBySigns, loadsSign } from "./loads-sign.ts";

const sign = (values: Record<string, number>, cutOffSoc = 20) => loadsSign((metric) => values[metric], cutOffSoc);

test("loads are cut when every phase is disconnected, whatever else is measured", () => {
  expect(sign({ "phase.1.on": 0, "phase.2.on": 0, "phase.3.on": 0, "load.power": 40 })).toBe("cut");
  expect(sign({ "phase.1.on": 0, "phase.2.on": 1, "load.ac.power": 900 })).toBe("supplied");
});

test("an inverter that is off or has a fault cuts the loads where nothing is drawn", () => {
  expect(sign({ "inverter.state": 0, "load.ac.power": 0 })).toBe("cut");
  expect(sign({ "inverter.state": 4 })).toBe("cut");
  expect(sign({ "inverter.state": 1, "load.ac.power": 0, "battery.soc": 5 })).toBe("supplied");
  expect(sign({ "inverter.state": 0, "load.ac.power": 700 })).toBe("supplied");
});

test("an inverter that says it is off cuts nothing while a phase has its voltage: it saves energy where nothing is drawn", () => {
  const pause = { "phase.1.on": 1, "load.ac.power": 0, "inverter.state": 0, "relay.3.on": 1, "battery.soc": 12 };
  expect(sign({ ...pause, "phase.1.voltage": 230 })).toBe("supplied");
  expect(sign({ ...pause, "phase.2.voltage": 121 })).toBe("supplied");
  expect(sign({ ...pause, "phase.1.voltage": 3, "phase.2.voltage": 0 })).toBe("cut");
  expect(sign({ ...pause, "phase.1.voltage": 230, "phase.1.on": 0 })).toBe("cut");
});

test("without an inverter, a phase with its voltage has power at any charge, but not behind open relays", () => {
  const pause = { "load.power": 0, "battery.soc": 12, "phase.1.voltage": 230 };
  expect(sign(pause)).toBe("supplied");
  expect(sign({ ...pause, "relay.1.on": 0, "relay.2.on": 0 })).toBe("cut");
  expect(sign({ "phase.1.voltage": 230 })).toBe("supplied");
});

test("direct-current equipment that still runs does not hide that the sockets are dead", () => {
  expect(sign({ "inverter.state": 0, "load.ac.power": 0, "load.power": 45 })).toBe("cut");
});

test("without an inverter, nothing drawn with all relays open is a cut, and at the cut-off or below may be one", () => {
  expect(sign({ "load.power": 0, "battery.soc": 12 })).toBe("low");
  expect(sign({ "load.power": 0, "battery.soc": 13 }, 13)).toBe("low");
  expect(sign({ "load.power": 0, "battery.soc": 15 }, 13)).toBe("idle");
  expect(sign({ "load.power": 0, "battery.soc": 70 })).toBe("supplied");
  expect(sign({ "load.power": 3, "battery.soc": 70, "relay.1.on": 0, "relay.2.on": 0 })).toBe("cut");
  expect(sign({ "load.power": 3, "battery.soc": 70, "relay.1.on": 0, "relay.2.on": 1 })).toBe("supplied");
});

test("nothing drawn without a charge of the same time shows neither a cut nor its end", () => {
  expect(sign({ "load.power": 0 })).toBe("idle");
});

test("readings that say nothing about the loads do not tell", () => {
  expect(sign({ "battery.soc": 4, "solar.power": 0, "relay.1.on": 0 })).toBeUndefined();
});

test("a cut goes on while nothing is drawn, also after readings that say nothing, and ends with a load", () => {
  const signs = ["idle", "low", "idle", undefined, "idle", "supplied", "idle", undefined, "cut"] as const;
  expect(cutsBySigns(signs)).toEqual([false, true, true, undefined, true, false, false, undefined, true]);
});
