import { expect, test } from "vitest";

import { undoReplacement } from "../../history/tiers/undo-replacement.store.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { bring, now, upload } from "./imports.fixture.ts";
import { framesOf } from "./recordings.fixture.ts";

await thePortal({ clock: testClock(now) });

const hour = 3_600_000;
const start = Date.UTC(2026, 5, 1);
const metrics = ["solar.power", "load.power", "battery.soc"];
const mapping = {
  time: { column: "at", format: "epoch-ms" },
  columns: metrics.map((metric) => ({ column: metric, metric })),
};
const replace = {
  from: new Date(start).toISOString(),
  to: new Date(start + 24 * hour).toISOString(),
  metrics,
};

type Cells = (number | null)[];

/** @param rows By hour of the day. */
function fileOf(rows: Readonly<Record<number, Cells>>): string {
  const lines = Object.entries(rows).map(([at, cells]) =>
    [start + Number(at) * hour, ...cells.map((cell) => cell ?? "")].join(","),
  );
  return [["at", ...metrics].join(","), ...lines].join("\n");
}

/** A reading of everything at each hour of a day. */
const stored: Cells[] = Array.from({ length: 24 }, (_, at) => [at, at, 50]);
/** Solar of 3 to 5 o'clock, load of 5 and 6, and no charge. */
const short = fileOf({ 3: [30, null, null], 5: [50, 55, null], 6: [null, 66, null] });
const corrected = stored.map(([solar, load, soc], at) => [
  at < 3 || at > 5 ? solar : ([30, null, 50][at - 3] ?? null),
  at === 5 || at === 6 ? 11 * at : load,
  soc,
]);

async function cellsOf(containerId: string) {
  return (await framesOf(containerId)).map(([, cells = {}]) => Object.values(cells));
}

test("a correction leaves what is stored before the first and after the last reading of each metric in the file", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["reach-a"] } });
  const question = { containerId: "reach-a", mapping, step: "import" as const };
  await amina.call("importData", { ...question, file: fileOf(stored) });
  const { replaced } = (await amina.call("importData", { ...question, file: short, replace })).data;
  expect(replaced).toMatchObject({ readings: 4, removed: 1, ignored: 0 });
  expect(await cellsOf("reach-a")).toEqual(corrected);
  // A later correction of other hours stands in nobody's way.
  await amina.call("importData", { ...question, file: fileOf({ 9: [9.5, null, null] }), replace });
  const by = { userId: "test", nowMs: now };
  const { db } = (await thePortal()).database;
  expect(await undoReplacement(db, replaced?.correction ?? 0, by)).toMatchObject({ readings: 5 });
});

test("the check says what a correction would replace and what would stay, and the report tells replaced and removed apart", async () => {
  const containerId = "reach-b";
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  await bring(amina, containerId, fileOf(stored), { mapping });
  const importId = await upload(amina, containerId, short);
  const check = async (plan: object) =>
    (await amina.call("importCheck", { containerId, importId, mapping, ...plan })).data;
  expect((await check({})).replacing).toBeNull();
  expect((await check({ replace })).replacing).toEqual({
    replaced: 4,
    removed: 1,
    stored: 5,
    beyond: 72 - 5,
    from: new Date(start + 3 * hour).toISOString(),
    to: new Date(start + 6 * hour).toISOString(),
  });
  // Far beyond what is stored there is nothing to count, and it takes no time.
  const forEver = { ...replace, to: "9999-12-31T00:00:00Z" };
  expect((await check({ replace: forEver })).replacing).toMatchObject({ replaced: 4 });
  const some = { ...replace, from: new Date(start + 4 * hour).toISOString(), metrics: ["solar.power"] };
  expect((await check({ replace: some })).replacing).toMatchObject({ replaced: 1, removed: 0, stored: 1, beyond: 19 });
  const { state } = await bring(amina, containerId, short, { mapping, replace });
  expect(state).toMatchObject({ state: "done", counts: { replaced: 4, removed: 1 } });
  expect(await cellsOf(containerId)).toEqual(corrected);
  const { state: whole } = await bring(amina, containerId, short, { mapping, replace: { ...replace, beyond: true } });
  expect(whole).toMatchObject({ counts: { replaced: 0, removed: 72 - 5 } });
  expect(await framesOf(containerId)).toHaveLength(3);
});

test("what the check counts of a correction is what its import then reports, with readings that are right already", async () => {
  const containerId = "reach-same";
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  await bring(amina, containerId, fileOf(stored), { mapping });
  // Of five readings within these hours two are right already; outside of them all are otherwise.
  const file = fileOf({ 1: [9, 9, 9], 4: [4, 40, null], 6: [6, 60, 50.5], 20: [9, 9, 9] });
  const some = {
    from: new Date(start + 4 * hour).toISOString(),
    to: new Date(start + 7 * hour).toISOString(),
    metrics,
  };
  const importId = await upload(amina, containerId, file);
  const { data } = await amina.call("importCheck", { containerId, importId, mapping, replace: some });
  expect(data.stored).toMatchObject({ same: 2, differing: 3 });
  expect(data.replacing).toMatchObject({ replaced: 3, removed: 2 });
  const { state } = await bring(amina, containerId, file, { mapping, replace: some });
  expect(state?.counts).toMatchObject({ replaced: 3, removed: 2 });
});

test("the check names which readings differ, by metric and the first of them", async () => {
  const containerId = "reach-c";
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  await bring(amina, containerId, fileOf(stored), { mapping });
  const file = fileOf(
    stored.map(([solar, load], at) => [solar ?? 0, at % 3 === 0 ? (load ?? 0) + 0.5 : (load ?? 0), null]),
  );
  const importId = await upload(amina, containerId, file);
  const { data } = await amina.call("importCheck", { containerId, importId, mapping });
  expect(data.stored).toEqual({
    same: 40,
    differing: 8,
    hasNew: false,
    from: new Date(start).toISOString(),
    to: new Date(start + 21 * hour).toISOString(),
    metrics: [
      {
        metric: "load.power",
        unit: "W",
        differing: 8,
        first: [0, 3, 6, 9, 12].map((at) => ({
          at: new Date(start + at * hour).toISOString(),
          stored: at,
          file: at + 0.5,
        })),
      },
    ],
  });
});
