/** Out of service and back from the settings of a container: lists and kits go along, its history and its page stay. */
import { randomUUID } from "node:crypto";

import { expect, test } from "./fixtures.ts";
import { addActor } from "./people.ts";

test("a container is retired on its own page, leaves the lists and its kit, and comes back as it was", async ({
  page,
  stage,
  enter,
}) => {
  const mark = randomUUID().slice(0, 8);
  const [name, kit] = [`Cold store ${mark}`, `Kit ${mark}`];
  const { id: kitId } = (await stage.call("ada", "kitSet", { name: kit, pvWp: 5_000 }))["data"] as { id: string };
  const about = { name, serialNumber: `OG-${mark}`, kitId };
  const { containerId } = (await stage.call("ada", "registerNewContainer", about))["data"] as { containerId: string };
  const boss = await addActor(stage, "super_admin");
  await enter(boss.session);

  await page.goto(`/containers/${containerId}?tab=general`);
  await page.getByRole("button", { name: "Retire this container" }).click();
  const dialog = page.getByRole("dialog", { name: `Retire ${name}?` });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Sold to the town");
  await dialog.getByRole("button", { name: "Retire", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Sold to the town")).toBeVisible();
  await expect(page.getByText(/^Retired since /)).toBeVisible();

  await page.goto("/containers");
  await page.getByText(/retired containers?$/).click();
  await expect(
    page.getByRole("listitem").filter({ hasText: "Retired since" }).getByRole("link", { name }),
  ).toBeVisible();
  await page.goto("/settings/kit-size");
  const card = page.getByRole("region", { name: kit });
  await expect(card.getByText("Used only by containers that are retired or that you do not see.")).toBeVisible();

  await page.goto(`/containers/${containerId}?tab=general`);
  await page.getByRole("button", { name: "Take back into service" }).click();
  await expect(page.getByRole("button", { name: "Retire this container" })).toBeVisible();
  await page.goto("/settings/kit-size");
  await expect(card.getByText(name)).toBeVisible();
});
