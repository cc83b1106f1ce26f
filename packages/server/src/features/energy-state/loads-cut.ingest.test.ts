import { dataTopic, historyTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { type Bench, ackOf, bornController, readLatest, startBench } from "../ingest/telemetry.fixture.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { endedCuts } from "./load-runs.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const minute = 60_000;

/** Sends readings, as instants with the state of the inverter, its load and the charge, and waits for the ack. */
async function sender(containerId: string, client: TestClient) {
  let seq = 0;
  const m = ["inverter.state", "load.ac.power", "battery.soc"];
  return async (
    readings: readonly (readonly [atMs: number, ...values: number[]])[],
    kind: "live" | "late" = "live",
  ) => {
    const topic = kind === "live" ? dataTopic : historyTopic;
    const [t, v] = [readings.map(([at]) => at), readings.map(([, ...values]) => values)];
    await client.send(topic.name({ containerId }), { boot: "b1", seq: ++seq, m, t, v });
    await ackOf(client, containerId, seq);
    const latest = await readLatest(bench, containerId);
    return {
      cutSinceMs: latest?.cutSince?.getTime() ?? null,
      cutAtMs: latest?.cutAt?.getTime() ?? null,
      cutSoc: latest?.cutSoc,
      backSoc: latest?.backSoc,
    };
  };
}

async function container(id: string) {
  await bench.addContainer(id);
  return sender(id, await bornController(bench, id));
}

test("an inverter that switches off at 13 % is a cut since that reading, also after a restart, until power is back", async () => {
  const send = await container("kolda");
  const at = bench.now() - 30 * minute;
  expect(await send([[at, 1, 400, 13.4]])).toMatchObject({ cutSinceMs: null });
  expect(await send([[at + minute, 0, 0, 13]])).toMatchObject({ cutSinceMs: at + minute, cutSoc: null });
  await bench.restart();
  const again = await sender("kolda", await bornController(bench, "kolda"));
  expect(await again([[at + 16 * minute, 0, 0, 12.8]])).toMatchObject({
    cutSinceMs: at + minute,
    cutAtMs: at + 16 * minute,
    cutSoc: 13,
  });
  expect(await again([[at + 17 * minute, 0, 0, 20]])).toMatchObject({ cutSinceMs: at + minute });
  expect(await again([[at + 18 * minute, 1, 350, 28]])).toMatchObject({ cutSinceMs: null, cutSoc: 13, backSoc: 28 });
});

test("an interruption that arrives late takes back what was learned, also after a restart", async () => {
  const send = await container("labe");
  const at = bench.now() - 60 * minute;
  expect(
    await send([
      [at, 0, 0, 19],
      [at + 20 * minute, 0, 0, 18],
      [at + 21 * minute, 1, 200, 18],
    ]),
  ).toMatchObject({ cutSoc: 19, backSoc: 18 });
  await bench.restart();
  const again = await sender("labe", await bornController(bench, "labe"));
  expect(await again([[at + 10 * minute, 1, 300, 18.5]], "late")).toMatchObject({ cutSoc: null, backSoc: null });
});

test("what a controller measured while its link was away moves the beginning of the outage to where it was", async () => {
  const send = await container("podor");
  const at = bench.now() - 60 * minute;
  await send([[at, 1, 400, 20]], "late");
  expect(await send([[at + 58 * minute, 0, 0, 11]])).toMatchObject({ cutSinceMs: at + 58 * minute });
  const away = [10, 20, 30, 40, 50].map((passed) => {
    const isCut = passed > 20;
    return [at + passed * minute, isCut ? 0 : 1, isCut ? 0 : 300, 13] as const;
  });
  expect(await send(away, "late")).toMatchObject({ cutSinceMs: at + 30 * minute });
});

test("a history that comes after what is live, in pieces and the newest first, ends with the cuts that it has", async () => {
  const send = await container("dodji");
  const at = bench.now() - 10 * 60 * minute;
  const isCut = (passed: number) => (passed >= 100 && passed < 300) || (passed >= 420 && passed < 430);
  const reading = (passed: number) =>
    [at + passed * minute, isCut(passed) ? 0 : 1, isCut(passed) ? 0 : 400, 30] as const;
  await send([reading(600)]);
  const history = Array.from({ length: 119 }, (_, index) => reading(5 * index));
  for (let end = history.length; end > 0; end -= 8) await send(history.slice(Math.max(0, end - 8), end), "late");
  // What waits for its turn after the first piece has it then.
  bench.skip(61_000);
  const ended = async () => endedCuts((await readLatest(bench, "dodji"))?.loadRuns ?? [], 5 * minute);
  await vi.waitFor(
    async () =>
      expect(await ended()).toEqual([
        { fromMs: at + 100 * minute, toMs: at + 300 * minute },
        { fromMs: at + 420 * minute, toMs: at + 430 * minute },
      ]),
    { timeout: 30_000 },
  );
});

test("where only a power and a charge are measured, the cut-off that was set counts, until loads have power below it", async () => {
  await bench.addContainer("saraya");
  await bench.database.pool.query(
    `insert into forecast_setting (container_id, provider, capacity, tilt, azimuth, loss, reserve_soc)
     values ('saraya', 'auto', 0, 0, 0, 0, 35)`,
  );
  let client = await bornController(bench, "saraya");
  const at = bench.now() - 16 * minute;
  let seq = 0;
  const isCutAfter = async (passed: number, loadW: number, soc: number) => {
    const message = {
      boot: "b1",
      seq: ++seq,
      m: ["load.power", "battery.soc"],
      t: [at + passed * minute],
      v: [[loadW, soc]],
    };
    await client.send(dataTopic.name({ containerId: "saraya" }), message);
    await ackOf(client, "saraya", seq);
    return (await readLatest(bench, "saraya"))?.cutSince !== null;
  };
  expect(await isCutAfter(0, 300, 36)).toBe(false);
  expect(await isCutAfter(1, 0, 34)).toBe(false);
  await bench.restart();
  client = await bornController(bench, "saraya");
  expect(await isCutAfter(6, 0, 34)).toBe(false);
  expect(await isCutAfter(11, 0, 34)).toBe(true);
  expect(await isCutAfter(12, 0, 37)).toBe(true);
  expect(await isCutAfter(13, 250, 33)).toBe(false);
  expect((await readLatest(bench, "saraya"))?.loadRuns).toContainEqual(
    expect.objectContaining({
      kind: "cut",
      fromMs: at + minute,
      toMs: at + 12 * minute,
      soc: 34,
    }),
  );
  // Loads have had power at 33 %, so 35 % is not where they are cut.
  for (const passed of [14, 15, 16]) expect(await isCutAfter(passed, 0, 32)).toBe(false);
  expect((await readLatest(bench, "saraya"))?.loadRuns?.at(-1)).toMatchObject({
    kind: "supplied",
    toMs: at + 16 * minute,
  });
});

test("a sensor that stopped is old by itself in the row of the list, and fresh again with its next reading", async () => {
  await bench.addContainer("matam");
  const client = await bornController(bench, "matam");
  const at = bench.now() - 8 * minute;
  let seq = 0;
  const olderAfter = async (atMs: number, values: Record<string, number>) => {
    const message = { boot: "b1", seq: ++seq, m: Object.keys(values), t: [atMs], v: [Object.values(values)] };
    await client.send(dataTopic.name({ containerId: "matam" }), message);
    await ackOf(client, "matam", seq);
    return (await readLatest(bench, "matam"))?.olderAt;
  };
  expect(await olderAfter(at, { "battery.soc": 55, "solar.power": 800 })).toBeNull();
  expect(await olderAfter(at + 6 * minute, { "solar.power": 900 })).toEqual({ soc: at });
  expect(await olderAfter(at + 7 * minute, { "battery.soc": 54 })).toBeNull();
});
