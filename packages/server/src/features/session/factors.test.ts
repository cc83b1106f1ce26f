import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { SecretBox } from "../../core/secret-box.ts";
import { type Actor, aStranger, cast, thePortal } from "../../testing/cast.ts";
import { softAuthenticator } from "../../testing/soft-authenticator.ts";
import { testClock } from "../../testing/test-clock.ts";
import { fromBase32 } from "./totp.fixture.ts";
import { codeAt, stepAt, toBase32 } from "./totp.ts";

const clock = testClock();
const origin = "https://portal.example.org";
void thePortal({ clock, config: { publicUrl: origin } });

const password = "lanterns over the dunes";
const minute = 60_000;
const stepMs = 30_000;

/** Switches two-step sign-in on. @returns the app's code at an instant, and the recovery codes. */
async function withApp(person: Actor) {
  const { data } = await person.call("totpSetup", {});
  expect(data.uri).toContain(`secret=${data.secret}`);
  const secret = fromBase32(data.secret);
  const code = (offset = 0) => codeAt(secret, stepAt(clock.now()) + offset);
  await expect(person.call("totpConfirm", { code: wrongCode(code()) })).refusesWith("wrong_code");
  const { recoveryCodes } = (await person.call("totpConfirm", { code: code() })).data;
  return { code, recoveryCodes };
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test.each([
  [59_000, "287082"],
  [1_111_111_109_000, "081804"],
  [1_111_111_111_000, "050471"],
  [1_234_567_890_000, "005924"],
  [2_000_000_000_000, "279037"],
  [20_000_000_000_000, "353130"],
])("the code at %i ms is the last six digits of RFC 6238", (atMs, code) => {
  expect(codeAt(Buffer.from("12345678901234567890"), stepAt(atMs))).toBe(code);
});

test("a secret is encoded by RFC 4648", () => {
  expect(["f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => toBase32(Buffer.from(text)))).toEqual([
    "MY",
    "MZXQ",
    "MZXW6",
    "MZXW6YQ",
    "MZXW6YTB",
    "MZXW6YTBOI",
  ]);
});

test("A10: a code works once, and only in the current or the previous step", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const app = await withApp(amina);
  const stranger = await aStranger();
  const signIn = async (code?: string) =>
    (await stranger.post("login", { email: amina.email, password, ...(code !== undefined && { code }) })).code ?? "in";
  expect(await signIn()).toBe("code_needed");
  // The code that switched it on is used up.
  expect(await signIn(app.code())).toBe("bad_code");
  clock.advance(10 * minute);
  expect([await signIn(app.code(-2)), await signIn(app.code(1))]).toEqual(["bad_code", "bad_code"]);
  expect([await signIn(app.code(-1)), await signIn(app.code(-1))]).toEqual(["in", "bad_code"]);
  expect([await signIn(app.code()), await signIn(app.code())]).toEqual(["in", "bad_code"]);
  clock.advance(stepMs);
  expect([await signIn(app.code(-1)), await signIn(app.code())]).toEqual(["bad_code", "in"]);
  // Of two at once, one gets in.
  clock.advance(10 * minute);
  const both = await Promise.all([signIn(app.code()), signIn(app.code())]);
  expect(both.toSorted()).toEqual(["bad_code", "in"]);
  // Without the password no code helps, and nobody learns that a code is needed.
  expect((await stranger.post("login", { email: amina.email, password: "wrong", code: "000000" })).code).toBe(
    "bad_login",
  );
});

test("A10: however often the code is guessed, only five guesses in five minutes are checked", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const app = await withApp(amina);
  const stranger = await aStranger();
  clock.advance(10 * minute);
  const { db } = (await thePortal()).database;
  const seen: Record<string, number> = {};
  for (let guess = 0; guess < 30; guess++) {
    const { code = "in" } = await stranger.post("login", { email: amina.email, password, code: wrongCode(app.code()) });
    seen[code] = (seen[code] ?? 0) + 1;
  }
  expect(seen).toEqual({ bad_code: 5, too_many: 25 });
  expect((await stranger.post("login", { email: amina.email, password, code: app.code() })).code).toBe("too_many");
  clock.advance(5 * minute);
  expect((await stranger.post("login", { email: amina.email, password, code: app.code() })).status).toBe(200);
  const lines = await db.selectFrom("audit").select("result").where("target", "=", amina.email).execute();
  expect(lines.filter(({ result }) => result === "bad_code")).toHaveLength(5);
});

test("A10: a recovery code works once, however it is typed", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const { recoveryCodes } = await withApp(amina);
  expect(new Set(recoveryCodes).size).toBe(10);
  const stranger = await aStranger();
  const signIn = async (code: string) =>
    (await stranger.post("login", { email: amina.email, password, code })).code ?? "in";
  const [first = "", second = ""] = recoveryCodes;
  expect([await signIn(first), await signIn(first)]).toEqual(["in", "bad_code"]);
  expect(await signIn(second.replaceAll("-", " ").toUpperCase())).toBe("in");
  const { db, pool } = (await thePortal()).database;
  expect(await db.selectFrom("recoveryCode").selectAll().where("userId", "=", amina.userId).execute()).toHaveLength(8);
  const { rows } = await pool.query("select recovery_code::text as line from recovery_code");
  expect(rows.some(({ line }: { line: string }) => recoveryCodes.some((code) => line.includes(code)))).toBe(false);
});

test("when the key that sealed the app's secret is lost, a recovery code still signs in and a code of the app does not", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const { recoveryCodes } = await withApp(amina);
  const { db } = (await thePortal()).database;
  const ofAnother = new SecretBox(randomBytes(32)).seal("a secret", `totp ${amina.userId}`);
  await db.updateTable("appUser").set({ totpSealed: ofAnother }).where("id", "=", amina.userId).execute();
  const stranger = await aStranger();
  const signIn = async (code: string) =>
    (await stranger.post("login", { email: amina.email, password, code })).code ?? "in";
  expect(await signIn("123456")).toBe("bad_code");
  expect(await signIn(recoveryCodes[0] ?? "")).toBe("in");
});

test("two-step sign-in is switched off only with a fresh confirmation, and a role can require it", async () => {
  const { boss, amina } = await cast({ boss: { role: "super_admin" }, amina: { role: "customer_staff", password } });
  await boss.call("roleSave", { id: "customer_staff", twoStepRequired: true });
  await expect(amina.call("getSites", {})).refusesWith("two_step_needed");
  expect((await amina.call("getCurrentUserInfo", {})).info).toMatchObject({ twoStep: false, mustSetUpTwoStep: true });
  await withApp(amina);
  await amina.call("getSites", {});
  expect((await amina.call("getCurrentUserInfo", {})).info).toMatchObject({ twoStep: true, mustSetUpTwoStep: false });
  await expect(amina.call("totpSetup", {})).refusesWith("two_step_on");
  clock.advance(11 * minute);
  await expect(amina.call("totpRemove", {})).refusesWith("confirm_needed");
  await amina.call("confirmPassword", { password });
  await amina.call("totpRemove", {});
  await expect(amina.call("getSites", {})).refusesWith("two_step_needed");
  await boss.call("confirmPassword", { password: "boss has none" }).catch(() => undefined);
  const { db } = (await thePortal()).database;
  await db.updateTable("role").set({ twoStepRequired: false }).execute();
  await amina.call("getSites", {});
});

test("A12: a passkey signs in; a used challenge, another origin, an unverified holder and a counter that goes back do not", async () => {
  const { amina, kofi } = await cast({ amina: { role: "user" }, kofi: { role: "user" } });
  const stranger = await aStranger();
  const device = softAuthenticator(origin);
  const creation = async () => (await amina.call("passkeyStart", {})).data.options;
  const finish = (credential: unknown) => amina.post("passkeyFinish", { name: "Phone", credential });
  for (const wrong of [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { isUnverified: true },
    { challenge: "AAAA" },
  ]) {
    expect([wrong, (await finish(device.create(await creation(), wrong))).code]).toEqual([wrong, "bad_passkey"]);
  }
  // A challenge made for someone else, and one already used.
  const theirs = (await kofi.call("passkeyStart", {})).data.options;
  expect((await finish(device.create(theirs))).code).toBe("bad_passkey");
  const options = await creation();
  expect((await finish(device.create(options))).status).toBe(200);
  expect((await finish(softAuthenticator(origin).create(options))).code).toBe("bad_passkey");
  expect((await amina.call("passkeyList", {})).data).toMatchObject([{ name: "Phone", lastUsed: null }]);

  const request = async () => (await stranger.call("passkeyLoginStart", {})).data.options;
  const signIn = async (credential: unknown) => stranger.post("passkeyLogin", { credential });
  for (const wrong of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { isUnverified: true }]) {
    expect([wrong, (await signIn(device.get(await request(), wrong))).code]).toEqual([wrong, "bad_login"]);
  }
  const used = await request();
  const answer = await signIn(device.get(used, { counter: 10 }));
  expect(answer).toMatchObject({ status: 200, body: { userId: amina.userId } });
  expect((await signIn(device.get(used, { counter: 11 }))).code).toBe("bad_login");
  expect((await signIn(device.get(await request(), { counter: 10 }))).code).toBe("bad_login");
  expect((await signIn(device.get(await request(), { counter: 9 }))).code).toBe("bad_login");
  expect((await signIn(softAuthenticator(origin).get(await request()))).code).toBe("bad_login");
  const late = await request();
  clock.advance(5 * minute);
  expect((await signIn(device.get(late, { counter: 20 }))).code).toBe("bad_login");

  // It also confirms its owner's identity, but nobody else's.
  clock.advance(6 * minute);
  await expect(amina.call("passkeyStart", {})).refusesWith("confirm_needed");
  const confirm = async (person: Actor, counter: number) =>
    person.post("passkeyConfirm", { credential: device.get(await request(), { counter }) });
  expect((await confirm(kofi, 30)).code).toBe("bad_passkey");
  expect((await confirm(amina, 31)).status).toBe(200);
  const { data } = await amina.call("passkeyList", {});
  await amina.call("passkeyDelete", { id: data[0]?.id ?? "" });
  expect((await signIn(device.get(await request(), { counter: 40 }))).code).toBe("bad_login");
});
