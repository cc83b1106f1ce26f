import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { bring } from "./imports.fixture.ts";
import { framesOf, good, head, mapping } from "./recordings.fixture.ts";

await thePortal({ clock: testClock(Date.UTC(2026, 5, 10, 12)) });

test("times before EARLIEST are asked about, and the shift that is offered stores them", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-early"] } });
  const question = { containerId: "past-early", mapping, step: "import" as const };
  const file = [head, "02.06.2016 12:00;1;;", "03.06.2016 12:00;2;;", good[0]].join("\n");
  const asked = (await amina.call("importData", { ...question, file })).data;
  expect(asked).toMatchObject({ counts: { early: 2, wrong: 0 }, errors: [] });
  expect(asked.stored).toBeUndefined();
  expect(asked.early).toEqual({
    from: "2016-06-02T10:00:00.000Z",
    to: "2016-06-03T10:00:00.000Z",
    earliest: "2020-01-01T00:00:00.000Z",
    shift: "187w",
  });
  expect(await framesOf("past-early")).toEqual([]);
  const old = [head, "02.06.2016 12:00;1;;", "03.06.2016 12:00;2;;"].join("\n");
  const moved = (await amina.call("importData", { ...question, file: old, shift: "187w" })).data;
  expect(moved).toMatchObject({ early: null, stored: { added: 2 } });
  // The same hour of the same day of the week.
  expect((await framesOf("past-early")).map(([at]) => at)).toEqual([
    "2020-01-02T10:00:00.000Z",
    "2020-01-03T10:00:00.000Z",
  ]);
  const answer = await amina.post("importData", { ...question, file: old, shift: "a bit" });
  expect(answer).toMatchObject({ status: 400, code: "bad_input" });
});

test("local times that a clock change skips or repeats are refused with their line; an option says which is meant", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-dst"] } });
  const question = { containerId: "past-dst", mapping, step: "import" as const };
  const spring = [head, "29.03.2026 01:30;1;;", "29.03.2026 02:30;9;;", "29.03.2026 03:30;2;;"].join("\n");
  const { data } = await amina.call("importData", { ...question, file: spring, ambiguous: "later" });
  expect(data.errors.map(({ line, column, code }) => [line, column, code])).toEqual([[3, "when", "clock_change"]]);
  expect(data.errors[0]?.message).toContain('"29.03.2026 02:30" does not exist in Europe/Paris');
  const autumn = [head, "26.10.2025 02:30;1;;"].join("\n");
  const refused = (await amina.call("importData", { ...question, file: autumn })).data;
  expect(refused.errors).toMatchObject([{ line: 2, code: "clock_change" }]);
  expect(await framesOf("past-dst")).toEqual([]);
  for (const ambiguous of ["earlier", "later"] as const)
    expect((await amina.call("importData", { ...question, file: autumn, ambiguous })).data.stored?.added).toBe(1);
  expect((await framesOf("past-dst")).map(([at]) => at)).toEqual([
    "2025-10-26T00:30:00.000Z",
    "2025-10-26T01:30:00.000Z",
  ]);
});

test("a real reading never loses to one at a local time that the clocks skipped, whichever comes first and is meant", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["bring-spring-a", "bring-spring-b"] } });
  // Half past two does not exist that night; taken for what the clocks showed next it would be half past three.
  const [skipped, real] = ["29.03.2026 02:30;9;;", "29.03.2026 03:30;2;;"];
  for (const [containerId, lines, ambiguous] of [
    ["bring-spring-a", [skipped, real], "earlier"],
    ["bring-spring-b", [real, skipped], "later"],
  ] as const) {
    const plan = { mapping, ambiguous, leaveOut: true };
    const { importId, state } = await bring(amina, containerId, [head, ...lines].join("\n"), plan);
    expect(state).toMatchObject({ state: "done", counts: { added: 1, conflicts: 0, refused: 1 } });
    const { data } = await amina.call("importReport", { containerId, importId });
    expect(data.refused).toMatchObject([{ code: "clock_change", cell: "29.03.2026 02:30" }]);
    expect(await framesOf(containerId)).toEqual([
      ["2026-03-29T01:30:00.000Z", expect.objectContaining({ "solar.power": 2_000 })],
    ]);
  }
});

test("separator, decimal comma and AM or PM are found by themselves", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-found"] } });
  const found = {
    time: { column: "when", format: "MM/dd/yyyy HH:mm" },
    columns: [{ column: "PV kW", metric: "solar.power", multiply: 1000 }],
  };
  const question = { containerId: "past-found", mapping: found, step: "preview" as const };
  const at = "2026-06-01T13:05:00.000Z";
  for (const [file, separator, decimal] of [
    ["when;PV kW\n06/01/2026 1:05 PM;1,5", ";", ","],
    ["when\tPV kW\n06/01/2026 01:05 p.m.\t1.5", "\t", "."],
    ['when,PV kW\n06/01/2026 13:05,"1,5"', ",", ","],
    ["a,b;when;PV kW\n;06/01/2026 13:05;1.5", ";", "."],
  ]) {
    const { data } = await amina.call("importData", { ...question, file: file as string });
    expect(data).toMatchObject({ dialect: { separator, decimal }, rows: [{ at, values: [1500] }], errors: [] });
  }
  const thousands = await amina.post("importData", { ...question, file: "when;PV kW\n06/01/2026 13:05;1,500" });
  expect(thousands).toMatchObject({ status: 400, code: "bad_input" });
  expect(thousands.text).toContain("decimals or thousands");
  const said = { ...question, mapping: { ...found, decimal: "," as const } };
  const { data } = await amina.call("importData", { ...said, file: "when;PV kW\n06/01/2026 13:05;1,500" });
  expect(data.rows).toEqual([{ at, values: [1500] }]);
});
