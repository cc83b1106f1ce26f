import { afterAll, beforeAll, expect, test } from "vitest";

import { readContainers } from "../chart-containers.store.ts";
import { addContainer, everyContainer, workerOn, write } from "../rollups/rollups.fixture.ts";
import type { FrameRow } from "../tiers/frames.store.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { balanceMetrics, energyBalance } from "./energy-balance.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const midnight = Date.UTC(2026, 5, 10);
const metrics = ["solar.power", "solar.1.power", "solar.2.power"];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const balanceAt = async (id: string, range: { from: number; to: number }, nowMs: number) => {
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], balanceMetrics);
  return energyBalance(database.db, { ...range, zone: "UTC", groupBy: "hour" }, container!, nowMs);
};

/** The total has 50 W beyond its two devices. */
const readingAt = (containerId: string, atMs: number): FrameRow => {
  const [one, two] = [300 + 250 * Math.sin(atMs / hour), 400 + 380 * Math.cos(atMs / (3 * hour))];
  return { containerId, atMs, values: [one + two + 50, one, two] };
};

test("devices and what their total has beyond them are the total, over gaps too, at each length of the range", async () => {
  const id = await addContainer(database, metrics);
  const rows: FrameRow[] = [];
  // Nothing from the 10th to the 50th minute of every third hour, and on one whole afternoon.
  for (let atMs = midnight - 12 * day; atMs < midnight; atMs += minute) {
    const isSilent = (atMs / hour) % 3 < 1 && (atMs / minute) % 60 >= 10 && (atMs / minute) % 60 < 50;
    const isLost = atMs > midnight - 3 * day - 9 * hour && atMs < midnight - 3 * day - 2 * hour;
    if (!isSilent && !isLost) rows.push(readingAt(id, atMs));
  }
  for (let at = 0; at < rows.length; at += 2_000) await write(database, rows.slice(at, at + 2_000));
  while (await workerOn(database, testClock(midnight)).work(true));
  for (const days of [1, 4, 11]) {
    const range = { from: midnight - days * day, to: midnight };
    const { parts, devices } = await balanceAt(id, range, midnight);
    const { "solar.1": one = 0, "solar.2": two = 0 } = devices;
    const measuredHours = parts.solar.coverage * days * 24;
    expect(measuredHours).toBeLessThan(0.8 * days * 24);
    expect((parts.solar.total ?? 0) - one - two).toBeCloseTo(50 * measuredHours, 3);
  }
});

test("what a meter counted while no power was measured is nothing beside the devices", async () => {
  const id = await addContainer(database, [...metrics, "solar.energy"]);
  let wh = 0;
  for (let atMs = midnight; atMs <= midnight + 4 * hour; atMs += minute) {
    const { values } = readingAt(id, atMs);
    wh += (values[0] as number) / 60;
    const isSilent = atMs > midnight + hour && atMs < midnight + 2 * hour;
    if (!isSilent) await write(database, [{ containerId: id, atMs, values: [...values, wh] }], atMs);
  }
  const { parts, devices, besideDevices } = await balanceAt(
    id,
    { from: midnight, to: midnight + day },
    midnight + 4 * hour + 1_000,
  );
  const { "solar.1": one = 0, "solar.2": two = 0 } = devices;
  // The meter knows the hour of silence, too, which is no other source.
  expect((parts.solar.total ?? 0) - one - two).toBeGreaterThan(400);
  expect(besideDevices?.solar).toBeCloseTo(3 * 50, -1);
});

test("devices share what their total counts as far as meters explain it, so that the call says what all screens say", async () => {
  const id = await addContainer(database, metrics);
  for (let atMs = midnight; atMs <= midnight + 2 * hour; atMs += minute)
    await write(database, [{ containerId: id, atMs, values: [1_020, 600, 400] }], atMs);
  const { parts, devices } = await balanceAt(id, { from: midnight, to: midnight + day }, midnight + 2 * hour + 1_000);
  const total = parts.solar.total ?? 0;
  expect(total).toBeCloseTo(2_040, 6);
  expect(devices["solar.1"]).toBeCloseTo(0.6 * total, 6);
  expect(devices["solar.2"]).toBeCloseTo(0.4 * total, 6);
});

test("what a device gave today never falls while readings arrive, live, late and after a silence", async () => {
  const id = await addContainer(database, metrics);
  const known = { one: 0, two: 0 };
  const from = midnight;
  const arrive = async (atMs: number) => {
    await write(database, [readingAt(id, atMs)], atMs);
  };
  for (let step = 0; step <= 60; step++) {
    // A silence of more than an hour in the middle.
    const nowMs = midnight + 8 * hour + (step < 30 ? 2 * step : 2 * step + 80) * minute;
    await arrive(nowMs);
    if (step === 45) for (let late = 0; late < 20; late++) await arrive(midnight + 9 * hour + (late + 1) * 2 * minute);
    const { devices } = await balanceAt(id, { from, to: midnight + day }, nowMs + 1_000);
    const { "solar.1": one = 0, "solar.2": two = 0 } = devices;
    expect(one).toBeGreaterThanOrEqual(known.one);
    expect(two).toBeGreaterThanOrEqual(known.two);
    Object.assign(known, { one, two });
  }
  expect(known.one).toBeGreaterThan(0);
});
