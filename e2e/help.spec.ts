/** The manual: from the help menu to a section, by search and by link. */
import { expect, test } from "./fixtures.ts";
import { go, heading } from "./looks.ts";

test("the manual opens from the help menu, has contents, a search, and links to its sections", async ({
  page,
  signIn,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn("daniela");
  await page.goto("/");
  await page.getByRole("button", { name: "Help", exact: true }).click();
  const opened = context.waitForEvent("page");
  await page.getByRole("menuitem", { name: /User Manual/ }).click();
  const manual = await opened;
  await expect(manual).toHaveURL(/\/help$/);
  await expect(heading(manual, "User Manual")).toBeVisible();
  await expect(manual.getByRole("heading", { level: 2, name: "Getting started" })).toBeVisible();
  await manual.close();

  await go(page, "/help");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Blackout forecast" }).click();
  await expect(page).toHaveURL(/\/help\/blackout$/);
  await expect(page.getByRole("heading", { level: 2, name: "Blackout forecast" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "No cut expected within 48 h" })).toBeVisible();

  await page.getByRole("searchbox", { name: "Search the manual" }).fill("millivolts");
  await page.getByRole("article").getByRole("link", { name: "Energy terms: Battery" }).click();
  await expect(page).toHaveURL(/\/help\/energy-terms#battery$/);
  const section = page.getByRole("heading", { level: 3, name: "Battery" });
  await expect(section).toBeInViewport();
  await expect(section).toBeFocused();

  await go(page, "/help/no-such-page");
  await expect(page.getByText("The manual does not have this page.")).toBeVisible();
  await page.goto("/fr/help/blackout");
  await expect(page.getByRole("heading", { level: 2, name: "Prévision de coupure" })).toBeVisible();
});
