import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { until } from "../features/ingest/telemetry.fixture.ts";
import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { type Announcement, announced } from "./announcement.ts";
import type { Bus } from "./bus.ts";
import { MemoryBus } from "./memory.bus.ts";
import { PostgresBus } from "./postgres.bus.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

/** As another process of the same portal would have it. */
async function openBus(): Promise<PostgresBus> {
  const bus = new PostgresBus(database, log);
  await bus.start();
  onTestFinished(() => bus.stop());
  return bus;
}

function watchedOn(bus: Bus): string[] {
  const received: string[] = [];
  bus.subscribe("watched", ({ containerId }) => void received.push(containerId));
  return received;
}

function inTransaction(bus: Bus, work: (news: Announcement) => void): Promise<void> {
  return announced<void>(
    bus,
    (whole) => database.db.transaction().execute(whole),
    async (_, news) => work(news),
  );
}

test("an event arrives here before publish returns, at other processes soon after, and nowhere twice", async () => {
  const [here, there] = [await openBus(), await openBus()];
  const [near, far] = [watchedOn(here), watchedOn(there)];
  here.publish("watched", { containerId: "lodwar", untilMs: 1 });
  expect(near).toEqual(["lodwar"]);
  there.publish("watched", { containerId: "kisumu", untilMs: 1 });
  await until(() => far.length === 2 && near.length === 2);
  here.publish("watched", { containerId: "last", untilMs: 1 });
  await until(() => far.includes("last"));
  expect(near).toEqual(["lodwar", "kisumu", "last"]);
  expect([...far].sort()).toEqual(["kisumu", "last", "lodwar"]);
});

test("an event about nothing is told to nobody: whoever hears of one asks the database what is new", async () => {
  const bus = await openBus();
  const raised: string[][] = [];
  bus.subscribe("eventRaised", ({ eventIds }) => void raised.push([...eventIds]));
  await inTransaction(bus, (news) => news.add("eventRaised", { eventIds: [] }));
  await inTransaction(bus, (news) => news.add("eventRaised", { eventIds: ["door"] }));
  expect(raised).toEqual([["door"]]);
});

test("a process that is killed right after its commit has informed the others of what the transaction changed", async () => {
  const there = await openBus();
  const ended: string[] = [];
  there.subscribe("userEnded", ({ userId }) => void ended.push(userId));
  const killed = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "killed-teller.fixture.ts"), JSON.stringify(database.address)],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
  await until(() => ended.length > 0);
  expect(ended).toEqual(["amina"]);
});

test("what a transaction announces arrives once here after its commit, and at others without any other connection", async () => {
  // Never started: it has no connection of its own.
  const here = new PostgresBus(database, log);
  const there = await openBus();
  const [near, far] = [watchedOn(here), watchedOn(there)];
  await inTransaction(here, (news) => {
    news.add("watched", { containerId: "lodwar", untilMs: 1 });
    news.add("watched", { containerId: "kisumu", untilMs: 1 });
    expect(near).toEqual([]);
  });
  expect(near).toEqual(["lodwar", "kisumu"]);
  await until(() => far.length === 2);
  expect(far).toEqual(["lodwar", "kisumu"]);
});

test("an own transaction does not come back as an echo", async () => {
  const here = await openBus();
  const near = watchedOn(here);
  await inTransaction(here, (news) => news.add("watched", { containerId: "lodwar", untilMs: 1 }));
  // Notifications come in the order of the commits.
  const there = await openBus();
  await inTransaction(there, (news) => news.add("watched", { containerId: "last", untilMs: 1 }));
  await until(() => near.includes("last"));
  expect(near).toEqual(["lodwar", "last"]);
});

test("a transaction that is rolled back announces nothing", async () => {
  const [here, there] = [await openBus(), await openBus()];
  const [near, far] = [watchedOn(here), watchedOn(there)];
  const failed = inTransaction(here, (news) => {
    news.add("watched", { containerId: "undone", untilMs: 1 });
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await inTransaction(here, (news) => news.add("watched", { containerId: "done", untilMs: 1 }));
  await until(() => far.length > 0);
  expect([near, far]).toEqual([["done"], ["done"]]);
});

test("when the answer to a commit does not come, what is kept here is read again", async () => {
  const here = new PostgresBus(database, log);
  let missed = 0;
  here.onMissed(() => missed++);
  const cut = announced<void>(
    here,
    async (whole) => {
      await database.db.transaction().execute(whole);
      throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "08006" });
    },
    async (_, news) => news.add("userEnded", { userId: "amina" }),
  );
  await expect(cut).rejects.toThrow("terminated");
  expect(missed).toBe(1);
});

test("a list of ids that is too long for one notification arrives whole", async () => {
  const [here, there] = [await openBus(), await openBus()];
  const received: string[] = [];
  there.subscribe("accessChanged", ({ userIds }) => void received.push(...userIds));
  const userIds = Array.from({ length: 3_000 }, (_, index) => `person-number-${index}`);
  await inTransaction(here, (news) => news.add("accessChanged", { userIds }));
  await until(() => received.length >= userIds.length);
  expect(received).toEqual(userIds);
});

test("state goes to subscribers in the process alone; others get the ids", async () => {
  const [here, there] = [await openBus(), await openBus()];
  const received: { at: string; ids: readonly string[]; hasState: boolean }[] = [];
  for (const [at, bus] of Object.entries({ here, there })) {
    bus.subscribe("framesCommitted", ({ containerIds }, state) =>
      received.push({ at, ids: containerIds, hasState: state !== undefined }),
    );
  }
  here.publish("framesCommitted", { containerIds: ["lodwar"] }, { changes: new Map() });
  await until(() => received.length === 2);
  expect(received).toEqual([
    { at: "here", ids: ["lodwar"], hasState: true },
    { at: "there", ids: ["lodwar"], hasState: false },
  ]);
});

test("whoever was cut off from the database learns that it may have missed something, and receives events again", async () => {
  const [here, there] = [await openBus(), await openBus()];
  const far = watchedOn(there);
  let missed = 0;
  there.onMissed(() => missed++);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'offgrid-portal bus'",
  );
  await until(() => missed > 0);
  here.publish("watched", { containerId: "again", untilMs: 1 });
  await until(() => far.includes("again"));
});

test("other processes are informed while calls hold every connection of the pool", async () => {
  const [here, there] = [await openBus(), await openBus()];
  const ended: string[] = [];
  there.subscribe("userEnded", ({ userId }) => void ended.push(userId));
  const held = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
  onTestFinished(() => held.forEach((client) => client.release()));
  here.publish("userEnded", { userId: "amina" });
  await until(() => ended.length > 0);
  expect(ended).toEqual(["amina"]);
});

test("a container that is edited or removed by anybody is announced", async () => {
  const bus = await openBus();
  const changed: string[] = [];
  bus.subscribe("containerChanged", ({ containerIds }) => void changed.push(...containerIds));
  await database.pool.query(
    "insert into container (id, name, serial_number, secret_hash) values ('thies', 'Thies', '1', '')",
  );
  await database.pool.query("update container set name = 'Thiès' where id = 'thies'");
  await database.pool.query("update container set zone_name = 'Africa/Dakar' where id = 'thies'");
  await until(() => changed.length === 1);
  await database.pool.query("delete from container where id = 'thies'");
  await until(() => changed.length === 2);
  expect(changed).toEqual(["thies", "thies"]);
});

test("a subscriber that fails keeps neither the publisher nor the others from going on", () => {
  const bus = new MemoryBus(log);
  bus.subscribe("watched", () => {
    throw new Error("out of order");
  });
  const received = watchedOn(bus);
  bus.publish("watched", { containerId: "lodwar", untilMs: 1 });
  expect(received).toEqual(["lodwar"]);
});
