/** Warnings: a rule is written from a preset, fires on what a container measures, is acknowledged, and closed by a change of its rule. */
import { expect, test } from "./fixtures.ts";

const place = { containerId: "agadez", name: "Agadez water works" };

test("a rule from a preset fires on what is measured, is acknowledged with a note, and what it has open is closed when it is switched off", async ({
  page,
  signIn,
}) => {
  await signIn("daniela");
  await page.goto(`/warning/add?preset=charge_low&container=${place.containerId}`);
  await page.getByLabel("Rule name", { exact: true }).fill("Not full");
  await page.getByLabel("Condition name", { exact: true }).fill("Less than all");
  // No battery is fuller than that.
  await page.getByLabel("Threshold (%)", { exact: true }).fill("101");
  await page.getByLabel("Clears at (optional) (%)", { exact: true }).first().fill("");
  await page.getByLabel("For at least (min)", { exact: true }).fill("0");
  // Only for its owner: other journeys count warnings.
  await page.getByText("More about this rule", { exact: true }).click();
  await page.getByLabel("Only try it", { exact: true }).check();
  await expect(page.getByRole("status", { name: "In words", exact: true })).toHaveText(
    "Warns when state of charge is below 101 %, critical at 10 %.",
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const rules = page.getByRole("list", { name: "Your warning rules", exact: true });
  await expect(rules.getByText(`${place.name} · `)).toBeVisible();

  await expect(async () => {
    await page.goto(`/warning/history?container=${place.containerId}&search=Not+full`);
    await expect(page.getByText("Only tried: nobody was notified.", { exact: true })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.getByRole("button", { name: `Acknowledge Less than all, ${place.name}`, exact: true }).click();
  await page.getByRole("dialog").getByLabel("Note (optional)", { exact: true }).fill("On my way");
  await page.getByRole("dialog").getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText("Note: On my way", { exact: true })).toBeVisible();

  await page.goto("/warning/list");
  const more = page.getByRole("button", { name: "More for Not full", exact: true });
  await more.click();
  await page.getByRole("menuitem", { name: "Switch off", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch off", exact: true }).click();
  await more.click();
  await expect(page.getByRole("menuitem", { name: "Switch on", exact: true })).toBeVisible();
  await page.goto(`/warning/history?container=${place.containerId}&search=Not+full`);
  await expect(page.getByText("Closed because its rule was changed.", { exact: true })).toBeVisible();

  await page.goto("/warning/list");
  await more.click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No warning rules yet", { exact: true })).toBeVisible();
});
