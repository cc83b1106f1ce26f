import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";

import type { Db } from "../core/db.ts";
import { handlers } from "../handlers.ts";
import { type Actor, cast, thePortal } from "../testing/cast.ts";

/** The roles by which a chart was made, in their order. */
let madeAs: (string | null)[] = [];
beforeEach(() => void (madeAs = []));

void thePortal({
  handlers: {
    ...handlers,
    getChartData: (question, context) => {
      madeAs.push(context.actor.role);
      return handlers.getChartData(question, context);
    },
  },
});

const chartOf = (person: Actor, containerId = "dune") =>
  person.post("getChartData", {
    ...{ from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2), groupBy: "hour", zone: "UTC" },
    series: [{ containerId, metric: "solar.power" }],
  });

/**
 * Asks for a chart while nobody's rights can be looked up, and does some work as soon as it is begun a second time; what that
 * changed holds when the rights are looked up.
 */
async function chartWhileRightsWait(person: Actor, work: (db: Db) => Promise<unknown> = async () => {}) {
  const { db } = (await thePortal()).database;
  let answer: ReturnType<typeof chartOf> | undefined;
  await db.transaction().execute(async (within) => {
    await sql`lock table session in access exclusive mode`.execute(within);
    answer = chartOf(person);
    await vi.waitUntil(() => madeAs.length === 2);
    await work(within);
  });
  return answer;
}

test("a chart is made while the rights of its caller are looked up, by those of the call before", async () => {
  const { ines } = await cast({ ines: { role: "user", containers: ["dune"] } });
  expect(await chartOf(ines)).toMatchObject({ status: 200 });
  expect(await chartWhileRightsWait(ines)).toMatchObject({ status: 200 });
  expect(madeAs).toEqual(["user", "user"]);
});

test("where the rights are others by now, it is made again by them", async () => {
  const { ines } = await cast({ ines: { role: "user", containers: ["dune"] } });
  await chartOf(ines);
  const answer = await chartWhileRightsWait(ines, (db) =>
    db.updateTable("appUser").set({ role: "super_admin" }).where("id", "=", ines.userId).execute(),
  );
  expect(answer).toMatchObject({ status: 200 });
  expect(madeAs).toEqual(["user", "user", "super_admin"]);
});

test("who was disabled meanwhile gets nothing of what was begun", async () => {
  const { ines } = await cast({ ines: { role: "user", containers: ["dune"] } });
  await chartOf(ines);
  const answer = await chartWhileRightsWait(ines, (db) =>
    db.updateTable("appUser").set({ disabled: true }).where("id", "=", ines.userId).execute(),
  );
  expect(answer).toMatchObject({ status: 401, code: "signed_out", body: { code: "signed_out" } });
});

test("a refusal of what was begun is the answer, with its reason", async () => {
  const { ines } = await cast({ ines: { role: "user", containers: ["dune"] } });
  await chartOf(ines);
  expect(await chartOf(ines, "a-container-of-others")).toMatchObject({ status: 404, code: "not_found" });
  expect(await ines.post("getChartData", { from: 1 })).toMatchObject({ status: 400, code: "bad_input" });
});

test("a session that was never here begins nothing ahead", async () => {
  const { ines } = await cast({ ines: { role: "user", containers: ["dune"] } });
  const { db, pool } = (await thePortal()).database;
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  let answer: ReturnType<typeof chartOf> | undefined;
  await db.transaction().execute(async (within) => {
    await sql`lock table session in access exclusive mode`.execute(within);
    answer = chartOf(ines);
    await vi.waitUntil(async () => (await pool.query(waits)).rowCount === 1);
    expect(madeAs).toEqual([]);
  });
  expect(await answer).toMatchObject({ status: 200 });
  expect(madeAs).toEqual(["user"]);
});
