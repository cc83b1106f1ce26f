/** The list of containers as a tool, and the favourites. */
import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { expect, post, type Session, type Stage, test } from "./fixtures.ts";
import { go } from "./looks.ts";
import { addPerson, type Person, sessionFor } from "./people.ts";
import { quietContainer, silentContainer } from "./stage/stage.types.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const everything = ["lodwar", "agadez", "jumla", quietContainer, silentContainer];

test("the list is filtered and sorted, saved as a view, and exported as a file", async ({ page, enter, stage }) => {
  await enter((await grace(stage)).session);
  await page.goto("/containers");
  const { list, rows } = listOf(page);
  await expect(rows).toHaveCount(everything.length);

  await filterBy(page, "Country", "KE");
  await expect(rows).toHaveCount(1);
  await expect(page.getByText(`Showing 1 of ${everything.length}`)).toBeVisible();
  await expect(page).toHaveURL(/country=KE/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await filterBy(page, "Country", "");
  await expect(rows).toHaveCount(everything.length);

  const battery = list.getByRole("columnheader", { name: "Battery", exact: true });
  await battery.getByRole("button").click();
  await expect(battery).toHaveAttribute("aria-sort", "ascending");
  await battery.getByRole("button").click();
  await expect(battery).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("Name of the view").fill("Fullest first");
  await whenAnswered(page, "saveUserSetting", () => page.getByRole("button", { name: "Save this view" }).click());
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Fullest first", exact: true })).toBeVisible();
  await expect(page.getByLabel("Name of the view")).toHaveCount(0);

  await go(page, "/containers");
  // No column has this order, so none claims it.
  await expect(page.getByText("Sorted worst first")).toBeVisible();
  await expect(list.locator("[aria-sort]")).toHaveCount(0);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Delete Fullest first" }).click();
  await expect(page.getByText("No saved views yet.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Show Fullest first" }).click();
  await expect(page).toHaveURL(/sort=soc/);
  await expect(battery).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("button", { name: "Sort worst first" }).click();
  await expect(page).not.toHaveURL(/sort=/);
  await expect(list.locator("[aria-sort]")).toHaveCount(0);

  await page.getByRole("button", { name: "Columns" }).click();
  await whenAnswered(page, "saveUserSetting", () => tick(page, "Serial number", true));
  await whenAnswered(page, "saveUserSetting", () => tick(page, "Hours left", false));
  await page.keyboard.press("Escape");
  await expect(list.getByRole("columnheader", { name: "Hours left" })).toHaveCount(0);
  await page.reload();
  await expect(list.getByRole("columnheader", { name: "Serial number" })).toBeVisible();

  await page.getByLabel("Name or ID").fill("o");
  await expect(page).toHaveURL(/search=o/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toMatch(
    /^\uFEFFContainer,ID,Energy,Link,(Cluster,)?Battery \(%\),Battery measured \(UTC\),.*Serial number$/,
  );
  expect(lines.map((line) => line.split(",")[1])).toEqual(
    await list.getByRole("rowheader").evaluateAll((cells) => cells.map((cell) => cell.closest("tr")?.dataset["watch"])),
  );
});

test("favourites are starred, ordered, removed and restored, and are in the menu", async ({
  page,
  enter,
  stage,
  watch,
}) => {
  const { session, userId } = await grace(stage);
  await enter(session);
  await page.goto("/favorites");
  await expect(page.getByText("No favorite yet")).toBeVisible();
  await page.getByRole("link", { name: "Go to containers" }).click();
  const { list } = listOf(page);
  for (const id of ["lodwar", "jumla", quietContainer]) {
    const star = list.locator(`[data-watch="${id}"]`).getByRole("button", { name: /^Favorite: / });
    await whenAnswered(page, "favoriteSet", () => star.click());
    await expect(star).toHaveAttribute("aria-pressed", "true");
  }
  await page.goto("/favorites");
  const order = () =>
    page
      .locator("[data-favorite]")
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset["favorite"]));
  await expect.poll(order).toEqual(["lodwar", "jumla", quietContainer]);
  const lodwar = nameOf(stage, "lodwar");
  const quiet = nameOf(stage, quietContainer);

  await page.getByRole("button", { name: `Move ${lodwar} back` }).click();
  await expect.poll(order).toEqual(["jumla", "lodwar", quietContainer]);
  await expect(page.getByText(`${lodwar} is now 2 of 3.`)).toBeAttached();
  await expect(page.getByRole("button", { name: `Move ${lodwar} back` })).toBeFocused();
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(order).toEqual(["jumla", quietContainer, "lodwar"]);
  const cards = page.locator("[data-favorite]");
  await cards.nth(2).getByTitle("Drag to another place").dragTo(cards.nth(0));
  await expect.poll(order).toEqual(["lodwar", "jumla", quietContainer]);

  await page.getByRole("button", { name: `Favorite: ${nameOf(stage, "jumla")}` }).click();
  await expect.poll(order).toEqual(["lodwar", quietContainer]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(order).toEqual(["lodwar", "jumla", quietContainer]);

  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Favorites" })).toHaveCount(0);
  await tick(page, "Show Favorites in the menu", true);
  await expect(menu.getByRole("link", { name: "Favorites" })).toBeVisible();

  // An administrator takes it away while the page is open, and the page learns of it.
  watch.allow(/status of 404/);
  const left = everything.filter((id) => id !== quietContainer);
  await stage.call("ada", "updateUserContainerList", { userId, containers: left });
  await expect(page.getByText("You can no longer see this container, or it was removed.")).toBeVisible();
  await expect(page.getByRole("link", { name: quiet })).toHaveCount(0);
  await whenAnswered(page, "favoriteSet", () =>
    page.getByRole("button", { name: `Remove ${quietContainer} from the favorites` }).click(),
  );
  await expect.poll(order).toEqual(["lodwar", "jumla"]);
  await page.reload();
  await expect.poll(order).toEqual(["lodwar", "jumla"]);
});

test("selected containers are put into a cluster and compared side by side", async ({ page, enter, stage, watch }) => {
  // A cluster without a name is refused on purpose.
  watch.allow(/status of 400/);
  const { session } = await grace(stage);
  await enter(session);
  await page.goto("/containers");
  const { list, rows } = listOf(page);
  const cluster = `North ${session.userId.slice(0, 8)}`;
  const ids = [quietContainer, silentContainer];
  for (const id of ids) await list.locator(`[data-watch="${id}"]`).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected containers" });
  await expect(bar.getByText("2 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Add to cluster" }).click();
  const dialog = page.getByRole("dialog", { name: "Add 2 containers to a cluster" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Please add cluster name or sites")).toBeVisible();
  await dialog.getByLabel("Name of the new cluster").fill(cluster);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(`2 containers are now in ${cluster}.`)).toBeVisible();
  await expect(rows.filter({ hasText: cluster })).toHaveCount(2);
  await filterBy(page, "Cluster", { label: `${cluster} (2)` });
  await expect(rows).toHaveCount(2);
  await filterBy(page, "Cluster", "");

  for (const id of ["lodwar", "jumla"]) await list.locator(`[data-watch="${id}"]`).getByRole("checkbox").check();
  // As the button of the bar does, which the journey by keyboard takes.
  await page.getByRole("button", { name: "Compare containers" }).click();
  await expect(page).toHaveURL(/\/containers\/compare\?ids=/);
  await expect(page.getByRole("heading", { level: 1, name: "Compare containers" })).toBeFocused();
  await expect(page.getByRole("row", { name: /^Battery .*%.*%/ })).toBeVisible();
  const figures = page.getByRole("region", { name: "In this period" }).getByRole("table");
  await expect(figures.getByRole("row", { name: new RegExp(nameOf(stage, "jumla")) })).toContainText("Wh");
  await page.locator("label", { hasText: /^Solar$/ }).click();
  await page.getByRole("button", { name: "Lowest charge" }).click();
  await expect(page).toHaveURL(/(?=.*by=lowestSoc).*shown=solar/);
  // An address from when the comparison stood in the place of the list.
  await page.goto(page.url().replace("/containers/compare?ids=", "/containers?compare="));
  await expect(page).toHaveURL(/\/containers\/compare\?ids=(?=.*by=lowestSoc).*shown=solar/);
  await expect(page.getByRole("img", { name: "Solar" })).toBeVisible();
  await expect(figures.getByRole("columnheader", { name: "Lowest charge" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("button", { name: `Remove ${nameOf(stage, "jumla")}` }).click();
  await expect(page.getByText("Add another container to compare with.")).toBeVisible();
  await page.getByLabel("Add a container").selectOption({ label: nameOf(stage, "jumla") });
  await expect(figures.getByRole("link", { name: nameOf(stage, "jumla") })).toBeVisible();
  await page.getByRole("link", { name: "All containers" }).click();
  await expect(rows.first()).toBeVisible();
  await expect(page).not.toHaveURL(/compare|shown=|by=/);

  const { data } = await as(stage, session, "clusterList");
  const made = (data as { id: string; name: string }[]).find(({ name }) => name === cluster);
  await as(stage, session, "clusterDelete", { id: made?.id });
});

test("the list can be used by keyboard alone", async ({ page, enter, stage }) => {
  const { session } = await grace(stage);
  await enter(session);
  await page.goto("/containers?sort=name");
  const { list, rows } = listOf(page);
  await expect(rows).toHaveCount(everything.length);
  const ids = await rows.evaluateAll((all) => all.map((row) => row.dataset["watch"] ?? ""));
  const row = (place: number) => list.locator(`[data-watch="${ids[place]}"]`);

  await page.keyboard.press("j");
  await expect(row(0).getByRole("link")).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(row(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("x");
  await expect(row(1).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("f");
  await expect(row(1).getByRole("button", { name: /^Favorite: / })).toHaveAttribute("aria-pressed", "true");

  const compare = page.getByRole("button", { name: "Compare", exact: true });
  for (let stops = 0; stops < 20 && !(await compare.evaluate((one) => one === document.activeElement)); stops++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Compare containers" })).toBeFocused();
  const backToList = async (way: () => Promise<unknown>) => {
    await way();
    await expect(page.getByText("2 selected")).toBeVisible();
    await expect(page).toHaveURL(/\/containers\?sort=name$/);
  };
  await backToList(() => page.goBack());
  await page.goForward();
  await backToList(() => page.getByRole("link", { name: "All containers" }).click());

  await page.getByLabel("Name or ID").focus();
  await page.keyboard.type("jf");
  await expect(page).toHaveURL(/search=jf/);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  // Keys are letters of a field or of a choice while one has the focus.
  const all = page.getByRole("button", { name: /^All/ });
  for (let stops = 0; stops < 20 && !(await all.evaluate((one) => one === document.activeElement)); stops++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("j");
  await expect(row(0).getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/containers/${ids[0]}$`));
});

test("the list is fetched again at each tick although live values change it all the time", async ({
  page,
  enter,
  stage,
}) => {
  // The clock goes on by itself, and a tick's half minute is not waited for.
  await page.clock.install();
  await enter((await grace(stage)).session);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/getSitesV2")) asked++;
  });
  let received = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (payload.includes("lodwar")) received++;
    }),
  );
  await page.goto("/containers");
  // Its controller sends every two seconds while someone watches; what the cells say may stay the same for minutes, as
  // a steady load does at night.
  await expect(listOf(page).list.locator('[data-watch="lodwar"]')).toBeVisible();
  await expect.poll(() => received, { timeout: 100_000 }).toBeGreaterThan(0);
  const atFirst = asked;
  // No step is as long as a tick: one that live values put off would never come.
  for (let step = 0; step < 4; step++) {
    await page.clock.fastForward(10_000);
    const soFar = received;
    await expect.poll(() => received, { timeout: 100_000 }).toBeGreaterThan(soFar);
  }
  await expect.poll(() => asked).toBeGreaterThan(atFirst);
});

async function grace(stage: Stage): Promise<Person & { session: Session }> {
  const person = await addPerson(stage, { containers: everything });
  return { ...person, session: await sessionFor(stage, person) };
}

function as(stage: Stage, { authToken, userId }: Session, name: string, input: object = {}) {
  return post(stage, name, input, { "X-Auth-Token": authToken, "X-User-Id": userId });
}

async function filterBy(page: Page, name: string, choice: string | { label: string }): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "More filters" });
  await page.getByRole("button", { name: "More filters" }).click();
  await dialog.getByLabel(name, { exact: true }).selectOption(choice);
  await dialog.getByRole("button", { name: "Show", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

function listOf(page: Page) {
  const list = page.getByRole("table", { name: "Containers" });
  return { list, rows: list.locator("tr[data-watch]") };
}

function nameOf(stage: Stage, id: string): string {
  return stage.containers.find(({ containerId }) => containerId === id)?.name ?? id;
}

/** The screen follows before the portal has answered; the next load of the page must find the change stored. */
async function whenAnswered(page: Page, call: string, act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith(`/api/${call}`));
  await act();
  await answered;
}

/** Checkboxes of personal settings change in the next task, which `check` does not wait for. */
async function tick(page: Page, name: string, isChecked: boolean): Promise<void> {
  const box = page.getByRole("checkbox", { name });
  await expect(box).toBeChecked({ checked: !isChecked });
  await box.click();
  await expect(box).toBeChecked({ checked: isChecked });
}
