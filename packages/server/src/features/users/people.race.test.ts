import { sql } from "kysely";
import { expect, test, vi } from "vitest";

import { type Actor, type RawAnswer, cast, thePortal } from "../../testing/cast.ts";

/** Makes calls collide: all of them wait for these people's rows, then go on at the same moment. */
async function atOnce(people: readonly Actor[], ask: () => Promise<RawAnswer>[]): Promise<RawAnswer[]> {
  const { db } = (await thePortal()).database;
  let answers: Promise<RawAnswer>[] = [];
  await db.transaction().execute(async (tx) => {
    const ids = people.map(({ userId }) => userId);
    await tx.selectFrom("appUser").select("id").where("id", "in", ids).forUpdate().execute();
    answers = ask();
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        expect(rows[0]?.waiting).toBe(answers.length);
      },
      { timeout: 30_000, interval: 10 },
    );
  });
  return Promise.all(answers);
}

const ways = [
  ["take the role of", (by: Actor, userId: string) => by.post("saveUserAccount", { userId, role: "admin" })],
  ["disable", (by: Actor, userId: string) => by.post("saveUserAccount", { userId, disabled: true })],
  ["remove", (by: Actor, userId: string) => by.post("removeUser", { userId })],
] as const;

test.each(ways.flatMap(([mine, one]) => ways.map(([theirs, two]) => [mine, theirs, one, two] as const)))(
  "B5: of two super_admins who %s and %s each other at once, one is refused, since the last one stays",
  async (_mine, _theirs, one, two) => {
    const { db } = (await thePortal()).database;
    await db.deleteFrom("appUser").where("role", "=", "super_admin").execute();
    const { ada, grace } = await cast({ ada: { role: "super_admin" }, grace: { role: "super_admin" } });
    const answers = await atOnce([ada, grace], () => [one(ada, grace.userId), two(grace, ada.userId)]);
    expect(answers.map(({ code }) => code ?? "ok").toSorted()).toEqual(["last_super_admin", "ok"]);
    const left = await db
      .selectFrom("appUser")
      .select("id")
      .where("role", "=", "super_admin")
      .where("disabled", "=", false)
      .execute();
    expect(left).toHaveLength(1);
  },
);

test("two callers who give the same people a container at once both succeed, in whatever order they name them", async () => {
  const { boss, nadia, amina, kofi } = await cast({
    boss: { role: "admin", containers: ["tessalit", "araouane"] },
    nadia: { role: "admin" },
    amina: { role: "user" },
    kofi: { role: "user" },
  });
  const answers = await atOnce([amina, kofi], () => [
    boss.post("assignUser", { containerId: "tessalit", users: [amina.userId, kofi.userId] }),
    nadia.post("assignUser", { containerId: "araouane", users: [kofi.userId, amina.userId] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
