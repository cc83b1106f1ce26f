/** Automations: one is written from an example, tried out, followed on site, turned off and on again, and deleted. */
import { expect, test } from "./fixtures.ts";

const place = { containerId: "agadez", name: "Agadez water works" };
// Never true, so that no other journey meets a relay that was switched.
const impossible = { value: "1", sentence: "Keeps Relay 4 off while state of charge is below 1 %." };

test("an automation is tried out, saved and followed by the controller; turning it off is undone, and it is deleted", async ({
  page,
  signIn,
}) => {
  await signIn("daniela");
  await page.goto(`/automation?container=${place.containerId}&example=spareBattery`);
  await page.getByLabel("Name", { exact: true }).fill("Last reserve");
  await page.getByLabel("Output", { exact: true }).selectOption("Relay 4");
  await page.getByLabel("Value (%)", { exact: true }).fill(impossible.value);
  await page.getByLabel("Until it is back at (%)", { exact: true }).fill("");
  await expect(page.getByRole("status", { name: "In words", exact: true })).toHaveText(impossible.sentence);

  // Until its first readings are stored, there is nothing to try it out on.
  await expect(async () => {
    await page.getByRole("button", { name: "Try out over the last 24 hours", exact: true }).click();
    await expect(page.getByText("It would not have acted at all.", { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("group", { name: "Its conditions at one instant", exact: true })).toContainText(
    "State of charge is below 1 %: no. Measured: ",
  );

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The controller has this version.", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "All automations", exact: true }).click();
  const container = page.getByRole("region", { name: place.name, exact: true });
  await expect(container.getByText(impossible.sentence, { exact: true })).toBeVisible();

  await container.getByRole("button", { name: "Turn off Last reserve", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Turn off “Last reserve”?", exact: true });
  await expect(question.getByText(impossible.sentence, { exact: true })).toBeVisible();
  await question.getByRole("button", { name: "Turn off", exact: true }).click();
  await expect(container.getByRole("button", { name: "Turn on Last reserve", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(container.getByRole("button", { name: "Turn off Last reserve", exact: true })).toBeVisible();

  await container.getByRole("button", { name: "Delete Last reserve", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(container.getByRole("button", { name: "Delete Last reserve", exact: true })).toHaveCount(0);
});
