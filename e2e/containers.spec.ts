/** The list of containers, and one container over its days. */
import type { Locator, Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { go } from "./looks.ts";
import { silentContainer } from "./stage/stage.types.ts";

test.use({ viewport: { width: 1280, height: 800 } });

test("the list finds containers by name and by id, keeps the search when the user comes back, and is sorted by a column", async ({
  page,
  signIn,
  stage,
}) => {
  await signIn("daniela");
  await page.goto("/containers");
  const list = page.getByRole("table", { name: "Containers" });
  const rows = list.getByRole("row").filter({ has: page.getByRole("link") });
  const search = page.getByLabel("Name or ID");
  const { name } = named(stage, "jumla");

  await search.fill(name.toUpperCase());
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await search.fill("jumla");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue("jumla");
  await expect(rows).toHaveCount(1);

  await search.fill("nothing is called so");
  await expect(page.getByText("No container matches this search and these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(stage.containers.length + 1);
  await expect(page).toHaveURL(/\/containers$/);

  const header = list.getByRole("columnheader", { name: "Container", exact: true });
  for (const [direction, sign] of [
    ["ascending", 1],
    ["descending", -1],
  ] as const) {
    await header.getByRole("button").click();
    await expect(header).toHaveAttribute("aria-sort", direction);
    const found = await list.getByRole("rowheader").getByRole("link").allTextContents();
    expect(found).toEqual(found.toSorted((one, other) => sign * one.localeCompare(other)));
  }
});

test("a link that is clicked straight after typing is followed, also where the page is slow to load", async ({
  page,
  signIn,
  stage,
}) => {
  await signIn("daniela");
  await page.goto("/containers");
  const { name } = named(stage, "jumla");
  // Held back for longer than any delayed effect of the typing.
  await page.route(/\/container\.page-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByLabel("Name or ID").fill("jumla");
  await page.getByRole("table", { name: "Containers" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("a container shows its day, and the day before, in a chart and as a table; the language changes in place", async ({
  page,
  signIn,
  stage,
}) => {
  await signIn("daniela");
  await page.goto("/containers/lodwar");
  const day = page.getByRole("region", { name: "Power and state of charge", exact: true });
  await expect(day.getByRole("img", { name: "Power and state of charge over time" })).toBeVisible();
  await day.getByRole("button", { name: "Show as table" }).click();
  await expect(valuesOf(page, day).first()).toBeVisible();

  await day.getByRole("button", { name: "Day before" }).click();
  await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}$/);
  // A whole day of history in quarter hours; Lodwar has no daylight saving.
  await expect(valuesOf(page, day)).toHaveCount(96);
  // Those of the last 24 hours stay until those of the day before are here.
  await expect.poll(async () => (await columnOf(day, 3)).length).toBe(96);
  const solar = (await columnOf(day, 1)).map(toNumber);
  const soc = (await columnOf(day, 3)).map(toNumber);
  expect(Math.max(...solar)).toBeGreaterThan(0);
  expect(soc.every((percent) => percent > 0 && percent <= 100)).toBe(true);

  // The same container and the same day in the other language.
  const { pathname, search } = new URL(page.url());
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
  await expect(page).toHaveURL(new RegExp(`/fr${pathname}\\${search}$`));
  await expect(page.getByRole("heading", { level: 1, name: named(stage, "lodwar").name })).toBeVisible();
  await page.getByRole("combobox", { name: "Langue" }).selectOption("en");
  await expect(page).toHaveURL(new RegExp(`[^r]${pathname}\\${search}$`));

  await day.getByRole("button", { name: "Last 24 hours" }).click();
  await expect(page).toHaveURL(/\/containers\/lodwar$/);
  await expect(day.getByText(/^Last 24 hours/)).toBeVisible();
});

test("a tab of a container has an address, and opening another is a step in the history", async ({ page, signIn }) => {
  await signIn("daniela");
  await page.goto("/containers/agadez?tab=sync");
  await expect(page.getByRole("tab", { name: "Sync database" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Devices" }).click();
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Devices" })).toHaveAttribute("aria-selected", "true");
});

test("every latest value has its unit and age and can be found by name", async ({ page, signIn }) => {
  await signIn("daniela");
  await page.goto("/containers/lodwar");
  const values = page.getByRole("region", { name: "All latest values" });
  await expect(values.getByRole("row")).toHaveCount(0);
  await values.getByRole("button", { name: "All latest values" }).click();
  await expect(values.getByRole("row", { name: /Door Closed|Door Open/ })).toBeVisible();
  await page.reload();
  await values.getByLabel("Find a value").fill("state of charge");
  await expect(values.getByRole("row", { name: /State of charge .*\d %/ }).first()).toBeVisible();
  await values.getByLabel("Find a value").fill("nothing is called so");
  await expect(values.getByText("No value matches this search")).toBeVisible();
});

test("the overview shows today's data budget in both languages, or says that there is none yet", async ({
  page,
  signIn,
}) => {
  // The portal writes its count once a minute.
  test.slow();
  await signIn("daniela");
  await page.goto("/containers/lodwar");
  const data = page.getByRole("region", { name: /^Data (today|on )/ });
  await expect(data.getByRole("definition").first()).toHaveText(/^\d+\.\d\d\sMB$/, { timeout: 100_000 });
  await expect(data.getByRole("definition").nth(1)).toHaveText(/^(<\s0\.01|\d+\.\d\d)\sMB$/);
  await expect(data.getByText(/since local midnight, counted (just now|.* ago)\./)).toBeVisible();
  // Of one that has never sent anything there is nothing to count.
  await go(page, `/containers/${silentContainer}`);
  await expect(page.getByRole("region", { name: "First contact" })).toBeVisible();
  await expect(data).toHaveCount(0);
  await go(page, "/containers/lodwar");
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
  const french = page.getByRole("region", { name: "Données du jour" });
  await expect(french.getByRole("definition").first()).toHaveText(/^\d+,\d\d\sMo$/);
});

function named(stage: { containers: readonly { containerId: string; name: string }[] }, containerId: string) {
  const found = stage.containers.find((container) => container.containerId === containerId);
  if (!found) throw new Error(`The stage has no container ${containerId}.`);
  return found;
}

/** Rows of the chart's table that hold a value. */
function valuesOf(page: Page, day: Locator): Locator {
  return day.getByRole("row").filter({ has: page.getByRole("cell", { name: /\d/ }) });
}

async function columnOf(day: Locator, index: number): Promise<string[]> {
  const cells = await day
    .getByRole("row")
    .evaluateAll((rows, at) => rows.map((row) => row.children[at as number]?.textContent ?? ""), index);
  return cells.filter((text) => /^[\d.,]+\s/.test(text));
}

/** "1.2 kW" as 1.2: enough to tell something from nothing. */
function toNumber(text: string): number {
  return Number.parseFloat(text.replace(",", ""));
}
