/** Every entry of the menu and every tab of a container opens what it is called, in both languages. */
import { menu } from "@offgrid/contract/core/menu";
import type { Page } from "@playwright/test";

import { containerTabs } from "../packages/web/src/features/container/tabs/container-tabs.ts";
import { expect, test } from "./fixtures.ts";
import { go, heading, inEachLook, type Look, open, watchScreen } from "./looks.ts";
import { addActor } from "./people.ts";

const entries = menu.flatMap((entry) => [entry, ...(entry.children ?? [])]);
/** A group opens and closes; where it has a screen of its own, that is the first that it leads to. */
const linked = entries.filter(({ path }) => path !== undefined);

inEachLook((look) => {
  const { say, at } = look;

  test("every entry of the menu opens the screen of its name", async ({ page, stage, enter }) => {
    // Who sees everything, and has nothing hidden.
    await enter((await addActor(stage, "super_admin")).session);
    const expectKept = await watchScreen(page);
    await open(page, look, at("/"), say("shared:screen.dashboard"));
    await expect(page).toHaveTitle("Offgrid Portal");
    const addresses = await linksOf(page, look);
    expect(addresses).toEqual(linked.map(({ path = "" }) => at(path)));
    for (const { label, path = "" } of linked.filter((entry) => entry.path !== "/")) {
      await test.step(path, async () => {
        await go(page, at(path));
        await expect(heading(page, say(`shared:screen.${label}`))).toBeVisible();
        await expect(page).toHaveTitle(`${say(`shared:screen.${label}`)} · Offgrid Portal`);
        await expectDrawn(page);
        await expectKept();
      });
    }
  });

  test("every tab of a container opens under its name", async ({ page, stage, signIn }) => {
    const name = stage.containers.find(({ containerId }) => containerId === "agadez")?.name ?? "";
    await signIn("daniela");
    const expectKept = await watchScreen(page);
    await open(page, look, at("/containers/agadez"), name);
    await expect(async () => {
      expect(await namesOfTabs(page, look)).toEqual(containerTabs.map((tab) => say(`container:tab.${tab}`)));
    }).toPass();
    for (const tab of containerTabs) {
      await test.step(tab, async () => {
        await go(page, at(`/containers/agadez?tab=${tab}`));
        await expect(page.getByRole("tab", { name: say(`container:tab.${tab}`), selected: true })).toBeVisible();
        const panel = page.getByRole("tabpanel", { name: say(`container:tab.${tab}`) });
        await expect(panel.getByRole("heading").first()).toBeVisible();
        await expectDrawn(page);
        await expectKept();
      });
    }
  });
});

/** What the menu leads to, with all that is hidden by default shown and all groups open. */
async function linksOf(page: Page, { isPhone, say }: Look): Promise<(string | null)[]> {
  if (isPhone) await page.getByRole("button", { name: say("shell:open_menu") }).click();
  const shown = isPhone ? page.getByRole("dialog") : page.getByRole("navigation", { name: say("shell:main_menu") });
  const hidden = shown.getByRole("list", { name: say("shell:hidden_entries") }).getByRole("button");
  await expect(shown.getByRole("link").first()).toBeVisible();
  for (let left = await hidden.count(); left > 0; left -= 1) {
    await hidden.first().click();
    await expect(hidden).toHaveCount(left - 1);
  }
  const closed = shown.getByRole("button", { expanded: false });
  for (let left = await closed.count(); left > 0; left -= 1) {
    await closed.first().click();
    await expect(closed).toHaveCount(left - 1);
  }
  const links = shown.getByRole("listitem").getByRole("link");
  return links.evaluateAll((found) => found.map((link) => link.getAttribute("href")));
}

/** Of the row, and of the menu with those that have no room in it. */
async function namesOfTabs(page: Page, { say }: Look): Promise<string[]> {
  const row = page.getByRole("tablist", { name: say("container:tabs") });
  const shown = await row.getByRole("tab").allInnerTexts();
  await row
    .locator("..")
    .getByRole("button", { name: say("container:moreTabs") })
    .click({ timeout: 3_000 });
  const items = page.getByRole("menuitem");
  await expect(items.first()).toBeVisible();
  const others = await items.allInnerTexts();
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(0);
  return [...shown, ...others].map((name) => name.trim());
}

/** All that it asked for has come, and nothing of it failed. */
async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
  await expect(
    page
      .getByRole("main")
      .getByRole("alert")
      .filter({ hasText: /^An error occurred|^Une erreur/ }),
  ).toHaveCount(0);
}
