import { expect, test } from "vitest";

import { flowOf } from "./flow-balance.ts";
import { idleBranches, idleEquipment } from "./idle-branches.ts";

const at = (values: Record<string, number>, isStale = false) =>
  flowOf(Object.fromEntries(Object.entries(values).map(([metric, value]) => [metric, { value, atMs: 0, isStale }])));
const night = { "solar.power": 0, "generator.power": 0, "battery.power": -300, "load.power": 300 };

test("what was idle all day is left out of the drawing; the sun at night, which shone by day, is not", () => {
  const day = [at({ ...night, "solar.power": 900, "battery.power": 600 }), at(night)];
  expect([...idleBranches(at(night), day)]).toEqual(["generator", "unmetered"]);
});

test("nothing is left out as long as nobody knows what the day was like", () => {
  expect(idleBranches(at(night), []).size).toBe(0);
});

test("a battery keeps its place, and so does what is old", () => {
  const still = { "generator.power": 0, "battery.power": 0, "load.power": 0 };
  expect(idleBranches(at(still), [at(still)]).has("battery")).toBe(false);
  expect(idleBranches(at(still, true), [at(still)]).size).toBe(0);
});

test("equipment that stood still all day is named; that nothing was left unexplained is no equipment", () => {
  const flow = at({ "generator.power": 0, "solar.power": 500, "battery.power": 0, "load.power": 500 });
  const folded = idleBranches(flow, [flow]);
  expect(folded.has("unmetered")).toBe(true);
  expect(idleEquipment(flow, folded).map(({ id }) => id)).toEqual(["generator"]);
});
