/** Journeys of people who manage others: invitations, rights, roles and the audit. */
import { randomUUID } from "node:crypto";

import { expect, post, test } from "./fixtures.ts";
import { go, heading } from "./looks.ts";
import { addActor, addPerson, nextLink, ownPassword, sessionFor } from "./people.ts";

test("an administrator invites a person, who sees only what was assigned and is notified when a container is taken away", async ({
  page,
  otherPage: theirs,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 409/);
  const email = `grace-${randomUUID().slice(0, 8)}@example.org`;
  const boss = await addActor(stage, "admin");
  await enter(boss.session);
  await page.goto("/users/list");
  await page.getByRole("link", { name: "Add new" }).last().click();
  await page.getByLabel("Email", { exact: true }).fill("fatou@example.org");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("Please fill phone")).toBeVisible();
  await expect(page.getByText("Please fill full fields").first()).toBeVisible();
  await page.getByLabel("Phone", { exact: true }).fill("+233 20 000 0000");
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Mensah");
  const role = page.getByLabel("Role", { exact: true });
  await expect(role.getByRole("option")).toHaveText([
    "Select role",
    "Offgrid Site Manager",
    "Customer Account",
    "Customer's Staff",
  ]);
  await role.selectOption("Customer Account");
  await page.getByLabel("Filter containers", { exact: true }).fill("lodwar");
  await page.getByRole("checkbox", { name: "Lodwar clinic" }).check();
  await page.getByLabel("Filter containers", { exact: true }).fill("agadez");
  await page.getByRole("checkbox", { name: /Agadez/ }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("Another account already uses this email address.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("Grace Mensah is invited")).toBeVisible();
  const first = await nextLink(stage, email);
  await page.getByRole("button", { name: "Send the invitation again" }).click();
  const { path } = await nextLink(stage, email);
  expect(path).not.toBe(first.path);

  await theirs.goto(path);
  await theirs.getByLabel("New password", { exact: true }).fill(ownPassword);
  await theirs.getByRole("button", { name: "Set the password" }).click();
  await theirs.getByRole("link", { name: "Sign in" }).click();
  await theirs.getByLabel("Password", { exact: true }).fill(ownPassword);
  await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(theirs.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await go(theirs, "/containers");
  await expect(heading(theirs, "Containers")).toBeVisible();
  const list = theirs.getByRole("main");
  await expect(list.getByRole("link", { name: /Lodwar clinic/ })).toBeVisible();
  await expect(list.getByRole("link", { name: /Agadez/ })).toBeVisible();
  await expect(list.getByRole("link", { name: /Jumla/ })).toHaveCount(0);
  await list.getByRole("link", { name: /Agadez/ }).click();
  await expect(theirs.getByRole("heading", { name: "Energy today" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Live connection: Live" })).toBeVisible();

  await page.getByRole("link", { name: "Open their page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Grace Mensah" })).toBeVisible();
  await expect(page.getByText("This person can sign in.")).toBeVisible();
  await page.getByRole("checkbox", { name: /Agadez/ }).uncheck();
  await page.getByRole("button", { name: "Save containers" }).click();
  await expect(theirs.getByRole("alert")).toContainText("You can no longer see this container");
  await expect(page.getByText("1 selected")).toBeVisible();

  await page.getByRole("button", { name: "End all sessions" }).click();
  await expect(page.getByText("Not signed in on any device.")).toBeVisible();
  await expect(theirs).toHaveURL(/\/login/);
});

test("a new address that a manager enters waits until the person agrees, and then until its own link is followed", async ({
  page,
  otherPage: theirs,
  stage,
  enter,
}) => {
  const manager = await addPerson(stage, { role: "user", containers: ["lodwar"] });
  const person = await addPerson(stage, { role: "customer_staff", containers: ["lodwar"] });
  const session = await sessionFor(stage, manager);
  const wanted = `new-${person.email}`;
  const headers = { "X-Auth-Token": session.authToken, "X-User-Id": session.userId };
  await post(stage, "saveUserAccount", { userId: person.userId, email: wanted }, headers);
  await enter(session);
  await page.goto(`/users/${person.userId}`);
  await expect(page.getByText(`${wanted} will replace the address once the person agrees`)).toBeVisible();

  await theirs.goto((await nextLink(stage, person.email)).path);
  await expect(theirs.getByRole("heading", { name: "A new address for your account" })).toBeVisible();
  await theirs.getByRole("button", { name: "Agree to the new address" }).click();
  await expect(theirs.getByRole("status")).toContainText(`An email is on its way to ${wanted}`);
  const later = await theirs.context().newPage();
  await later.goto((await nextLink(stage, wanted)).path);
  await expect(later.getByRole("status")).toHaveText(`${wanted} now belongs to your account.`);
  await page.reload();
  await expect(page.getByText(wanted).first()).toBeVisible();
  await expect(page.getByText("once the person agrees")).toHaveCount(0);
});

test("a person is changed, disabled, found by state and removed", async ({ page, stage, enter }) => {
  const person = await addPerson(stage);
  const boss = await addActor(stage, "admin");
  await enter(boss.session);
  await page.goto(`/users/${person.userId}`);
  await page.getByLabel("Last name").fill(`Mensah ${person.userId.slice(0, 6)}`);
  await page.getByLabel("Role", { exact: true }).selectOption("Customer's Staff");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const name = `Grace Mensah ${person.userId.slice(0, 6)}`;
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable", exact: true }).click();
  await expect(page.getByText("This person is disabled and cannot sign in.")).toBeVisible();

  await go(page, "/users/list");
  await page.getByLabel("State").selectOption("Disabled");
  await page.getByLabel("Sees container").selectOption("Lodwar clinic");
  await page.getByLabel("Role", { exact: true }).selectOption("Customer's Staff");
  await page.getByRole("button", { name: "Last seen" }).click();
  await expect(page).toHaveURL(/state=disabled/);
  await expect(page).toHaveURL(/role=customer_staff/);
  await expect(page).toHaveURL(/container=lodwar/);
  await expect(page).toHaveURL(/sort=lastSeen/);
  await page.reload();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toBeVisible();
  await page.getByLabel("State").selectOption("Active");
  await expect(row).toHaveCount(0);
  await page.getByLabel("State").selectOption("Disabled");
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: `Remove ${name}?` });
  await dialog.getByLabel("Their warning rules and tickets go to").fill("fatou");
  await page.getByRole("option", { name: /Fatou Diop/ }).click();
  const asked = page.waitForRequest("**/api/removeUser");
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  expect((await asked).postDataJSON()).toMatchObject({ userId: person.userId, transferTo: expect.any(String) });
  await expect(row).toHaveCount(0);
});

test("what the user may not change says why", async ({ page, stage, enter, watch }) => {
  watch.allow(/status of 4(03|09)/);
  const boss = await addActor(stage, "admin");
  await enter(boss.session);
  await page.goto("/users/list");
  const search = page.getByLabel("Search by name, email or phone");
  await search.fill("super_admin@demo");
  const ada = page.getByRole("row", { name: /super_admin@demo.offgrid/ });
  await expect(ada.getByRole("button", { name: /You can view this person but not change them/ })).toBeVisible();
  await expect(ada.getByRole("button", { name: /Actions/ })).toHaveCount(0);
  await search.fill(boss.email);
  const own = page.getByRole("row", { name: new RegExp(boss.email) });
  await expect(own.getByRole("button", { name: /This is your own account/ })).toBeVisible();

  await go(page, "/users/role?role=user");
  await expect(page.getByText("You can view this role but not change it.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Manage people" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save the role" })).toHaveCount(0);

  // The portal's refusal, where the page could not know: as if the last but one had been removed meanwhile.
  const person = await addPerson(stage);
  await go(page, `/users/${person.userId}`);
  const last = { status: "error", code: "last_super_admin", message: "last_super_admin" };
  await page.route("**/api/removeUser", (route) => route.fulfill({ status: 409, json: last }));
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("This is the last super administrator, and the portal needs one.");
});

test("a customer's staff see no menu of users, and the portal refuses such calls made by hand", async ({
  page,
  stage,
  signIn,
}) => {
  await signIn("emile");
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expect(menu.getByText("Users")).toHaveCount(0);
  for (const path of ["/users/list", "/users/add", "/users/role", "/users/audit", "/users/somebody"]) {
    await go(page, path);
    await expect(page.getByRole("heading", { name: "You cannot open this page" })).toBeVisible();
    await go(page, "/help");
    await expect(page.getByRole("heading", { level: 1, name: "User Manual" })).toBeVisible();
  }
  for (const [name, input] of [
    ["userList", {}],
    ["auditList", {}],
    ["removeUser", { userId: "somebody" }],
  ] as const) {
    await expect(stage.call("emile", name, input)).rejects.toThrow(/"forbidden"/);
  }
});

test("a list of hundreds of people stays usable: one page at a time, searched by the portal", async ({
  page,
  stage,
  enter,
}) => {
  const boss = await addActor(stage, "admin");
  await enter(boss.session);
  // The portal's own answer, repeated many times: more people than a journey could invite.
  await page.route("**/api/userList", async (route) => {
    const { page: wanted = 1, pageSize = 50 } = route.request().postDataJSON() as { page?: number; pageSize?: number };
    const { data } = (await stage.call("ada", "userList", { search: "fatou@" })) as { data: object[] };
    const rows = Array.from({ length: 312 }, (_, index) => ({
      ...data[0],
      id: `p-${index}`,
      email: `p-${index}@example.org`,
      lastName: `Diop ${index}`,
    }));
    await route.fulfill({
      json: { status: "ok", data: rows.slice((wanted - 1) * pageSize, wanted * pageSize), total: rows.length },
    });
  });
  await page.goto("/users/list");
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(51);
  await expect(page.getByText("1 to 50 of 312")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText("51 to 100 of 312")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1 to 50 of 312")).toBeVisible();
  await go(page, "/users/list?page=7");
  await expect(rows).toHaveCount(13);
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  const asked = page.waitForRequest(
    (request) => /userList/.test(request.url()) && /"search":"diop"/.test(request.postData() ?? ""),
  );
  await page.getByLabel("Search by name, email or phone").fill("diop");
  expect((await asked).postDataJSON()).toMatchObject({ page: 1 });
});
