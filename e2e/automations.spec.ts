/** Automations: one is written from an example, tried out, acts on site, is turned off and on again, and deleted. */
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { go } from "./looks.ts";
import { plantWithoutSun, register, runController } from "./own-controller.ts";
import { addActor } from "./people.ts";

const name = "Zinder water works";
const sentence = "Keeps Relay 2 off while the state of charge is below 45 %.";

test("an automation is tried out, saved and followed by the controller; turning it off is undone, and it is deleted", async ({
  page,
  stage,
  enter,
}) => {
  const boss = await addActor(stage, "super_admin");
  const own = await register(stage, name);
  const controller = await runController(stage, { ...own, driver: plantWithoutSun(38) });
  try {
    await enter(boss.session);
    await page.goto(`/automation?container=${own.containerId}&example=spareBattery`);
    await tryOut(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("The controller has this version.", { exact: true })).toBeVisible();
    await go(page, `/containers/${own.containerId}?tab=devices`);
    const relay = page.getByRole("group", { name: "Relay 2", exact: true });
    await expect(relay.getByRole("switch")).toHaveAttribute("aria-checked", "false");
    await expect(relay).toContainText("An automation wants it so.");
    await go(page, "/automation/list");
    await openPastRun(page);
    await go(page, "/automation/list");
    await turnOffAndDelete(page);
    await go(page, `/containers/${own.containerId}?tab=devices`);
    // Where people left it.
    await expect(relay.getByRole("switch")).toHaveAttribute("aria-checked", "true");
  } finally {
    await controller.end();
  }
});

async function tryOut(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Last reserve");
  await page.getByLabel("Output", { exact: true }).selectOption("Relay 2");
  await page.getByLabel("Value (%)", { exact: true }).fill("45");
  await page.getByLabel("Until it is back at (%)", { exact: true }).fill("");
  await expect(page.getByRole("status", { name: "In words", exact: true })).toHaveText(sentence);
  // Until its first readings are stored, there is nothing to try it out on.
  await expect(async () => {
    await page.getByRole("button", { name: "Try out over the last 24 hours", exact: true }).click();
    const found = page.getByText("Relay 2 would have been switched once.");
    await expect(found).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const runs = page.getByRole("list", { name: "The last times it acted", exact: true });
  await expect(runs).toContainText(": its condition became true");
  await expect(page.getByRole("group", { name: "Its conditions at one instant", exact: true })).toContainText(
    "The state of charge is below 45 %: yes. Measured: ",
  );
}

/** What it did on site, and what was measured then. */
async function openPastRun(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Edit Last reserve", exact: true }).click();
  const past = page.getByRole("list", { name: "Past runs", exact: true });
  await past.getByText(/: its condition became true/).click();
  await expect(past).toContainText("The state of charge is below 45 %: yes. Measured: ");
  await expect(past).toContainText("Relay 2 was switched off at ");
}

async function turnOffAndDelete(page: Page): Promise<void> {
  const container = page.getByRole("region", { name, exact: true });
  await expect(container.getByText(sentence, { exact: true })).toBeVisible();
  await container.getByRole("button", { name: "Turn off Last reserve", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Turn off “Last reserve”?", exact: true });
  await expect(question.getByText(sentence, { exact: true })).toBeVisible();
  await question.getByRole("button", { name: "Turn off", exact: true }).click();
  await expect(container.getByRole("button", { name: "Turn on Last reserve", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(container.getByRole("button", { name: "Turn off Last reserve", exact: true })).toBeVisible();

  await container.getByRole("button", { name: "Delete Last reserve", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(container.getByRole("button", { name: "Delete Last reserve", exact: true })).toHaveCount(0);
}
