import { spawn } from "node:child_process";
import { join } from "node:path";

import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { systemClock } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { until } from "../features/ingest/telemetry.fixture.ts";
import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { applicationName } from "./held-connection.ts";
import { LeaseLost, RoleLease, type Tenure } from "./role-lease.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

interface Holder {
  lease: RoleLease;
  tenures: Tenure[];
  lost(): number;
}

/** A process that wants a role. */
async function wanting(role: string): Promise<Holder> {
  const tenures: Tenure[] = [];
  let lost = 0;
  const lease = new RoleLease({
    database,
    clock: systemClock,
    log,
    role,
    onTaken: (tenure) => void tenures.push(tenure),
    onLost: () => void lost++,
  });
  await lease.start();
  onTestFinished(() => lease.stop());
  return { lease, tenures, lost: () => lost };
}

/**
 * Ends the connections that hold or want a role, but for one of the database's processes, as when the server has lost
 * contact with the processes behind them.
 */
async function cut(role: string, except?: number): Promise<void> {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1 and pid is distinct from $2",
    [applicationName(`role ${role}`), except ?? null],
  );
}

/** The database's processes that hold a role's lock or want it. */
async function connectionsOf(role: string): Promise<{ pid: number; holds: boolean }[]> {
  const { rows } = await database.pool.query<{ pid: number; holds: boolean }>(
    `select a.pid,
       exists (select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted) as holds
     from pg_stat_activity a where a.datname = current_database() and a.application_name = $1`,
    [applicationName(`role ${role}`)],
  );
  return rows;
}

const holderOf = async (role: string) => (await connectionsOf(role)).find((connection) => connection.holds)?.pid;

const counter = async () =>
  (await database.pool.query<{ n: number }>("select count(*)::int as n from cluster")).rows[0]?.n;

test("one process holds the role, and when it ends another takes over", async () => {
  const first = await wanting("alone");
  const second = await wanting("alone");
  expect([first.tenures.length, second.tenures.length]).toEqual([1, 0]);
  await first.lease.stop();
  await until(() => second.tenures.length === 1);
  expect(second.tenures[0]?.isHeld()).toBe(true);
  expect(first.tenures[0]?.isHeld()).toBe(false);
});

test("a holder whose connection breaks while nobody else waits goes on as if nothing had happened", async () => {
  const only = await wanting("broken");
  const [tenure] = only.tenures as [Tenure];
  const before = await holderOf("broken");
  expect(before).toBeDefined();
  // Tried while the lock is away and afterwards: a refusal then has no other reason.
  const refused: unknown[] = [];
  await cut("broken");
  await until(async () => {
    await tenure.write(async () => undefined).catch((error: unknown) => refused.push(error));
    const now = await holderOf("broken");
    return now !== undefined && now !== before;
  });
  for (const error of refused) expect(error).toBeInstanceOf(LeaseLost);
  await until(() => tenure.isHeld());
  expect(await tenure.write(async () => "written")).toBe("written");
  expect([only.tenures.length, only.lost()]).toEqual([1, 0]);
});

test("a holder that lost the role to another commits nothing any more", async () => {
  const first = await wanting("fenced");
  const second = await wanting("fenced");
  const [old] = first.tenures as [Tenure];
  const waiting = (await connectionsOf("fenced")).find((connection) => !connection.holds);
  expect(waiting).toBeDefined();
  // Again each time the old holder is back: its new connection takes the lock before the other process tries again.
  await until(async () => {
    await cut("fenced", waiting?.pid);
    return second.tenures.length > 0;
  });
  await until(() => first.lost() === 1);
  const [current] = second.tenures as [Tenure];
  await until(() => current.isHeld());
  const add = (id: string) => (tx: Db) => tx.insertInto("cluster").values({ id, name: id }).execute();
  await expect(old.write(add("late"))).rejects.toThrow(LeaseLost);
  expect(await counter()).toBe(0);
  await current.write(add("new"));
  expect(await counter()).toBe(1);
});

test("the next term begins only when the last holder's transactions are committed", async () => {
  const first = await wanting("orderly");
  const second = await wanting("orderly");
  const [tenure] = first.tenures as [Tenure];
  let goOn: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  let isUnderWay = false;
  const underWay = tenure.write(async (tx) => {
    isUnderWay = true;
    await waits;
    await tx.insertInto("cluster").values({ id: "in time", name: "In time" }).execute();
    return second.tenures.length;
  });
  await until(() => isUnderWay);
  const stopped = first.lease.stop();
  await stopped;
  // The second has the lock now and waits for its term.
  await until(async () => {
    const { rows } = await database.pool.query(
      "select 1 from pg_stat_activity where application_name = 'offgrid-portal role orderly' and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
  goOn();
  expect(await underWay).toBe(0);
  await until(() => second.tenures.length === 1);
});

test("a holder that is frozen loses the role to a waiting process, and writes nothing when it wakes up", async () => {
  const file = join(import.meta.dirname, "frozen-holder.fixture.ts");
  const holder = spawn(process.execPath, ["--import", "tsx", file, JSON.stringify(database.address), "frozen"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  let said = "";
  holder.stdout.on("data", (text: Buffer) => (said += text.toString()));
  await until(() => said.includes("taken"));
  const next = await wanting("frozen");
  expect(next.tenures).toEqual([]);
  holder.kill("SIGSTOP");
  await until(() => next.tenures.length === 1);
  holder.kill("SIGCONT");
  await until(() => /written|refused/.test(said));
  expect(said).toContain("refused");
  expect(next.tenures[0]?.isHeld()).toBe(true);
});
