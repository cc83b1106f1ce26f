import { expect, test } from "vitest";

import { type Actor, aStranger, cast, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";

void thePortal({ config: { publicUrl: "https://portal.example.org" } });
const nextMail = mailReader(async () => (await thePortal()).config.dataDir);
const password = "lanterns over the dunes";
const other = "a kite above the ridge";

let count = 0;
const fresh = (word: string) => `${word}-${(count += 1)}@example.org`;

/** The staff's invitation to somebody, of which they changed the address: a link to confirm it is with Mallory. */
async function anInvitation(staff: Actor) {
  const [email, evil] = [fresh("victim"), fresh("mallory")];
  const person = { firstName: "Awa", lastName: "Diallo", role: "user", containers: [], language: "en" as const };
  const { userId } = (await staff.call("createNewUser", { ...person, email })).data;
  const invitation = await nextMail(email);
  await staff.call("saveUserAccount", { userId, email: evil });
  const { token } = await nextMail(evil);
  return { userId, email, evil, token, invitation: invitation.token };
}

async function addressesOf(userId: string) {
  const { db } = (await thePortal()).database;
  const columns = ["email", "pendingEmail", "pendingEmailBy", "emailConsentDue"] as const;
  return db.selectFrom("appUser").select(columns).where("id", "=", userId).executeTakeFirstOrThrow();
}

const nothingWaits = { pendingEmail: null, pendingEmailBy: null, emailConsentDue: false };

test.each(["offgrid_staff", "admin"] as const)(
  "once an invited person has joined, the link that a manager (%s) sent to another address before is over",
  async (role) => {
    const { manager, boss } = await cast({ manager: { role }, boss: { role: "super_admin" } });
    const stranger = await aStranger();
    const { userId, email, evil, token, invitation } = await anInvitation(manager);
    await stranger.call("confirmPassword", { token: invitation, password });
    expect(await addressesOf(userId)).toEqual({ email, ...nothingWaits });
    await boss.call("saveUserAccount", { userId, role: "admin" });
    await expect(stranger.call("verification", { token })).refusesWith("link_over");
    expect(await addressesOf(userId)).toEqual({ email, ...nothingWaits });
    const { db } = (await thePortal()).database;
    await stranger.call("forgotPassword", { email: evil });
    expect(await db.selectFrom("mailToken").select("kind").where("userId", "=", userId).execute()).toEqual([]);
  },
);

test.each([
  ["another role", [{ role: "customer_staff" }]],
  ["disabling", [{ disabled: true }]],
  ["disabling and enabling", [{ disabled: true }, { disabled: false }]],
])("%s ends the links to an address that was asked for before", async (_, changes) => {
  const { staff, boss } = await cast({ staff: { role: "offgrid_staff" }, boss: { role: "super_admin" } });
  const { userId, email, token } = await anInvitation(staff);
  for (const change of changes) await boss.call("saveUserAccount", { userId, ...change });
  expect(await addressesOf(userId)).toEqual({ email, ...nothingWaits });
  await expect((await aStranger()).call("verification", { token })).refusesWith("link_over");
});

test.each([
  ["has another role now", { role: "customer_staff" }],
  ["is disabled", { disabled: true }],
])("a link to a new address is over when whoever asked for it %s", async (_, change) => {
  const { staff, boss } = await cast({ staff: { role: "offgrid_staff" }, boss: { role: "super_admin" } });
  const { userId, email, token } = await anInvitation(staff);
  await boss.call("saveUserAccount", { userId: staff.userId, ...change });
  await expect((await aStranger()).call("verification", { token })).refusesWith("link_over");
  expect((await addressesOf(userId)).email).toBe(email);
});

test("whoever asked for a new address and was removed, or may no longer change the person, cannot have it confirmed", async () => {
  const { staff, colleague, boss } = await cast({
    staff: { role: "offgrid_staff" },
    colleague: { role: "offgrid_staff", containers: ["tabalak"] },
    boss: { role: "super_admin", containers: ["abalak"] },
  });
  const stranger = await aStranger();
  const [ofStaff, ofColleague] = [await anInvitation(staff), await anInvitation(colleague)];
  await boss.call("removeUser", { userId: staff.userId });
  await expect(stranger.call("verification", { token: ofStaff.token })).refusesWith("link_over");
  // The person got a container that the one who asked does not see.
  await boss.call("updateUserContainerList", { userId: ofColleague.userId, containers: ["abalak"] });
  await expect(stranger.call("verification", { token: ofColleague.token })).refusesWith("link_over");
  expect((await addressesOf(ofColleague.userId)).email).toBe(ofColleague.email);
});

test("an address that somebody at the owner's session asked for is forgotten when the owner changes or resets the password", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  const stranger = await aStranger();
  const ask = async () => {
    const evil = fresh("thief");
    await amina.call("saveUserAccount", { email: evil });
    expect((await nextMail(amina.email)).subject).toBe("Your email address is about to change");
    return (await nextMail(evil)).token;
  };
  const first = await ask();
  await amina.call("editPassword", { oldPassword: password, newPassword: other });
  expect(await addressesOf(amina.userId)).toEqual({ email: amina.email, ...nothingWaits });
  await expect(stranger.call("verification", { token: first })).refusesWith("link_over");

  const second = await ask();
  await stranger.call("forgotPassword", { email: amina.email });
  const { token } = await nextMail(amina.email);
  await stranger.call("confirmPassword", { token, password });
  expect(await addressesOf(amina.userId)).toEqual({ email: amina.email, ...nothingWaits });
  await expect(stranger.call("verification", { token: second })).refusesWith("link_over");
});

test("a person who registered by themselves can still confirm their address after getting another role", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const stranger = await aStranger();
  await boss.call("savePortalSetting", { registration: true });
  const email = fresh("lena");
  const account = { email, password, firstName: "Lena", lastName: "Weiss" };
  const { userId } = (await stranger.call("auth/local/register", account)).data;
  const { token } = await nextMail(email);
  await boss.call("saveUserAccount", { userId, role: "customer_staff" });
  expect((await stranger.call("verification", { token })).data.email).toBe(email);
});
