import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "./config/config.ts";
import { until } from "./features/ingest/telemetry.fixture.ts";
import { startPortal } from "./portal.ts";
import { prepareDataFolder } from "./testing/prepared-data.ts";

test("the process that takes over the embedded database also keeps its ballast", { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-ballast-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await prepareDataFolder(dataDir);
  const config = {
    ...readConfig({ PORT: "0", MQTT_PORT: "0", DATA_DIR: dataDir, OUTSIDE_SERVICES: "off" }),
    diskMinFreePercent: 0,
    diskMinFreeBytes: 1,
    diskBallastBytes: 1024 * 1024,
  };
  const start = async () => {
    const portal = await startPortal(config, { log: pino({ level: "silent" }) });
    onTestFinished(() => portal.stop());
    return portal;
  };
  const ballast = join(dataDir, "ballast");
  const first = await start();
  await until(() => existsSync(ballast));
  await start();
  await first.stop();
  await rm(ballast);
  await until(() => existsSync(ballast));
  expect(existsSync(ballast)).toBe(true);
});
