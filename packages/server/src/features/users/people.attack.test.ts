import { type Role, roleTable, roles } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";
import { calls } from "@offgrid/contract/registry";
import { expect, test } from "vitest";
import type { ZodObject } from "zod";

import { type Actor, aStranger, cast, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";

void thePortal({ config: { publicUrl: "https://portal.example.org" } });
const nextMail = mailReader(async () => (await thePortal()).config.dataDir);
const password = "lanterns over the dunes";
const ownPassword = "a kite above the ridge";

let count = 0;
const fresh = (word: string) => `${word}-${(count += 1)}`;

/** Everything that the portal stores about a person and what they see, except when they were last seen. */
async function traceOf({ userId }: { userId: string }) {
  const { db } = (await thePortal()).database;
  const person = await db.selectFrom("appUser").selectAll().where("id", "=", userId).executeTakeFirst();
  const containers = await db
    .selectFrom("containerUser")
    .select("containerId")
    .where("userId", "=", userId)
    .orderBy("containerId")
    .execute();
  const sessions = await db.selectFrom("session").select("id").where("userId", "=", userId).orderBy("id").execute();
  return { person: person && { ...person, lastSeenAt: null }, containers, sessions };
}

interface Names {
  userId: string;
  email: string;
  /** Id of the caller. */
  own: string;
}

/** Every call that names a person, in every way in which it could affect that person. */
const acts: Record<string, (names: Names) => unknown[]> = {
  getUserInfo: ({ email }) => [{ email }],
  userGet: ({ userId }) => [{ userId }],
  updateUserContainerList: ({ userId, own }) => [
    { userId, containers: [own] },
    { userId, containers: [] },
  ],
  assignUser: ({ userId, own }) => [{ containerId: own, users: [userId] }],
  registerNewContainer: ({ userId }) => [{ name: "New", serialNumber: fresh("serial"), users: [userId] }],
  saveUserAccount: ({ userId }) => [
    { userId, firstName: "Mallory" },
    { userId, phone: null },
    { userId, language: "fr" },
    { userId, email: `${fresh("mallory")}@example.org` },
    { userId, role: "customer_staff" },
    { userId, role: "super_admin" },
    { userId, disabled: true },
  ],
  removeUser: ({ userId }) => [{ userId }],
  sessionList: ({ userId }) => [{ userId }],
  sessionEnd: ({ userId }) => [{ userId }],
  resetSignIn: ({ userId }) => [
    { userId, parts: ["password"] },
    { userId, parts: ["second_factor"] },
  ],
  getUsersWarningConfig: ({ userId }) => [{ userId }],
};

test("every call that names a person is tried here", () => {
  const naming = Object.entries(calls as Record<string, Call>).filter(([, call]) => {
    const keys = Object.keys((call.input as ZodObject).shape ?? {});
    return call.access !== "public" && keys.some((key) => ["userId", "users", "email", "transferTo"].includes(key));
  });
  // Adding a person names nobody who exists.
  const names = naming.map(([name]) => name).filter((name) => name !== "createNewUser");
  expect(names.toSorted()).toEqual(Object.keys(acts).toSorted());
});

const managers = roles.filter((role) => roleTable[role].containers === "assigned");

test.each(managers.flatMap((mine) => roles.map((theirs) => [mine, theirs] as const)))(
  "B1: whatever a %s tries with the id of a %s of other containers, the answer is as if there were nobody, and nothing changes",
  async (mine, theirs) => {
    const own = fresh("own");
    const { mallory, victim } = await cast({
      mallory: { role: mine, containers: [own] },
      victim: { role: theirs, containers: [fresh("other")] },
    });
    const before = await traceOf(victim);
    for (const [name, inputs] of Object.entries(acts)) {
      const about = inputs({ userId: victim.userId, email: victim.email, own });
      const nobody = inputs({ userId: "nobody", email: "nobody@example.org", own });
      for (const [index, input] of about.entries()) {
        const answer = await mallory.post(name, input);
        expect([name, answer.status, answer.code]).toEqual([name, expect.any(Number), expect.any(String)]);
        // The answer does not even reveal that there is such a person.
        const { requestId: _, ...refusal } = answer.body;
        expect(refusal).toEqual((await mallory.post(name, nobody[index])).body);
      }
    }
    expect(await traceOf(victim)).toEqual(before);
  },
);

test.each(managers.flatMap((mine) => roles.map((theirs) => [mine, theirs] as const)))(
  "a %s who shares a container with a %s can change neither their address nor their password, nor promote anybody",
  async (mine, theirs) => {
    const own = fresh("own");
    const { mallory, victim } = await cast({
      mallory: { role: mine, containers: [own] },
      victim: { role: theirs, containers: [own] },
    });
    const { person } = await traceOf(victim);
    for (const [name, inputs] of Object.entries(acts)) {
      if (name === "removeUser") continue;
      for (const input of inputs({ userId: victim.userId, email: victim.email, own })) await mallory.post(name, input);
    }
    const after = (await traceOf(victim)).person;
    expect([after?.email, after?.passwordHash, after?.emailVerified]).toEqual([
      person?.email,
      person?.passwordHash,
      person?.emailVerified,
    ]);
    const priority = (role: string | null | undefined) => roleTable[role as Role].priority;
    expect(priority(after?.role)).toBeGreaterThanOrEqual(priority(person?.role));
    if (after?.pendingEmail) expect(after.emailConsentDue).toBe(true);
    expect((await traceOf(mallory)).person?.role).toBe(mine);
  },
);

test("a container cannot be registered for people whom the caller does not see, nor for those of higher roles", async () => {
  const { staff, boss, helper, foreign, above } = await cast({
    staff: { role: "offgrid_staff", containers: ["gao"] },
    boss: { role: "admin" },
    helper: { role: "customer_staff", containers: ["gao"] },
    foreign: { role: "customer_staff", containers: ["mopti"] },
    above: { role: "super_admin" },
  });
  const register = (by: Actor, users: string[], serialNumber = fresh("serial")) =>
    by.call("registerNewContainer", { name: serialNumber, serialNumber, users });
  await expect(register(staff, [foreign.userId])).refusesWith("not_found");
  await expect(register(staff, [helper.userId, foreign.userId])).refusesWith("not_found");
  await expect(register(staff, [above.userId])).refusesWith("not_found");
  await expect(register(boss, [above.userId])).refusesWith("role_not_allowed");
  const { data } = await register(staff, [helper.userId, staff.userId], "SN-for-us");
  for (const person of [staff, helper]) {
    expect((await person.call("getSites", {})).data.map(({ id }) => id)).toContain(data.containerId);
  }
  await expect(staff.call("userGet", { userId: foreign.userId })).refusesWith("not_found");
});

test("an account cannot be taken over through a shared container: a new address waits for the person's consent", async () => {
  const { staff, victim } = await cast({
    staff: { role: "offgrid_staff", containers: ["segou"] },
    victim: { role: "user", containers: ["segou"], password },
  });
  const stranger = await aStranger();
  const signIn = async (email: string, given: string) =>
    (await stranger.post("login", { email, password: given })).status;
  const wanted = "mallory@example.org";
  const { data } = await staff.call("saveUserAccount", { userId: victim.userId, email: wanted });
  expect(data).toMatchObject({ email: victim.email, pendingEmail: wanted, emailConsentDue: true });

  // The new address gets nothing that opens the account, whatever it requests.
  await stranger.call("sendVerifyUser", { email: wanted });
  await stranger.call("forgotPassword", { email: wanted });
  const { db } = (await thePortal()).database;
  const links = await db
    .selectFrom("mailToken")
    .select(["kind", "email"])
    .where("userId", "=", victim.userId)
    .execute();
  expect(links).toEqual([{ kind: "consent", email: wanted }]);
  const asked = await nextMail(victim.email);
  expect(asked.subject).toBe("Do you agree to a new email address?");
  expect(asked.text).toContain("staff asked to change the address of your account to mallory@example.org");
  expect(asked.link).toBe(`https://portal.example.org/users/verify#token=${asked.token}&agree=1`);

  // Nothing happens without the link; with it the new address is confirmed like any other.
  expect([await signIn(victim.email, password), await signIn(wanted, password)]).toEqual([200, 401]);
  expect((await stranger.call("verification", { token: asked.token })).data).toEqual({
    email: wanted,
    waitsForNewAddress: true,
  });
  await expect(stranger.call("verification", { token: asked.token })).refusesWith("link_over");
  expect([await signIn(victim.email, password), await signIn(wanted, password)]).toEqual([200, 401]);
  const { token } = await nextMail(wanted);
  expect((await stranger.call("verification", { token })).data).toEqual({ email: wanted, waitsForNewAddress: false });
  expect([await signIn(victim.email, password), await signIn(wanted, password)]).toEqual([401, 200]);
});

test("the person's consent is for one address, and their own change replaces what others requested", async () => {
  const { staff, victim } = await cast({
    staff: { role: "offgrid_staff", containers: ["djenne"] },
    victim: { role: "user", containers: ["djenne"], password },
  });
  const stranger = await aStranger();
  const [first, second, own] = [fresh("first"), fresh("second"), fresh("own")].map((name) => `${name}@example.org`);
  await staff.call("saveUserAccount", { userId: victim.userId, email: first });
  const old = await nextMail(victim.email);
  await staff.call("saveUserAccount", { userId: victim.userId, email: second });
  const asked = await nextMail(victim.email);
  await expect(stranger.call("verification", { token: old.token })).refusesWith("link_over");
  await stranger.call("verification", { token: asked.token });
  const agreed = await nextMail(second as string);
  // Another address was requested meanwhile: the earlier consent is void, and so is its link.
  await staff.call("saveUserAccount", { userId: victim.userId, email: first });
  await expect(stranger.call("verification", { token: agreed.token })).refusesWith("link_over");
  const third = await nextMail(victim.email);
  await victim.call("saveUserAccount", { email: own });
  await expect(stranger.call("verification", { token: third.token })).refusesWith("link_over");
  const { token } = await nextMail(own as string);
  expect((await stranger.call("verification", { token })).data).toMatchObject({ email: own });
});

test("the person who sent an invitation may correct its address until the link is followed", async () => {
  const { staff, other } = await cast({
    staff: { role: "offgrid_staff", containers: ["kita"] },
    other: { role: "offgrid_staff", containers: ["kita"] },
  });
  const wrong = `${fresh("typo")}@example.org`;
  const invited = { firstName: "Awa", lastName: "Diallo", role: "user", containers: ["kita"], language: "en" as const };
  const { userId } = (await staff.call("createNewUser", { ...invited, email: wrong })).data;
  const { token } = await nextMail(wrong);
  const ask = async (by: Actor) =>
    (await by.call("saveUserAccount", { userId, email: `${fresh("right")}@example.org` })).data.emailConsentDue;
  expect([await ask(other), await ask(staff)]).toEqual([true, false]);
  await (await aStranger()).call("confirmPassword", { token, password: ownPassword });
  expect(await ask(staff)).toBe(true);
});

test("a caller whose confirmation is old is asked again before anyone gets a role or another identity", async () => {
  const { ada, amina, nadia } = await cast({
    ada: { role: "super_admin", password },
    amina: { role: "user", containers: ["nara"] },
    nadia: { role: "admin" },
  });
  const { db } = (await thePortal()).database;
  const long = new Date(Date.now() - 10 * 60_000);
  await db.updateTable("session").set({ confirmedAt: long }).where("userId", "=", ada.userId).execute();
  const person = { firstName: "Awa", lastName: "Diallo", containers: [], language: "en" };
  const delicate: [string, object][] = [
    ["createNewUser", { ...person, email: `${fresh("new")}@example.org`, role: "customer_staff" }],
    ["saveUserAccount", { userId: amina.userId, role: "super_admin" }],
    ["saveUserAccount", { userId: amina.userId, role: "customer_staff" }],
    ["saveUserAccount", { userId: amina.userId, email: `${fresh("new")}@example.org` }],
    ["saveUserAccount", { userId: nadia.userId, disabled: true }],
    ["removeUser", { userId: nadia.userId }],
    ["roleSave", { id: "user", label: "Customer Account" }],
    ["savePortalSetting", { registration: false }],
    ["registerNewContainer", { name: "Nara", serialNumber: fresh("serial") }],
    ["auditExport", {}],
  ];
  const before = [await traceOf(amina), await traceOf(nadia)];
  for (const [name, input] of delicate) {
    expect([name, (await ada.post(name, input)).code]).toEqual([name, "confirm_needed"]);
  }
  expect([await traceOf(amina), await traceOf(nadia)]).toEqual(before);
  // Changes that give nobody anything need no new confirmation.
  await ada.call("saveUserAccount", { userId: amina.userId, firstName: "Amina", role: "user" });
  await ada.call("saveUserAccount", { userId: amina.userId, disabled: true });
  await ada.call("confirmPassword", { password });
  await ada.call("saveUserAccount", { userId: nadia.userId, disabled: true });
  await db.updateTable("session").set({ confirmedAt: long }).where("userId", "=", ada.userId).execute();
  await expect(ada.call("saveUserAccount", { userId: nadia.userId, disabled: false })).refusesWith("confirm_needed");
  await ada.call("confirmPassword", { password });
  for (const [name, input] of delicate.filter(([, input]) => !("disabled" in input))) {
    expect([name, (await ada.post(name, input)).status]).toEqual([name, 200]);
  }
});
