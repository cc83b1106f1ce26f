import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Examined } from "@offgrid/contract/doctor/findings";
import { expect, onTestFinished, test } from "vitest";

import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { examine } from "./doctor.ts";
import { sentencesOf } from "./finding-words.ts";

/** Files and folders that this user may not use, as after a restore by root: such that even root is refused them. */

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "offgrid-doctor-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function ownDatabase(): Promise<TestDatabase> {
  const made = await testDatabase();
  onTestFinished(() => made.drop());
  return made;
}

/** What is said about one thing. */
async function saidOf(about: Examined, env: Record<string, string>) {
  const findings = await examine({ env: { PORT: "0", MQTT_PORT: "0", ...env } });
  return findings
    .filter((one) => one.about === about)
    .map((one) => ({ code: one.code, level: one.level, ...sentencesOf(one) }));
}

test("a folder of backups in which no file can be made is named with what to do, and what is to come is no comfort then", async () => {
  const { url, ownerUrl } = await ownDatabase();
  const around = folder();
  const env = { DATA_DIR: folder(), DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  const file = join(around, "file");
  writeFileSync(file, "");
  const closed = { ...env, BACKUP_DIR: join(file, "nights") };
  expect(await saidOf("backups", closed)).toEqual([
    {
      ...{ code: "backup_closed", level: "fault" },
      found: expect.stringMatching(/^\S+\/file\/nights cannot be written \(ENOTDIR.+\)\.$/),
      remedy: expect.stringMatching(/that belongs to \S+; .+ ReadWritePaths of its unit/),
    },
  ]);
  // Other processes make the backups of this portal.
  const ofApi = await saidOf("backups", { ...closed, ROLES: "api" });
  expect(ofApi.map(({ code }) => code)).toEqual(["backup_to_come"]);
  const usable = await saidOf("backups", { ...env, BACKUP_DIR: join(around, "new", "nights") });
  expect(usable.map(({ code }) => code)).toEqual(["backup_to_come"]);
  expect(readdirSync(around)).toEqual(["file"]);
});

test("a key that cannot be read is named with whose it has to be", async () => {
  const { url, ownerUrl } = await ownDatabase();
  const env = { DATA_DIR: folder(), DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  mkdirSync(join(env.DATA_DIR, "portal.key"), { mode: 0o700 });
  expect(await saidOf("portal_key", env)).toEqual([
    {
      ...{ code: "key_closed", level: "fault" },
      found: expect.stringMatching(/portal\.key cannot be read \(EISDIR/),
      remedy: expect.stringMatching(/^Run: chown \S+ \S+\/portal\.key && chmod 600 \S+\/portal\.key$/),
    },
  ]);
});

test("an embedded database that cannot be looked into is not taken for one that is to come", async () => {
  const env = { DATA_DIR: folder() };
  mkdirSync(join(env.DATA_DIR, "postgres"), { mode: 0o700 });
  symlinkSync("data", join(env.DATA_DIR, "postgres", "data"));
  expect(await saidOf("database", env)).toEqual([
    {
      ...{ code: "start_refused", level: "fault" },
      found: expect.stringMatching(/postgres\/data cannot be used \(ELOOP.+: chown -R \S+ \S+\/postgres$/),
      remedy: expect.stringMatching(/^Put that right/),
    },
  ]);
});
