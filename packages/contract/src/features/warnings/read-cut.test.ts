import { expect, test } from "vitest";

import { ruleOf, type Values, WarningBench } from "./warning-bench.ts";

const cut = { name: "Loads are cut", type: "cut" as const, attributes: [], threshold: undefined };
const bench = (more = {}) => new WarningBench(ruleOf([{ ...cut, ...more }]));

/** The same readings each minute. @returns when the next would be, s. */
function minutes(one: WarningBench, fromS: number, count: number, values: Values): number {
  for (let index = 0; index < count; index++) one.frame(fromS + index * 60, values);
  return fromS + count * 60;
}

test("loads are cut while their inverter is off or their phases are disconnected, and no more once they draw power", () => {
  const one = bench({ duration: 60 });
  let atS = minutes(one, 0, 3, { "load.power": 400, "inverter.state": 3, "battery.soc": 60 });
  atS = minutes(one, atS, 3, { "load.power": 0, "inverter.state": 0, "battery.soc": 60 });
  expect(one.episodes).toEqual([{ raisedS: 240, clearedS: null, severity: "warning" }]);
  expect(one.emits[0]).toMatchObject({ attribute: "loads_cut", value: null });
  atS = minutes(one, atS, 2, { "load.power": 300, "inverter.state": 3, "battery.soc": 60 });
  minutes(one, atS, 2, { "phase.1.on": 0, "phase.2.on": 0, "battery.soc": 60 });
  expect(one.episodes).toEqual([
    { raisedS: 240, clearedS: 360, severity: "warning" },
    { raisedS: 540, clearedS: null, severity: "warning" },
  ]);
});

test("where power and charge alone are measured, a pause at a low charge is no cut, and ten minutes are one from their beginning", () => {
  const one = bench();
  let atS = minutes(one, 0, 2, { "load.power": 300, "battery.soc": 22 });
  atS = minutes(one, atS, 9, { "load.power": 0, "battery.soc": 18 });
  atS = minutes(one, atS, 1, { "load.power": 300, "battery.soc": 19 });
  expect(one.episodes).toEqual([]);
  // They had power at 19 %, so that the cut-off lies lower.
  atS = minutes(one, atS, 20, { "load.power": 0, "battery.soc": 18 });
  expect(one.episodes).toEqual([]);
  const beganS = atS;
  atS = minutes(one, atS, 11, { "load.power": 0, "battery.soc": 9 });
  expect(one.episodes).toEqual([{ raisedS: beganS, clearedS: null, severity: "warning" }]);
  // The sun charges the battery, and nobody has power yet.
  atS = minutes(one, atS, 30, { "load.power": 0, "battery.soc": 35 });
  expect(one.episodes).toMatchObject([{ clearedS: null }]);
  minutes(one, atS, 1, { "load.power": 0, "battery.soc": 55 });
  expect(one.episodes).toMatchObject([{ clearedS: atS }]);
});

test("what a container has learned of its cut-off counts, as on every screen", () => {
  const raised = (cutSoc: number | null) => {
    const one = bench();
    for (let atS = 0; atS <= 900; atS += 60)
      one.frame(atS, { "load.power": 0, "battery.soc": 38 }, { reserveSoc: null, cutSoc });
    return one.episodes.length;
  };
  expect([raised(null), raised(40)]).toEqual([0, 1]);
});

test("readings that do not tell hold what was known, and a critical level may be a time", () => {
  const one = bench({ critical: { duration: 600 } });
  let atS = minutes(one, 0, 5, { "phase.1.on": 0 });
  atS = minutes(one, atS, 3, { "inside.temperature": 30 });
  expect(one.episodes).toEqual([{ raisedS: 0, clearedS: null, severity: "warning" }]);
  one.restart();
  minutes(one, atS, 12, { "phase.1.on": 0 });
  expect(one.episodes).toEqual([{ raisedS: 0, clearedS: null, severity: "critical" }]);
});
