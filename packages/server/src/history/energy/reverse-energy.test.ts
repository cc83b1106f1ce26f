import { afterAll, beforeAll, expect, test } from "vitest";

import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { readContainers } from "../chart-containers.store.ts";
import { addContainer, everyContainer, sealAll, write } from "../rollups/rollups.fixture.ts";
import type { FrameRow } from "../tiers/frames.store.ts";
import { balanceMetrics, energyBalance } from "./energy-balance.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const midnight = Date.UTC(2026, 5, 10);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** A battery that gives more and less from minute to minute, and charges for one of every five hours. */
async function withBattery(days: number): Promise<string> {
  const id = await addContainer(database, ["battery.power"]);
  const rows: FrameRow[] = [];
  for (let atMs = midnight - days * day; atMs < midnight; atMs += minute) {
    const at = atMs / minute;
    const isCharging = at % 300 < 60;
    rows.push({ containerId: id, atMs, values: [isCharging ? 800 : -200 - ((at * 37) % 900)] });
  }
  for (let at = 0; at < rows.length; at += 2_000) await write(database, rows.slice(at, at + 2_000));
  await sealAll(database, testClock(midnight));
  return id;
}

test("what a battery gave in two ranges is together what it gave in both, wherever one follows the other", async () => {
  const id = await withBattery(4);
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], balanceMetrics);
  const given = async (from: number, to: number) => {
    const question = { from, to, zone: "UTC", groupBy: "day" as const };
    return (await energyBalance(database.db, question, container!, midnight)).parts.batteryOut.total ?? NaN;
  };
  const isSum = async (from: number, between: number, to: number) =>
    expect((await given(from, between)) + (await given(between, to))).toBeCloseTo(await given(from, to), 3);
  const from = midnight - 3 * day;
  for (const minutes of [15, 7, 613, 1_000.5, 2_222]) await isSum(from, from + minutes * minute, midnight - day);
  // So long a range is read in two pieces, which meet in the middle of a quarter hour.
  const to = midnight - 60 * minute;
  await isSum(to - 95 * day + 7 * minute, midnight - 3.5 * day, to);
});

test("what its meter counted over a gap is in what a battery gave, by any groups, also where the meter lacks more than power does", async () => {
  const metrics = ["battery.power", "battery.energy_out"];
  const id = await addContainer(database, metrics);
  const rows: FrameRow[] = [];
  // 600 W all the time; nothing from 8 to 18 o'clock, and no meter from 5 on.
  for (let atMs = midnight - 2 * day; atMs <= midnight + 2 * day; atMs += minute) {
    const hours = (atMs - midnight) / (60 * minute);
    if (hours > 8 && hours < 18) continue;
    rows.push({ containerId: id, atMs, values: [-600, hours > 5 && hours < 18 ? null : 600 * (hours + 48)] });
  }
  for (let at = 0; at < rows.length; at += 2_000) await write(database, rows.slice(at, at + 2_000));
  await sealAll(database, testClock(midnight + 2 * day));
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], balanceMetrics);
  for (const groupBy of ["hour", "day"] as const) {
    const question = { from: midnight, to: midnight + day, zone: "UTC", groupBy };
    const { parts } = await energyBalance(database.db, question, container!, midnight + 2 * day);
    expect(parts.batteryOut.total, groupBy).toBeCloseTo(14_400, 0);
  }
});
