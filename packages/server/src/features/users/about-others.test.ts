import type { Call } from "@offgrid/contract/core/call";
import { calls } from "@offgrid/contract/registry";
import { expect, test } from "vitest";
import type { ZodObject } from "zod";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";

const clock = testClock();
void thePortal({ clock });
const minute = 60_000;
const password = "lanterns over the dunes";

type Act = readonly [name: string, input: object];

const acts = (userId: string): Act[] => [
  ["saveUserAccount", { userId, role: "customer_staff" }],
  ["saveUserAccount", { userId, disabled: true }],
  ["saveUserAccount", { userId, firstName: "Mallory" }],
  ["saveUserAccount", { userId, email: "mallory@example.org" }],
  ["sessionEnd", { userId }],
];
const readings = ({ userId, email }: Actor): Act[] => [
  ["sessionList", { userId }],
  ["getUserInfo", { email }],
];

async function codesOf(by: Actor, tried: readonly Act[]): Promise<string[]> {
  const codes: string[] = [];
  for (const [name, input] of tried) codes.push((await by.post(name, input)).code ?? "ok");
  return codes;
}

async function traceOf({ userId }: Actor) {
  const { db } = (await thePortal()).database;
  const person = await db.selectFrom("appUser").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
  return [
    { ...person, lastSeenAt: null },
    await db.selectFrom("session").select("id").where("userId", "=", userId).execute(),
  ];
}

test("every call that anyone signed in may make and that can name a person says by which key", () => {
  for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
    if (call.access !== "signed-in") continue;
    const keys = Object.keys((call.input as ZodObject).shape ?? {});
    const naming = keys.includes("userId") ? "userId" : keys.find((key) => key === "email");
    expect([name, call.person]).toEqual([name, naming]);
  }
});

test("until two-step sign-in is set up where the role requires it, a person can neither change nor read others", async () => {
  const { ada, boss, amina } = await cast({
    ada: { role: "super_admin" },
    boss: { role: "admin", password },
    amina: { role: "user" },
  });
  const before = await traceOf(amina);
  await ada.call("roleSave", { id: "admin", twoStepRequired: true });
  const tried = [...acts(amina.userId), ...readings(amina)];
  expect(await codesOf(boss, tried)).toEqual(tried.map(() => "two_step_needed"));
  expect(await traceOf(amina)).toEqual(before);

  // What concerns oneself goes on, as does setting it up.
  const own: Act[] = [
    ["saveUserAccount", { userId: boss.userId, firstName: "Boss" }],
    ["saveUserAccount", { firstName: "Boss" }],
    ["getUserInfo", { email: boss.email.toUpperCase() }],
    ["sessionList", { userId: boss.userId }],
    ["sessionEnd", {}],
    ["totpSetup", {}],
    ["signOut", {}],
  ];
  expect(await codesOf(boss, own)).toEqual(own.map(() => "ok"));
  await ada.call("roleSave", { id: "admin", twoStepRequired: false });
});

test("after a pause of half an hour others are read without the password, and changed only with it", async () => {
  const { boss, amina } = await cast({ boss: { role: "admin", password }, amina: { role: "user" } });
  const before = await traceOf(amina);
  for (const act of acts(amina.userId)) {
    clock.advance(30 * minute);
    expect(await codesOf(boss, [act, act])).toEqual(["confirm_needed", "confirm_needed"]);
  }
  expect(await traceOf(amina)).toEqual(before);
  expect(await codesOf(boss, readings(amina))).toEqual(["ok", "ok"]);
  expect(await codesOf(boss, [["saveUserAccount", { firstName: "Boss" }]])).toEqual(["ok"]);
  await boss.call("confirmPassword", { password });
  expect(await codesOf(boss, acts(amina.userId))).toEqual(acts(amina.userId).map(() => "ok"));
});
