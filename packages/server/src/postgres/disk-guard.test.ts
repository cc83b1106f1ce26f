import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { releaseBallast, hasBallast } from "./ballast.ts";
import { DiskGuard, readSpace } from "./disk-guard.ts";

const gib = 1024 ** 3;
const mib = 1024 ** 2;
const limits = { minFreePercent: 5, minFreeBytes: gib, ballastBytes: 0 };

async function guarded(about: { sizeBytes: number; freeBytes: number }, own: Partial<typeof limits> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "offgrid-disk-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines: { level: number; msg: string }[] = [];
  const sink = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(JSON.parse(line.toString()) as { level: number; msg: string });
      done();
    },
  });
  const space = { ...about };
  const guard = new DiskGuard(folder, { ...limits, ...own }, pino({ level: "info" }, sink), async () => space);
  const at = async (freeBytes: number) => {
    space.freeBytes = freeBytes;
    await guard.look();
    return guard.hasRoom;
  };
  return { folder, guard, at, messages: () => lines.map(({ msg }) => msg) };
}

test("E3: below the larger of 5 % and 1 GiB there is no room, until a tenth more than that is free", async () => {
  const { at, guard, messages } = await guarded({ sizeBytes: 100 * gib, freeBytes: 50 * gib });
  expect(await at(5 * gib)).toBe(true);
  expect(guard.shortage).toBeUndefined();
  expect(await at(5 * gib - 1)).toBe(false);
  expect(guard.shortage).toBe("disk: 5120 MiB free, 5120 MiB are kept free");
  expect(guard.metrics()).toMatchObject({ disk_full: 1, disk_size_bytes: 100 * gib, disk_free_bytes: 5 * gib - 1 });
  expect(await at(5.4 * gib)).toBe(false);
  expect(await at(5.6 * gib)).toBe(true);
  expect(guard.metrics()).toMatchObject({ disk_full: 0 });
  expect(messages().filter((message) => message.includes("nearly full"))).toHaveLength(1);
  expect(messages().filter((message) => message.includes("has room again"))).toHaveLength(1);

  const small = await guarded({ sizeBytes: 4 * gib, freeBytes: 2 * gib });
  expect(await small.at(gib)).toBe(true);
  expect(await small.at(gib - 1)).toBe(false);
});

test("E3: each level of use is reported once, and again only after it was clearly left", async () => {
  const { at, messages, guard } = await guarded({ sizeBytes: 1_000 * gib, freeBytes: 1_000 * gib });
  const used = (percent: number) => at(1_000 * gib * (1 - percent / 100));
  for (const percent of [50, 79, 80, 85, 79, 81, 90, 89, 91, 94, 96, 96]) await used(percent);
  expect(messages().filter((message) => message.startsWith("the disk is used"))).toEqual([
    "the disk is used to more than 80 %",
    "the disk is used to more than 90 %",
    "the disk is used to more than 95 %",
  ]);
  expect(guard.metrics()).toMatchObject({ disk_warning_level: 95, disk_used_percent: 96 });
  for (const percent of [70, 82]) await used(percent);
  expect(messages().filter((message) => message.endsWith("80 %"))).toHaveLength(2);
});

test("E3: limits of 0 watch nothing, and a disk that cannot be read stops nothing", async () => {
  const off = await guarded({ sizeBytes: gib, freeBytes: 0 }, { minFreePercent: 0, minFreeBytes: 0 });
  expect(await off.at(0)).toBe(true);
  const lost = new DiskGuard("/", limits, pino({ level: "silent" }), () => Promise.reject(new Error("gone")));
  await lost.look();
  expect(lost.hasRoom).toBe(true);
  expect(lost.metrics()).toEqual({});
});

test("E3: the ballast is written when there is room for it, released only in need, and comes back", async () => {
  const { at, folder } = await guarded({ sizeBytes: 100 * gib, freeBytes: 0 }, { ballastBytes: 3 * mib });
  await at(5 * gib);
  expect(hasBallast(folder)).toBe(false);
  await at(6 * gib);
  const file = await stat(join(folder, "ballast"));
  expect(file.size).toBe(3 * mib);
  expect(file.blocks * 512).toBeGreaterThanOrEqual(3 * mib);
  expect(existsSync(join(folder, "ballast.new"))).toBe(false);

  // As long as the disk has room, it was something else that kept PostgreSQL from starting.
  const { freeBytes } = await readSpace(folder);
  expect(freeBytes).toBeGreaterThan(48 * mib);
  expect(await releaseBallast(folder, "could not bind")).toBe(false);
  expect(await releaseBallast(folder, 'PANIC: could not write to file "x": No space left on device')).toBe(true);
  expect(hasBallast(folder)).toBe(false);
  expect(await releaseBallast(folder, "No space left on device")).toBe(false);
  await at(6 * gib);
  expect(hasBallast(folder)).toBe(true);
});
