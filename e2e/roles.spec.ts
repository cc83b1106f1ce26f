/**
 * The menu, and a role that is edited. No other journey uses the site manager's role, since the edit affects everyone who
 * has it.
 */
import { readFile } from "node:fs/promises";

import { expect, test } from "./fixtures.ts";
import { go, watchScreen } from "./looks.ts";
import { addActor, addPerson, sessionFor } from "./people.ts";

const wide = { width: 1280, height: 800 };

test("the menu has what there is a screen for, and opens its groups", async ({ page, signIn }) => {
  await page.setViewportSize(wide);
  await signIn("ada");
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("button", { name: "Settings" }).click();
  await expect(menu.getByRole("link", { name: "Clusters", exact: true })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await expect(menu.getByRole("button", { name: "Users" })).toBeVisible();
});

test("a super administrator edits a role, the people who have it are affected at once, and the audit records it", async ({
  page,
  otherPage: theirs,
  stage,
  enter,
}) => {
  const person = await addPerson(stage, { role: "offgrid_staff" });
  const { authToken, userId } = await sessionFor(stage, person);
  await theirs.context().addCookies(
    Object.entries({ token: authToken, userId }).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: stage.portalUrl,
    })),
  );
  await theirs.goto("/");
  const entry = theirs.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Add new" });
  await theirs.getByRole("button", { name: "Users" }).click();
  await expect(entry).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Live connection: Live" })).toBeVisible();

  const boss = await addActor(stage, "super_admin");
  await enter(boss.session);
  const expectKept = await watchScreen(page);
  await page.goto("/users/role");
  await page.getByRole("link", { name: "Offgrid Site Manager" }).click();
  await expect(page).toHaveURL(/role=offgrid_staff/);
  await expect(page.getByRole("checkbox", { name: "Change roles" })).toBeDisabled();
  const box = page.getByRole("group", { name: "Menu" }).getByRole("checkbox", { name: "Add new", exact: true });
  try {
    await box.uncheck();
    await page.getByRole("button", { name: "Save the role" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(entry).toHaveCount(0);
  } finally {
    await stage.call("ada", "roleSave", { id: "offgrid_staff", excludes: ["9_2_2", "9_5"] });
  }
  await expect(entry).toBeVisible();

  await go(page, "/users/audit");
  await page.getByRole("combobox", { name: "Action" }).fill("change a role");
  await page.getByRole("option", { name: "Change a role" }).click();
  await expect(page).toHaveURL(/action=roleSave/);
  await page.getByLabel("Result").selectOption("Accepted");
  const line = page.getByRole("row", { name: new RegExp(boss.email) });
  // The other lines stay until those of this action are here.
  await expect(line).toHaveCount(1);
  // What is little stands there at once, by the names that the menu has.
  await expect(line).toContainText("Hidden menu entries: Add new");
  await expectKept();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toMatch(/roleSave/);
  await page.getByLabel("Result").selectOption("Refused");
  await page.getByLabel("To", { exact: true }).click();
  await page.keyboard.type("1/1/2020");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No matching entries")).toBeVisible();
  await expect(page).toHaveURL(/to=2020-01-01/);
});
