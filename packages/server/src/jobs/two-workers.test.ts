import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { writeAudit } from "../calls/audit.ts";
import { SecretBox } from "../core/secret-box.ts";
import { ExternalServices } from "../external/external-services.ts";
import { findBrokenSeal, sealSettled } from "../features/audit/audit-seals.ts";
import { Forecaster } from "../features/forecast/forecaster.ts";
import { addContainer, minutely, tierWorkerOn, workerOn, write } from "../history/rollups/rollups.fixture.ts";
import { openMailer } from "../mail/mailer.ts";
import { Outbox } from "../mail/outbox.ts";
import { readConfig } from "../config/config.ts";
import { testClock } from "../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import type { JobKind } from "./job.ts";
import { JobRunner } from "./job-runner.ts";

const log = pino({ level: "silent" });
const longWait = { timeout: 60_000 };
const dayMs = 86_400_000;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

/** Runs work as another process would, at the same time; recurring work is due at once. */
async function runHere(kinds: readonly JobKind[]): Promise<void> {
  const runner = new JobRunner({ db: database.db, log }, kinds);
  onTestFinished(() => runner.stop());
  runner.start();
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query("update job set due_at = now() where key = '' and claim is null");
    expect(rowCount).toBeGreaterThan(0);
  }, longWait);
}

const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0);

test("with two workers on one database each mail is sent once", async () => {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) => {
      taken.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      stream.on("data", () => undefined);
      stream.on("end", () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const clock = testClock();
  const outboxes = [1, 2].map(() => {
    const mailer = openMailer({ smtpUrl, mailFrom: "portal@example.org", portalName: "Portal", dataDir: "/nowhere" });
    const outbox = new Outbox({ db: database.db, clock, box: new SecretBox(Buffer.alloc(32, 7)), mailer });
    onTestFinished(() => outbox.close());
    return outbox;
  });
  const people = Array.from({ length: 40 }, (_, index) => `p${String(index).padStart(2, "0")}@example.org`);
  const text = { subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  for (const to of people) await outboxes[0]?.write(database.db, to, { to, ...text }, new Date(clock.now() + dayMs));
  for (const outbox of outboxes) await runHere(outbox.jobs);
  await vi.waitFor(() => expect(sum(outboxes.map(({ counts }) => counts.sent))).toBe(people.length), longWait);
  expect(taken.sort()).toEqual(people);
});

test("with two workers on one database each day is summarised and sealed once", async () => {
  const firstMs = Date.UTC(2026, 2, 1);
  const days = 8;
  const id = await addContainer(database, ["solar.power"]);
  for (let day = 0; day < days; day++) await write(database, minutely(id, firstMs + day * dayMs, 1440), firstMs);
  const clock = testClock(firstMs + (days + 2) * dayMs);
  const pairs = [1, 2].map(() => ({ rollups: workerOn(database, clock), tiers: tierWorkerOn(database, clock) }));
  for (const { rollups, tiers } of pairs) await runHere([rollups.job, ...tiers.jobs]);
  await vi.waitFor(async () => {
    await database.pool.query("update job set due_at = now() where key = '' and claim is null");
    expect(sum(pairs.map(({ tiers }) => tiers.counts.sealed))).toBe(days);
  }, longWait);
  const { rows } = await database.pool.query("select day, frames from sealed_day where container_id = $1", [id]);
  expect(rows).toHaveLength(days);
  expect(sum(pairs.map(({ tiers }) => tiers.counts.failed))).toBe(0);
  expect(sum(pairs.map(({ rollups }) => rollups.counts.days))).toBe(days);
});

test("with two workers on one database each forecast is made once", async () => {
  const clock = testClock();
  const at = new Date(clock.now());
  const ids: string[] = [];
  for (let count = 0; count < 30; count++) {
    const containerId = await addContainer(database, ["battery.soc"]);
    await database.db
      .insertInto("containerLatest")
      .values({ containerId, at, soc: 60, liveValues: "{}", devices: "[]", capabilities: "[]" })
      .execute();
    ids.push(containerId);
  }
  const { db } = database;
  const config = readConfig({ OUTSIDE_SERVICES: "off" });
  const forecasters = [1, 2].map(
    () => new Forecaster({ db, clock, log, config, external: new ExternalServices(config, { db, clock, log }) }),
  );
  for (const forecaster of forecasters) await runHere([forecaster.job]);
  await vi.waitFor(async () => {
    await database.pool.query("update job set due_at = now() where kind = 'forecasts' and claim is null");
    const { rows } = await database.pool.query("select 1 from container_forecast where container_id = any($1)", [ids]);
    expect(rows).toHaveLength(ids.length);
  }, longWait);
  await vi.waitFor(() => expect(sum(forecasters.map(({ counts }) => counts.made))).toBe(ids.length), longWait);
});

test("a line of a process whose clock lags is sealed with the younger ones before it, and the chain holds", async () => {
  const nowMs = Date.UTC(2026, 4, 1);
  for (const atMs of [nowMs, nowMs - 120_000]) await writeAudit(database.db, { atMs, action: "test", result: "ok" });
  expect(await sealSettled(database.db, nowMs)).toBe(0);
  expect(await sealSettled(database.db, nowMs + 61_000)).toBe(2);
  expect(await findBrokenSeal(database.db)).toBeUndefined();
});

test("two workers that seal the audit at the same moment make one chain", async () => {
  const nowMs = Date.UTC(2026, 5, 1);
  const add = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => writeAudit(database.db, { atMs: nowMs, action: "test", result: "ok" })),
    );
  for (let round = 0; round < 5; round++) {
    await add(7);
    const sealed = await Promise.all([1, 2, 3].map(() => sealSettled(database.db, nowMs + 61_000)));
    expect(sum(sealed)).toBe(7);
  }
  expect(await findBrokenSeal(database.db)).toBeUndefined();
});
