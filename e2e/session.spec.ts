import type { Request } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { actors, demoPassword } from "./stage/stage.types.ts";

test("a visitor is sent to the sign-in and then to the page they wanted", async ({ page, context }) => {
  await page.goto("/containers");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(actors.daniela.email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  // A call that is under way when the session ends is abandoned first: the browser would log its refusal.
  const underWay: Request[] = [];
  await page.route("**/api/getSitesV2", (route) => void underWay.push(route.request()));
  await page.route("**/api/signOut", async (route) => {
    await expect.poll(() => underWay[0]?.failure()?.errorText, { timeout: 30_000 }).toBe("net::ERR_ABORTED");
    await route.continue();
  });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/containers$/);

  const cookies = await context.cookies();
  expect(cookies.map(({ name, sameSite }) => [name, sameSite])).toEqual(
    expect.arrayContaining([
      ["token", "Strict"],
      ["userId", "Strict"],
    ]),
  );

  await expect.poll(() => underWay.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await expect(page.getByText(actors.daniela.email)).toBeVisible();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await context.cookies()).filter(({ name }) => name === "token" || name === "userId")).toEqual([]);
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
});

test("signing out leads the other tabs to the sign-in at once, whatever they would have asked next", async ({
  page,
  context,
  signIn,
}) => {
  await signIn("daniela");
  const other = await context.newPage();
  await other.goto("/containers");
  await expect(other.getByRole("heading", { level: 1, name: "Containers" })).toBeVisible();
  // No answer of the portal can tell it.
  await other.route("**/api/*", () => {});
  await page.goto("/help");
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(other).toHaveURL(/\/login\?next=%2Fcontainers$/);
  await expect(other.getByText(/^You were signed out/)).toBeVisible();
  await expect(other.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});

test("a tab leaves when its session has ended, also where the cookies are not gone yet, and stays in another", async ({
  page,
  context,
  signIn,
}) => {
  await signIn("daniela");
  await page.goto("/containers");
  const other = await context.newPage();
  await other.goto("/help");
  await expect(other.getByRole("heading", { level: 1, name: "User Manual" })).toBeVisible();
  const token = (await context.cookies()).find(({ name }) => name === "token")?.value;
  const tell = (ended: string | undefined) =>
    page.evaluate((text) => new BroadcastChannel("offgrid.session").postMessage(text), ended);
  await tell("of a session before");
  await expect(other.getByRole("heading", { level: 1, name: "User Manual" })).toBeVisible();
  await tell(token);
  await expect(other).toHaveURL(/\/login\?next=%2Fhelp$/);
});

test("a wrong password and an unknown address get the same message", async ({ page, watch }) => {
  // The browser itself logs every answer of 400 or above.
  watch.allow(/status of 401/);
  await page.goto("/login");
  const answers: string[] = [];
  for (const email of [actors.emile.email, "nobody@example.org"]) {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    const answered = page.waitForResponse(/\/api\/login$/);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    expect((await answered).status()).toBe(401);
    answers.push((await page.getByRole("alert").textContent()) ?? "");
    await page.reload();
  }
  expect(answers).toEqual(["Email or password is not correct.", "Email or password is not correct."]);
});

test("a session that has ended leads to the sign-in on the next page", async ({ page, context, stage, watch }) => {
  watch.allow(/status of 401/);
  await context.addCookies(
    ["token", "userId"].map((name) => ({
      name,
      value: "long-gone",
      url: stage.portalUrl,
      sameSite: "Strict" as const,
    })),
  );
  await page.goto("/charts");
  await expect(page).toHaveURL(/\/login/);
});

test("people of an organisation sign in by it, come back to the page that they wanted, and confirm by it too", async ({
  page,
  context,
  stage,
  watch,
}) => {
  // The browser itself logs every answer of 400 or above.
  watch.allow(/status of 403/);
  const asAwa = async (at: typeof page) => {
    await at.getByPlaceholder("Enter any login").fill("awa");
    await at.getByPlaceholder("and password").fill("any");
    await at.getByRole("button", { name: "Sign-in" }).click();
  };
  await page.goto("/users/profile");
  await page.getByRole("button", { name: "Sign in with Sahel Energy" }).click();
  await asAwa(page);
  await expect(page).toHaveURL(/\/users\/profile$/);
  await expect(page.getByText("awa@sahel.example").first()).toBeVisible();

  const userId = (await context.cookies()).find(({ name }) => name === "userId")?.value ?? "";
  await stage.unconfirm(userId);
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  const other = context.waitForEvent("page");
  await page.getByRole("button", { name: "Use Sahel Energy" }).click();
  const window = await other;
  await asAwa(window);
  await expect(page.getByLabel("Current code from the app")).toBeVisible();

  // An address from the history signs nobody in.
  await page.goto("/login/provider?code=used&state=before");
  await expect(page.getByRole("heading", { name: "Not signed in" })).toBeVisible();
  await expect(page.getByText("The sign-in did not go through.")).toBeVisible();
});
