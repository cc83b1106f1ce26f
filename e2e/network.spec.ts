/** A network change that cuts the link: the controller takes it back by itself. */
import { expect, test } from "./fixtures.ts";
import { register, runController } from "./own-controller.ts";
import { addActor } from "./people.ts";

test("a wrong port of the portal cuts the link, and five minutes later the old settings are back by themselves", async ({
  page,
  stage,
  enter,
}) => {
  const boss = await addActor(stage, "super_admin");
  const container = await register(stage, "Ouallam school");
  let laterMs = 0;
  const controller = await runController(stage, { ...container, now: () => Date.now() + laterMs });
  try {
    await enter(boss.session);
    await page.goto(`/containers/${container.containerId}?tab=network`);
    const port = page.getByRole("textbox", { name: "Port of the portal" });
    await expect(port).toHaveValue(new URL(stage.mqttUrl).port);
    await port.fill("1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/^The controller tries the new settings\./)).toBeVisible();
    await expect.poll(controller.isOnline).toBe(false);
    // Nobody waits for five minutes: the container is without power meanwhile, and its clock shows them when it is back.
    await controller.stop();
    laterMs = 6 * 60_000;
    await controller.start();
    await expect(page.getByText(/^Old settings restored on /)).toBeVisible();
    await expect(page.getByText(`The controller runs: ${new URL(stage.mqttUrl).port}`)).toBeVisible();
  } finally {
    await controller.end();
  }
});
