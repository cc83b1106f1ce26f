import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { bring, upload } from "./imports.fixture.ts";
import { framesOf } from "./recordings.fixture.ts";

await thePortal({ clock: testClock(Date.UTC(2026, 10, 30, 12)) });

const file = [
  "Date;Time;Battery SOC (%);PV power (kW);Load (kW)",
  "20/11/2026;8:00 AM;61;1,2;0,8",
  "20/11/2026;8:30 AM;62;1,9;0,7",
  "20/11/2026;9:00 AM;64;2,4;0,9",
].join("\n");
const days = {
  time: { column: "Date", format: "dd/MM/yyyy", zone: "UTC" },
  columns: [{ column: "Battery SOC (%)", metric: "battery.soc" }],
};

test("several lines of a day without their time of day are refused, until they are left out", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-days", "past-days-left"] } });
  const question = { containerId: "past-days", mapping: days, step: "import" as const, file };
  const { data } = await amina.call("importData", question);
  expect(data).toMatchObject({ counts: { good: 1, wrong: 2 } });
  expect(data.stored).toBeUndefined();
  expect(data.errors.map(({ line, column, code, cell }) => [line, column, code, cell])).toEqual([
    [3, "Date", "day_alone", "20/11/2026"],
    [4, "Date", "day_alone", "20/11/2026"],
  ]);
  expect(await framesOf("past-days")).toEqual([]);
  const importId = await upload(amina, "past-days", file);
  const check = await amina.call("importCheck", { containerId: "past-days", importId, mapping: days });
  expect(check.data).toMatchObject({ counts: { good: 1, wrong: 2 } });
  expect((await bring(amina, "past-days", file, { mapping: days })).state).toMatchObject({ failure: "wrong_lines" });
  const left = await bring(amina, "past-days-left", file, { mapping: days, leaveOut: true });
  expect(left.state).toMatchObject({ state: "done", counts: { added: 1, refused: 2 } });
});

test("a file of one line a day, of other columns on a day, or with times at midnight is taken as it is", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-daily"] } });
  const columns = [...days.columns, { column: "Load", metric: "load.power" }];
  const head = "Date;Battery SOC (%);Load";
  for (const [format, lines, good] of [
    ["dd/MM/yyyy", ["18/11/2026;61;800", "19/11/2026;62;700", "20/11/2026;64;900"], 3],
    ["dd/MM/yyyy", ["20/11/2026;61;", "20/11/2026;;700"], 2],
    ["iso", ["2026-11-19 23:00;61;800", "2026-11-20 00:00;62;700", "2026-11-20 00:00;64;900"], 3],
    // As workbooks write their days.
    ["iso", ["2026-11-20T00:00:00.000;61;800", "2026-11-20T00:00:00.000;62;700"], 1],
  ] as const) {
    const mapping = { time: { column: "Date", format }, columns };
    const question = { containerId: "past-daily", mapping, step: "preview" as const };
    const { data } = await amina.call("importData", { ...question, file: [head, ...lines].join("\n") });
    expect(data.counts).toMatchObject({ good, wrong: lines.length - good });
  }
});

test("a day and its time of day in two columns are found, said, and stored as one time", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-clock"] } });
  const importId = await upload(amina, "past-clock", file);
  const { data } = await amina.call("importOpen", { containerId: "past-clock", importId });
  expect(data.mapping.time).toMatchObject({ column: "Date", clock: "Time", format: "dd/MM/yyyy" });
  expect(data.mapping.columns.map(({ metric }) => metric)).toEqual(["battery.soc", "solar.power", "load.power"]);
  const mapping = { ...data.mapping, time: { ...data.mapping.time, zone: "UTC" } };
  const late = file.replace("9:00 AM", "soon");
  const question = { containerId: "past-clock", mapping, step: "preview" as const };
  const refused = (await amina.call("importData", { ...question, file: late })).data;
  expect(refused.errors).toMatchObject([{ line: 4, code: "time", cell: "20/11/2026 soon" }]);
  const unfilled = (await amina.call("importData", { ...question, file: file.replace("9:00 AM", "") })).data;
  expect(unfilled.errors).toMatchObject([{ line: 4, column: "Time", code: "clock_missing", cell: "20/11/2026" }]);
  expect((await bring(amina, "past-clock", file, { mapping })).state).toMatchObject({ counts: { added: 3 } });
  expect((await framesOf("past-clock")).map(([at, values]) => [at, Object(values)["solar.power"]])).toEqual([
    ["2026-11-20T08:00:00.000Z", 1_200],
    ["2026-11-20T08:30:00.000Z", 1_900],
    ["2026-11-20T09:00:00.000Z", 2_400],
  ]);
});

test("columns kept from an import without the time of day get the one that is found", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-recalled"] } });
  const containerId = "past-recalled";
  await bring(amina, containerId, file, { mapping: days, leaveOut: true });
  const again = await upload(amina, containerId, file);
  const { data } = await amina.call("importOpen", { containerId, importId: again });
  expect(data).toMatchObject({ isRemembered: true, mapping: days });
  expect(data.mapping.time.clock).toBe("Time");
  const used = { ...days, columns: [...days.columns, { column: "Time", metric: "own.time" }] };
  await bring(amina, containerId, file.replaceAll(/;(\d):\d\d AM/g, ";$1"), { mapping: used, leaveOut: true });
  const own = await upload(amina, containerId, file);
  const kept = await amina.call("importOpen", { containerId, importId: own });
  expect(kept.data.mapping).toMatchObject(used);
  expect(kept.data.mapping.time.clock).toBeUndefined();
});
