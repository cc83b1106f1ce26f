import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startController } from "@offgrid/controller/controller";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { addContainer } from "../../history/rollups/rollups.fixture.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { startIngest } from "./ingest.fixture.ts";
import { readFrames, startBench, testSecret, until } from "./telemetry.fixture.ts";

const now = Date.UTC(2026, 5, 10);
const metrics = ["battery.soc"];

test("messages that the database never takes go to the controller's dead letters, and what comes after them is stored", async () => {
  const bench = await startBench();
  onTestFinished(() => bench.stop());
  await bench.addContainer("banjul");
  await bench.database.pool.query("alter table frame add constraint storable check (v[1] <> 66)");
  const dataDir = mkdtempSync(join(tmpdir(), "offgrid-controller-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const controller = await startController({
    containerId: "banjul",
    secret: testSecret,
    url: `mqtt://127.0.0.1:${bench.mqttPort}`,
    dataDir,
    driver: {
      metrics: metrics.map((name) => ({ name })),
      devices: [],
      capabilities: [],
      read: async () => undefined,
      close: async () => {},
    },
    everyMs: 1_000,
    // What is not answered stays unanswered.
    resendAfterMs: 600_000,
    now: bench.now,
  });
  onTestFinished(() => controller.stop());

  // As many as may be unanswered at a time, and one more.
  const hourAgo = bench.now() - 3_600_000;
  const batch = (index: number, soc: number) => ({ metrics, frames: [{ atMs: hourAgo + index, values: [soc] }] });
  const history = [66, 66, 66, 66, 66, 67].map((soc, index) => batch(index, soc));
  expect(await controller.importHistory(history)).toEqual({ acked: 1, refused: 5 });

  expect((await readFrames(bench, "banjul")).map(({ v }) => v)).toEqual([[67]]);
  const letters = readFileSync(join(dataDir, "dead-letters.jsonl"), "utf8").trim().split("\n");
  const inOrder = letters.map((line) => JSON.parse(line) as { atMs: number }).sort((one, two) => one.atMs - two.atMs);
  expect(inOrder).toMatchObject(
    [0, 1, 2, 3, 4].map((index) => ({ error: "schema", atMs: hourAgo + index, values: { "battery.soc": 66 } })),
  );
  const rejected = await bench.database.db.selectFrom("rejectedPart").select(["containerId", "reason"]).execute();
  expect(rejected).toEqual(Array.from({ length: 5 }, () => ({ containerId: "banjul", reason: "schema" })));
  expect(controller.stats().inFlight).toBe(0);
});

test("latest values that the database never takes are logged, and do not keep those of others from being written", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: "error" },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
  );
  const { ingest, send } = startIngest(database, now, { log });
  const ids = [await addContainer(database, ["solar.power"]), await addContainer(database, ["solar.power"])];
  const [bad, good] = ids as [string, string];
  const batches = [300, 600].map((before) => Array.from({ length: 300 }, (_, index) => now - before + index));
  // The rows are written with the first message. The second is large and follows at once, so that they wait.
  for (const id of ids) await send(id, [now - 700]);
  const rows = database.db.selectFrom("containerLatest").select(["containerId", "liveValues"]).orderBy("containerId");
  await database.pool.query(
    `alter table container_latest add constraint storable check (container_id <> '${bad}') not valid`,
  );
  for (const id of ids) for (const t of batches) await send(id, t);
  const before = await rows.execute();
  expect(before.map(({ containerId }) => containerId)).toEqual(ids);

  ingest.sweep();
  await until(async () => (await rows.execute())[1]?.liveValues["solar.power"]?.[1] === now - 1);
  await until(() => lines.length > 0);
  expect(lines).toMatchObject([{ containerId: bad, msg: "the latest values of a container cannot be stored" }]);
  expect((await rows.execute())[0]).toEqual(before[0]);
  expect(good).toBe(before[1]?.containerId);
  // The container goes on.
  await database.pool.query("alter table container_latest drop constraint storable");
  await send(bad, [now]);
  await until(async () => (await rows.execute())[0]?.liveValues["solar.power"]?.[1] === now);
});
