import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { insertContainers, scratchFolder } from "../../backup/backup.fixture.ts";
import { readBackupStates } from "../../backup/backup-state.store.ts";
import { backupName } from "../../backup/backups.ts";
import { readConfig } from "../../config/config.ts";
import { openSecretBox } from "../../core/secret-box.ts";
import { testClock } from "../../testing/test-clock.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { lastNight, lastTrial } from "./due-times.ts";
import { backupJob } from "./nightly.job.ts";
import { trialJob } from "./trial.job.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const silent = pino({ level: "silent" });

async function worker() {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  await database.pool.query(insertContainers, [1, 5]);
  const dataDir = await scratchFolder();
  openSecretBox(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url });
  // The portal is as old as its database: some days, by this clock.
  const clock = testClock(lastNight(Date.now()) + 30 * dayMs);
  const tools = { config, db: database.db, clock, log: silent, hasRoom: () => true };
  const folder = join(dataDir, "backups");
  const run = { key: "", attempt: 1, signal: new AbortController().signal };
  return {
    clock,
    folder,
    tools,
    database,
    night: () => backupJob(tools).run(run),
    week: () => trialJob(tools).run(run),
    states: () => readBackupStates(database.db),
    files: () => readdir(folder),
  };
}

test("nights begin at 01:00 UTC, and trials on Sundays at 03:00", () => {
  const at = (text: string) => Date.parse(text);
  expect(lastNight(at("2026-11-29T00:59:59Z"))).toBe(at("2026-11-28T01:00:00Z"));
  expect(lastNight(at("2026-11-29T01:00:00Z"))).toBe(at("2026-11-29T01:00:00Z"));
  expect(lastTrial(at("2026-11-29T02:59:59Z"))).toBe(at("2026-11-22T03:00:00Z"));
  expect(lastTrial(at("2026-11-29T03:00:00Z"))).toBe(at("2026-11-29T03:00:00Z"));
});

test("a night has one backup, as the role of a running portal; old ones go, and files of others stay", async () => {
  const { clock, folder, night, states, files } = await worker();
  await night();
  await night();
  const first = backupName(clock.now());
  expect(await files()).toEqual([first]);
  expect(await states()).toMatchObject({ backup: { doneAt: new Date(clock.now()), failedAt: null } });
  const others = ["notes.txt", "offgrid-portal-before-the-move.backup"];
  for (const name of others) await writeFile(join(folder, name), "");
  const nowMs = clock.now();
  for (let days = 2; days < 20; days++) await writeFile(join(folder, backupName(nowMs - days * dayMs)), "");
  clock.advance(dayMs);
  await night();
  const left = await files();
  expect(left).toEqual(expect.arrayContaining([first, backupName(clock.now()), ...others]));
  expect(left.length).toBeLessThan(16);
});

test("a portal makes its first backup in its first night, not before", async () => {
  const { database, clock, night, states } = await worker();
  await database.pool.query("update schema_migration set applied_at = $1", [new Date(clock.now() + hourMs)]);
  clock.advance(2 * hourMs);
  await night();
  expect((await states()).backup.doneAt).toBeNull();
  clock.advance(dayMs);
  await night();
  expect((await states()).backup.doneAt).toEqual(new Date(clock.now()));
});

test("a backup that cannot be made is said to have failed until one is made", async () => {
  const { tools, night, states } = await worker();
  const { backupDir } = tools.config;
  await writeFile(join(tools.config.dataDir, "file"), "");
  tools.config.backupDir = join(tools.config.dataDir, "file");
  await expect(night()).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(await states()).toMatchObject({ backup: { doneAt: null, failure: expect.stringMatching(/EEXIST|ENOTDIR/) } });
  tools.config.backupDir = backupDir;
  await night();
  expect(await states()).toMatchObject({ backup: { failedAt: null, failure: null } });
});

test("each week the newest backup is restored on trial; a damaged one is said to have failed, and nothing is left of either", async () => {
  const { clock, folder, night, week, states, files } = await worker();
  await week();
  expect(await states()).toMatchObject({ trial: { doneAt: null, failedAt: null } });
  await night();
  await week();
  expect((await states()).trial.doneAt).toEqual(new Date(clock.now()));
  const [name = ""] = await files();
  expect(await files()).toEqual([name]);

  clock.advance(7 * dayMs);
  const bytes = await readFile(join(folder, name));
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30);
  await writeFile(join(folder, name), bytes);
  await expect(week()).rejects.toThrow(/damaged/);
  expect(await states()).toMatchObject({
    trial: { failedAt: new Date(clock.now()), failure: expect.stringMatching(/damaged/) },
  });
  expect(await files()).toEqual([name]);
});
