import { expect, test } from "vitest";

import { type Draft, assigned, draftOf, faultOf, formatsFor, lackOf, planOf, roles, unitOf } from "./import-draft.ts";

const columns = [{ name: "when" }, { name: "PV (kW)" }, { name: "note" }];
const draft: Draft = draftOf({
  time: { column: "when", format: "iso", zone: "Africa/Nairobi" },
  missing: ["n/a"],
  columns: [{ column: "PV (kW)", metric: "solar.power", multiply: 1000 }],
});

test("a mapping becomes a draft and a plan with the same meaning", () => {
  expect(planOf(draft, columns)).toEqual({
    mapping: {
      time: { column: "when", format: "iso", zone: "Africa/Nairobi" },
      missing: ["n/a"],
      columns: [{ column: "PV (kW)", metric: "solar.power", multiply: 1000 }],
    },
    ambiguous: "refuse",
    leaveOut: false,
  });
});

test("a column takes the unit that its name ends with, and keeps its factor among metrics of one unit", () => {
  const load = assigned(draft, "PV (kW)", "load.power");
  expect(load.metrics["PV (kW)"]).toEqual({ metric: "load.power", multiply: 1000 });
  const soc = assigned(load, "PV (kW)", "battery.soc");
  expect(soc.metrics["PV (kW)"]).toEqual({ metric: "battery.soc", multiply: 1 });
  expect(unitOf({ metric: "load.power", multiply: -1000 })).toBe("kW");
  expect(unitOf({ metric: "load.power", multiply: 3 })).toBeUndefined();
});

test("the time is one column, and what it was before is not imported", () => {
  const other = assigned(draft, "PV (kW)", roles.time);
  expect(other.timeColumn).toBe("PV (kW)");
  expect(lackOf(other)).toBe("needMetric");
  expect(lackOf(assigned(draft, "when", roles.skip))).toBe("needTime");
  expect(planOf(other, columns)).toBeUndefined();
});

test("the time of day may be a column of its own, which is then no metric", () => {
  const clock = assigned(draft, "note", roles.clock);
  expect(planOf(clock, columns)?.mapping.time).toMatchObject({ column: "when", clock: "note" });
  expect(
    draftOf({ time: { column: "when", clock: "note", format: "iso", zone: "UTC" }, missing: [], columns: [] }),
  ).toMatchObject({ clockColumn: "note" });
  expect(assigned(clock, "note", roles.skip).clockColumn).toBeUndefined();
  expect(assigned(clock, "note", "load.power").clockColumn).toBeUndefined();
  expect(assigned(clock, "note", roles.time)).toMatchObject({ timeColumn: "note", clockColumn: undefined });
  expect(lackOf(assigned(clock, "when", roles.clock))).toBe("needTime");
});

test("two columns of one metric and names that are none are pointed out", () => {
  const twice = assigned(draft, "note", "solar.power");
  expect(faultOf(twice, "PV (kW)")).toBeUndefined();
  expect(faultOf(twice, "note")).toBe("twice");
  expect(planOf(twice, columns)).toBeUndefined();
  const own = assigned(draft, "note", roles.own);
  expect(own.metrics["note"]?.metric).toBe("note");
  expect(faultOf({ ...own, metrics: { ...own.metrics, note: { metric: "Not a name", multiply: 1 } } }, "note")).toBe(
    "ownWrong",
  );
});

test("every order of day, month and year is offered as the file writes them", () => {
  expect(formatsFor("dd.MM.yyyy HH:mm:ss")).toEqual(
    expect.arrayContaining(["iso", "dd.MM.yyyy HH:mm:ss", "MM.dd.yyyy HH:mm:ss", "yyyy.MM.dd HH:mm:ss"]),
  );
});
