import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { JobRunner } from "../../jobs/job-runner.ts";
import { registerContainer } from "../containers/registration.ts";
import { groupJob } from "./command-groups.job.ts";
import * as groups from "./command-groups.store.ts";
import { LedgerBench } from "./ledger.fixture.ts";

const longWait = { timeout: 90_000 };
const leaseMs = 1_500;
const ids = Array.from({ length: 8 }, (_, place) => `c${place}`);

let bench: LedgerBench;
beforeAll(async () => {
  bench = await LedgerBench.start();
  for (const id of ids) {
    await bench.write((tx) =>
      registerContainer(tx, { containerId: id, name: id, serialNumber: id, users: [bench.userId] }),
    );
    await bench.database.pool.query(
      "insert into container_metric (container_id, slot, name) values ($1, 0, 'relay.1.on')",
      [id],
    );
    await bench.database.pool.query(
      `insert into container_latest (container_id, live_values, devices, capabilities, linked, last_contact_at)
        values ($1, '{}', '[]', '["relay"]', true, $2)`,
      [id, new Date(bench.clock.now())],
    );
  }
});
afterAll(() => bench.database.drop());

/** Of the containers that were given their command, in their order. */
async function given(): Promise<{ id: string; containerId: string }[]> {
  const { rows } = await bench.database.pool.query<{ id: string; containerId: string }>(
    `select id, container_id as "containerId" from command order by container_id`,
  );
  return rows;
}

test("a group whose worker is killed in the middle of a step is ended by another, and nothing leaves twice", async () => {
  const order = { id: "g", op: "relay.set", target: "relay.1", args: { on: true }, userId: bench.userId } as const;
  await bench.write((tx) => groups.insertGroup(tx, order, ids, bench.clock.now()));
  const parameters = [JSON.stringify(bench.database.address), String(bench.clock.now()), "4", String(leaseMs)];
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "killed-group.fixture.ts"), ...parameters],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await once(child.stdout, "data");
  const before = await given();
  expect(before.map(({ containerId }) => containerId)).toEqual(["c0", "c1", "c2"]);
  // These have left by the time at which the other worker goes on.
  await bench.send(...before.map(({ id }) => id));
  child.kill("SIGKILL");
  await ended;

  const runner = new JobRunner({ db: bench.database.db, log: bench.tools.log }, [groupJob(bench.tools)], { leaseMs });
  onTestFinished(() => runner.stop());
  runner.start();
  await vi.waitFor(async () => expect((await given()).map(({ containerId }) => containerId)).toEqual(ids), longWait);
  const after = await given();
  expect(after.slice(0, 3)).toEqual(before);
  await bench.send(...after.map(({ id }) => id));
  expect(bench.sent.map(({ id }) => id).toSorted()).toEqual(after.map(({ id }) => id).toSorted());
  await bench.database.pool.query("update command set state = 'done', due_at = null");
  await vi.waitFor(async () => {
    expect((await groups.findGroup(bench.database.db, "g"))?.state).toBe("done");
  }, longWait);
}, 240_000);
