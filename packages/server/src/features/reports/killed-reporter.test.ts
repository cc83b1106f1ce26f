import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { benchOf } from "./reports.fixture.ts";

const longWait = { timeout: 60_000 };

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("a process that is killed while it makes a report neither loses nor doubles it, with two others at work", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina", "admin");
  const people = await Promise.all(Array.from({ length: 4 }, (_, index) => bench.person(`P${index}`)));
  await bench.container("Gao", ...people.map(({ id }) => id));
  await bench.report(
    amina.id,
    people.map(({ id }) => id),
  );
  bench.clock.advance(3_600_000);
  // What it asks of warnings waits, so that it is killed in the midst of its work.
  const holder = await database.pool.connect();
  await holder.query("begin; lock table warning in access exclusive mode");
  const parameters = [JSON.stringify(database.address), String(bench.clock.now())];
  const fixture = join(import.meta.dirname, "killed-reporter.fixture.ts");
  const child = spawn(process.execPath, ["--import", "tsx", fixture, ...parameters], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const claimed = async () =>
    (await database.pool.query("select 1 from report_sending where claim is not null")).rows.length;
  await vi.waitFor(async () => expect(await claimed()).toBe(1), longWait);
  child.kill("SIGKILL");
  await ended;
  await holder.query("rollback");
  holder.release();
  await Promise.all([bench.run(), bench.run()]);
  await vi.waitFor(() => expect(bench.mails).toHaveLength(3), longWait);
  // The killed one's claim ends by itself.
  bench.clock.advance(5 * 60_000);
  await Promise.all([bench.run(), bench.run()]);
  await vi.waitFor(() => expect(bench.mails).toHaveLength(4), longWait);
  expect(bench.mails.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
}, 120_000);
