import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "../config/config.ts";
import { openSecretBox } from "../core/secret-box.ts";
import { StartError } from "../core/start-error.ts";
import { startPortal } from "../portal.ts";
import { preparePostgresHome } from "./postgres-program.ts";
import { testDatabase } from "../testing/test-database.ts";
import { startTestPortal } from "../testing/test-portal.ts";

const keyWarning = /portal.key is another one than before/;

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "offgrid-portal-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test("a second process with another key does not start; with the same one it does", async () => {
  const first = await startTestPortal();
  onTestFinished(() => first.stop());
  const start = async (dataDir: string) => {
    const portal = await startPortal({ ...first.config, dataDir }, { log: pino({ level: "silent" }) });
    onTestFinished(() => portal.stop());
  };
  const other = await folder();
  const refused = start(other);
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(
    `The key portal.key in ${other} is not the one of this portal's other processes`,
  );
  await start(first.config.dataDir);
});

test("a portal with another key than before does not start, and starts where it is said that the key is lost", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const warnings: string[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line) => void warnings.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const startAndStop = async (dataDir: string, more: Record<string, string> = {}) => {
    const env = { PORT: "0", MQTT_PORT: "0", OUTSIDE_SERVICES: "off", DATA_DIR: dataDir };
    const urls = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
    const portal = await startPortal(readConfig({ ...env, ...urls, ...more }), { log });
    await portal.stop();
  };
  const [one, another] = [await folder(), await folder()];
  await startAndStop(one);
  await startAndStop(one);
  expect(warnings.filter((text) => keyWarning.test(text))).toEqual([]);
  const refused = startAndStop(another);
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(/is not the one that sealed .* put that file back .* PORTAL_KEY_IS_LOST=yes/);
  await startAndStop(one);
  await startAndStop(another, { PORTAL_KEY_IS_LOST: "yes" });
  expect(warnings.filter((text) => keyWarning.test(text))).toHaveLength(1);
  await startAndStop(another);
  await expect(startAndStop(one)).rejects.toThrow(StartError);
});

test("a key that cannot be read, or made, is one sentence that says whose it has to be", async () => {
  const dataDir = await folder();
  await mkdir(join(dataDir, "portal.key"), { mode: 0o700 });
  expect(() => openSecretBox(dataDir)).toThrow(StartError);
  expect(() => openSecretBox(dataDir)).toThrow(
    /portal\.key cannot be read \(EISDIR.+\); it has to belong to \S+, who runs the portal: chown \S+ .+portal\.key && chmod 600 /,
  );
  const below = join(dataDir, "portal.key", "portal.key", "data");
  await symlink("portal.key", join(dataDir, "portal.key", "portal.key"));
  expect(() => openSecretBox(below)).toThrow(/cannot be made \(.+ has to belong to /);
});

test.each(["data", "password", "portal-password", "server.log"])(
  "%s of the database that the portal may not use stops it in one sentence, before another database is made",
  async (name) => {
    const dataDir = await folder();
    await mkdir(join(dataDir, "postgres"));
    // A link to itself is closed to every user, root included.
    await symlink(name, join(dataDir, "postgres", name));
    const refused = preparePostgresHome(dataDir, pino({ level: "silent" }));
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(
      new RegExp(`postgres/${name} cannot be used \\(ELOOP.+: chown -R \\S+ \\S+/postgres$`),
    );
  },
);
