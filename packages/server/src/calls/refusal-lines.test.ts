import { expect, test } from "vitest";

import { type RawAnswer, cast, thePortal } from "../testing/cast.ts";
import { testClock } from "../testing/test-clock.ts";

const clock = testClock();
void thePortal({ clock });

const minute = 60_000;

async function linesOf(userId: string): Promise<string[]> {
  const { db } = (await thePortal()).database;
  const lines = await db
    .selectFrom("audit")
    .select(["action", "result"])
    .where("userId", "=", userId)
    .where("result", "!=", "ok")
    .orderBy("id")
    .execute();
  return lines.map(({ action, result }) => `${action} ${result}`);
}

/** Makes a call at once, many times. @returns how often it was answered with which code. */
async function count(many: number, make: () => Promise<RawAnswer>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { code = "ok" } of await Promise.all(Array.from({ length: many }, make))) {
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

test("a token with someone else's user id is limited like any session, and leaves one line a minute", async () => {
  const { amina, boss } = await cast({ amina: { role: "user" }, boss: { role: "super_admin" } });
  const pretend = () => amina.post("getSites", {}, { "x-user-id": boss.userId });
  expect(await count(150, pretend)).toEqual({ signed_out: 100, too_many: 50 });
  expect(await linesOf(amina.userId)).toEqual(["getSites foreign_user_id"]);
  clock.advance(minute);
  expect(await count(20, pretend)).toEqual({ signed_out: 20 });
  expect(await linesOf(amina.userId)).toEqual(["getSites foreign_user_id", "getSites foreign_user_id"]);
});

test("a call without the right to it leaves one line a minute, and another call one of its own", async () => {
  clock.advance(minute);
  const { guest } = await cast({ guest: { role: "customer_staff" } });
  expect(await count(40, () => guest.post("auditList", {}))).toEqual({ forbidden: 40 });
  expect(await count(40, () => guest.post("registerNewContainer", {}))).toEqual({ forbidden: 40 });
  expect((await linesOf(guest.userId)).toSorted()).toEqual(["auditList forbidden", "registerNewContainer forbidden"]);
  clock.advance(minute);
  expect(await count(1, () => guest.post("auditList", {}))).toEqual({ forbidden: 1 });
  expect(await linesOf(guest.userId)).toHaveLength(3);
});

test("changes that the portal refuses leave ten lines a minute", async () => {
  clock.advance(minute);
  const { boss } = await cast({ boss: { role: "super_admin" } });
  let nobody = 0;
  const answers = await count(30, () => boss.post("removeUser", { userId: `nobody-${nobody++}` }));
  expect(answers).toEqual({ not_found: 30 });
  expect(await linesOf(boss.userId)).toHaveLength(10);
});
