import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "./config.ts";
import { openEquipment } from "./equipment.ts";

test("a module is reached where the portal says that it is now", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "moved-"));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  const { secret = "", ...settings } = readConfig(
    "controller.yaml",
    `container: kisumu-01
portal: mqtt://127.0.0.1
secret: a secret for tests
dataFolder: ${dataFolder}
devices:
  - id: relays
    driver: adam-6060
    host: 127.0.0.1
    port: 1
    hostIdleSeconds: 10
    outputs: [{ channel: 0, target: relay.1, critical: true }]
`,
  );
  const open = async () => {
    const driver = await openEquipment({ ...settings, secret }, () => {});
    await driver.close();
    return [driver.devices[0]?.address, driver.outputs?.list[0]?.failSafe];
  };
  expect(await open()).toEqual(["127.0.0.1:1", "unproved"]);
  const doc = { devices: { "relays/address": "127.0.0.1:2", "relays/name": "Pumps" } };
  const kept = { store: "s", version: 1, answered: 1, doc, ownFile: {} };
  writeFileSync(join(dataFolder, "configuration.json"), JSON.stringify(kept));
  expect(await open()).toEqual(["127.0.0.1:2", "unproved"]);
});
