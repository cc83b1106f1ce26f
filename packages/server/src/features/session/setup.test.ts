import { expect, onTestFinished, test } from "vitest";

import { SecretBox, openSecretBox } from "../../core/secret-box.ts";
import { StartError } from "../../core/start-error.ts";
import { testClock } from "../../testing/test-clock.ts";
import { startTestPortal } from "../../testing/test-portal.ts";
import { setupLink } from "./setup.ts";

const person = {
  email: "first@example.org",
  password: "lanterns over the dunes",
  firstName: "Ada",
  lastName: "Okafor",
};

async function freshPortal() {
  const clock = testClock();
  const portal = await startTestPortal({}, { clock });
  onTestFinished(() => portal.stop());
  const post = async (name: string, body: unknown, headers = {}) => {
    const answer = await fetch(`${portal.api}/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const box = openSecretBox(portal.config.dataDir);
  const link = async () => (await setupLink(portal.database.db, portal.url, clock.now(), box))?.url;
  return { portal, clock, post, link };
}

const tokenOf = (link: string | undefined) => /#setup=([\w-]{43})$/.exec(link ?? "")?.[1];

test("A14: a new portal has no accounts, and its one-time link creates the first super_admin, once", async () => {
  const { portal, clock, post, link } = await freshPortal();
  expect((await post("loginOptions", {})).body["data"]).toEqual({ registration: false, setup: true, provider: null });
  const old = tokenOf(await link());
  clock.advance(11 * 60_000);
  const printed = await link();
  expect(printed).toBe(`${portal.url}/reset-pass#setup=${tokenOf(printed)}`);
  const token = tokenOf(printed);
  expect(await post("setupPortal", { ...person, token: old })).toMatchObject({
    status: 400,
    body: { code: "link_over" },
  });
  const answers = await Promise.all(
    [1, 2].map((at) => post("setupPortal", { ...person, email: `p${at}@example.org`, token })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  const { authToken, userId } = answers.find(({ status }) => status === 200)?.body ?? {};
  const me = await post("getCurrentUserInfo", {}, { "x-auth-token": authToken, "x-user-id": userId });
  expect(me.body["info"]).toMatchObject({ role: "super_admin" });
  expect(await link()).toBeUndefined();
  expect((await post("loginOptions", {})).body["data"]).toMatchObject({ setup: false });
  const { rows } = await portal.database.pool.query("select count(*)::int as count from app_user");
  expect(rows).toEqual([{ count: 1 }]);
});

test("A14: processes that start at once, or soon after each other, print one and the same link", async () => {
  const { portal, clock, post, link } = await freshPortal();
  const [first, ...others] = await Promise.all([link(), link(), link()]);
  clock.advance(9 * 60_000);
  expect(new Set([...others, await link()])).toEqual(new Set([first]));
  const { rows } = await portal.database.pool.query("select kind from mail_token");
  expect(rows).toEqual([{ kind: "setup" }]);
  // With another key, as after a loss, there is another one.
  const box = new SecretBox(Buffer.alloc(32, 7));
  const replaced = await setupLink(portal.database.db, portal.url, clock.now(), box);
  expect(replaced?.url).not.toBe(first);
  expect((await post("setupPortal", { ...person, token: tokenOf(first) })).body).toMatchObject({ code: "link_over" });
  expect((await post("setupPortal", { ...person, token: tokenOf(replaced?.url) })).status).toBe(200);
});

test("A14: the link of the first start expires after fifteen minutes, and the password rules apply", async () => {
  const { clock, post, link } = await freshPortal();
  const token = tokenOf(await link());
  const weak = await post("setupPortal", { ...person, token, password: "Offgrid-Portal-1" });
  expect(weak.body).toMatchObject({ code: "weak_password" });
  clock.advance(15 * 60_000);
  expect((await post("setupPortal", { ...person, token })).body).toMatchObject({ code: "link_over" });
  expect((await post("setupPortal", { ...person, token: tokenOf(await link()) })).status).toBe(200);
});

test("A14: the demonstration does not start on an address that others can reach", async () => {
  const refused = startTestPortal({ demo: true, host: "0.0.0.0" });
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(/listens on this machine alone; HOST is "0.0.0.0"/);
});
