/** Load protection: tried out on what was measured, saved, and seen to act on a simulated plant, and to give back. */
import { expect, test } from "./fixtures.ts";
import { plantWithoutSun, register, runController } from "./own-controller.ts";
import { addActor } from "./people.ts";

test("load protection is tried out, saved, seen to cut a load and to give it back", async ({ page, stage, enter }) => {
  const boss = await addActor(stage, "super_admin");
  const container = await register(stage, "Tillabéri clinic");
  const plant = plantWithoutSun(38);
  const controller = await runController(stage, { ...container, driver: plant });
  try {
    await enter(boss.session);
    await page.goto(`/containers/${container.containerId}?tab=setup`);
    const section = page.getByRole("region", { name: "Load protection", exact: true });
    const standing = section.getByRole("status").first();
    await expect(standing).toHaveText("No load protection is set. The equipment may still cut loads by itself.");
    await section.getByRole("switch", { name: "Protect the battery by cutting loads", exact: true }).check();
    await section.getByRole("textbox", { name: "Cut below this charge (%)" }).fill("45");
    await section.getByRole("textbox", { name: "Give back from this charge (%)" }).fill("60");
    await section.getByRole("textbox", { name: "Seconds between two steps" }).fill("5");
    await section.getByRole("checkbox", { name: "Never cut Relay 1", exact: true }).uncheck();
    await expect(section.getByText(/It cuts, 5\ss apart: Relay 1\./)).toBeVisible();

    // As soon as readings of more than five seconds are stored.
    const trial = section.getByRole("group", { name: "Try it out on the last 90 days", exact: true });
    await expect(async () => {
      await trial.getByRole("button", { name: "Try out", exact: true }).click();
      const found = trial.getByText("In these 90 days, loads would have been cut once (1 switching).");
      await expect(found).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(trial.getByRole("listitem").filter({ hasText: "Relay 1" })).toContainText("without power for");
    await expect(standing).toHaveText("No load protection is set. The equipment may still cut loads by itself.");

    await section.getByRole("button", { name: "Save", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Set the load protection of Tillabéri clinic?", exact: true });
    await expect(question).toContainText("the first load may lose its power as soon as the controller runs this.");
    await question.getByRole("button", { name: "Save", exact: true }).click();
    await expect(standing).toHaveText("Load protection has cut loads.");
    await expect(section.getByRole("listitem").filter({ hasText: "because the charge was too low." })).toContainText(
      "Relay 1",
    );
    await page.getByRole("tab", { name: "Devices", exact: true }).click();
    const relay = page.getByRole("group", { name: "Relay 1", exact: true });
    await expect(relay.getByRole("switch")).toHaveAttribute("aria-checked", "false");
    await expect(relay).toContainText("Load protection keeps it off so that the battery is not emptied.");
    expect(await plant.outputs?.readBack("relay.1", Infinity)).toBe(false);

    plant.forceCharge(82);
    await expect(relay.getByRole("switch")).toHaveAttribute("aria-checked", "true");
    await page.getByRole("tab", { name: "Setup", exact: true }).click();
    await expect(standing).toHaveText("Load protection is on, and nothing is cut.");
  } finally {
    await controller.end();
  }
});
