import { expect, test } from "./fixtures.ts";
import { actors, demoPassword } from "./stage/stage.types.ts";

test("a visitor is sent to the sign-in and then to the page they wanted", async ({ page, context, watch }) => {
  await page.goto("/containers");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(actors.daniela.email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/containers$/);

  const cookies = await context.cookies();
  expect(cookies.map(({ name, sameSite }) => [name, sameSite])).toEqual(
    expect.arrayContaining([
      ["token", "Strict"],
      ["userId", "Strict"],
    ]),
  );

  await page.getByRole("button", { name: "Account", exact: true }).click();
  await expect(page.getByText(actors.daniela.email)).toBeVisible();
  // Calls of the list that are under way when the session ends are refused, and the browser logs that.
  watch.allow(/status of 401/);
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await context.cookies()).filter(({ name }) => name === "token" || name === "userId")).toEqual([]);
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
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

test("an empty form names what is missing and sends nothing to the portal", async ({ page }) => {
  const calls: string[] = [];
  page.on(
    "request",
    (request) => void (request.url().endsWith("/login") && request.method() === "POST" && calls.push(request.url())),
  );
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Please fill email")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  expect(calls).toEqual([]);
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
