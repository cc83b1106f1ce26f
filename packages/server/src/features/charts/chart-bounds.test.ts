import { Kysely, type LogEvent, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Db } from "../../core/db.ts";
import { energyMarginMs } from "../../history/energy/energy.ts";
import { systemClock } from "../../core/clock.ts";
import type { Tables } from "../../core/tables.ts";
import { cast, ensureContainer, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import type { Actor } from "../../calls/actor.ts";
import { addContainer, workerOn, write } from "../../history/rollups/rollups.fixture.ts";
import * as users from "../users/users.store.ts";
import { chartHandlers } from "./charts.handlers.ts";

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 1);
const from = now - 365 * day;
const metrics = ["solar.power"];
/** A person who sees all containers. */
let boss: Pick<Actor, "userId">;

let database: TestDatabase;
let containerId: string;
/** Frames every five minutes, give or take a second, though the controller declares a minute. */
let imported: string;
beforeAll(async () => {
  database = await testDatabase();
  const name = { firstName: "Ada", lastName: "Boss", email: "boss@example.org" };
  const userId = await users.insert(database.db, { ...name, role: "super_admin", passwordHash: null });
  if (userId === undefined) throw new Error("The person was not added.");
  boss = { userId };
  containerId = await addContainer(database, metrics);
  const rows = Array.from({ length: 365 * 2 + 1 }, (_, index) => ({
    containerId,
    atMs: from + index * 12 * hour,
    values: [index % 2],
  }));
  for (let at = 0; at < rows.length; at += 200) await write(database, rows.slice(at, at + 200));
  imported = await addContainer(database, metrics);
  const slow = Array.from({ length: 5 * 288 }, (_, index) => ({
    containerId: imported,
    atMs: now - 5 * day + index * 5 * 60_000 + ((index * 7) % 3) * 1_000,
    values: [600],
  }));
  await write(database, slow);
  while (await workerOn(database, testClock(now)).work(true));
}, 60_000);
afterAll(() => database.drop());

type Question = Parameters<typeof chartHandlers.getChartData>[0];

/** Calls the handler with a given database. */
function ask(db: Db, question: Partial<Question>) {
  const used = { actor: boss, db, clock: testClock(now) };
  const context = used as unknown as Parameters<typeof chartHandlers.getChartData>[1];
  const series = [
    { containerId, metric: "solar.power", func: "count", useIf: "all", multiply: 1, type: "line", axis: "left" },
  ] as const;
  return chartHandlers.getChartData(
    { from, to: now, zone: "UTC", groupBy: "day", series: [...series], ...question },
    context,
  );
}

test("F4: beyond two days a chart reads only rollups and, where its ends cut a quarter hour, the frames of that quarter hour by index", async () => {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const watched = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: (database.db.getExecutor().plugins ?? []).slice(),
    log: (event: LogEvent) => void statements.push(event.query),
  });
  const frameStatements = () => statements.splice(0).filter((statement) => /\bframe\b/.test(statement.sql));
  const whole = await ask(watched, {});
  expect(whole.data.tier).toBe("rollups");
  expect(whole.data.series[0]?.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(730);
  expect(frameStatements()).toEqual([]);

  // Readings at a longer period than the declared one are not gaps, and no reason to read frames.
  const series = [
    {
      containerId: imported,
      metric: "solar.power",
      func: "average",
      useIf: "all",
      multiply: 1,
      type: "line",
      axis: "left",
    },
  ] as const;
  const slow = await ask(watched, { from: now - 5 * day, groupBy: "hour", series: [...series] });
  expect(slow.data.coverage[0]).toBeCloseTo(1 - 5 / (5 * 1_440), 4);
  expect(frameStatements()).toEqual([]);

  // An end at 00:07 cuts two quarter hours, one at each end of the range; and three hours around it tell its coverage.
  const cut = await ask(watched, { from: from + 7 * 60_000, to: now - 8 * 60_000 });
  expect(cut.data.tier).toBe("rollups");
  const [reading, ...more] = frameStatements();
  expect(more).toEqual([]);
  const spans = (reading?.parameters ?? []).filter(Array.isArray) as number[][];
  const [lows = [], highs = []] = spans;
  const readMs = lows.reduce((sum, low, index) => sum + (highs[index] as number) - low, 0);
  expect(lows.length).toBeGreaterThan(0);
  expect(readMs).toBeLessThanOrEqual(4 * 15 * 60_000);
  for (const low of lows) expect(low < from + energyMarginMs || low > now - 2 * energyMarginMs).toBe(true);
  const lines = await planOf(reading?.sql ?? "", reading?.parameters ?? []);
  expect(lines).toMatch(/Index Scan/);
  expect(lines).not.toMatch(/Seq Scan/);

  // Two days or less are read from frames.
  expect((await ask(watched, { from: now - 2 * day })).data.tier).toBe("frames");
  expect(frameStatements().length).toBeGreaterThan(0);
});

/** The database's plan for a statement if its tables were too large to be read whole, which they are not here. */
async function planOf(statement: string, parameters: readonly unknown[]): Promise<string> {
  const client = await database.pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off");
    const { rows } = await client.query<Record<string, string>>(`explain ${statement}`, [...parameters]);
    return rows.map((row) => Object.values(row)[0] ?? "").join("\n");
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("C9: a request that would take the database more than ten seconds is cancelled, and the answer says what to do", async () => {
  const { rows } = await database.pool.query<{ statement_timeout: string }>("show statement_timeout");
  expect(rows).toEqual([{ statement_timeout: "10s" }]);
  const blocker = await database.pool.connect();
  try {
    await blocker.query("begin; lock table frame in access exclusive mode");
    await database.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '50ms'`.execute(tx);
      await expect(ask(tx, { from: now - day })).rejects.toMatchObject({
        code: "bad_input",
        fields: { from: expect.stringContaining("shorter range") },
      });
    });
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
});

test("C9: a hundred years, an end before the beginning, steps of a millisecond and 500 metrics are refused with a hint", async () => {
  await thePortal({ clock: systemClock });
  await ensureContainer("bounded");
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["bounded"] } });
  const series = [{ containerId: "bounded", metric: "solar.power" }];
  const range = { from: now - day, to: now, zone: "UTC" };
  const centuries = { from: now - 100 * 365 * day, to: now, zone: "UTC" };
  const refused: [question: object, field: string, hint: RegExp][] = [
    [{ ...centuries, groupBy: "year", series }, "from", /20 years/],
    [{ ...centuries, groupBy: "raw", series }, "from", /20 years/],
    [{ from: now, to: now - day, groupBy: "day", series }, "to", /after the beginning/],
    [{ from: now, to: now, groupBy: "day", series }, "to", /after the beginning/],
    [{ ...range, groupBy: "1ms", series }, "groupBy", /"15m"/],
    [{ ...range, groupBy: 1, series }, "groupBy", /"15m"/],
    [{ from: now - 19 * 365 * day, to: now, groupBy: "hour", series }, "groupBy", /coarser/],
    [
      { ...range, groupBy: "day", series: Array.from({ length: 500 }, (_, n) => ({ ...series[0], metric: `m${n}` })) },
      "series",
      /20/,
    ],
    [
      {
        ...range,
        groupBy: "day",
        series: Array.from({ length: 20 }, () => ({
          metric: "solar.power",
          containerIds: Array.from({ length: 26 }, (_, n) => `c${n}`),
        })),
      },
      "series",
      /500 containers/,
    ],
  ];
  for (const [question, field, hint] of refused) {
    const answer = await amina.post("getChartData", question);
    expect(answer).toMatchObject({ status: 400, code: "bad_input" });
    expect((answer.body["fields"] as Record<string, string>)[field]).toMatch(hint);
  }
  for (const name of ["getGeneration", "getConsumption"]) {
    expect(await amina.post(name, { ...centuries, groupBy: "year" })).toMatchObject({ status: 400 });
    expect(await amina.post(name, { from: now, to: now - day, groupBy: "day" })).toMatchObject({ status: 400 });
  }
  // Allowed requests are bounded: twenty series over twenty years, and no more points than a series may have.
  const most = { from: now - 20 * 365 * day, to: now, zone: "Europe/Paris" };
  const { data } = await amina.call("getChartData", {
    ...most,
    groupBy: "day",
    series: Array.from({ length: 20 }, (_, n) => ({ containerId: "bounded", metric: `m${n}` })),
  });
  expect(data.t.length).toBeLessThanOrEqual(10_000);
  expect(data.series).toHaveLength(20);
});
