import type { AckMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { keptFromMs } from "../../history/retention.store.ts";
import { readSamples } from "../../history/samples.store.ts";
import type { Write } from "../../postgres/role-lease.ts";
import { MemoryBus } from "../../bus/memory.bus.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { Fleet } from "./fleet.ts";
import { Ingest } from "./ingest.ts";
import { addContainer, minutely, sealAll, tierWorkerOn, write } from "../../history/rollups.fixture.ts";
import { until } from "./telemetry.fixture.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 5, 10);
const march = Date.UTC(2026, 2, 1);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The real ingest without a broker before it. */
function startIngest(keptFrom: () => number = () => 0) {
  const clock = testClock(now);
  const log = pino({ level: "silent" });
  const acks: { topic: string; ack: AckMessage }[] = [];
  const write: Write = (work) => database.db.transaction().execute(work);
  const fleet = new Fleet(database.db, clock, log, write, () => {});
  const output = {
    publish: (topic: string, message: unknown) => void acks.push({ topic, ack: message as AckMessage }),
    born: () => {},
  };
  const ingest = new Ingest(database.db, clock, log, fleet, write, new MemoryBus(log), output, {
    keptFromMs: keptFrom,
    mayStore: () => true,
    isWatched: () => false,
  });
  ingest.start();
  onTestFinished(() => ingest.stop());
  let seq = 0;
  /** Sends a message as a controller does. @returns what it is answered. */
  const send = async (containerId: string, t: readonly number[]) => {
    const message = { boot: "b1", seq: ++seq, m: ["solar.power"], t, v: t.map((at) => [at % 1_000]) };
    await ingest.queue.put({
      containerId,
      topic: dataTopic.name({ containerId }),
      payload: Buffer.from(JSON.stringify(message)),
      isWill: false,
      arrivedMs: performance.now(),
    });
    const answers = () =>
      acks.filter(
        ({ topic, ack }) =>
          topic === ackTopic.name({ containerId }) &&
          "boot" in ack &&
          ("seqs" in ack ? ack.seqs.includes(message.seq) : ack.seq === message.seq),
      );
    await until(() => answers().length > 0);
    return answers()[0]?.ack;
  };
  return { ingest, send };
}

const instantsOf = async (containerId: string) =>
  (await readSamples(database.db, containerId, ["solar.power"], { fromMs: 0, toMs: now + day })).atMs;

test("a late frame for a month whose empty partition was dropped a moment ago is stored and acknowledged", async () => {
  const id = await addContainer(database, ["solar.power"]);
  const { ingest, send } = startIngest();
  expect(await send(id, [march, march + 1])).toEqual({ boot: "b1", seqs: [1] });
  await sealAll(database, testClock(now));
  const tiers = tierWorkerOn(database, testClock(now));
  await tiers.keep();
  expect(tiers.counts.droppedMonths).toBe(1);
  // Ingest remembers a partition that is no longer there.
  expect(await send(id, [march, march + 2])).toEqual({ boot: "b1", seqs: [2] });
  expect(ingest.counts).toMatchObject({ retries: 1, stored: 3, conflicts: 0 });
  expect(await instantsOf(id)).toEqual([march, march + 1, march + 2]);
});

test("frames of days whose readings were dropped are refused by name, and their summaries stay as they were", async () => {
  const id = await addContainer(database, ["solar.power"]);
  await write(database, minutely(id, march, 60));
  await sealAll(database, testClock(now));
  const tiers = tierWorkerOn(database, testClock(now), { rawDays: 60 });
  await tiers.keep();
  // By months: what is left begins where March ended, though sixty days ago is 11 April.
  expect(await keptFromMs(database.db, { rawDays: 36_500 }, now)).toBe(Date.UTC(2026, 3, 1));
  expect(tiers.keptFromMs).toBe(Date.UTC(2026, 3, 11));
  expect(await instantsOf(id)).toEqual([]);
  const summaries = () => database.pool.query("select * from rollup_day where container_id = $1", [id]);
  const before = (await summaries()).rows;
  expect(before).toHaveLength(1);
  // Also by a portal that is told to keep more from now on.
  const later = tierWorkerOn(database, testClock(now), { rawDays: 36_500 });
  await later.load();
  const { send } = startIngest(() => later.keptFromMs);
  const kept = Date.UTC(2026, 3, 1);
  expect(await send(id, [march + 5, kept, now])).toEqual({ boot: "b1", seq: 1, error: "time", bad: [[0, -1]] });
  expect(await instantsOf(id)).toEqual([kept, now]);
  await sealAll(database, testClock(now));
  const after = (await summaries()).rows;
  expect(after.filter((row: { day: number }) => row.day < kept / day)).toEqual(before);
});
