import { reportLimits } from "@offgrid/contract/reports/report-choices";
import { ReportPlan } from "@offgrid/contract/reports/reports.schema";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./reports.fixture.ts";
import { saveReport } from "./reports.store.ts";
import * as sendings from "./sendings.store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

type Bench = Awaited<ReturnType<typeof benchOf>>;

/** Sendings that were made for an owner just now, each to a reader. */
const made = ({ pool, clock }: Bench, ownerId: string, userId: string, count: number, isSent = true) =>
  pool.query(
    `insert into report_made (claim, owner_id, user_id, made_at, sent_at)
      select gen_random_uuid(), $1, $2, $3, $4 from generate_series(1, $5::int)`,
    [ownerId, userId, new Date(clock.now()), isSent ? new Date(clock.now()) : null, count],
  );

test("a daily report that is saved again and again, each time for the next minute, is sent once that day", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  const brahim = await bench.person("Brahim");
  await bench.container("Gao", amina.id, brahim.id);
  const daily = (time: string) =>
    ReportPlan.parse({
      ...{ name: "Fleet", subject: { kind: "fleet_week" }, language: "en" },
      schedule: { time, zone: "UTC", repeat: { kind: "day" } },
    });
  const id = await bench.report(amina.id, [brahim.id], daily("07:00"));
  bench.clock.advance(hourMs);
  await bench.run();
  expect(bench.mails).toHaveLength(1);
  for (const minute of [1, 2, 3]) {
    const nextMs = bench.clock.now() + minuteMs;
    const plan = daily(`07:0${minute}`);
    await saveReport(
      database.db,
      { id, ownerId: amina.id, plan, people: [brahim.id, amina.id], nextMs },
      bench.clock.now(),
    );
    bench.clock.advance(minuteMs);
    await bench.run();
  }
  // Whoever was put on meanwhile is sent it once as well.
  expect(bench.mails.map(({ to }) => to)).toEqual([brahim.email, amina.email]);
  bench.clock.advance(dayMs);
  await bench.run();
  expect(bench.mails).toHaveLength(4);
});

test("what is beyond an owner's limit of an hour waits, and is sent in the hour after", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  await bench.container("Gao", amina.id);
  const id = await bench.report(amina.id, [amina.id]);
  bench.clock.advance(hourMs);
  await made(bench, amina.id, amina.id, reportLimits.madeByHour);
  await bench.run();
  expect((await bench.shown(amina.id, id))?.last).toMatchObject({ waiting: 1, sent: 0, reason: null });
  bench.clock.advance(hourMs);
  await bench.run();
  expect((await bench.shown(amina.id, id))?.last).toMatchObject({ waiting: 0, sent: 1 });
});

test("nobody is sent more reports of others in a day than one may be, and the list says so", async () => {
  const bench = await benchOf(database);
  const [amina, brahim, fatou] = [
    await bench.person("Amina"),
    await bench.person("Brahim"),
    await bench.person("Fatou"),
  ];
  await bench.container("Gao", amina.id, brahim.id);
  const id = await bench.report(amina.id, [amina.id, brahim.id]);
  bench.clock.advance(hourMs);
  // What was not sent does not count, nor what one sends to oneself.
  await made(bench, fatou.id, brahim.id, reportLimits.sentByDay);
  await made(bench, fatou.id, amina.id, reportLimits.sentByDay - 1);
  await made(bench, fatou.id, amina.id, 5, false);
  await made(bench, amina.id, amina.id, reportLimits.sentByDay);
  await bench.run();
  expect(bench.mails.map(({ to }) => to)).toEqual([amina.email]);
  expect((await bench.shown(amina.id, id))?.last).toMatchObject({ sent: 1, skipped: 1, reason: "too_many" });
});

test("owners take turns, whoever was due first", async () => {
  const bench = await benchOf(database);
  const [amina, brahim] = [await bench.person("Amina"), await bench.person("Brahim")];
  await bench.container("Gao", amina.id, brahim.id);
  for (const name of ["A", "B", "C"]) await bench.report(amina.id, [amina.id], { name });
  bench.clock.advance(hourMs);
  const nowMs = bench.clock.now();
  for (let due = await sendings.holdDue(database.db, nowMs); due; due = await sendings.holdDue(database.db, nowMs)) {
    await sendings.planSendings(database.db, due.id, due.dueMs, hourMs);
    await sendings.setNext(database.db, due.id, nowMs + dayMs);
  }
  const late = await bench.report(brahim.id, [brahim.id], { name: "Late" });
  await sendings.planSendings(database.db, late, nowMs, hourMs);
  const owners: string[] = [];
  for (let index = 0; index < 4; index++) {
    const one = await sendings.claimSending(database.db, nowMs, nowMs + hourMs);
    owners.push(one?.ownerId ?? "");
  }
  expect(owners).toEqual([amina.id, brahim.id, amina.id, amina.id]);
});

test("one that the mail server did not take is made anew: rights, address and being there are asked again", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  const [brahim, fatou, moussa] = [
    await bench.person("Brahim"),
    await bench.person("Fatou"),
    await bench.person("Moussa"),
  ];
  const gao = await bench.container("Gao", amina.id, brahim.id, fatou.id, moussa.id);
  const kayes = await bench.container("Kayes", amina.id, fatou.id);
  const id = await bench.report(amina.id, [brahim.id, fatou.id, moussa.id]);
  const deleted = await bench.report(amina.id, [amina.id], { name: "Deleted" });
  bench.clock.advance(hourMs);
  bench.post.isFull = true;
  await bench.run();
  expect((await bench.shown(amina.id, id))?.last).toMatchObject({ waiting: 3, sent: 0 });
  await bench.pool.query("delete from container_user where container_id = $1 and user_id = $2", [gao, brahim.id]);
  await bench.pool.query("delete from container_user where container_id = $1 and user_id = $2", [kayes, fatou.id]);
  await bench.pool.query("update app_user set email = 'new@example.org' where id = $1", [fatou.id]);
  await bench.pool.query("update app_user set disabled = true where id = $1", [moussa.id]);
  await bench.pool.query("delete from report where id = $1", [deleted]);
  bench.post.isFull = false;
  bench.clock.advance(10 * minuteMs);
  await bench.run();
  expect(bench.mails.map(({ to }) => to)).toEqual(["new@example.org"]);
  expect(bench.mails[0]?.text).toContain("Gao |");
  expect(bench.mails[0]?.text).not.toContain("Kayes");
  expect((await bench.shown(amina.id, id))?.last).toMatchObject({
    ...{ waiting: 0, sent: 1, skipped: 2, reason: "no_rights" },
  });
});

test("one that no mail server takes within a day is said to have failed", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  await bench.container("Gao", amina.id);
  const id = await bench.report(amina.id, [amina.id]);
  bench.clock.advance(hourMs);
  bench.post.isFull = true;
  for (let tries = 1; tries < reportLimits.deliveries; tries++) {
    await bench.run();
    bench.clock.advance(hourMs);
    expect((await bench.shown(amina.id, id))?.last).toMatchObject({ waiting: 1, failed: 0 });
  }
  await bench.run();
  expect((await bench.shown(amina.id, id))?.last).toMatchObject({ waiting: 0, sent: 0, failed: 1 });
  expect(bench.mails).toEqual([]);
});
