/** From the form to the first values: the controller connects with the secret that was shown once. */
import { randomUUID } from "node:crypto";

import { expect, test } from "./fixtures.ts";
import { runController } from "./own-controller.ts";
import { addActor } from "./people.ts";

test("a container is registered step by step, and its first contact is watched until all has arrived", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 404/);
  const boss = await addActor(stage, "super_admin");
  await enter(boss.session);
  const serial = `OG-${randomUUID().slice(0, 8)}`;
  await page.goto("/containers/new");
  const next = page.getByRole("button", { name: "Next" });
  await next.click();
  await expect(page.getByText("Please fill this field.")).toBeVisible();
  await page.getByLabel("Serial number").fill(serial);
  await page.getByLabel("UUID (optional)").fill("not one");
  await next.click();
  await expect(page.getByText(/^A UUID looks like/)).toBeVisible();
  await page.getByLabel("UUID (optional)").fill("");
  await next.click();
  // What is typed next is not lost.
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.getByRole("textbox", { name: "Name" }).fill("Saint-Élie école");
  await next.click();
  // What was typed so far is there again, on this device or another.
  await expect(page.getByRole("heading", { name: "Place" })).toBeVisible();
  await page.goto("/containers/new?step=place");
  await page.getByLabel("Latitude").fill("4,82");
  await page.getByLabel("Longitude").fill("-53.28");
  await next.click();
  await page.getByLabel("Operator").fill("Orange");
  await page.getByLabel("ICCID").fill("8925 4021 0001 2345 675");
  await next.click();
  await expect(page.getByText(/^There is a typing error/)).toBeVisible();
  await page.getByLabel("ICCID").fill("8925 4021 0001 2345 676");
  await next.click();
  await expect(page.getByRole("heading", { name: "Cluster and people" })).toBeVisible();
  await next.click();
  await expect(page.getByText("America/Cayenne")).toBeVisible();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  const lines = await page.getByText(/^container: saint-elie-ecole/).textContent();
  const [, containerId = "", secret = ""] = /container: (\S+)\nportal: \S+\nsecret: (\S+)/.exec(lines ?? "") ?? [];
  await page.getByRole("checkbox", { name: "I have stored it" }).check();
  await page.getByRole("button", { name: "Wait for the first contact" }).click();
  await expect(page.getByText("Waiting for the controller to connect")).toBeVisible();

  const controller = await runController(stage, { containerId, secret });
  try {
    await expect(page.getByText("Everything has arrived. The container is ready.")).toBeVisible();
    await page.getByRole("link", { name: "Open the container" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Saint-Élie école" })).toBeVisible();
  } finally {
    await controller.end();
  }
});
