import { roleTable } from "@offgrid/contract/core/access";
import { expect, test } from "./fixtures.ts";
import { actors } from "./stage/stage.types.ts";

const wide = { width: 1280, height: 800 };

const allSettings = [
  "General",
  "Clusters",
  "Warning rules",
  "Users' Warning Rules",
  "Kit size template",
  "New Container",
  "Manage Devices",
  "Automation",
];
const settingsOf = {
  ada: allSettings,
  bruno: allSettings,
  chandra: ["Clusters", "Warning rules", "Kit size template", "New Container", "Automation"],
  daniela: ["Clusters", "Warning rules", "Automation"],
  emile: ["Clusters", "Warning rules", "Automation"],
} as const;
type Member = keyof typeof settingsOf;

for (const actor of Object.keys(settingsOf) as Member[]) {
  test(`the menu of ${roleTable[actors[actor].role].label} has what the role may open`, async ({ page, signIn }) => {
    await page.setViewportSize(wide);
    await signIn(actor);
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await menu.getByRole("button", { name: "Settings" }).click();
    const settings: readonly string[] = settingsOf[actor];
    for (const name of settings) await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
    await expect(menu.getByRole("link", { name: "Kit size template" })).toHaveCount(
      settings.includes("Kit size template") ? 1 : 0,
    );
    await expect(menu.getByRole("button", { name: "Users" })).toHaveCount(actor === "emile" ? 0 : 1);
    // Hidden until they are switched on.
    await expect(menu.getByRole("link", { name: "Favorites" })).toHaveCount(0);
    await expect(menu.getByRole("link", { name: "Containers", exact: true })).toHaveCount(0);
  });
}

test("a page that a role excludes says so by its address, too", async ({ page, signIn }) => {
  await signIn("emile");
  await page.goto("/users/list");
  await expect(page.getByRole("heading", { name: "You cannot open this page" })).toBeVisible();
});

test("the container search finds by name and opens the container", async ({ page, signIn, stage }) => {
  await page.setViewportSize(wide);
  await signIn("daniela");
  await page.goto("/");
  const [container] = stage.containers;
  if (!container) throw new Error("The stage has no container.");
  await page.getByPlaceholder("Find a container").fill(container.name.slice(0, 5).toLowerCase());
  await page.getByRole("option", { name: container.name }).click();
  await expect(page).toHaveURL(new RegExp(`/containers/${container.containerId}$`));
});

test("the language changes the address and all words, and is remembered for the home page", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(wide);
  await signIn("daniela");
  await page.goto("/tickets");
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
  await expect(page).toHaveURL(/\/fr\/tickets$/);
  await expect(page.locator("html")).toHaveAttribute("lang", /^fr/);
  await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL(/\/fr$/);
  await page.goto("/tickets");
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(page.locator("html")).toHaveAttribute("lang", /^en/);
});

test("the theme is chosen in the user menu and comes back after a reload", async ({ page, signIn }) => {
  await page.setViewportSize(wide);
  await signIn("chandra");
  await page.goto("/");
  await page.getByRole("button", { name: "Account", exact: true }).click();
  const saved = page.waitForResponse(/\/api\/saveUserSetting$/);
  await page.getByText("Dark", { exact: true }).click();
  expect((await saved).ok()).toBe(true);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("About names the portal, its three versions and the date of the release", async ({ page, signIn }) => {
  await page.setViewportSize(wide);
  await signIn("bruno");
  await page.goto("/");
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await page.getByRole("menuitem", { name: "About" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Offgrid Portal", { exact: true }).first()).toBeVisible();
  await expect(dialog.getByText(/F\S+ - M\S+ - R\S+/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("on a phone the menu is a drawer, and the bottom bar leads to the main pages", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await signIn("daniela");
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "Main menu" })).toHaveCount(0);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Tickets" }).click();
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  await page.getByRole("navigation", { name: "More" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await expect(page.getByText(actors.daniela.email)).toBeVisible();
});
