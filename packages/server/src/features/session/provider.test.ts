import { expect, onTestFinished, test } from "vitest";

import { aStranger, cast, thePortal } from "../../testing/cast.ts";
import { atFileEnd } from "../../testing/file-end.ts";
import { clientId, clientSecret, startOrganisation } from "../../testing/organisation.ts";
import { startTestPortal } from "../../testing/test-portal.ts";
import { roleOf } from "./provider.ts";

const origin = "https://portal.example.org";
const organisation = await startOrganisation();
atFileEnd(() => organisation.stop());
const provider = {
  ...{ issuer: organisation.issuer, clientId, clientSecret, name: "Sahel Energy" },
  ...{ scope: "openid email profile groups", roleClaim: "groups" },
};
void thePortal({
  config: {
    publicUrl: origin,
    provider: {
      ...provider,
      roles: [
        ["chiefs", "super_admin"],
        ["field", "offgrid_staff"],
        ["homes", "user"],
      ],
    },
  },
});

const visitor = await aStranger();
/** Somebody at the organisation. @returns their login there. */
function somebody(login: string, groups: readonly string[], more: Record<string, unknown> = {}): string {
  const email = `${login}@sahel.example.org`;
  organisation.claims.set(login, {
    email,
    email_verified: true,
    given_name: "Awa",
    family_name: "Ba",
    groups,
    ...more,
  });
  return login;
}

/** Goes to the organisation, and comes back signed in or refused. */
async function signIn(login: string, browser = organisation.browser()) {
  const { data } = await visitor.call("providerStart", { for: "sign_in" });
  const answer = await browser.visit(data.url, login);
  return { answer, key: data.key, signedIn: await visitor.post("providerLogin", { answer, key: data.key }) };
}
const personOf = async (login: string) => {
  const { pool } = (await thePortal()).database;
  const { rows } = await pool.query<{ id: string; role: string; email_verified: boolean }>(
    "select id, role, email_verified from app_user where email = $1",
    [`${login}@sahel.example.org`],
  );
  return rows[0];
};

test("who is new gets an account with the role that the claims give, and a browser that is asked for it nothing else", async () => {
  const login = somebody("awa", ["choir", "field"]);
  expect((await visitor.call("loginOptions", {})).data.provider).toBe("Sahel Energy");
  const { signedIn } = await signIn(login);
  expect(signedIn.status).toBe(200);
  const made = await personOf(login);
  expect(made).toMatchObject({ role: "offgrid_staff", email_verified: true });
  const { boss } = await cast({ boss: { role: "super_admin" } });
  expect((await boss.call("userGet", { userId: made?.id ?? "" })).data).toMatchObject({
    ...{ firstName: "Awa", lastName: "Ba", joined: true },
  });
  const { data: lines } = await boss.call("auditList", { filter: { actions: ["providerLogin"] } });
  expect(lines[0]).toMatchObject({ userId: made?.id, after: { made: true, role: "offgrid_staff" }, result: "ok" });
  // The next time it is the same person, although the address there is another one by now.
  somebody(login, ["field"], { email: "awa.ba@sahel.example.org" });
  expect((await signIn(login)).signedIn.body).toMatchObject({ userId: made?.id });
});

test("a role that the organisation changes counts with the next sign-in, and the sessions of before end", async () => {
  const login = somebody("moussa", ["homes"]);
  const { signedIn } = await signIn(login);
  const { authToken, userId } = signedIn.body as { authToken: string; userId: string };
  const first = { "x-auth-token": authToken, "x-user-id": userId };
  expect((await visitor.post("getCurrentUserInfo", {}, first)).status).toBe(200);
  somebody(login, ["field"]);
  await signIn(login);
  expect(await personOf(login)).toMatchObject({ role: "offgrid_staff" });
  expect((await visitor.post("getCurrentUserInfo", {}, first)).code).toBe("signed_out");
  somebody(login, ["choir"]);
  expect((await signIn(login)).signedIn.code).toBe("no_account");
});

test("the last super_admin stays one, whatever the organisation says", async () => {
  const { pool } = (await thePortal()).database;
  const login = somebody("chief", ["chiefs"]);
  await signIn(login);
  const { rows } = await pool.query<{ id: string }>(
    "update app_user set disabled = true where role = 'super_admin' and email <> 'chief@sahel.example.org' returning id",
  );
  onTestFinished(
    async () =>
      void (await pool.query("update app_user set disabled = false where id = any($1)", [rows.map(({ id }) => id)])),
  );
  somebody(login, ["homes"]);
  expect((await signIn(login)).signedIn.status).toBe(200);
  expect(await personOf(login)).toMatchObject({ role: "super_admin" });
});

test("an account of the portal is linked by an address that the organisation has proved, and only once", async () => {
  const { kofi, ama } = await cast({ kofi: { role: "user" }, ama: { role: "user" } });
  const { pool } = (await thePortal()).database;
  await pool.query("update app_user set email = 'kofi@sahel.example.org' where id = $1", [kofi.userId]);
  await pool.query("update app_user set email = 'ama@sahel.example.org' where id = $1", [ama.userId]);
  expect(
    (await signIn(somebody("kofi-unproved", ["homes"], { email: "kofi@sahel.example.org", email_verified: false })))
      .signedIn.code,
  ).toBe("no_account");
  expect((await signIn(somebody("kofi", ["homes"]))).signedIn.body).toMatchObject({ userId: kofi.userId });
  // Another login there that has the address now is not that person.
  expect((await signIn(somebody("kofi-2", ["homes"], { email: "kofi@sahel.example.org" }))).signedIn.code).toBe(
    "no_account",
  );
  await pool.query("update app_user set disabled = true where id = $1", [ama.userId]);
  expect((await signIn(somebody("ama", ["homes"]))).signedIn.code).toBe("no_account");
});

test("an account that somebody else opened with an address, and never proved, does not fall to its owner", async () => {
  const { squatter } = await cast({ squatter: { role: "user", password: "lanterns over the dunes" } });
  const { pool } = (await thePortal()).database;
  await pool.query("update app_user set email = 'victim@sahel.example.org', email_verified = false where id = $1", [
    squatter.userId,
  ]);
  expect((await signIn(somebody("victim", ["homes"]))).signedIn.code).toBe("no_account");
});

test("an answer is worth something once, in the browser that began, and as it came", async () => {
  const login = somebody("fatou", ["homes"]);
  const { answer, key, signedIn } = await signIn(login);
  expect(signedIn.status).toBe(200);
  expect((await visitor.post("providerLogin", { answer, key })).code).toBe("provider_refused");

  const mine = (await visitor.call("providerStart", { for: "sign_in" })).data;
  const theirs = (await visitor.call("providerStart", { for: "sign_in" })).data;
  const stolen = await organisation.browser().visit(theirs.url, login);
  expect((await visitor.post("providerLogin", { answer: stolen, key: mine.key })).code).toBe("provider_refused");
  expect((await visitor.post("providerLogin", { answer: stolen, key: theirs.key })).code).toBe("provider_refused");

  const begun = (await visitor.call("providerStart", { for: "sign_in" })).data;
  const changed = (await organisation.browser().visit(begun.url, login)).replace(/code=[^&]{4}/, "code=AAAA");
  expect((await visitor.post("providerLogin", { answer: changed, key: begun.key })).code).toBe("provider_refused");
  const left = (await visitor.call("providerStart", { for: "sign_in" })).data;
  const declined = `error=access_denied&state=${left.state}&iss=${encodeURIComponent(organisation.issuer)}`;
  expect((await visitor.post("providerLogin", { answer: declined, key: left.key })).code).toBe("provider_refused");
});

test("who must confirm proves anew at the organisation who they are, and nobody else can for them", async () => {
  const { pool } = (await thePortal()).database;
  const browser = organisation.browser();
  const { signedIn } = await signIn(somebody("binta", ["field"]), browser);
  const { authToken, userId } = signedIn.body as { authToken: string; userId: string };
  const own = { "x-auth-token": authToken, "x-user-id": userId };
  const forget = () => pool.query("update session set confirmed_at = 'epoch' where user_id = $1", [userId]);
  const isConfirmed = async () => (await visitor.post("totpSetup", {}, own)).status === 200;
  const confirm = async (login: string, at = browser) => {
    const begun = await visitor.post("providerStart", { for: "confirmation" }, own);
    const { url, key } = begun.body["data"] as { url: string; key: string };
    expect(new URL(url).searchParams.get("prompt")).toBe("login");
    return { key, answer: await at.visit(url, login) };
  };
  await forget();
  expect(await isConfirmed()).toBe(false);
  const { code } = await visitor.post(
    "providerConfirm",
    await confirm(somebody("other", ["field"]), organisation.browser()),
    own,
  );
  expect([code, await isConfirmed()]).toEqual(["provider_refused", false]);
  // A mere sign-in, for which nobody was asked for a password, is no confirmation.
  const begun = (await visitor.call("providerStart", { for: "sign_in" })).data;
  const plain = { answer: await browser.visit(begun.url, "binta"), key: begun.key };
  expect((await visitor.post("providerConfirm", plain, own)).code).toBe("provider_refused");
  expect((await visitor.post("providerConfirm", await confirm("binta"), own)).status).toBe(200);
  expect(await isConfirmed()).toBe(true);
});

test("a portal without a provider offers none, and one whose provider is away says so and lets people in by password", async () => {
  const password = "lanterns over the dunes";
  const away = await startTestPortal({
    publicUrl: origin,
    provider: { ...provider, issuer: "http://127.0.0.1:9", roles: [] },
  });
  onTestFinished(() => away.stop());
  const post = (name: string, body: object) =>
    fetch(`http://127.0.0.1:${away.port}/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((answer) => answer.json() as Promise<{ code?: string; data?: { provider: string | null } }>);
  expect((await post("providerStart", { for: "sign_in" })).code).toBe("provider_away");
  expect((await post("login", { email: "nobody@example.org", password })).code).toBe("bad_login");
});

test.each([
  [["field", "chiefs"], "super_admin"],
  ["field", "offgrid_staff"],
  [["Field"], null],
  [undefined, null],
  [{ field: true }, null],
] as const)("of the claim %j the first pair that fits gives the role %s", (claim, role) => {
  expect(
    roleOf(claim, [
      ["chiefs", "super_admin"],
      ["field", "offgrid_staff"],
    ]),
  ).toBe(role);
  expect(roleOf(claim, [["*", "customer_staff"]])).toBe("customer_staff");
});
