import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "../config/config.ts";
import { StartError } from "../core/start-error.ts";
import { startPortal } from "../portal.ts";
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
