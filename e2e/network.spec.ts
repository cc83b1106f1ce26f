/** A network change that cuts the link: the controller takes it back by itself. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startController } from "@offgrid/controller/controller";

import { expect, test } from "./fixtures.ts";
import { addActor } from "./people.ts";

test("a wrong port of the portal cuts the link, and five minutes later the old settings are back by themselves", async ({
  page,
  stage,
  enter,
}) => {
  const boss = await addActor(stage, "super_admin");
  const serialNumber = `OG-${randomUUID().slice(0, 8)}`;
  const { data } = await stage.call("ada", "registerNewContainer", { name: "Ouallam school", serialNumber });
  const { containerId, secret } = data as { containerId: string; secret: string };
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-network-"));
  let laterMs = 0;
  const start = () =>
    startController({
      ...{ containerId, secret, dataDir, url: stage.mqttUrl, everyMs: 500, batchMs: 500, reconnectAfterMs: 200 },
      now: () => Date.now() + laterMs,
      driver: {
        metrics: [{ name: "battery.soc" }],
        devices: [{ id: "battery", type: "battery_monitor" }],
        capabilities: [],
        read: async () => [64],
        close: async () => {},
      },
    });
  let controller = await start();
  try {
    await enter(boss.session);
    await page.goto(`/containers/${containerId}?tab=network`);
    const port = page.getByRole("textbox", { name: "Port of the portal" });
    await expect(port).toHaveValue(new URL(stage.mqttUrl).port);
    await port.fill("1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/^The controller tries the new settings\./)).toBeVisible();
    await expect.poll(() => controller.stats().online).toBe(false);
    // Nobody waits for five minutes: the container is without power meanwhile, and its clock shows them when it is back.
    await controller.stop();
    laterMs = 6 * 60_000;
    controller = await start();
    await expect(page.getByText(/^Old settings restored on /)).toBeVisible();
    await expect(page.getByText(`The controller runs: ${new URL(stage.mqttUrl).port}`)).toBeVisible();
  } finally {
    await controller.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
