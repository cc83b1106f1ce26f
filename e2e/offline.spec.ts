/** What a page can do while there is no network. */
import { expect, post, test } from "./fixtures.ts";
import { oneBattery, register, runController } from "./own-controller.ts";
import { addPerson, sessionFor } from "./people.ts";
import { type Language, textIn } from "./texts.ts";

const menu = { width: 1280, height: 800 };
const away = textIn("en", "shared:error.away_text");
const languages: readonly [Language, home: string][] = [
  ["en", ""],
  ["fr", "/fr"],
];

/** Many files, each of which waits for an idle moment of a machine that other journeys keep busy. */
const fetched = { timeout: 200_000 };

/** Met by what the container reads at once. */
const fullRule = (containerId: string) => ({
  ruleName: "Above the half",
  sites: [containerId],
  severity: "info",
  conditions: [{ name: "Above the half", type: "above", attributes: ["battery.soc"], threshold: 50, duration: 0 }],
});

test.use({ fetchesRest: true });
test.beforeEach(({ watch }) => watch.allow(/Failed to load resource|WebSocket|net::ERR_INTERNET_DISCONNECTED/));

for (const [language, home] of languages) {
  const say = (key: string) => textIn(language, key);

  test(`a screen that is not on the device yet says so, and comes by itself when the network is back, in ${language}`, async ({
    page,
    context,
    signIn,
  }) => {
    await page.setViewportSize(menu);
    await page.route("**/parts.json", (route) => route.abort());
    await signIn("daniela");
    await page.goto(`${home}/help`);
    const link = (state: string) =>
      page.getByRole("button", { name: `${say("shell:link")}: ${say(`shell:link_${state}`)}` });
    await expect(link("live")).toBeVisible();
    const main = page.getByRole("main");
    const titles = main.getByRole("heading", { level: 1 });

    await context.setOffline(true);
    const entries = page.getByRole("navigation", { name: say("shell:main_menu") });
    await entries.getByRole("button", { name: say("shared:screen.users") }).click();
    await entries.getByRole("link", { name: say("shared:screen.users_list") }).click();
    await expect(main.getByText(say("shared:error.away_text"))).toBeVisible();
    await expect(titles).toHaveText(say("shared:error.away_title"));
    await expect(page.getByText(say("shared:error.new_version_title"))).toHaveCount(0);
    await expect(page.getByText(say("shell:offline_banner"))).toBeVisible();

    await context.setOffline(false);
    await expect(titles).toHaveText(say("shared:screen.users_list"));
    await expect(main.getByText(say("shared:error.away_text"))).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${home}/users/list$`));
  });
}

test("words that are not on the device in the page's language are in another one, which is said, and come by themselves", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(menu);
  await signIn("daniela");
  const missing = ["**/assets/containers.fr-*", "**/favicon.svg", "**/parts.json"];
  for (const pattern of missing) await page.route(pattern, (route) => route.abort());
  await page.goto("/fr/containers");
  const main = page.getByRole("main");
  const states = (language: Language) => main.getByTitle(textIn(language, "containers:filter"));
  await expect(states("en")).toBeVisible();
  const why = main.getByText(
    textIn("fr", "shell:language_away").replace("{{language}}", "français").replace("{{other}}", "anglais"),
  );
  await expect(why).toBeVisible();

  for (const pattern of missing) await page.unroute(pattern);
  await expect(states("fr")).toBeVisible();
  await expect(why).toHaveCount(0);
});

test("all screens are fetched while the page is idle, and open without network", async ({ page, context, signIn }) => {
  await page.setViewportSize(menu);
  await page.clock.install();
  const asked = new Set<string>();
  page.on("requestfinished", (request) => void asked.add(new URL(request.url()).pathname));
  await signIn("daniela");
  await page.goto("/help");
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
  await page.clock.fastForward(8_000);
  const parts = (await (await page.request.get("/parts.json")).json()) as Record<"all" | "en" | "fr", string[]>;
  const wanted = [...parts.all, ...parts.en, ...parts.fr];
  await expect.poll(() => wanted.filter((path) => !asked.has(path)).length, fetched).toBe(0);
  expect([...asked].filter((path) => /maplibre[^/]*js$/.test(path))).toEqual([]);

  await context.setOffline(true);
  const entries = page.getByRole("navigation", { name: "Main menu" });
  await entries.getByRole("button", { name: "Settings" }).click();
  for (const name of ["Clusters", "Dashboard"]) {
    await entries.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  }
  await expect(page.getByText(away)).toHaveCount(0);
});

test.describe("with the worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a screen that was visited is readable after a reload without network, with its age, until someone signs out", async ({
    page,
    context,
    stage,
    enter,
  }) => {
    await page.setViewportSize(menu);
    await page.clock.install();
    const place = await register(stage, "Bandiagara mill");
    const controller = await runController(stage, { ...place, driver: oneBattery });
    const person = await addPerson(stage, { containers: ["lodwar", place.containerId] });
    const session = await sessionFor(stage, person);
    const own = { "x-auth-token": session.authToken, "x-user-id": session.userId };
    await post(stage, "registerWarning", fullRule(place.containerId), own);
    await enter(session);
    await page.goto("/warning/history");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /^Details of .*Above the half/ }).click();
    const became = main.getByRole("region", { name: "What became of it", exact: true });
    await expect(became.getByText(/Raised\.$/)).toBeVisible();
    const incident = page.url();
    await page.goto("/events?show=all");
    const events = main.getByRole("list", { name: "Events", exact: true });
    await expect(events.getByText("Above the half", { exact: true })).toBeVisible();
    await controller.end();
    await page.goto("/containers/lodwar");
    await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
    const charge = page.getByRole("region", { name: "State of charge", exact: true });
    await expect(charge).toContainText(/\d/);
    const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    await page.clock.fastForward(8_000);
    const parts = (await (await page.request.get("/parts.json")).json()) as Record<"all" | "en" | "fr", string[]>;
    const missing = (paths: string[]) =>
      page.evaluate(async (wanted) => {
        const kept = await Promise.all(wanted.map((path) => caches.match(path)));
        return kept.filter((answer) => answer === undefined).length;
      }, paths);
    await expect.poll(() => missing(["/offline-page", ...parts.all, ...parts.en, ...parts.fr]), fetched).toBe(0);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page.getByText(/^Data received .+ ago\.$|^Data received just now\.$/)).toBeVisible();
    await expect(charge).toContainText(/\d/);
    const sign = page.getByRole("banner").locator("img").first();
    await expect.poll(() => sign.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.clock.fastForward("12:00");
    await expect(page.getByText(/^Data received 1[2-9]\smin ago\.$/)).toBeVisible();

    for (const [path, there] of [
      [incident, became.getByText(/Raised\.$/)],
      ["/events?show=all", events.getByText("Above the half", { exact: true })],
    ] as const) {
      await page.goto(path);
      await expect(there).toBeVisible();
      await expect(page.getByText(/^Data received 1[2-9]\smin ago\.$/)).toBeVisible();
    }
    // In a language in which nobody opened it before, too.
    await page.goto("/fr/containers/lodwar");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(main.getByText(textIn("fr", "shell:offline_banner"))).toBeVisible();
    await page.goto("/containers/lodwar");
    await expect(charge).toContainText(/\d/);

    // Ages on the screen count on with the banner, and what was never asked for is not an error.
    await expect(page.getByText("Last seen").locator("..")).toContainText(/1[2-9]\smin/);
    await expect(page.getByText(/^Was (charging|discharging|idle)$/)).toBeVisible();
    await page.getByRole("tab", { name: "Analysis" }).click();
    await expect(page.getByText("Not kept on this device").first()).toBeVisible();
    await expect(page.getByText("This could not be loaded")).toHaveCount(0);
    // Of a container that was never opened here the name and the tabs are there, and the message is in the tab alone.
    await page.goto(`/containers/${place.containerId}?tab=devices`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bandiagara mill");
    await expect(page.getByRole("tab", { name: "Devices" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel").getByText("Not kept on this device")).toBeVisible();
    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(page.getByRole("tabpanel").getByText("Not kept on this device")).toBeVisible();

    const cookies = await context.cookies();
    const [token, userId] = ["token", "userId"].map((wanted) => {
      const cookie = cookies.find((one) => one.name === wanted);
      return decodeURIComponent(cookie?.value ?? "");
    });
    const headers = { "x-auth-token": token ?? "", "x-user-id": userId ?? "" };
    const statusOf = async () => (await page.request.post("/api/getSites", { headers, data: {} })).status();
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/login/);
    const left = await page.evaluate(() => [localStorage, sessionStorage].flatMap(Object.values<string>).join());
    expect(left).not.toContain(name);
    expect(left).not.toContain(token);
    // The credential of the live connection.
    expect(left).not.toContain("password");
    await expect(page.getByText(/^You are signed out on this device\./)).toBeVisible();

    await context.setOffline(false);
    await page.clock.fastForward("00:30");
    await expect(page.getByText("You are signed out, here and at the portal.")).toBeVisible();
    expect(await statusOf()).toBe(401);
  });
});
