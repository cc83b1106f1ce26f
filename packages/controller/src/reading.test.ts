import { expect, test } from "vitest";

import type { Driver, Frame } from "./drivers/driver.ts";
import { nextInstant, startReading } from "./reading.ts";
import { until } from "./testing/test-broker.ts";

const driver: Driver = {
  metrics: [{ name: "battery.soc" }, { name: "solar.power" }],
  devices: [],
  capabilities: [],
  read: async () => [NaN, 5],
  close: async () => {},
};

function read(more: Partial<Parameters<typeof startReading>[0]>) {
  const frames: Frame[] = [];
  const errors: unknown[] = [];
  const reading = startReading({
    driver,
    everyMs: () => 20,
    now: Date.now,
    onFrame: (frame) => frames.push(frame),
    onError: (error) => errors.push(error),
    ...more,
  });
  return { frames, errors, reading };
}

test("instants are multiples of the period since the epoch", () => {
  expect(nextInstant(12_345, 10_000)).toBe(20_000);
  expect(nextInstant(20_000, 10_000)).toBe(30_000);
});

test("an invalid reading is null, and every instant occurs once", async () => {
  const { frames, reading } = read({});
  await until("ten frames", () => frames.length >= 10);
  await reading.stop();
  expect(frames[0]?.values).toEqual([null, 5]);
  expect(frames.every(({ atMs }) => atMs % 20 === 0)).toBe(true);
  expect(new Set(frames.map(({ atMs }) => atMs)).size).toBe(frames.length);
});

test("it reads in between when it is asked to, once for all who ask meanwhile, and no instant occurs twice", async () => {
  const changes: number[] = [];
  const frames: Frame[] = [];
  const { reading } = read({
    everyMs: () => 86_400_000,
    now: () => 43_200_000,
    onFrame: (frame, isChanged) => {
      frames.push(frame);
      if (isChanged) changes.push(frame.atMs);
    },
  });
  reading.readNow();
  reading.readNow();
  await until("a frame", () => frames.length === 1);
  reading.readNow();
  await until("another", () => frames.length === 2);
  await reading.stop();
  expect(changes).toEqual([43_200_000, 43_200_001]);
});

test("frames follow each other in time, however slow the driver is and however often it is asked in between", async () => {
  const slow = { ...driver, read: () => new Promise<number[]>((done) => setTimeout(() => done([1, 2]), 30)) };
  const { frames, reading } = read({ driver: slow, everyMs: () => 50 });
  const asking = setInterval(() => reading.readNow(), 7);
  await until("twenty frames", () => frames.length >= 20);
  clearInterval(asking);
  await reading.stop();
  const instants = frames.map(({ atMs }) => atMs);
  expect(instants).toEqual(instants.toSorted((one, other) => one - other));
});

test("a clock that is set back does not stop the reading", async () => {
  let shiftMs = 0;
  const { frames, reading } = read({ now: () => Date.now() + shiftMs });
  await until("a frame", () => frames.length > 0);
  shiftMs = -86_400_000;
  const before = frames.length;
  await until("frames of the day before", () => frames.length > before + 2);
  await reading.stop();
  expect(frames.at(-1)?.atMs).toBeLessThan(Date.now() - 80_000_000);
});

test("a driver that fails or gives too few values is counted and read again", async () => {
  const failing = { ...driver, read: async () => [1] };
  const { frames, errors, reading } = read({ driver: failing });
  await until("two errors", () => errors.length >= 2);
  await reading.stop();
  expect(reading.errors()).toBe(errors.length);
  expect(String(errors[0])).toContain("1 values for 2 metrics");
  expect(frames).toEqual([]);
});

test("a driver without a frame for an instant leaves a gap", async () => {
  let asked = 0;
  const gaps = { ...driver, read: async () => (asked++ % 2 ? [1, 1] : undefined) };
  const { frames, reading } = read({ driver: gaps });
  await until("a few instants", () => asked >= 6);
  await reading.stop();
  expect(frames.length).toBe(Math.floor(asked / 2));
});
