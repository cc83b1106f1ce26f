import { expect, test } from "./fixtures.ts";
import { go } from "./looks.ts";
import { addPerson, sessionFor } from "./people.ts";
import { actors } from "./stage/stage.types.ts";

const wide = { width: 1280, height: 800 };

test("the container search finds a container by name and opens it", async ({ page, signIn, stage }) => {
  await page.setViewportSize(wide);
  await signIn("daniela");
  await page.goto("/");
  const [container] = stage.containers;
  if (!container) throw new Error("The stage has no container.");
  await page.getByPlaceholder("Find a container").fill(container.name.slice(0, 5).toLowerCase());
  await page.getByRole("option", { name: container.name }).click();
  await expect(page).toHaveURL(new RegExp(`/containers/${container.containerId}$`));
});

test("the language changes the address and all texts, and is remembered for the home page", async ({
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
  const remembered = (await page.context().cookies()).find(({ name }) => name === "language");
  const days = ((remembered?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000;
  expect(Math.ceil(days)).toBe(365);
  await page.goto("/tickets");
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(page.locator("html")).toHaveAttribute("lang", /^en/);
});

test("the theme is chosen in the user menu and comes back after a reload", async ({ page, stage, enter }) => {
  await page.setViewportSize(wide);
  await enter(await sessionFor(stage, await addPerson(stage)));
  await page.goto("/");
  await page.getByRole("button", { name: "Account", exact: true }).click();
  const saved = page.waitForResponse(/\/api\/saveUserSetting$/);
  await page.getByText("Dark", { exact: true }).click();
  expect((await saved).ok()).toBe(true);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("on a phone the menu is a drawer, and the bottom bar leads to the main pages", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await signIn("daniela");
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "Main menu" })).toHaveCount(0);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Settings" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Clusters" }).click();
  await expect(page).toHaveURL(/\/clusters$/);
  await expect(page.getByRole("heading", { level: 1, name: "Clusters" })).toBeVisible();
  await page.getByRole("navigation", { name: "More" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await expect(page.getByText(actors.daniela.email)).toBeVisible();
});

test("keys lead everywhere: palette, search, list of keys, places, tabs and the next container; Back undoes each", async ({
  page,
  signIn,
  stage,
}) => {
  await page.setViewportSize(wide);
  await signIn("bruno");
  const listed = page.waitForResponse(/\/api\/getSitesV2$/);
  await page.goto("/containers/lodwar");
  await listed;
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("2");
  await expect(page).toHaveURL(/lodwar\?tab=flow$/);
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/containers$/);
  await page.goBack();
  await expect(page).toHaveURL(/lodwar\?tab=flow$/);
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
  // In the order of their names, with the same tab; at either end there is nowhere to go.
  const names = new Intl.Collator("en");
  const { data } = (await stage.call("bruno", "getSitesV2")) as { data: { containerId: string; name: string }[] };
  const ids = data.toSorted((one, other) => names.compare(one.name, other.name)).map(({ containerId }) => containerId);
  const nameOf = (id: string | undefined) => data.find(({ containerId }) => containerId === id)?.name ?? "";
  const at = (id: string | undefined) => new RegExp(`/containers/${id}\\?tab=flow$`);
  const [first, second, third] = ids;
  const open = async (id: string | undefined) => {
    await go(page, `/containers/${id}?tab=flow`);
    await expect(page.getByRole("heading", { level: 1, name: nameOf(id) })).toBeVisible();
  };
  await open(second);
  for (const [key, next] of [
    ["n", third],
    ["p", first],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(at(next));
    await page.goBack();
    await expect(page).toHaveURL(at(second));
  }
  for (const [end, key] of [
    [first, "p"],
    [ids.at(-1), "n"],
  ] as const) {
    await open(end);
    await page.keyboard.press(key);
    // It does nothing: the key after it is obeyed at the same container.
    await page.keyboard.press("1");
    await expect(page).toHaveURL(new RegExp(`/containers/${end}$`));
  }

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Find a container, page or action" }).fill("agdz");
  const found = page.getByRole("dialog").getByRole("option");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(/Online.*\d+\s%/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/containers\/agadez$/);
  const search = page.getByPlaceholder("Find a container");
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  // In a field, letters are text.
  await page.keyboard.type("g?2");
  await expect(search).toHaveValue("g?2");
});

test("a signed-in person who is lost keeps menu and search, reads which address it was, and searches on with its words", async ({
  page,
  signIn,
  watch,
}) => {
  await page.setViewportSize(wide);
  watch.allow(/status of 404/);
  await signIn("bruno");
  const expectLost = async (search: string): Promise<void> => {
    await expect(page.getByRole("heading", { level: 1, name: /^404/ })).toBeVisible();
    await expect(page.getByPlaceholder(search)).toBeVisible();
    await expect(page.getByRole("navigation").first()).toBeVisible();
  };
  const words = page.getByText("This page could not be found");
  await page.goto("/no/such/page");
  await expectLost("Find a container");
  await expect(words).toBeVisible();
  await expect(page.getByRole("img", { name: "A container on an island without a path to it" })).toBeVisible();
  await go(page, "/help");
  await expect(page.getByRole("heading", { level: 1, name: "User Manual" })).toBeVisible();
  await go(page, "/containers/no-such-container");
  await expectLost("Find a container");
  await go(page, "/container/lodwar");
  const main = page.getByRole("main");
  await expect(main.getByText("/container/lodwar", { exact: true })).toBeVisible();
  const field = main.getByRole("searchbox", { name: "Name or ID of a container" });
  await expect(field).toHaveValue("lodwar");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/containers\?search=lodwar$/);
  await expect(page.getByRole("table", { name: "Containers" }).getByRole("rowheader")).toHaveCount(1);

  await page.goto("/fr/no/such/page");
  await expectLost("Chercher un conteneur");
});

test("while a slow portal has not said who is signed in, the page says what it waits for; what is typed after the palette's key is in it", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(wide);
  await signIn("ada");
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/getCurrentUserInfo", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/help");
  const waiting = page.getByText("Waiting for the portal…", { exact: true });
  await expect(waiting).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("agdz");
  await expect(page.getByRole("combobox", { name: "Find a container, page or action" })).toHaveValue("agdz");
});

test("the palette finds a page by its group and by other words for it, and leads on where it finds nothing", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(wide);
  await signIn("ada");
  await page.goto("/help");
  const options = page.getByRole("dialog").getByRole("option");
  const find = async (name: string, text: string) => page.getByRole("combobox", { name }).fill(text);
  const english = "Find a container, page or action";
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  for (const text of ["audit", "settings", "history"]) {
    await find(english, text);
    await expect(options.filter({ hasText: /^Audit/ })).toHaveCount(1);
  }
  await find(english, "settings");
  await options.filter({ hasText: /^Settings/ }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.keyboard.press("ControlOrMeta+k");
  await find(english, "zzqqxx");
  await expect(options).toHaveText([/^Search the manual for “zzqqxx”/]);
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/“zzqqxx”/);
  await page.goto("/fr/help");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  for (const text of ["audit", "réglages", "historique"]) {
    await find("Chercher un conteneur, une page ou une action", text);
    await expect(options.filter({ hasText: /^Journal d’audit/ })).toHaveCount(1);
  }
});

test("an entry that is hidden by default is shown by one press, and a place is marked inside a container either way", async ({
  page,
  stage,
  enter,
}) => {
  await page.setViewportSize(wide);
  await enter(await sessionFor(stage, await addPerson(stage)));
  await page.goto("/containers/lodwar");
  const entries = page.getByRole("navigation", { name: "Main menu" });
  await expect(entries.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "true");
  await entries.getByRole("button", { name: "Show Containers" }).click();
  await expect(entries.getByRole("link", { name: "Containers" })).toHaveAttribute("aria-current", "page");
  await expect(entries.getByRole("link", { name: "Dashboard" })).not.toHaveAttribute("aria-current");
  await page.reload();
  await expect(entries.getByRole("link", { name: "Containers" })).toBeVisible();
});

test("on paper there is neither bar nor menu, the colours are those of the light theme, and it says when and by whom it was printed", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn("daniela");
  await page.goto("/containers/lodwar");
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  const scheme = () => page.locator("html").getAttribute("data-mantine-color-scheme");
  expect(await scheme()).toBe("dark");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await scheme()).toBe("light");
  for (const part of [page.getByRole("banner"), page.getByText("Skip to content"), page.getByRole("tablist")]) {
    await expect(part).toBeHidden();
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const note = page.getByText(/^Printed \d.* \(.+\) by Daniela .*\. Data as of \d/);
  await expect(note).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(note).toBeHidden();
  expect(await scheme()).toBe("dark");
});
