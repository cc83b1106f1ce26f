import { createHash } from "node:crypto";

import { calls } from "@offgrid/contract/registry";
import type { Call } from "@offgrid/contract/core/call";
import { expect, test } from "vitest";

import { type Actor, aStranger, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";

const clock = testClock();
void thePortal({ clock });

const password = "lanterns over the dunes";
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

async function anotherSession(person: Actor): Promise<Actor> {
  const stranger = await aStranger();
  const { authToken } = await stranger.call("login", { email: person.email, password });
  const headers = { "x-auth-token": authToken, "x-user-id": person.userId };
  const post: Actor["post"] = (name, body, more) => stranger.post(name, body, { ...headers, ...more });
  return { ...person, token: authToken, post };
}

test("A6: sign-out, a new password, a changed role and disabling end sessions before the answer", async () => {
  const { boss, amina } = await cast({ boss: { role: "super_admin" }, amina: { role: "user", password } });
  const isIn = async (person: Actor) => (await person.post("getSites", {})).status === 200;

  const second = await anotherSession(amina);
  await second.post("signOut", {});
  expect([await isIn(second), await isIn(amina)]).toEqual([false, true]);

  const third = await anotherSession(amina);
  await amina.call("editPassword", { oldPassword: password, newPassword: "a kite above the ridge" });
  expect([await isIn(third), await isIn(amina)]).toEqual([false, true]);

  await boss.call("saveUserAccount", { userId: amina.userId, role: "customer_staff" });
  expect(await isIn(amina)).toBe(false);

  const { kofi } = await cast({ kofi: { role: "user" } });
  await boss.call("saveUserAccount", { userId: kofi.userId, disabled: true });
  expect(await isIn(kofi)).toBe(false);
});

test("a session that was left without a network ends by the proof of its token, with which nobody can sign in", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const { db } = (await thePortal()).database;
  const stranger = await aStranger();
  const left = await anotherSession(amina);
  const proof = createHash("sha256").update(left.token).digest("hex");
  const withProof = { "x-auth-token": proof, "x-user-id": amina.userId };
  expect((await stranger.post("getSites", {}, withProof)).status).toBe(401);

  expect((await stranger.call("signOutLate", { proof })).data).toEqual({ proof });
  expect((await left.post("getSites", {})).status).toBe(401);
  expect((await amina.post("getSites", {})).status).toBe(200);
  // Told again, or made up: the answer does not tell whether there was such a session.
  await stranger.call("signOutLate", { proof });
  const madeUp = "0".repeat(64);
  expect((await stranger.call("signOutLate", { proof: madeUp })).data).toEqual({ proof: madeUp });
  const lines = await db.selectFrom("audit").select("userId").where("action", "=", "signOutLate").execute();
  expect(lines.map(({ userId }) => userId)).toEqual([amina.userId]);
});

test("a changed permission of a role counts from the next call on", async () => {
  const { boss, amina } = await cast({ boss: { role: "super_admin" }, amina: { role: "offgrid_staff" } });
  expect((await amina.post("uuidGet", { serialNumber: "none" })).status).toBe(404);
  const { data } = await boss.call("roleList", {});
  const before = data.find(({ id }) => id === "offgrid_staff")?.permissions ?? [];
  const without = before.filter((permission) => permission !== "register");
  await boss.call("roleSave", { id: "offgrid_staff", permissions: without });
  expect((await amina.post("uuidGet", { serialNumber: "none" })).status).toBe(403);
  await boss.call("roleSave", { id: "offgrid_staff", permissions: before });
  expect((await amina.post("uuidGet", { serialNumber: "none" })).status).toBe(404);
});

test("people see and end their own sessions; people with higher roles can end those of others", async () => {
  const { boss, amina, kofi } = await cast({
    boss: { role: "admin" },
    amina: { role: "user", password, containers: ["mopti"] },
    kofi: { role: "customer_staff", containers: ["mopti"] },
  });
  const second = await anotherSession(amina);
  const { data } = await amina.call("sessionList", {});
  expect(data.filter(({ current }) => current)).toHaveLength(1);
  expect(data).toHaveLength(2);
  expect(data.every(({ id }) => id !== amina.token && id !== second.token)).toBe(true);
  const other = data.find(({ current }) => !current);
  expect(other).toMatchObject({ address: "127.0.0.1", agent: "node" });
  expect(await amina.call("sessionEnd", { id: other?.id ?? "" })).toMatchObject({ count: 1 });
  expect((await second.post("getSites", {})).status).toBe(401);
  await expect(amina.call("sessionEnd", { id: other?.id ?? "" })).refusesWith("not_found");

  // Only its owner can name a session.
  const own = (await kofi.call("sessionList", {})).data[0]?.id ?? "";
  await expect(amina.call("sessionEnd", { id: own })).refusesWith("not_found");
  await expect(kofi.call("sessionList", { userId: amina.userId })).refusesWith("forbidden");
  expect(await boss.call("sessionEnd", { userId: amina.userId })).toMatchObject({ count: 1 });
  expect((await amina.post("getSites", {})).status).toBe(401);
  expect(await boss.call("sessionEnd", {})).toMatchObject({ count: 0 });
});

test("A11: every call refuses a token that comes with another user id, with two ids or with none, and the audit records it", async () => {
  const { amina, boss } = await cast({ amina: { role: "user", password }, boss: { role: "super_admin" } });
  const { db } = (await thePortal()).database;
  const guarded = Object.entries<Call>(calls).filter(([, call]) => call.access !== "public");
  const { api } = await thePortal();
  for (const [name] of guarded) {
    clock.advance(1_100);
    for (const ids of [
      [boss.userId],
      ["nobody"],
      [amina.userId, amina.userId],
      [`${amina.userId},${boss.userId}`],
      [],
    ]) {
      const headers = new Headers({ "content-type": "application/json", "x-auth-token": amina.token });
      for (const id of ids) headers.append("x-user-id", id);
      const answer = await fetch(`${api}/${name}`, { method: "POST", headers, body: "{}" });
      expect([name, ids, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        name,
        ids,
        401,
        "signed_out",
      ]);
    }
  }
  const lines = await db
    .selectFrom("audit")
    .select(["action", "result"])
    .where("userId", "=", amina.userId)
    .where("result", "=", "foreign_user_id")
    .execute();
  // One for each call, however often it was tried.
  expect(lines.map(({ action }) => action).toSorted()).toEqual(guarded.map(([name]) => name).toSorted());
});

test("A13: a session ends after twelve hours without use, and calls that the page makes by itself do not count as use", async () => {
  const { idle, busy, left } = await cast({
    idle: { role: "user" },
    busy: { role: "user" },
    left: { role: "user", containers: ["segou"] },
  });
  for (let passed = 0; passed < 12 * hour - minute; passed += hour) {
    clock.advance(passed === 0 ? hour - 1 : hour);
    await busy.call("getSites", {});
    expect((await left.post("getSites", {}, { "x-background": "1" })).status).toBe(200);
    await left.call("registerLiveNotification", {});
    await left.call("registerLive", { containerId: "segou" });
  }
  // One tick before the limit, in the background, which proves it without moving it.
  expect((await idle.post("getSites", {}, { "x-background": "1" })).status).toBe(200);
  clock.advance(1);
  await expect(idle.call("getSites", {})).refusesWith("signed_out");
  await expect(left.call("registerLiveNotification", {})).refusesWith("signed_out");
  await busy.call("getSites", {});
});

test("A13: a session ends at its maximum age however much it is used: seven days for roles that control, thirty for others", async () => {
  const { worker, watcher } = await cast({ worker: { role: "user" }, watcher: { role: "customer_staff" } });
  const use = async (person: Actor, forMs: number) => {
    for (let leftMs = forMs; leftMs > 0; leftMs -= 11 * hour) {
      clock.advance(Math.min(11 * hour, leftMs));
      await person.call("getSites", {});
    }
  };
  const begunMs = clock.now();
  const both = async (forMs: number) => {
    for (let leftMs = forMs; leftMs > 0; leftMs -= 11 * hour) {
      clock.advance(Math.min(11 * hour, leftMs));
      await Promise.all([worker.call("getSites", {}), watcher.call("getSites", {})]);
    }
  };
  await both(7 * day - 1);
  clock.advance(1);
  await expect(worker.call("getSites", {})).refusesWith("signed_out");
  await use(watcher, 30 * day - 1 - (clock.now() - begunMs));
  clock.advance(1);
  await expect(watcher.call("getSites", {})).refusesWith("signed_out");
});

test("A13: after half an hour without use, viewing goes on, but an action needs the password first", async () => {
  const { boss, amina } = await cast({ boss: { role: "admin", password }, amina: { role: "user" } });
  clock.advance(11 * minute);
  await boss.call("saveUserAccount", { userId: amina.userId, phone: "+254 700 000 001" });
  clock.advance(30 * minute);
  await expect(boss.call("createNewUser", { ...aPerson, email: "x@example.org" })).refusesWith("confirm_needed");
  expect((await boss.post("getSites", {}, { "x-background": "1" })).status).toBe(200);
  for (let count = 0; count < 3; count++)
    await expect(boss.call("confirmPassword", { password: "not this one at all" })).refusesWith("wrong_password");
  const { db } = (await thePortal()).database;
  const wrong = db.selectFrom("audit").select("target").where("result", "=", "wrong_password");
  expect(await wrong.where("userId", "=", boss.userId).execute()).toHaveLength(1);
  await expect(boss.call("createNewUser", { ...aPerson, email: "x@example.org" })).refusesWith("confirm_needed");
  await boss.call("confirmPassword", { password });
  await boss.call("createNewUser", { ...aPerson, email: "x@example.org" });
});

test("calls that need a confirmation ask for the password unless it was given within ten minutes", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  await amina.call("passkeyStart", {});
  clock.advance(10 * minute);
  await expect(amina.call("passkeyStart", {})).refusesWith("confirm_needed");
  await expect(amina.call("saveUserAccount", { email: "new@example.org" })).refusesWith("confirm_needed");
  await amina.call("saveUserAccount", { firstName: "Amina" });
  await amina.call("confirmPassword", { password });
  clock.advance(10 * minute - 1);
  await amina.call("passkeyStart", {});
  clock.advance(1);
  await expect(amina.call("passkeyStart", {})).refusesWith("confirm_needed");
});

const aPerson = {
  firstName: "Awa",
  lastName: "Diallo",
  role: "user",
  containers: [] as string[],
  language: "fr" as const,
};
