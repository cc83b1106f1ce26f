import { written } from "@offgrid/contract/telemetry/time-text";
import { expect, test } from "vitest";

import { type Actor, aStranger, cast, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";
import { testClock } from "../../testing/test-clock.ts";

const clock = testClock();
const portal = thePortal({ clock, config: { publicUrl: "https://portal.example.org" } });
const nextMail = mailReader(async () => (await portal).config.dataDir);

const password = "lanterns over the dunes";

/** As if they had set up an app, recovery codes, a passkey and a program of theirs. */
async function secure({ userId }: Actor) {
  const { db } = (await portal).database;
  await db
    .updateTable("appUser")
    .set({ totpSealed: Buffer.from("sealed") })
    .where("id", "=", userId)
    .execute();
  await db
    .insertInto("recoveryCode")
    .values({ userId, codeHash: Buffer.from("code") })
    .execute();
  await db
    .insertInto("passkey")
    .values({
      id: `key-${userId}`,
      userId,
      name: "Phone",
      publicKey: Buffer.from("key"),
      counter: 0,
      transports: [],
      createdAt: new Date(clock.now()),
      lastUsedAt: null,
    })
    .execute();
}

async function secretsOf({ userId }: Actor) {
  const { db } = (await portal).database;
  const count = async (table: "recoveryCode" | "passkey" | "session") =>
    (await db.selectFrom(table).select("userId").where("userId", "=", userId).execute()).length;
  const person = await db
    .selectFrom("appUser")
    .select(["totpSealed", "passwordHash"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    twoStep: person.totpSealed !== null,
    hasPassword: person.passwordHash !== null,
    codes: await count("recoveryCode"),
    passkeys: await count("passkey"),
    sessions: await count("session"),
  };
}

test("whoever lost everything is let in again by an administrator: factors, sessions and the old password are gone, and a mail says who did it and leads to a new one", async () => {
  const { boss, amina } = await cast({
    boss: { role: "admin" },
    amina: { role: "user", password },
  });
  await secure(amina);
  await amina.call("saveUserSetting", { language: "fr" });
  await boss.call("resetSignIn", { userId: amina.userId, parts: ["password", "second_factor"] });

  expect(await secretsOf(amina)).toEqual({ twoStep: false, hasPassword: true, codes: 0, passkeys: 0, sessions: 0 });
  await expect(amina.call("getSites", {})).refusesWith("signed_out");
  const stranger = await aStranger();
  await expect(stranger.call("login", { email: amina.email, password })).refusesWith("bad_login");

  const mail = await nextMail(amina.email);
  expect(mail.subject).toBe("Votre accès a été réinitialisé");
  expect(mail.text).toContain("boss a réinitialisé votre accès");
  const day = new Intl.DateTimeFormat("fr", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  expect(mail.text).toContain(written(day, clock.now()));
  const fresh = "herons at the ferry landing";
  await stranger.call("confirmPassword", { token: mail.token, password: fresh });
  expect((await stranger.call("login", { email: amina.email, password: fresh })).userId).toBe(amina.userId);

  const { data } = await boss.call("auditList", { filter: { actions: ["resetSignIn"] } });
  expect(data[0]).toMatchObject({
    userId: boss.userId,
    target: amina.userId,
    result: "ok",
    before: { twoStep: true, passkey: "Phone" },
    after: { twoStep: false, passwordReset: true },
  });
});

test("a lost phone costs the second factor and not the password, and the mail has no link", async () => {
  const { boss, amina } = await cast({ boss: { role: "admin" }, amina: { role: "user", password } });
  await secure(amina);
  await boss.call("resetSignIn", { userId: amina.userId, parts: ["second_factor"] });
  expect(await secretsOf(amina)).toMatchObject({ twoStep: false, codes: 0, passkeys: 0, sessions: 0 });
  const mail = await nextMail(amina.email);
  expect(mail.text).toContain("boss removed two-step sign-in and all passkeys");
  expect(mail.link).toBe("");
  expect((await (await aStranger()).call("login", { email: amina.email, password })).userId).toBe(amina.userId);
});

test("nobody resets themselves, a person of a higher role, one whom they do not see, or without proving who they are", async () => {
  const { boss, chief, manager, amina } = await cast({
    boss: { role: "admin", password },
    chief: { role: "super_admin" },
    manager: { role: "user", containers: ["gao"] },
    amina: { role: "customer_staff", containers: ["mopti"] },
  });
  const parts: ["password"] = ["password"];
  await expect(boss.call("resetSignIn", { userId: boss.userId, parts })).refusesWith("own_account");
  await expect(boss.call("resetSignIn", { userId: chief.userId, parts })).refusesWith("role_not_allowed");
  await expect(manager.call("resetSignIn", { userId: amina.userId, parts })).refusesWith("not_found");
  clock.advance(11 * 60_000);
  await expect(boss.call("resetSignIn", { userId: amina.userId, parts })).refusesWith("confirm_needed");
  expect(await secretsOf(amina)).toMatchObject({ sessions: 1 });
  await boss.call("confirmPassword", { password });
  await boss.call("resetSignIn", { userId: amina.userId, parts });
  expect(await secretsOf(amina)).toMatchObject({ sessions: 0 });
});
