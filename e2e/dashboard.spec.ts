/** The fleet at a glance, and the links from there to single containers. */
import type { Locator } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { go } from "./looks.ts";
import { manyContainers, showManyContainers } from "./many-containers.ts";
import { register } from "./own-controller.ts";
import { addPerson, sessionFor } from "./people.ts";
import { quietContainer } from "./stage/stage.types.ts";

interface ContainerRow {
  containerId: string;
  name: string;
  status: string;
}

const words: Record<string, string> = { online: "Online", just_offline: "Just offline", offline: "Offline" };

test.use({ viewport: { width: 1280, height: 800 } });

test("a count of the fleet strip leads to the containers in that state, and one that needs attention is listed with a link", async ({
  page,
  signIn,
  stage,
}) => {
  await signIn("daniela");
  const { data } = (await stage.call("daniela", "getSitesV2")) as { data: ContainerRow[] };
  const quiet = data.find(({ containerId }) => containerId === quietContainer);
  const status = quiet?.status ?? "";
  expect(status).not.toBe("online");

  await page.goto("/");
  await expect(page.getByRole("main").getByText(`${data.length} containers`).first()).toBeVisible();
  const strip = page.getByRole("navigation", { name: "Containers by state" });
  const count = strip.getByRole("link", { name: new RegExp(`^\\d+\\s*${words[status]}$`) });
  await expect(count).toHaveText(/[1-9]/);
  await count.click();

  await expect(page).toHaveURL(new RegExp(`/containers\\?status=${status}$`));
  const list = page.getByRole("table", { name: "Containers" });
  await expect(list.getByRole("link", { name: quiet?.name ?? "" })).toBeVisible();
  await expect(list.getByRole("link", { name: nameOf(data, "lodwar") })).toHaveCount(0);
  await page.getByRole("main").getByTitle("Filter by state").click();
  await page.getByRole("dialog").getByRole("button", { name: /^All/ }).click();
  await expect(list.getByRole("link", { name: nameOf(data, "lodwar") })).toBeVisible();

  await go(page, "/");
  const needs = page.getByRole("region", { name: "Needs attention" });
  await needs.getByRole("link", { name: "Fogo", exact: false }).click();
  await expect(page).toHaveURL(new RegExp(`/containers/${quietContainer}$`));
  await expect(page.getByText(/^Last known values, from/)).toBeVisible();
});

test("keyboard focus stays on a figure when its hint arrives, and the hint is read out", async ({ page, signIn }) => {
  await signIn("daniela");
  // The browser is kept from being idle until the test allows it; hints load when it is idle.
  await page.addInitScript(`
    const held = [];
    window.requestIdleCallback = (callback) => held.push(callback);
    window.letIdle = () => held.splice(0).forEach((callback) => callback());
  `);
  await page.goto("/");
  const figure = page.getByRole("region", { name: "Solar today", exact: true }).locator("[tabindex='0']");
  await figure.focus();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.evaluate("letIdle()");
  await expect(page.getByRole("tooltip")).toBeVisible();
  await expect(figure).toBeFocused();
});

test("the dashboard adds up the energy of today, compares the last day with the one before, and shows seven days, by hours where one comes closer; a reload keeps that", async ({
  page,
  signIn,
}) => {
  await signIn("daniela");
  await page.goto("/");
  for (const name of ["Solar today", "Consumption today"]) {
    await expect(page.getByRole("region", { name, exact: true })).toContainText(/\d[\d.,]*\s*[km]?Wh/i);
  }
  await expect(page.getByRole("region", { name: "State of charge, median", exact: true })).toContainText(/\d/);
  const balance = page.getByRole("region", { name: "Solar and consumption" });
  await balance.getByRole("button", { name: "Show as table" }).click();
  const table = balance.getByRole("table", { name: "Energy by time" });
  await expect(table.getByRole("columnheader", { name: /^Solar, 24 hours earlier/ })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: /^Consumption, 24 hours earlier/ })).toBeVisible();
  await balance.getByText("7 days", { exact: true }).click();
  await expect(page).toHaveURL(/period=7_days/);
  await expect(table.getByRole("columnheader", { name: /earlier/ })).toHaveCount(0);
  const rows = table.getByRole("row");
  // The days with history, and the words above their bars.
  await expect(rows.filter({ hasText: /Wh.*Wh/ }).nth(1)).toBeVisible();

  // Days are too coarse for a part of them.
  const times = table.getByRole("rowheader");
  await expect(times.first()).toHaveText(/^\d+\/\d+\/\d{4}$/);
  await expect(times.nth(1)).toHaveText(/^\d+\/\d+\/\d{4}$/);
  const picture = balance.getByRole("img", { name: "Energy by time" });
  await picture.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("+");
  await expect(page).toHaveURL(/zoom=/);
  await expect(times.nth(1)).toHaveText(/[1-9]:00\s[ap]m$/);
  await page.reload();
  await balance.getByRole("button", { name: "Show as table" }).click();
  await expect(times.nth(1)).toHaveText(/[1-9]:00\s[ap]m$/);

  // Each period is a step in the history, of which going back takes one.
  await balance.getByText("30 days", { exact: true }).click();
  await expect(page).toHaveURL(/period=30_days$/);
  await page.goBack();
  await expect(page).toHaveURL(/period=7_days&zoom=/);
  await expect(balance.getByRole("button", { name: "7 days", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("of 2,000 containers all are counted and the first drawn, cut loads are said first, and their counts lead to the same containers", async ({
  page,
  signIn,
  watch,
}) => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const energies: Record<number, object> = {
    7: { level: "cut", since: inHours(-11.5), cutAt: null, backAt: inHours(3), at: inHours(0) },
    8: { level: "cut_ahead", since: null, cutAt: inHours(7.2), backAt: null, at: inHours(0) },
    9: { level: "cut_ahead", since: null, cutAt: inHours(3.5), backAt: null, at: inHours(0) },
  };
  const normal = { level: "normal", since: null, cutAt: null, backAt: null, at: inHours(0) };
  const fine = {
    status: "online",
    systemStatus: "ok",
    alarms: [],
    warnings: 0,
    olderAt: {},
    valuesAt: inHours(0),
    everyS: 900,
    loadPower: 117,
  };
  await showManyContainers(page, watch, (number) => ({ ...fine, energy: energies[number] ?? normal }));
  await signIn("daniela");
  await page.goto("/");
  const needs = page.getByRole("region", { name: "Needs attention" });
  await expect(needs.getByRole("listitem")).toHaveText([
    /Container 7.*Loads cut since .* \(11\sh\s30\); 117\sW still runs\. Expected back (on .*)?about/,
    /Container 9.*Loads will (probably )?be cut .*at about .*, in 3\sh(?:\s[0-5]\d)?/,
    /Container 8.*Loads will (probably )?be cut .*at about .*, in 7\sh/,
  ]);
  // Figures with their small charts are the first of what is drawn; all other charts stand below them.
  const figure = page.getByRole("region", { name: "Solar today", exact: true });
  for (const width of [400, 768, 1440, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const topOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const trouble = await topOf(needs.getByRole("listitem").last());
    expect(trouble, `at ${width} px`).toBeLessThan(await topOf(figure));
    expect(trouble, `at ${width} px without scrolling`).toBeLessThan(800);
    expect(await topOf(figure)).toBeLessThan(await topOf(page.getByRole("main").locator("canvas").first()));
  }
  const strip = page.getByRole("navigation", { name: "Containers by state" });
  await expect(strip.getByRole("link", { name: /^1\s*Loads cut$/ })).toBeVisible();
  await expect(strip.getByRole("link", { name: /^2,?000\s*Online$/ })).toBeVisible();
  const cards = page.getByRole("region", { name: "Containers", exact: true }).getByRole("listitem");
  // They come after the first picture.
  await expect(cards.first()).toBeVisible();
  const drawn = await cards.count();
  const more = page.getByRole("button", { name: /^Show [\d,]+ more containers$/ });
  await expect(more).toHaveText(
    new RegExp(`${(manyContainers - drawn).toLocaleString("en")}|${manyContainers - drawn}`),
  );
  await more.click();
  await expect(cards).toHaveCount(2 * drawn);
  await strip.getByRole("link", { name: /^2\s*Cut ahead, next 24\sh$/ }).click();

  await expect(page).toHaveURL(/\/containers\?energy=cut_ahead$/);
  const list = page.getByRole("table", { name: "Containers" });
  await expect(list.getByRole("rowheader")).toHaveText([/^Container 9/, /^Container 8/]);
  await expect(list.getByRole("row").nth(1)).toContainText(/Cut ahead.*3\sh/);
  await page.getByTitle("Filter by state").click();
  await page
    .getByRole("group", { name: "Filter by energy" })
    .getByRole("button", { name: /^Loads cut/ })
    .click();
  await expect(page).toHaveURL(/energy=cut$/);
  await expect(list.getByRole("row").nth(1)).toContainText(/Loads cut.*Online.*cut now/);
});

test("a screen makes its calls in parallel, for the sake of slow links", async ({ page, signIn }) => {
  await signIn("daniela");
  const plot = /\/plot-(?!colors)/;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const held = async (call: string, until: readonly RegExp[]) =>
    page.route(`**/api/${call}`, async (route) => {
      await expect
        .poll(() => until.filter((pattern) => !asked.some((path) => pattern.test(path))), `before ${call} answers`)
        .toEqual([]);
      await route.continue();
    });
  await held("getCurrentUserInfo", [/\/frame-.*js$/, /\/texts-en-/, /\/parts-.*js$/, /\/dashboard-.*js$/]);
  await held("getSitesV2", [plot, /getGeneration$/, /getConsumption$/]);
  await page.goto("/");
  await expect(page.getByRole("img", { name: "Energy by time" })).toBeVisible();

  await page.unrouteAll({ behavior: "wait" });
  asked.length = 0;
  await held("getContainerInfoV4", [/\/overview\.page-/, plot]);
  await page.goto("/containers/lodwar");
  await expect(page.getByRole("heading", { level: 1, name: /Lodwar/ })).toBeVisible();
});

test("a card that fails leaves the others alone", async ({ page, signIn, watch }) => {
  watch.allow(/status of 500/);
  await page.route("**/api/getGeneration", (route) =>
    route.fulfill({ status: 500, json: { status: "error", code: "internal", message: "broken" } }),
  );
  await signIn("daniela");
  await page.goto("/");
  const balance = page.getByRole("region", { name: "Solar and consumption" });
  await expect(balance.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Containers by state" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Solar today", exact: true })).toContainText(/Wh/);
  await page.unroute("**/api/getGeneration");
  await balance.getByRole("button", { name: "Try again" }).click();
  await expect(balance.getByRole("button", { name: "Show as table" })).toBeVisible();
});

test("a starred container comes first, and stays there", async ({ page, stage, enter }) => {
  // Of their own: what other journeys do to a container would put it before all favourites.
  const places = ["Kaya mill", "Kita mill", "Koro mill"].map((name) => register(stage, name));
  const containers = (await Promise.all(places)).map(({ containerId }) => containerId);
  await enter(await sessionFor(stage, await addPerson(stage, { containers })));
  await page.goto("/");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(3);
  const last = cards.last();
  const name = (await last.getByRole("link").textContent()) ?? "";
  await last.getByRole("button", { name: new RegExp(name) }).click();
  await expect(cards.first().getByRole("link")).toHaveText(name);
  await page.reload();
  await expect(cards.first().getByRole("link")).toHaveText(name);
  await expect(cards.first().getByRole("button", { pressed: true })).toBeVisible();
});

test("a person with a single container lands on it and sees no other", async ({ page, signIn, stage, watch }) => {
  watch.allow(/status of 404/);
  await signIn("fatou");
  await page.goto("/");
  await expect(page).toHaveURL(/\/containers\/lodwar$/);
  const name = stage.containers.find(({ containerId }) => containerId === "lodwar")?.name ?? "";
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await go(page, "/containers/agadez");
  await expect(page.getByText("/containers/agadez", { exact: true })).toBeVisible();
});

function nameOf(rows: readonly ContainerRow[], containerId: string): string {
  return rows.find((row) => row.containerId === containerId)?.name ?? containerId;
}
