/** Containers on the map and in clusters, by pointer and without one. */
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { manyContainers, showManyContainers } from "./many-containers.ts";
import { go } from "./looks.ts";
import { makeCluster, mapCast } from "./map-cast.ts";

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

test("bubbles part as one comes closer, and map and list point at the same container", async ({
  page,
  stage,
  enter,
}) => {
  const { session } = await mapCast(stage);
  await enter(session);
  const map = await openClusters(page);
  // Lodwar stands beside the three.
  await map.getByRole("button", { name: "4 containers" }).click();
  const lake = map.getByRole("button", { name: "Turkana lake" });
  await lake.click();
  await expect(map.getByRole("link", { name: "Turkana lake" })).toBeVisible();
  await expect(page).toHaveURL(/container=map-/);
  const list = page.getByRole("main").getByRole("listitem");
  await expect(list.filter({ hasText: "Turkana lake" }).and(page.locator("[aria-current]"))).toBeVisible();
  // From farther away its card would hide the group that it is a part of.
  await page.getByRole("button", { name: "Show all" }).press("Enter");
  await expect(map.getByRole("button", { name: "4 containers" })).toBeVisible();
  await expect(map.getByRole("link", { name: "Turkana lake" })).toHaveCount(0);
  await expect(page).not.toHaveURL(/container=map-/);

  await page.getByRole("button", { name: "Show Mustang on the map" }).press("Enter");
  await expect(map.getByRole("link", { name: "Mustang" })).toBeVisible();
  await expect(map.getByRole("button", { name: "Mustang" })).toBeVisible();
  await expect(lake).toHaveCount(0);
  await page.getByRole("button", { name: "Show all" }).press("Enter");
  await expect(map.getByRole("button", { name: "4 containers" })).toBeVisible();
  await page.getByRole("button", { name: "Zoom out" }).press("Enter");
  await page.getByRole("button", { name: "Move east" }).press("Enter");
});

test("on a phone, where the list stands below the map, showing a container brings the map with its card into view", async ({
  page,
  stage,
  enter,
}) => {
  await page.setViewportSize({ width: 400, height: 800 });
  // The map flies there, and the card must not stop it on its way.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const { session } = await mapCast(stage);
  await enter(session);
  const map = await openClusters(page);
  const button = page.getByRole("button", { name: "Show Mustang on the map" });
  await button.scrollIntoViewIfNeeded();
  await button.press("Enter");
  await expect(map.locator(".maplibregl-popup-content")).toBeInViewport({ ratio: 1 });
  await expect(map.locator("canvas").first()).toBeInViewport({ ratio: 1 });
  await expect(map.getByRole("button", { name: "Mustang" })).toBeInViewport({ ratio: 1 });
  // Not under the header either.
  const [header, drawn] = await Promise.all([page.locator("header").first(), map].map((part) => part.boundingBox()));
  expect(drawn!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
});

test("containers of one place, which no zoom parts, are listed when their bubble is opened", async ({
  page,
  stage,
  enter,
}) => {
  const { session } = await mapCast(stage);
  await page.route("**/api/getSitesV2", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { name: string; location: object }[] };
    for (const row of answer.data) if (row.name.startsWith("Turkana")) row.location = { lat: 4, long: 36.5 };
    await route.fulfill({ response, json: answer });
  });
  await enter(session);
  const map = await openClusters(page);
  await map.getByRole("button", { name: "4 containers" }).click();
  // Lodwar has left them, and nobody else does.
  await map.getByRole("button", { name: "3 containers" }).click();
  await expect(map.getByRole("link")).toHaveText(["Turkana lake", "Turkana north", "Turkana south"]);
  await expect(map.getByRole("button", { name: "3 containers" })).toBeVisible();
  await map.getByRole("link").first().press("Escape");
  await expect(map.getByRole("link")).toHaveCount(0);
});

test("a cluster is made from the list, renamed, deleted and brought back", async ({ page, stage, enter }) => {
  const { session } = await mapCast(stage);
  await enter(session);
  const map = await openClusters(page);
  await expect(page.getByText("Group containers that belong together")).toBeVisible();
  await page.getByRole("button", { name: "New cluster" }).click();
  const form = page.getByRole("form", { name: "New cluster" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toHaveText("Please add cluster name or sites");
  await form.getByLabel("Name", { exact: true }).fill("Lake region");
  await form.getByRole("searchbox").fill("turkana");
  await form.getByRole("button", { name: "Select all 3 found" }).click();
  await form.getByRole("checkbox", { name: "Turkana south" }).uncheck();
  await expect(form.getByText("2 containers selected")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();

  const card = page.getByRole("region", { name: "Lake region" });
  await expect(card.getByText("2 containers", { exact: true })).toBeVisible();
  await expect(card.getByRole("link")).toHaveText(["Turkana lake", "Turkana north"]);
  await expect(card.getByText("Never connected").first()).toBeVisible();
  await expect(map.getByTitle("Lake region")).toBeVisible();

  await card.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Lake");
  await page.getByRole("button", { name: "Save" }).click();
  const renamed = page.getByRole("region", { name: "Lake", exact: true });
  await expect(renamed).toBeVisible();
  await page.reload();
  await renamed.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete the cluster “Lake”?" });
  await expect(dialog.getByText("Its 2 containers stay as they are but no longer belong to a cluster.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(renamed).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(renamed.getByText("2 containers", { exact: true })).toBeVisible();
});

test("containers are chosen on the map, by drawing around them and by what is in view", async ({
  page,
  stage,
  enter,
}) => {
  const { session } = await mapCast(stage);
  await enter(session);
  const map = await openClusters(page);
  await page.getByRole("button", { name: "New cluster" }).first().click();
  await page.getByRole("button", { name: "Draw an area" }).click();
  const bubble = (await map.getByRole("button", { name: "Mustang" }).boundingBox())!;
  const [x, y] = [bubble.x + bubble.width / 2, bubble.y + bubble.height / 2];
  await page.mouse.move(x - 30, y - 30);
  await page.mouse.down();
  for (const [right, down] of [
    [30, -30],
    [30, 30],
    [-30, 30],
    [-30, -25],
  ] as const) {
    await page.mouse.move(x + right, y + down, { steps: 4 });
  }
  await page.mouse.up();
  await expect(page.getByText("1 container selected")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Mustang" })).toBeChecked();
  await page.getByRole("button", { name: "Select all in view" }).click();
  await expect(page.getByText("5 containers selected")).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(page.getByText("0 containers selected")).toBeVisible();
});

test("staff of a customer see clusters and change nothing", async ({ page, stage, enter }) => {
  const cast = await mapCast(stage, "customer_staff");
  const name = `Lake ${cast.userId.slice(0, 6)}`;
  await makeCluster(stage, cast, name, ["Turkana lake", "Turkana north"]);
  await enter(cast.session);
  await openClusters(page);
  const card = page.getByRole("region", { name });
  await card.getByRole("button", { name: "Show containers" }).click();
  await expect(card.getByRole("link", { name: "Turkana lake" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(New cluster|Edit|Delete)$/ })).toHaveCount(0);
  await go(page, "/clusters?edit=new");
  await expect(card).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
});

test("a browser that draws no maps has the list and says so", async ({ page, stage, enter }) => {
  const { session } = await mapCast(stage);
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith("webgl") ? null : Reflect.apply(getContext, this, [kind, ...rest]);
    } as typeof getContext;
  });
  await enter(session);
  await page.goto("/clusters");
  await expect(page.getByText("This browser cannot show the map. The list has the same containers.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Turkana lake" })).toBeVisible();
  await page.getByRole("button", { name: "New cluster" }).first().click();
  await page.getByRole("checkbox", { name: "Mustang" }).check();
  await expect(page.getByText("1 container selected")).toBeVisible();
});

test("two thousand containers are on the map, gathered into bubbles that hold them all", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  const { session } = await mapCast(stage);
  await showManyContainers(page, watch, (number) => ({
    location: { lat: -30 + ((number * 7) % 600) / 10, long: -15 + ((number * 13) % 1_100) / 10 },
  }));
  await enter(session);
  const map = await openClusters(page);
  const counts = map.getByRole("button", { name: /^[\d,]+ containers: / });
  await expect(counts.first()).toBeVisible();
  const names = await counts.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  const sum = names.reduce((total, name) => total + Number(/\d+/.exec(name)?.[0]), 0);
  const singles = await map.getByRole("button", { name: /^Container \d+: / }).count();
  expect(sum + singles).toBe(manyContainers);
  await expect(page.getByRole("button", { name: "Show 1950 more" })).toBeVisible();
});

test("the dashboard's map is fetched when its card is opened, not before", async ({ page, signIn }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  const isMap = (url: string) => /fleet-map-|maplibre|\/map\/world\//.test(url);
  await signIn("daniela");
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
  expect(fetched.filter((url) => isMap(url) && url.endsWith(".js"))).toEqual([]);
  await page.getByRole("button", { name: "Open map" }).click();
  await page.locator("figure[aria-busy='false']").waitFor();
  const map = page.getByRole("figure");
  expect(fetched.filter(isMap)).not.toEqual([]);
  await map.getByRole("button", { name: /^Jumla/ }).click();
  await map.getByRole("link", { name: /^Jumla/ }).click();
  await expect(page).toHaveURL(/\/containers\/jumla$/);
});

test("no mark of a map is there before its land, and below it stands where that is from", async ({
  page,
  stage,
  enter,
}) => {
  const { session } = await mapCast(stage);
  // Looked at after each change of the page, since the time between the map and its land may be short.
  await page.addInitScript(() => {
    const seen: { isReady: boolean; isBusy: boolean; marks: number }[] = [];
    Object.assign(window, { seenOfMap: seen });
    const look = () => {
      const figure = document.querySelector("main figure");
      if (!figure) return;
      const isReady = figure.querySelector("[role=toolbar] button:enabled") !== null;
      const marks = figure.querySelectorAll("[role=group] > button").length;
      seen.push({ isReady, isBusy: figure.getAttribute("aria-busy") === "true", marks });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  });
  await enter(session);
  const map = await openClusters(page);
  await expect(map.getByRole("button", { name: "4 containers" })).toBeVisible();
  await expect(map.getByText("Land: Natural Earth. Towns: GeoNames, CC BY 4.0")).toBeVisible();
  const seen = await page.evaluate<{ isReady: boolean; isBusy: boolean; marks: number }[]>("seenOfMap");
  expect(seen.filter(({ isBusy, isReady }) => isBusy && isReady)).not.toEqual([]);
  expect(seen.filter(({ isBusy, marks }) => isBusy && marks > 0)).toEqual([]);
  expect(seen.at(-1)?.marks).toBeGreaterThan(0);
});

test("a part of the land that does not come is said, and asked for again", async ({ page, stage, enter, watch }) => {
  watch.allow(/503/);
  const { session } = await mapCast(stage);
  let isAway = true;
  await page.route("**/map/world/**", (route) => (isAway ? route.fulfill({ status: 503 }) : route.continue()));
  await enter(session);
  const map = await openClusters(page);
  await expect(map.getByText("Part of the map could not be loaded. It is asked for again.")).toBeVisible();
  isAway = false;
  const land = page.waitForResponse((answer) => answer.url().includes("/map/world/") && answer.ok());
  await map.getByRole("button", { name: "Try again" }).press("Enter");
  await land;
  await expect(map.getByText("Part of the map could not be loaded")).toHaveCount(0);
});

test("a map that the portal said nothing about has its marks, and its land as soon as there is an answer", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const { session } = await mapCast(stage);
  let isAway = true;
  await page.route("**/api/getMap", (route) => (isAway ? route.abort() : route.continue()));
  await enter(session);
  const map = await openClusters(page);
  await expect(map.getByText("Part of the map could not be loaded. It is asked for again.")).toBeVisible();
  await expect(map.getByRole("button", { name: "4 containers" })).toBeVisible();
  isAway = false;
  const land = page.waitForResponse((answer) => answer.url().includes("/map/world/") && answer.ok());
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await land;
  await expect(map.getByText("Part of the map could not be loaded")).toHaveCount(0);
  await expect(map.getByRole("button", { name: "4 containers" })).toBeVisible();
});

/** The page of clusters, once its map is drawn. */
async function openClusters(page: Page) {
  await page.goto("/clusters");
  // Large, and without a graphics card: it may take its time.
  await page.locator("figure[aria-busy='false']").waitFor();
  return page.getByRole("main").getByRole("figure");
}
