import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { Deferred, type JobKind, type JobRun, backoffOf, pauseAfter, pauseAfterRun } from "./job.ts";
import { JobRunner } from "./job-runner.ts";
import { enqueue } from "./job.store.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

const log = pino({ level: "silent" });
const longWait = { timeout: 30_000 };

/** Two runners, as two processes would have one each. */
function twoRunners(kind: () => JobKind, leaseMs?: number): [JobRunner, JobRunner] {
  const one = () => {
    const runner = new JobRunner({ db: database.db, log }, [kind()], leaseMs === undefined ? {} : { leaseMs });
    onTestFinished(() => runner.stop());
    runner.start();
    return runner;
  };
  return [one(), one()];
}

const jobsOf = async (kind: string) =>
  (
    await database.pool.query<{ key: string; attempts: number; failure: string | null; claimed: boolean }>(
      "select key, attempts, failure, claim is not null as claimed from job where kind = $1 order by key",
      [kind],
    )
  ).rows;
const pauseIsOver = (kind: string) => database.pool.query("update job set due_at = now() where kind = $1", [kind]);

test("two processes share the jobs of a queue, and each is done once", async () => {
  const done: string[] = [];
  const kind = () => ({ name: "letter", concurrency: 3, run: async ({ key }: { key: string }) => void done.push(key) });
  twoRunners(kind);
  const keys = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, "0"));
  await Promise.all(keys.map((key) => enqueue(database.db, "letter", key)));
  // Enqueued twice while it waits, it is one job.
  await vi.waitFor(async () => expect(await jobsOf("letter")).toEqual([]), longWait);
  expect(done.sort()).toEqual(keys);
});

test("recurring work runs in one process at a time and comes again", async () => {
  let underWay = 0;
  let most = 0;
  let runs = 0;
  const run = async () => {
    most = Math.max(most, ++underWay);
    await database.pool.query("select 1");
    runs++;
    underWay--;
  };
  twoRunners(() => ({ name: "round", everyMs: 10, run }));
  await vi.waitFor(() => expect(runs).toBeGreaterThan(4), longWait);
  expect(most).toBe(1);
  expect(await jobsOf("round")).toHaveLength(1);
});

test("recurring work is due again as long after its start as it says, and others have their turn after a long run", async () => {
  const clock = async () =>
    (await database.pool.query<{ ms: number }>("select date_part('epoch', now()) * 1000 as ms")).rows[0]?.ms ?? 0;
  const dueMs = async () =>
    (
      await database.pool.query<{ ms: number }>(
        "select date_part('epoch', due_at) * 1000 as ms from job where kind = 'minutely' and claim is null",
      )
    ).rows[0]?.ms;
  let startedMs = 0;
  const run = async () => {
    startedMs = await clock();
    await database.pool.query("select pg_sleep(0.15)");
  };
  await enqueue(database.db, "minutely", "");
  const runner = new JobRunner({ db: database.db, log }, [{ name: "minutely", everyMs: 60_000, run }]);
  onTestFinished(() => runner.stop());
  runner.start();
  await vi.waitUntil(() => startedMs > 0, longWait);
  await vi.waitFor(async () => expect(await dueMs()).toBeGreaterThan(startedMs + 30_000), longWait);
  expect(await dueMs()).toBeLessThanOrEqual(startedMs + 60_000);
  expect([pauseAfterRun(1_000, 300), pauseAfterRun(1_000, 5_000), pauseAfterRun(60_000, 20_000)]).toEqual([
    600, 250, 39_900,
  ]);
});

test("a failed job records why, waits longer each time, and is counted", async () => {
  const lines: string[] = [];
  const failing = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  let isBroken = true;
  const kind: JobKind = {
    name: "report",
    run: async () => {
      if (isBroken) throw new Error("no paper left");
    },
  };
  const runner = new JobRunner({ db: database.db, log: failing }, [kind]);
  onTestFinished(() => runner.stop());
  await enqueue(database.db, "report", "july");
  runner.start();
  const waiting = (attempts: number) => [{ key: "july", attempts, failure: "no paper left", claimed: false }];
  await vi.waitFor(async () => expect(await jobsOf("report")).toEqual(waiting(1)), longWait);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    job: "report",
    key: "july",
    attempts: 1,
    pauseMs: 5_000,
    err: { message: "no paper left" },
  });
  await pauseIsOver("report");
  await vi.waitFor(async () => expect(await jobsOf("report")).toEqual(waiting(2)), longWait);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ attempts: 2, pauseMs: 10_000 });
  isBroken = false;
  await pauseIsOver("report");
  await vi.waitFor(async () => expect(await jobsOf("report")).toEqual([]), longWait);
  expect(runner.metrics()).toMatchObject({
    'jobs_done_total{kind="report"}': 1,
    'jobs_failed_total{kind="report"}': 2,
  });
});

test("a run that lacked something of the world is retried, and is no attempt", async () => {
  const reasons = [new Deferred("the disk is full", 60_000), Object.assign(new Error("bye"), { code: "57P01" })];
  const kind: JobKind = {
    name: "parcel",
    run: async () => {
      const reason = reasons.shift();
      if (reason) throw reason;
    },
  };
  const runner = new JobRunner({ db: database.db, log }, [kind]);
  onTestFinished(() => runner.stop());
  await enqueue(database.db, "parcel", "heavy");
  runner.start();
  for (const failure of ["the disk is full", "bye"]) {
    const waiting = [{ key: "heavy", attempts: 0, failure, claimed: false }];
    await vi.waitFor(async () => expect(await jobsOf("parcel")).toEqual(waiting), longWait);
    await pauseIsOver("parcel");
  }
  await vi.waitFor(async () => expect(await jobsOf("parcel")).toEqual([]), longWait);
});

test("the end of a run is recorded once the database is back, before the job is claimed again", async () => {
  const own = await testDatabase();
  onTestFinished(() => own.drop());
  const name = own.address.database;
  const allow = (isAllowed: boolean) => database.pool.query(`alter database ${name} allow_connections ${isAllowed}`);
  const attempts: number[] = [];
  const kind: JobKind = {
    name: "ferry",
    backoff: { firstMs: 0, longestMs: 0 },
    run: async ({ attempt }) => {
      attempts.push(attempt);
      if (attempts.length > 1) return;
      await allow(false);
      await database.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      await own.pool.query("select 1");
    },
  };
  const lines: string[] = [];
  const telling = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const runner = new JobRunner({ db: own.db, log: telling }, [kind], { leaseMs: 300 });
  onTestFinished(() => runner.stop());
  await enqueue(own.db, "ferry", "north");
  runner.start();
  await vi.waitFor(() => expect(lines.join()).toContain("could not be recorded"), longWait);
  await allow(true);
  await vi.waitFor(() => expect(attempts).toEqual([1, 1]), longWait);
});

test("a run that was deferred counts neither where another process has its job by then", async () => {
  let defer = () => {};
  const run = () => new Promise<void>((_, reject) => (defer = () => reject(new Deferred("no wind", 0))));
  const runner = new JobRunner({ db: database.db, log }, [{ name: "sail", run }]);
  onTestFinished(() => runner.stop());
  await enqueue(database.db, "sail", "west");
  runner.start();
  await vi.waitFor(async () => expect(await jobsOf("sail")).toMatchObject([{ attempts: 1, claimed: true }]), longWait);
  await database.pool.query("update job set claim = gen_random_uuid(), attempts = 2 where kind = 'sail'");
  defer();
  await vi.waitFor(async () => expect(await jobsOf("sail")).toMatchObject([{ attempts: 1, claimed: true }]), longWait);
});

test("pauses between tries double up to a maximum", () => {
  const backoff = { firstMs: 15_000, longestMs: 1_800_000 };
  expect([1, 2, 3, 7, 8, 5_000].map((attempts) => pauseAfter(attempts, backoff))).toEqual([
    15_000, 30_000, 60_000, 960_000, 1_800_000, 1_800_000,
  ]);
});

test("what runs every few seconds is tried again within half a minute, however often it failed", () => {
  const pauses = (everyMs?: number) => pauseAfter(20, backoffOf(everyMs === undefined ? {} : { everyMs }));
  expect([pauses(250), pauses(60_000), pauses(3_600_000), pauses()]).toEqual([30_000, 60_000, 300_000, 300_000]);
});

test("a job whose process is killed in the middle is done by another process", async () => {
  const leaseMs = 1_500;
  const parameters = [JSON.stringify(database.address), "census", String(leaseMs)];
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "killed-worker.fixture.ts"), ...parameters],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await enqueue(database.db, "census", "2026");
  await once(child.stdout, "data");
  const done: number[] = [];
  twoRunners(() => ({ name: "census", run: async ({ attempt }) => void done.push(attempt) }), leaseMs);
  // The other process renews its claim while it lives: several leases go by.
  const claimEnds = async () =>
    (await database.pool.query<{ at: string }>("select due_at::text as at from job where kind = 'census'")).rows[0]?.at;
  const seen = new Set<string | undefined>();
  await vi.waitFor(async () => expect(seen.add(await claimEnds()).size).toBeGreaterThan(6), longWait);
  expect(done).toEqual([]);
  child.kill("SIGKILL");
  await ended;
  await vi.waitFor(async () => expect(await jobsOf("census")).toEqual([]), longWait);
  expect(done).toEqual([2]);
}, 120_000);

test("a stop ends running jobs and leaves them to others at once, as if they had not been tried", async () => {
  const begun: string[] = [];
  const untilStopped = ({ key, signal }: { key: string; signal: AbortSignal }) =>
    new Promise<void>((_, reject) => {
      begun.push(key);
      signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
    });
  const runner = new JobRunner({ db: database.db, log }, [{ name: "survey", run: untilStopped }]);
  await enqueue(database.db, "survey", "north");
  runner.start();
  await vi.waitFor(() => expect(begun).toEqual(["north"]), longWait);
  await runner.stop();
  expect(await jobsOf("survey")).toEqual([{ key: "north", attempts: 0, failure: null, claimed: false }]);
  const { rows } = await database.pool.query("select due_at <= now() as is_due from job where kind = 'survey'");
  expect(rows).toEqual([{ is_due: true }]);
});

test("a process that was frozen for longer than its claim lasts learns that another has the job", async () => {
  let isAborted = false;
  const run = ({ signal }: { signal: AbortSignal }) =>
    new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => {
        isAborted = true;
        resolve();
      });
    });
  const runner = new JobRunner({ db: database.db, log }, [{ name: "tally", run }], { leaseMs: 300 });
  onTestFinished(() => runner.stop());
  await enqueue(database.db, "tally", "one");
  runner.start();
  await vi.waitFor(async () => expect((await jobsOf("tally"))[0]?.claimed).toBe(true), longWait);
  // Another process took it meanwhile.
  await database.pool.query(
    "update job set claim = gen_random_uuid(), due_at = now() + interval '1 hour' where kind = 'tally'",
  );
  await vi.waitFor(() => expect(isAborted).toBe(true), longWait);
  await runner.stop();
  expect(await jobsOf("tally")).toMatchObject([{ key: "one", claimed: true }]);
});

test("a job that hangs is abandoned after its maximum run and run once more, and a stop does not wait for it", async () => {
  const lines: string[] = [];
  const noted = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const attempts: number[] = [];
  let isAborted = false;
  const run = ({ attempt, signal }: JobRun) => {
    attempts.push(attempt);
    signal.addEventListener("abort", () => (isAborted = true));
    return attempt === 1 ? new Promise<void>(() => undefined) : Promise.resolve();
  };
  const kind: JobKind = { name: "well", longestRunMs: 400, run };
  const runner = new JobRunner({ db: database.db, log: noted }, [kind], { leaseMs: 300 });
  await enqueue(database.db, "well", "deep");
  runner.start();
  await vi.waitFor(async () => expect(await jobsOf("well")).toEqual([]), longWait);
  expect(attempts).toEqual([1, 2]);
  expect(isAborted).toBe(true);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ job: "well", key: "deep" }]);
  await runner.stop();
});

test("two kinds of jobs with one name end the start of the portal", () => {
  const kind: JobKind = { name: "letter", run: async () => {} };
  expect(() => new JobRunner({ db: database.db, log }, [kind, { ...kind }])).toThrow(
    "two kinds of jobs have the name letter; give one of them another name",
  );
});
