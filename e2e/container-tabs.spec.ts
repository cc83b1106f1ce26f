/** The tabs that show a container: with data, empty, with old values, and where one of several calls fails. */
import type { Page, Route } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { go } from "./looks.ts";
import { quietContainer, silentContainer } from "./stage/stage.types.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("each tab of a container shows what is its own, from one to the next without loading the page again", async ({
  page,
  signIn,
}) => {
  await signIn("daniela");
  await test.step("the energy flow adds up, and its last 24 hours are replayed with the keyboard", async () => {
    await page.goto("/containers/agadez?tab=flow");
    const facts = page.getByRole("table", { name: "Energy flow: where power comes from and where it goes" });
    await expect(facts.getByRole("row", { name: /Unmetered/ })).toHaveCount(1);
    await expect(facts.getByRole("row", { name: /Solar charger 1/ })).toHaveCount(1);
    await expect(facts.getByRole("row", { name: /Battery.*%/ })).toHaveCount(1);
    await expect(page.getByText(/in and out of the bus|Nothing flows/)).toBeVisible();

    const position = page.getByRole("slider", { name: "Time shown" });
    await expect(position).toHaveAttribute("aria-valuetext", "Live");
    await position.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(position).toHaveAttribute("aria-valuetext", /^\d\d\/\d\d\/\d{4}, \d+:\d\d\s[ap]m, 15-minute average$/);
    const last = await position.getAttribute("aria-valuetext");
    await page.keyboard.press("Home");
    await expect(position).not.toHaveAttribute("aria-valuetext", last ?? "");
    await expect(position).toHaveValue("0");
    // In the last quarter of an hour before a midnight it is the first instant of the day that still lasts.
    const first = (await position.getAttribute("aria-valuetext")) ?? "";
    const today = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Niamey", day: "2-digit", month: "2-digit" });
    const day = first.startsWith(today.format(Date.now())) ? "Energy of the day" : `Energy of ${first.slice(0, 5)}`;
    await expect(page.getByRole("region", { name: day })).toBeVisible();
    await expect(page.getByText("Local time of the container (Africa/Niamey)")).toBeVisible();
    await expect(facts.getByRole("row", { name: /Unmetered/ })).toHaveCount(1);

    await page.getByRole("button", { name: "Play the last 24 hours" }).press("Enter");
    await expect(position).not.toHaveValue("0");
    await page.getByRole("button", { name: "Pause" }).press("Enter");
    await expect(page.getByRole("button", { name: "Play the last 24 hours" })).toBeVisible();
    await page.getByRole("button", { name: "Back to live" }).press("Enter");
    await expect(position).toHaveAttribute("aria-valuetext", "Live");
  });

  await test.step("the energy flow at an earlier time is that of its day, and leads back to the present", async () => {
    const at = Date.now() - 30 * 3_600_000;
    await go(page, `/containers/agadez?tab=flow&at=${at}`);
    const position = page.getByRole("slider", { name: "Time shown" });
    await expect(position).toHaveAttribute("aria-valuetext", /^\d\d\/\d\d\/\d{4}, \d+:\d\d\s[ap]m, 15-minute average$/);
    const shown = await position.getAttribute("aria-valuetext");
    const quarter = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Niamey", day: "2-digit", month: "2-digit" });
    expect(shown?.startsWith(quarter.format(at))).toBe(true);
    await expect(page.getByRole("button", { name: `Play ${quarter.format(at)}` })).toBeVisible();
    await expect(page.getByRole("region", { name: `Energy of ${quarter.format(at)}` })).toBeVisible();
    await expect(page.getByRole("term").filter({ hasText: /^Charge now$/ })).toBeVisible();
    await page.getByRole("button", { name: "Back to live" }).click();
    await expect(position).toHaveAttribute("aria-valuetext", "Live");
    await expect(page.getByRole("term").filter({ hasText: /^State of charge$/ })).toBeVisible();
    await expect(page).toHaveURL(/\?tab=flow$/);
  });

  await test.step("an address with a tab that there is not opens the overview", async () => {
    await go(page, "/containers/agadez?tab=days");
    await expect(page.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel", { name: "Overview" })).toBeVisible();
  });

  await test.step("batteries name the lowest and highest cell", async () => {
    await go(page, "/containers/agadez?tab=batteries");
    await expect(page.getByText(/Cell \d+ is the lowest with \d\.\d{3}/)).toBeVisible();
    await expect(page.getByRole("list", { name: "Cells" }).getByRole("listitem")).toHaveCount(16);
    await expect(page.getByRole("region", { name: "Battery bank" }).getByText("State of health")).toBeVisible();
    await expect(page.getByRole("img", { name: "Temperature, 30 days" })).toBeVisible();
  });

  await test.step("devices are listed by kind and open with all their values", async () => {
    await go(page, "/containers/agadez?tab=devices");
    const tile = page.getByRole("article").filter({ hasText: "Inverter" });
    await expect(tile.getByText("Responding")).toBeVisible();
    await tile.getByRole("button", { name: "Inverter" }).press("Enter");
    await expect(page).toHaveURL(/device=inverter/);
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("rowheader", { name: "Inverter temperature" })).toBeVisible();
    await drawer.getByLabel("Last 24 hours of").selectOption({ label: "Inverter temperature" });
    await expect(drawer.getByRole("img", { name: "Inverter temperature" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
  });

  await test.step("weather shows the sun that is to come first, then the weather and the place", async () => {
    await go(page, "/containers/agadez?tab=weather");
    await expect(page.getByText("Route de l’Aïr, Agadez, Niger")).toBeVisible();
    await expect(page.locator("main").getByRole("heading", { level: 2 }).first()).toHaveText("Solar forecast");
    await expectSun(page);
    await expect(page.getByRole("img", { name: "Solar power: measured and expected" })).toBeVisible();
  });

  await test.step("measured and expected power share their hours, also where clocks differ by a quarter hour", async () => {
    await go(page, "/containers/jumla?tab=weather");
    const table = page.getByRole("table", { name: /Solar power: measured and expected/ });
    await expect(table.getByRole("row").filter({ hasText: /W.*—/ }).first()).toBeAttached();
    await expect(async () => {
      const times = await table.getByRole("rowheader").allTextContents();
      expect(times.length).toBeGreaterThan(24);
      // Nepal is 5:45 ahead of UTC.
      expect(times.filter((time) => !/:45\s[ap]m$/.test(time))).toEqual([]);
    }).toPass();
  });

  await test.step("in seven days of charge, a day opens its chart, and the address keeps it", async () => {
    await go(page, "/containers/agadez?tab=seven-days");
    const days = page.getByRole("button", { name: /(lowest .* highest|nothing was measured)/ });
    await expect(days).toHaveCount(7);
    await expect(page.getByText(/Data starts on/)).toBeVisible();
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(7);
    await days.nth(5).press("Enter");
    await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}/);
    const detail = page.getByRole("region", { name: "Power and state of charge", exact: true });
    // It opens below all days, and comes into view.
    await expect(detail.getByRole("heading", { name: "Power and state of charge", exact: true })).toBeInViewport();
    await expect(detail.getByRole("img", { name: "Power and state of charge over time" })).toBeVisible();
    await page.reload();
    await expect(detail).toBeVisible();
    await expect(days.nth(5)).toHaveAttribute("aria-pressed", "true");
    await days.nth(5).press("Enter");
    await expect(detail).toHaveCount(0);
  });
});

test("a container that is off shows its last known values on each tab", async ({ page, signIn }) => {
  await signIn("daniela");
  await page.clock.setSystemTime(Date.now() + 20 * 60_000);
  await page.goto(`/containers/${quietContainer}?tab=flow`);
  // At the diagram at once, and at the hours below it when they have come.
  await expect(page.getByText(/^Last known(, .+ ago)?$/)).toHaveCount(2);
  const facts = page.getByRole("table", { name: "Energy flow: where power comes from and where it goes" });
  await expect(facts.getByRole("row", { name: /(Consumption|Other loads).*(now|ago)/ })).toHaveCount(1);
  await go(page, `/containers/${quietContainer}?tab=batteries`);
  await expect(page.getByText("No current values")).toBeVisible();
  await go(page, `/containers/${quietContainer}?tab=devices`);
  await expect(page.getByText("Controller silent: nothing is known of this device").first()).toBeVisible();
});

test("a container that never connected shows how to get its first values, and on each tab what it lacks", async ({
  page,
  signIn,
}) => {
  await signIn("daniela");
  await page.goto(`/containers/${silentContainer}`);
  const steps = page.getByRole("region", { name: "First contact" }).getByRole("listitem");
  await expect(steps).toHaveCount(5);
  await expect(steps.nth(1)).toContainText("Connected waiting");
  for (const [tab, sentence] of [
    ["flow", "Nothing has come yet"],
    ["batteries", "No battery is measured here"],
    ["seven-days", "No charge was measured in these seven days"],
    ["devices", "No device reported yet"],
    ["analysis", "Nothing in this period yet"],
    ["weather", "No position set"],
    ["setup", "No report yet"],
    ["network", "No report yet"],
    ["keep-alive", "No report yet"],
  ] as const) {
    await go(page, `/containers/${silentContainer}?tab=${tab}`);
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
});

test("the overview shows charge, outlook and weather; if one of them fails, the others stay", async ({
  page,
  signIn,
  watch,
}) => {
  await signIn("daniela");
  watch.allow(/status of 429/);
  await page.route("**/api/getBlackoutForecast", (route) =>
    route.fulfill({ status: 429, json: { status: "error", code: "too_many", message: "busy", requestId: "r-1" } }),
  );
  await page.goto("/containers/agadez");
  const outlook = page.getByRole("region", { name: "Battery forecast" });
  // A time-out that only catches hangs: the page itself loads first.
  await expect(outlook.getByRole("alert")).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole("region", { name: "Solar", exact: true })).toContainText(/W/);
  await expect(page.getByRole("region", { name: "Sun and weather" }).getByText(/Sunrise to sunset/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Power and state of charge", exact: true })).toBeVisible();

  await page.unroute("**/api/getBlackoutForecast");
  await page.goto("/containers/agadez");
  await expect(outlook.locator("summary", { hasText: "Why" })).toBeVisible();
  await outlook.locator("summary", { hasText: "Why" }).click();
  await expect(outlook.getByText("Cut-off used")).toBeVisible();
});

test("the star in a container's header adds it to the favourites and removes it", async ({ page, signIn }) => {
  await signIn("emile");
  await page.goto("/containers/jumla");
  const star = page.getByRole("main").getByRole("button", { name: /^Favorite: / });
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "false");
});

test("a state is shown by its single readings, and by quarter hours with a note where these are too many", async ({
  page,
  signIn,
  watch,
}) => {
  watch.allow(/status of 400/);
  await signIn("daniela");
  await page.goto("/containers/agadez?tab=devices&device=relays");
  const band = page.getByRole("dialog").getByRole("figure");
  const note = band.getByText(/^By quarter hours/);
  await expect(band).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.route("**/api/getChartData", (route) =>
    (route.request().postDataJSON() as { groupBy: string }).groupBy === "raw"
      ? route.fulfill({
          status: 400,
          json: { status: "error", code: "bad_input", message: "too many", requestId: "r-1" },
        })
      : route.continue(),
  );
  await page.reload();
  await expect(note).toBeVisible();
});

test("the analysis of a period is kept in the address, and if one study fails the others stay", async ({
  page,
  signIn,
  stage,
  watch,
}) => {
  await signIn("daniela");
  watch.allow(/status of 429/);
  await page.route("**/api/getSolcastQuery", (route) =>
    route.fulfill({ status: 429, json: { status: "error", code: "too_many", message: "busy", requestId: "r-1" } }),
  );
  await page.goto("/containers/agadez?tab=analysis");
  await expect(page.getByRole("region", { name: "Performance ratio" }).getByRole("alert")).toBeVisible();
  const balance = page.getByRole("region", { name: "Energy balance" });
  await expect(balance.getByText("Self-sufficiency")).toBeVisible();
  await expect(balance.getByRole("img", { name: "Energy in and out" })).toBeVisible();
  await expect(balance.getByText(/^The last bar is not complete: .* up to \d/)).toBeVisible();
  await expect(page.getByText(/Highest on/)).toBeVisible();
  // A period is a step in the history, as a tab is.
  const period = (name: string) => page.getByRole("button", { name, exact: true });
  await period("30 days").click();
  await expect(page).toHaveURL(/period=30_days/);
  await page.goBack();
  await expect(period("7 days")).toHaveAttribute("aria-pressed", "true");
  await page.goForward();
  await expect(period("30 days")).toHaveAttribute("aria-pressed", "true");

  const other = stage.containers.find(({ containerId }) => containerId === "jumla");
  await page.getByLabel("Compare with").selectOption({ label: other?.name ?? "" });
  await expect(page).toHaveURL(/against=jumla/);
  await expect(page.getByRole("columnheader", { name: other?.name ?? "" })).toBeVisible();
});

async function expectSun(page: Page): Promise<void> {
  // No weather service answers here: all that is left of its cards is the line with the place.
  const sun = page.getByRole("region", { name: "Place" }).getByText(/^\d+:\d\d\sam to \d+:\d\d\spm$/);
  await expect(sun).toBeVisible();
}

for (const how of ["is refused", "gets no answer"] as const) {
  test(`a call for a container's page that ${how} leaves what the list has and the cards that need no more`, async ({
    page,
    signIn,
    watch,
  }) => {
    watch.allow(/status of 500|ERR_FAILED/);
    await page.route(/\/api\/getContainerInfoV4$/, (route) =>
      how === "gets no answer"
        ? route.abort()
        : route.fulfill({ status: 500, json: { status: "error", code: "internal", message: "broken" } }),
    );
    await signIn("daniela");
    await page.goto("/containers/agadez");
    const main = page.getByRole("main");
    const lost = main.getByText("Devices, data and all other values could not be loaded.");
    await expect(lost).toBeVisible();
    await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
    await expect(main.getByText("Not kept on this device")).toHaveCount(0);
    await expect(main.getByRole("region", { name: "State of charge", exact: true })).toContainText(/\d/);
    await expect(main.getByRole("img", { name: "Power and state of charge" })).toBeVisible();
    await expect(main.getByRole("heading", { name: "Devices" })).toHaveCount(0);
    await page.getByRole("tab", { name: "Analysis" }).click();
    await expect(main.getByRole("region", { name: "Energy balance" }).getByText(/kWh/).first()).toBeVisible();

    await page.unroute(/\/api\/getContainerInfoV4$/);
    await main.getByRole("button", { name: "Try again" }).click();
    await expect(lost).toHaveCount(0);
    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(main.getByRole("heading", { name: "Devices" })).toBeVisible();
  });
}

test("sun and weather that both fail say so once and come back together; the energy of the day fails by itself", async ({
  page,
  signIn,
  watch,
}) => {
  await signIn("daniela");
  watch.allow(/status of 500/);
  const failing = /\/api\/(getSolcastQuery|getWeather|getEnergyBalance)$/;
  const fail = (route: Route) =>
    route.fulfill({ status: 500, json: { status: "error", code: "internal", message: "broken" } });
  await page.route(failing, fail);
  await page.goto("/containers/agadez");
  const sun = page.getByRole("region", { name: "Sun and weather" });
  await expect(sun.getByRole("alert")).toHaveCount(1);
  const energy = page.getByRole("region", { name: "Energy today" });
  await expect(energy.getByRole("alert")).toHaveCount(1);
  await expect(energy.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute(failing);
  await sun.getByRole("button", { name: "Try again" }).click();
  await expect(sun.getByText(/Sunrise to sunset/)).toBeVisible();
  await expect(sun.getByText(/kWh/).first()).toBeVisible();

  await page.route(failing, fail);
  await page.goto("/containers/agadez?tab=flow");
  const flow = page.getByRole("region", { name: "Energy flow", exact: true });
  await expect(flow.getByRole("alert")).toHaveCount(1);
  await expect(flow.getByRole("slider", { name: "Time shown" })).toBeVisible();
  await page.unroute(failing);
  await flow.getByRole("button", { name: "Try again" }).click();
  await expect(flow.getByText("Into the bus")).toBeVisible();
});
