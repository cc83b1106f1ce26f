/** What charts and lists do on paper, and where a browser forces its own colours. */
import type { Locator } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { go } from "./looks.ts";

test("on paper a chart keeps clear of its title, and a list stays a table with all its columns and has no form", async ({
  page,
  signIn,
}) => {
  // As wide as a sheet of A4 within its margins.
  const paper = { width: 703, height: 1000 };
  await signIn("daniela");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(paper);
  await page.goto("/containers/lodwar");
  const day = page.getByRole("region", { name: "Power and state of charge", exact: true });
  await expect(day.locator("canvas")).toBeVisible();
  const box = async (part: Locator) => (await part.boundingBox())!;
  // What comes in above moves both, also between the two looks.
  await expect(async () => {
    const title = await box(day.getByRole("heading", { name: "Power and state of charge", exact: true }));
    const legend = await box(day.getByRole("group", { name: "Series shown" }));
    expect(legend.y).toBeGreaterThanOrEqual(title.y + title.height);
  }).toPass();
  const canvas = await box(day.locator("canvas"));
  expect(canvas.x + canvas.width).toBeLessThanOrEqual(paper.width);
  // Browsers shrink a whole page for the sake of anything that is wider than the sheet, also of what nobody sees.
  const tooWide = () =>
    page
      .locator("main *")
      .evaluateAll(
        (parts, edge) =>
          parts.filter((part) => part.getBoundingClientRect().right > edge + 1).map((part) => part.tagName),
        paper.width,
      );
  await expect.poll(tooWide).toEqual([]);

  // Where a long card goes on overleaf, its rows stay whole.
  const withRows = page.locator("main .og-card", { has: page.getByRole("listitem") }).first();
  await expect(withRows.getByRole("listitem").first()).toHaveCSS("break-inside", "avoid");

  await go(page, "/containers");
  const last = page.getByRole("columnheader", { name: "Last seen" });
  await expect(last).toBeVisible();
  const { x, width } = await box(last);
  // The border around it is not at the very edge, where printers leave it out.
  expect(x + width).toBeLessThan(paper.width - 1);
  // A head stands over its column.
  const textLeft = (part: Locator) =>
    part.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left;
    });
  const head = page.getByRole("columnheader", { name: "Container", exact: true });
  const first = page.getByRole("row").nth(1).getByRole("link").first();
  expect(Math.abs((await textLeft(head)) - (await textLeft(first)))).toBeLessThan(1);
  // Nobody can point at a mark there: its word stands beside it.
  const words = page.locator(".og-mark > .visually-hidden");
  for (const word of await words.all()) await expect(word).toHaveCSS("position", "static");
  // Its states are read there, too, however many there are: none is cut off at the edge.
  const states = page.getByRole("paragraph").filter({ hasText: "All states" });
  await expect(states).toHaveCSS("flex-wrap", "wrap");

  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1280, height: 720 });
  await go(page, "/users");
  const search = page.getByRole("main").locator("input").first();
  await expect(page.getByRole("heading", { level: 1, name: "Users list" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(search).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(search).toBeHidden();
});

test("the dashboard of a few containers is two sheets at most, and batteries are one with their cells and temperatures", async ({
  page,
  signIn,
}) => {
  await signIn("daniela");
  const sheetsOf = async (path: string, last: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // A card and the drawing in it may have one name.
    const whole = page.getByRole("region", { name: last, exact: true }).first();
    await expect(async () => {
      // As the key for printing does.
      await page.evaluate(() => window.dispatchEvent(new Event("offgrid:draw-all")));
      await expect(whole).toBeVisible();
      await expect(page.locator("main canvas").first()).toBeVisible();
      await expect(page.locator("main [class*=Skeleton-root]")).toHaveCount(0);
    }).toPass();
    const sheets = (await page.pdf({ format: "A4" })).toString("latin1");
    return sheets.match(/\/Type\s*\/Page\b/g)?.length;
  };
  expect(await sheetsOf("/containers/lodwar?tab=batteries", "Temperature, 30 days")).toBe(1);
  expect(await sheetsOf("/", "Containers")).toBeLessThanOrEqual(2);
  // What stands over a drawing, as the mark of a warning, is moved after the browser has measured the page.
  await page.emulateMedia({ media: "print" });
  await expect(
    page
      .getByRole("img")
      .filter({ has: page.locator("canvas") })
      .locator(".."),
  ).toHaveCSS("overflow-x", "clip");
});

test("where the browser forces its colours, drawings take the theme that goes with them", async ({ page, signIn }) => {
  await signIn("daniela");
  await page.route("**/api/getUserSetting", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { userSetting: object };
    await route.fulfill({ response: answer, json: { ...body, userSetting: { ...body.userSetting, theme: "dark" } } });
  });
  await page.goto("/containers/lodwar");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
  await page.emulateMedia({ forcedColors: "none" });
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
});
