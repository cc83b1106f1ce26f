import { expect, test } from "vitest";

import { aStranger, cast, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";
import { testClock } from "../../testing/test-clock.ts";
import { isWellKnown } from "../../core/password-rules.ts";

const clock = testClock();
void thePortal({ clock, config: { publicUrl: "https://portal.example.org" } });

const password = "lanterns over the dunes";
const other = "a kite above the ridge";
const minute = 60_000;

const nextMail = mailReader(async () => (await thePortal()).config.dataDir);

async function signIn(email: string, given: string): Promise<number> {
  return (await (await aStranger()).post("login", { email, password: given })).status;
}

test("an invited person chooses a password with the link of the mail and sees the containers assigned, no others", async () => {
  const { boss } = await cast({ boss: { role: "admin", containers: ["gossi", "hombori"] } });
  const stranger = await aStranger();
  await boss.call("createNewUser", {
    email: "awa@example.org",
    firstName: "Awa",
    lastName: "Diallo",
    role: "user",
    containers: ["gossi"],
    language: "fr",
  });
  const mail = await nextMail("awa@example.org");
  expect(mail.subject).toBe("Votre accès à Offgrid Portal");
  expect(mail.link).toBe(`https://portal.example.org/fr/reset-pass#token=${mail.token}&invite=1`);
  expect(mail.html).toContain(mail.link.replace("&", "&amp;"));
  expect(mail.mode).toBe(0o600);
  expect(await signIn("awa@example.org", password)).toBe(401);
  const chosen = await stranger.call("confirmPassword", { token: mail.token, password });
  expect(chosen.data).toEqual({ email: "awa@example.org" });
  const { authToken, userId } = await stranger.call("login", { email: "awa@example.org", password });
  const headers = { "x-auth-token": authToken, "x-user-id": userId };
  const seen = (await stranger.post("getSites", {}, headers)).body["data"] as { id: string }[];
  expect(seen.map(({ id }) => id)).toEqual(["gossi"]);
  await expect(stranger.call("confirmPassword", { token: mail.token, password: other })).refusesWith("link_over");
});

test("A8: of two simultaneous uses of a reset link one succeeds, twenty times over, and all sessions end", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const stranger = await aStranger();
  for (let round = 0; round < 20; round++) {
    clock.advance(61 * minute);
    await stranger.call("forgotPassword", { email: amina.email });
    const { token } = await nextMail(amina.email);
    const { authToken } = await stranger.call("login", { email: amina.email, password });
    const answers = await Promise.all(
      [password, password].map((chosen) => stranger.post("confirmPassword", { token, password: chosen })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(answers.find(({ status }) => status === 400)?.code).toBe("link_over");
    const headers = { "x-auth-token": authToken, "x-user-id": amina.userId };
    expect((await stranger.post("getSites", {}, headers)).status).toBe(401);
  }
});

test("A8: a reset link expires after thirty minutes or when a newer one is sent, and is useless to anyone else", async () => {
  const { amina, kofi } = await cast({ amina: { role: "user", password }, kofi: { role: "user", password } });
  const stranger = await aStranger();
  await stranger.call("forgotPassword", { email: amina.email });
  const first = await nextMail(amina.email);
  clock.advance(30 * minute);
  await expect(stranger.call("confirmPassword", { token: first.token, password: other })).refusesWith("link_over");
  await stranger.call("forgotPassword", { email: amina.email });
  const second = await nextMail(amina.email);
  await stranger.call("forgotPassword", { email: amina.email });
  const third = await nextMail(amina.email);
  await expect(stranger.call("confirmPassword", { token: second.token, password: other })).refusesWith("link_over");
  // It opens its owner's account, whoever else is signed in while using it.
  const used = await kofi.post("confirmPassword", { token: third.token, password: other });
  expect(used.body).toMatchObject({ status: "ok", data: { email: amina.email } });
  expect([await signIn(amina.email, other), await signIn(kofi.email, password)]).toEqual([200, 200]);
  expect(await signIn(kofi.email, other)).toBe(401);
});

test("A9: the links of mails lead to the configured address, whatever host the request names", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const { port } = await thePortal();
  const { request } = await import("node:http");
  const answered = await new Promise<number>((resolve, reject) => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      "content-type": "application/json",
    };
    const asked = request(
      { port, host: "127.0.0.1", path: "/api/forgotPassword", method: "POST", headers },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    asked.on("error", reject).end(JSON.stringify({ email: amina.email }));
  });
  expect(answered).toBe(200);
  const { text, html, link } = await nextMail(amina.email);
  expect(new URL(link).origin).toBe("https://portal.example.org");
  expect(text + html).not.toContain("evil");
});

test("at most five mails an hour go to one address, and the caller does not learn of it", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const stranger = await aStranger();
  for (let count = 0; count < 9; count++) {
    expect((await stranger.post("forgotPassword", { email: amina.email })).text).toBe('{"status":"ok"}');
  }
  for (let count = 0; count < 5; count++) await nextMail(amina.email);
  const { db } = (await thePortal()).database;
  const { total } = await db
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("key", "like", `reset ${amina.userId}%`)
    .executeTakeFirstOrThrow();
  expect(total).toBe(5);
});

test.each(["forgotPassword", "sendVerifyUser"] as const)(
  "%s does the same work for people it writes to and for addresses that nobody has, or that need no mail",
  async (name) => {
    const { amina, kofi } = await cast({ amina: { role: "user", password }, kofi: { role: "user", password } });
    const { db, pool } = (await thePortal()).database;
    await db.updateTable("appUser").set({ emailVerified: false }).where("id", "=", amina.userId).execute();
    await db.updateTable("appUser").set({ disabled: true }).where("id", "=", kofi.userId).execute();
    const stranger = await aStranger();
    const tokens = async () => {
      const counted = db.selectFrom("mailToken").select(({ fn }) => fn.countAll<number>().as("total"));
      return (await counted.executeTakeFirstOrThrow()).total;
    };
    // How many were ever written: the clean-up may remove those that nobody gets at any moment.
    const mails = async () => {
      const { rows } = await pool.query("select last_value from pg_sequences where sequencename = 'outbox_id_seq'");
      return Number(rows[0]?.last_value ?? 0);
    };
    for (const email of [amina.email, "nobody@example.org", kofi.email]) {
      // Rows of the one before are replaced, which would look like less work.
      await db.deleteFrom("mailToken").execute();
      const before = await mails();
      expect((await stranger.post(name, { email })).text).toBe('{"status":"ok"}');
      expect([await tokens(), (await mails()) - before], email).toEqual([1, 1]);
    }
    await nextMail(amina.email);
  },
);

test("people can register by themselves only where the portal allows it, and get in once their address is confirmed", async () => {
  const { boss } = await cast({ boss: { role: "super_admin", password } });
  const stranger = await aStranger();
  const account = { email: "lena@example.org", password, firstName: "Lena", lastName: "Weiss" };
  await expect(stranger.call("auth/local/register", account)).refusesWith("registration_off");
  await boss.call("savePortalSetting", { registration: true });
  expect((await stranger.call("loginOptions", {})).data).toEqual({ registration: true, setup: false, provider: null });
  const { data } = await stranger.call("auth/local/register", account);
  await expect(stranger.call("login", { email: account.email, password })).refusesWith("not_verified");
  const mail = await nextMail(account.email);
  expect(mail.link).toBe(`https://portal.example.org/users/verify#token=${mail.token}`);
  expect((await stranger.call("verification", { token: mail.token })).data).toEqual({
    email: account.email,
    waitsForNewAddress: false,
  });
  await expect(stranger.call("verification", { token: mail.token })).refusesWith("link_over");
  expect((await stranger.call("login", { email: account.email, password })).userId).toBe(data.userId);

  // For an address that is taken the answer is the same, and its owner is notified.
  const again = await stranger.post("auth/local/register", account);
  expect(again).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(again.body["data"]).not.toEqual(data);
  expect((await nextMail(account.email)).subject).toBe("You have an account already");
  await boss.call("savePortalSetting", { registration: false });
  await expect(stranger.call("auth/local/register", account)).refusesWith("registration_off");
});

test("a new address counts once its link is followed, and the old address gets a mail", async () => {
  const { amina, kofi } = await cast({ amina: { role: "user", password }, kofi: { role: "user" } });
  await amina.call("saveUserAccount", { email: "amina.new@example.org" });
  await expect(amina.call("saveUserAccount", { email: kofi.email })).refusesWith("email_used");
  expect((await nextMail(amina.email)).subject).toBe("Your email address is about to change");
  const { info } = await amina.call("getCurrentUserInfo", {});
  expect(info.email).toEqual([
    { address: amina.email, verified: true },
    { address: "amina.new@example.org", verified: false },
  ]);
  expect([await signIn(amina.email, password), await signIn("amina.new@example.org", password)]).toEqual([200, 401]);
  const { token } = await nextMail("amina.new@example.org");
  await (await aStranger()).call("verification", { token });
  expect([await signIn(amina.email, password), await signIn("amina.new@example.org", password)]).toEqual([401, 200]);
});

test("the password is changed with the old one, and well-known ones are refused", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const change = (oldPassword: string, newPassword: string) => amina.call("editPassword", { oldPassword, newPassword });
  await expect(change("not this one at all", other)).refusesWith("wrong_password");
  await expect(change(password, "Password2026!")).refusesWith("weak_password");
  await expect(change(password, "short")).refusesWith("bad_input");
  await change(password, other);
  expect([await signIn(amina.email, password), await signIn(amina.email, other)]).toEqual([401, 200]);
});

test.each([
  "password1234",
  "P@ssw0rd2024!!",
  "qwertyuiop12",
  "123456789012",
  "aaaaaaaaaaaaaa",
  "Offgrid-Portal-2026",
  "letmeinletmein",
  "iloveyou12345",
  "azertyuiop123",
  "Summer2026Summer",
  "correct horse battery staple",
  "abcabcabcabc",
  "MotDePasse2026",
])("%s is a well-known password", (well) => {
  expect(isWellKnown(well)).toBe(true);
});

test.each([
  "lanterns over the dunes",
  "a kite above the ridge",
  "Zx9#kQ2!mPvT",
  "ombrelle tardive vingt-deux",
  "mh7gke2xwq4n",
])("%s is accepted as a password", (good) => {
  expect(isWellKnown(good)).toBe(false);
});

test("a password made of the person's own name and address is refused", () => {
  expect(isWellKnown("Amina.Okonkwo.1987", ["Amina", "Okonkwo"])).toBe(true);
  expect(isWellKnown("amina.okonkwo@example.org", ["amina.okonkwo@example.org"])).toBe(true);
});
