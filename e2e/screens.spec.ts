/** Every route in both languages, both colour schemes and both widths: axe, text that fits, a quiet console. */
import { expect, test } from "./fixtures.ts";
import { expectAccessible, expectTextFits } from "./page-checks.ts";

interface Look {
  language: "en" | "fr";
  colorScheme: "light" | "dark";
  width: 1280 | 400;
}

const looks: readonly Look[] = (["en", "fr"] as const).flatMap((language) =>
  (["light", "dark"] as const).flatMap((colorScheme) =>
    ([1280, 400] as const).map((width) => ({ language, colorScheme, width })),
  ),
);
const [plain, opposite] = [looks[0], looks[7]] as [Look, Look];

/** Screens with contents of their own. */
const built = ["/", "/containers", "/containers/lodwar", "/no/such/page"];
const builtForVisitors = ["/login", "/under-construction"];
/** Screens that say that they are not here yet share one part, so two looks of each are enough. */
const announced = [
  "/automation/list",
  "/automation/some-rule",
  "/charts",
  "/charts/add",
  "/charts/some-chart",
  "/clusters",
  "/containers/new",
  "/events",
  "/favorites",
  "/inspire",
  "/settings",
  "/settings/general",
  "/settings/kit-size",
  "/settings/manage-devices",
  "/solar/template",
  "/tickets",
  "/tickets/some-ticket",
  "/users/add",
  "/users/list",
  "/users/profile",
  "/users/role",
  "/users/some-user",
  "/warning/add",
  "/warning/history",
  "/warning/list",
  "/warning/other-users",
  "/warning/some-rule",
  "/widgets",
  "/widgets/create",
  "/widgets/create/some-widget",
  "/widgets/some-widget",
];
const announcedForVisitors = ["/forgot-pass", "/reset-pass", "/users/verify"];

const screens: { path: string; signedIn: boolean; looks: readonly Look[] }[] = [
  ...built.map((path) => ({ path, signedIn: true, looks })),
  ...builtForVisitors.map((path) => ({ path, signedIn: false, looks })),
  ...announced.map((path) => ({ path, signedIn: true, looks: [plain, opposite] })),
  ...announcedForVisitors.map((path) => ({ path, signedIn: false, looks: [plain, opposite] })),
];

for (const { path, signedIn, looks: wanted } of screens) {
  test(`${path} is accessible, fits and complains of nothing`, async ({ page, signIn, stage }) => {
    if (signedIn) await signIn("bruno");
    for (const { language, colorScheme, width } of wanted) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(stage.portalUrl + (language === "fr" ? `/fr${path === "/" ? "" : path}` : path));
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
      await test.step(`${language}, ${colorScheme}, ${width} px`, async () => {
        await expectAccessible(page);
        await expectTextFits(page);
        // A key without its text would show as the key.
        await expect(page.getByText(/^[a-z-]+:?[a-z_]+\.[a-z_.]+$/)).toHaveCount(0);
      });
    }
  });
}

test("an unknown path is called so", async ({ page, signIn }) => {
  await signIn("daniela");
  await page.goto("/no/such/page");
  await expect(page).toHaveTitle(/404 Not Found/);
  await expect(page.getByText("This page could not be found")).toBeVisible();
});

test("a container that one may not see is not found, like one that does not exist", async ({ page, signIn, watch }) => {
  watch.allow(/status of 404/);
  await signIn("emile");
  await page.goto("/containers/no-such-container");
  await expect(page.getByText("This page could not be found")).toBeVisible();
});

test("a portal that answers 500 at the start leads to the service page", async ({ page, signIn, watch }) => {
  watch.allow(/status of 500/);
  await signIn("daniela");
  await page.route("**/api/getCurrentUserInfo", (route) =>
    route.fulfill({ status: 500, json: { status: "error", code: "internal", message: "Something went wrong." } }),
  );
  await page.goto("/");
  await expect(page).toHaveURL(/\/under-construction/);
  await page.unroute("**/api/getCurrentUserInfo");
  // It tries again by itself and leads back.
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible({ timeout: 60_000 });
});
