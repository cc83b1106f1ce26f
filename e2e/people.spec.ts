import { expect, test } from "./fixtures.ts";
import { go, heading } from "./looks.ts";
import { addPerson, invite, nextLink, ownPassword, sessionFor } from "./people.ts";

test("the link of an invitation sets the password once, and the invited person sees their own containers", async ({
  page,
  stage,
  watch,
}) => {
  // The browser itself logs every answer of 400 or above.
  watch.allow(/status of 400/);
  const person = await invite(stage, { containers: ["lodwar", "jumla"] });
  const { path } = await nextLink(stage, person.email);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("too short");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("This password is too short.")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("password1234");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("alert")).toContainText("too common");
  await page.getByLabel("New password", { exact: true }).fill(ownPassword);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
  expect(page.url()).not.toContain("#");

  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.getByLabel("Password", { exact: true }).fill(ownPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await go(page, "/containers");
  await expect(heading(page, "Containers")).toBeVisible();
  const list = page.getByRole("main");
  await expect(list.getByRole("link", { name: /Lodwar clinic/ })).toBeVisible();
  await expect(list.getByRole("link", { name: /Jumla hospital/ })).toBeVisible();
  await expect(list.getByRole("link", { name: /Agadez/ })).toHaveCount(0);

  await page.goto(path);
  await page.getByLabel("New password", { exact: true }).fill("another long password");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the link again" })).toBeVisible();
});

test("a forgotten password is reset by a link that works once, and every other browser is signed out", async ({
  page,
  otherPage: elsewhere,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 40[01]/);
  const person = await addPerson(stage);
  await enter(await sessionFor(stage, person));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  const sentences: string[] = [];
  for (const email of ["nobody@example.org", person.email]) {
    await elsewhere.goto("/login");
    await elsewhere.getByRole("link", { name: "Forgotten password?" }).click();
    // Both pages have such a field, and the first page stays until the second has loaded.
    await expect(elsewhere.getByRole("heading", { name: "Forgotten password" })).toBeVisible();
    await elsewhere.getByLabel("Email").fill(email);
    await elsewhere.getByRole("button", { name: "Send me a link" }).click();
    sentences.push(((await elsewhere.getByRole("status").textContent()) ?? "").replace(email, "…"));
  }
  expect(sentences[0]).toContain("If there is an account");
  expect(sentences[1]).toBe(sentences[0]);

  const { path } = await nextLink(stage, person.email);
  const chosen = "seven quiet lanterns";
  await elsewhere.goto(path);
  await elsewhere.getByLabel("New password", { exact: true }).fill(chosen);
  await elsewhere.getByRole("button", { name: "Set the password" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Your password is set" })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);

  await elsewhere.getByRole("link", { name: "Sign in" }).click();
  await elsewhere.getByLabel("Password", { exact: true }).fill(ownPassword);
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(elsewhere.getByRole("alert")).toHaveText("Email or password is not correct.");
  await elsewhere.getByLabel("Password", { exact: true }).fill(chosen);
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(elsewhere.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  await elsewhere.goto(path);
  await elsewhere.getByLabel("New password", { exact: true }).fill("another long password");
  await elsewhere.getByRole("button", { name: "Set the password" }).click();
  await expect(elsewhere.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
});

test("the page of a container that is taken away while open says so, and comes back when access is given again", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 404/);
  const person = await addPerson(stage, { containers: ["lodwar", "agadez"] });
  const give = (containers: string[]) =>
    stage.call("ada", "updateUserContainerList", { userId: person.userId, containers });
  await enter(await sessionFor(stage, person));
  await page.goto("/containers/agadez");
  const values = page.getByRole("heading", { name: "Energy today" });
  await expect(values).toBeVisible();
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();

  await give(["lodwar"]);
  await expect(page.getByRole("alert")).toContainText("You can no longer see this container");
  await expect(values).toHaveCount(0);
  await give(["lodwar", "agadez"]);
  await expect(values).toBeVisible();
  await expect(page.getByText("You can no longer see this container")).toHaveCount(0);

  await give(["lodwar"]);
  await page.getByRole("link", { name: "Go to your containers" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /Lodwar clinic/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /Agadez/ })).toHaveCount(0);
  await give([]);
  await expect(page.getByText("No container is assigned to you.")).toBeVisible();
});

test("an answer 401 leads to the sign-in, except from the three pages for people who are not signed in", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 401/);
  const signedOut = { status: "error", code: "signed_out", message: "You are signed out." };
  await enter(await sessionFor(stage, await addPerson(stage)));
  await page.route("**/api/**", (route) => route.fulfill({ status: 401, json: signedOut }));
  const link = `#token=${"A".repeat(43)}`;
  const said = page.getByText("You are signed out. Please sign in again.");

  await page.goto("/forgot-pass");
  await page.getByLabel("Email").fill("grace@example.org");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(said).toBeVisible();
  await go(page, `/reset-pass${link}`);
  await page.getByLabel("New password", { exact: true }).fill(ownPassword);
  await expect(said).toHaveCount(0);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(said).toBeVisible();
  // It asks by itself, so what the page before said is gone first.
  await page.goto(`/users/verify${link}`);
  await expect(said).toBeVisible();
  await expect(page).toHaveURL(/\/users\/verify/);

  await page.goto("/users/profile");
  await expect(page).toHaveURL(/\/login\?next=%2Fusers%2Fprofile$/);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("token");
});

test("A5: two cookies of the same name sign the page out", async ({ page, context, signIn }) => {
  await signIn("daniela");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.evaluate(() => {
    document.cookie = "token=planted; Path=/containers";
  });
  await page.goto("/containers");
  await expect(page).toHaveURL(/\/login/);
  expect((await context.cookies()).filter(({ name }) => name === "token")).toEqual([]);
});

test("a person whose role requires two-step sign-in is sent to the profile until it is set up", async ({
  page,
  signIn,
}) => {
  let mustSetUp = true;
  await page.route("**/api/getCurrentUserInfo", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { info: object };
    await route.fulfill({ response: answer, json: { ...body, info: { ...body.info, mustSetUpTwoStep: mustSetUp } } });
  });
  await signIn("daniela");
  await page.goto("/containers");
  await expect(page).toHaveURL(/\/users\/profile$/);
  await expect(page.getByRole("alert")).toContainText("Your role requires two-step sign-in.");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/users\/profile$/);
  mustSetUp = false;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("a call refused for lack of two-step sign-in leads to the profile too", async ({ page, signIn, watch }) => {
  watch.allow(/status of 403/);
  await signIn("daniela");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  const refusal = { status: "error", code: "two_step_needed", message: "Two steps are needed." };
  await page.route("**/api/getSitesV2", (route) => route.fulfill({ status: 403, json: refusal }));
  await page.goto("/charts");
  await expect(page).toHaveURL(/\/users\/profile$/);
});

test("calls that the page makes by itself are marked as such, and the next user action counts as activity again", async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  const marks: boolean[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) marks.push("x-background" in request.headers());
  });
  await signIn("daniela");
  await page.goto("/containers/lodwar");
  await expect(page.getByRole("heading", { name: "Energy today" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
  expect(marks.length).toBeGreaterThan(3);
  expect(marks).not.toContain(true);
  await expect(async () => {
    // What was asked while someone was still there may be heard of late; then the next round has only what came after.
    marks.length = 0;
    await page.clock.fastForward(61_000);
    expect(marks).not.toEqual([]);
    expect(marks).not.toContain(false);
  }).toPass();
  marks.length = 0;
  await expect(async () => {
    await page.keyboard.press("Shift");
    await page.clock.fastForward(31_000);
    expect(marks.at(-1)).toBe(false);
  }).toPass();
});

test("a browser whose session is ended elsewhere goes to the sign-in by itself", async ({
  page,
  otherPage: other,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 401/);
  const person = await addPerson(stage);
  await enter(await sessionFor(stage, person));
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();

  await other.goto("/login?next=%2Fusers%2Fprofile");
  await other.getByLabel("Email").fill(person.email);
  await other.getByLabel("Password", { exact: true }).fill(ownPassword);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  const sessions = other.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByText("This browser")).toHaveCount(1);
  await sessions.getByRole("button", { name: /^End the session of/ }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(page).toHaveURL(/\/login/);

  for (const _ of [1, 2]) await sessionFor(stage, person);
  await other.reload();
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await sessions.getByRole("button", { name: "End all others" }).click();
  await expect(sessions.getByText("All other sessions have ended.")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
});
