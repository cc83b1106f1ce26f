import { afterAll, beforeAll, expect, test } from "vitest";

import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { readContainers } from "../chart-containers.store.ts";
import { addContainer, everyContainer, sealAll, workerOn, write } from "../rollups/rollups.fixture.ts";
import { energyFromFrames } from "../charts/chart-from-frames.ts";
import { energyOfContainers } from "./container-energy.ts";
import { sumEnergy } from "./fleet-energy.ts";
import { metricsOf } from "./quantities.ts";
import { readAround, withSilences } from "./readings-around.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const metrics = metricsOf("load");
const [september, october, november] = [8, 9, 10].map((month) => Date.UTC(2026, month, 1)) as [number, number, number];
const now = november + 20 * day;
/** A consumer of 1 kW all the time, of which nothing came in three and a half weeks. */
const silence = { fromMs: september + 10 * day + 7 * hour, toMs: october + 4 * day + 15 * hour };

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

const meterAt = (atMs: number) => (atMs - september) / hour + 5_000;

async function counted(containerId: string, fromMs: number, toMs: number): Promise<void> {
  const rows = [];
  for (let atMs = fromMs; atMs <= toMs; atMs += 5 * minute)
    rows.push({ containerId, atMs, values: [null, 1_000 * meterAt(atMs)] });
  for (let at = 0; at < rows.length; at += 2_000) await write(database, rows.slice(at, at + 2_000));
}

async function whIn(containerId: string, from: number, to: number, atMs = now): Promise<number> {
  const containers = await readContainers(database.db, everyContainer(database.db), [containerId], metrics);
  const question = { from, to, zone: "UTC", groupBy: "day" as const };
  return (await sumEnergy(database.db, question, containers, metrics, atMs)).total;
}

test("what a meter counted over a silence of weeks is in each part of it: months add up, alone or together", async () => {
  const id = await addContainer(database, metrics);
  await counted(id, september - day, silence.fromMs);
  await counted(id, silence.toMs, november + day);
  await sealAll(database, testClock(now));
  expect(await whIn(id, september, november)).toBeCloseTo(61 * 24_000, 3);
  expect(await whIn(id, september, october)).toBeCloseTo(30 * 24_000, 3);
  expect(await whIn(id, october, november)).toBeCloseTo(31 * 24_000, 3);
  expect(await whIn(id, september + 20 * day, september + 21 * day)).toBeCloseTo(24_000, 3);
});

test("a day within a silence gets its part as soon as the meter is read again, and keeps it once some of the silence is filled in", async () => {
  const id = await addContainer(database, metrics);
  await counted(id, september - day, silence.fromMs);
  while (await workerOn(database, testClock(silence.fromMs)).work(true));
  const inSilence = [september + 20 * day, september + 21 * day] as const;
  for (const then of [september + 21 * day, september + 25 * day, october + 4 * day])
    expect(await whIn(id, ...inSilence, then)).toBe(0);
  await counted(id, silence.toMs, silence.toMs + hour);
  expect(await whIn(id, ...inSilence, silence.toMs + hour)).toBeCloseTo(24_000, 3);
  // A backlog that fills the silence in replaces what was spread.
  await counted(id, inSilence[0] - day, inSilence[0] - hour);
  expect(await whIn(id, ...inSilence, silence.toMs + hour)).toBeCloseTo(24_000, 3);
});

test("readings from before the oldest that was known give the days between their part", async () => {
  const id = await addContainer(database, metrics);
  await counted(id, silence.toMs, silence.toMs + day);
  const between = [september + 20 * day, september + 21 * day] as const;
  expect(await whIn(id, ...between)).toBe(0);
  await counted(id, september, september + day);
  expect(await whIn(id, ...between)).toBeCloseTo(24_000, 3);
});

test("the day on which a meter is read again counts from its midnight on, as live readings say and as the engine says", async () => {
  const id = await addContainer(database, metrics);
  await counted(id, september - day, silence.fromMs);
  while (await workerOn(database, testClock(silence.fromMs)).work(true));
  await counted(id, silence.toMs, silence.toMs + hour);
  const range = { fromMs: october + 4 * day, toMs: october + 5 * day };
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], metrics);
  const { slots: known } = container!;
  const near = await readAround(database.db, id, metrics, range, known);
  const names = { metrics, meters: [metrics[1]], known };
  const { atMs, columns } = await withSilences(database.db, id, names, range, near);
  expect(atMs.filter((at) => at <= range.fromMs).at(-1)).toBe(silence.fromMs);
  expect(columns[1]).toHaveLength(atMs.length);
  const asked = [{ container: container!, metrics }];
  const [today] = await energyOfContainers(database.db, asked, range, [range.fromMs, range.toMs], silence.toMs + hour);
  expect(today?.wh[0]).toBeCloseTo(16_000, 3);
  // Only the last hour was measured.
  expect(today?.measuredMs[0]).toBe(hour);
});

test("an import that is not summarised yet says at once what it says afterwards, though most of its days lack the meter", async () => {
  const id = await addContainer(database, [...metrics, "battery.soc"]);
  await counted(id, september - day, silence.fromMs);
  await write(
    database,
    Array.from({ length: 4 * 24 }, (_, index) => ({
      containerId: id,
      atMs: silence.fromMs + (index + 1) * 6 * hour,
      values: [null, null, 50],
    })),
  );
  await counted(id, silence.toMs, silence.toMs + hour);
  const inSilence = [september + 22 * day, september + 23 * day] as const;
  const atOnce = await whIn(id, ...inSilence);
  while (await workerOn(database, testClock(now)).work(true));
  expect(await whIn(id, ...inSilence)).toBe(atOnce);
  expect(atOnce).toBeCloseTo(24_000, 3);
});

/** A meter that is read once a day, at eleven in the evening. */
const read = (firstDay: number, lastDay: number) =>
  Array.from({ length: lastDay - firstDay + 1 }, (_, index) => {
    const atMs = september + (firstDay + index) * day + 23 * hour;
    return { atMs, wh: 1_000 * meterAt(atMs) };
  });
const changedAt = (readings: ReturnType<typeof read>, place: number, wh: number) =>
  readings.map((one, index) => (index === place ? { ...one, wh } : one));
const [beforehand, afterwards] = [read(3, 9), read(36, 40)];

test.each([
  ["the first reading after it is faulty", [...beforehand, ...changedAt(afterwards, 0, 7)]],
  ["the last reading before it is faulty", [...changedAt(beforehand, 6, 7), ...afterwards]],
  ["there is another meter after it", [...beforehand, ...afterwards.map(({ atMs, wh }) => ({ atMs, wh: wh - 5e6 }))]],
  ["it is eight days long, and ends with a faulty reading", [...beforehand, ...changedAt(read(17, 24), 0, 7)]],
])("each day of and beside a silence is alone what it is among all: %s", async (_, readings) => {
  const id = await addContainer(database, metrics);
  await write(
    database,
    readings.map(({ atMs, wh }) => ({ containerId: id, atMs, values: [null, wh] })),
  );
  const [fromMs, toMs] = [september + 2 * day, september + 42 * day];
  const containers = await readContainers(database.db, everyContainer(database.db), [id], metrics);
  const asOne = async (from: number, to: number) => {
    const question = { from, to, zone: "UTC", groupBy: "day" as const };
    return (await sumEnergy(database.db, question, containers, metrics, now)).values.map((wh) => wh ?? 0);
  };
  const [container] = containers;
  const whole = await asOne(fromMs, toMs);
  expect(whole.reduce((sum, wh) => sum + wh, 0)).toBeGreaterThan(100_000);
  for (const [place, wh] of whole.entries()) {
    const range = { fromMs: fromMs + place * day, toMs: fromMs + (place + 1) * day };
    const name = new Date(range.fromMs).toISOString();
    expect((await asOne(range.fromMs, range.toMs))[0], name).toBeCloseTo(wh, 3);
    const { wh: fromReadings } = await energyFromFrames(database.db, container!, metrics, range, [
      range.fromMs,
      range.toMs,
    ]);
    expect(fromReadings[0], name).toBeCloseTo(wh, 3);
  }
});
