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

const keyWarning = /another one than at the last start/;

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

test("a portal that runs alone starts with another key than before, and says so", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const warnings: string[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line) => void warnings.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const startAndStop = async (dataDir: string) => {
    const env = { PORT: "0", MQTT_PORT: "0", OUTSIDE_SERVICES: "off", DATA_DIR: dataDir };
    const urls = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
    const portal = await startPortal(readConfig({ ...env, ...urls }), { log });
    await portal.stop();
  };
  const [one, another] = [await folder(), await folder()];
  await startAndStop(one);
  await startAndStop(one);
  expect(warnings.filter((text) => keyWarning.test(text))).toEqual([]);
  await startAndStop(another);
  expect(warnings.filter((text) => keyWarning.test(text))).toHaveLength(1);
});
