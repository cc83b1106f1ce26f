/** A page that was open while the portal was upgraded: files of its release that it has not fetched yet are gone. */
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { textIn } from "./texts.ts";

test.use({ viewport: { width: 1280, height: 800 } });
test.beforeEach(({ watch }) => watch.allow(/Failed to load resource|dynamically imported module|status of 404/));

/** A page never reloads itself again sooner. */
const guardMs = 60_000;
const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

interface Upgraded {
  /** How often the whole page was asked for since the upgrade. */
  reloads: () => number;
}

/**
 * From now on there is nothing of the page's release but what it has.
 * @param isMended Whether the page that is asked for anew names files that are there.
 */
async function upgrade(page: Page, isMended: boolean): Promise<Upgraded> {
  let isUpgraded = false;
  let reloads = 0;
  const kept = new Set<string>();
  await page.route("**/assets/**", (route) => {
    const address = route.request().url();
    if (isUpgraded && !kept.has(address)) return route.fulfill({ status: 404 });
    kept.add(address);
    return route.continue();
  });
  await page.goto("/help");
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
  isUpgraded = true;
  page.on("request", (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    reloads += 1;
    if (isMended) isUpgraded = false;
  });
  return { reloads: () => reloads };
}

async function openPeople(page: Page): Promise<void> {
  const entries = page.getByRole("navigation", { name: "Main menu" });
  const people = entries.getByRole("link", { name: textIn("en", "shared:screen.users_list") });
  // The group opens and closes by itself, too, as one goes from screen to screen.
  await expect(async () => {
    if (!(await people.isVisible())) await entries.getByRole("button", { name: "Users" }).click();
    await people.click({ timeout: 5_000 });
  }).toPass();
}

test("a screen whose file went with the release before is opened by one reload, at the address that was asked for", async ({
  page,
  signIn,
}) => {
  await signIn("daniela");
  const { reloads } = await upgrade(page, true);
  await openPeople(page);
  await expect(heading(page)).toHaveText(textIn("en", "shared:screen.users_list"));
  await expect(page).toHaveURL(/\/users\/list$/);
  expect(reloads()).toBe(1);
  await expect(page.getByText(textIn("en", "shared:error.new_version_title"))).toHaveCount(0);
});

test("where a reload does not bring it, the page says that there is a new version and does not go round in a loop; after a minute it may try again", async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  await signIn("daniela");
  const { reloads } = await upgrade(page, false);
  await openPeople(page);
  await expect(heading(page)).toHaveText(textIn("en", "shared:error.new_version_title"));
  await expect(page.getByText(textIn("en", "shared:error.new_version_text"))).toBeVisible();
  expect(reloads()).toBe(1);
  // Nor does the next screen that lacks its file.
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(heading(page)).toHaveText(textIn("en", "shared:error.new_version_title"));
  expect(reloads()).toBe(1);

  await page.clock.fastForward(guardMs);
  await openPeople(page);
  await expect.poll(reloads).toBe(2);
  await expect(heading(page)).toHaveText(textIn("en", "shared:error.new_version_title"));
  expect(reloads()).toBe(2);
});
