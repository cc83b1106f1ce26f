import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Bench, ackOf, bornController, readLatest, startBench } from "../ingest/telemetry.fixture.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

test("what a battery complains of is kept with its readings, until it no longer does", async () => {
  await bench.addContainer("podor");
  const client = await bornController(bench, "podor");
  let seq = 0;
  const alarmsAfter = async (values: Record<string, number>) => {
    const t = [bench.now() - 60_000 + seq * 1_000];
    await client.send(dataTopic.name({ containerId: "podor" }), {
      boot: "b1",
      seq: ++seq,
      m: Object.keys(values),
      t,
      v: [Object.values(values)],
    });
    await ackOf(client, "podor", seq);
    return (await readLatest(bench, "podor"))?.alarms;
  };
  expect(await alarmsAfter({ "battery.soc": 60, "battery.charge_limit": 80 })).toBeNull();
  expect(await alarmsAfter({ "battery.charge_limit": 0, "battery.soh": 55 })).toEqual(["no_charge", "soh"]);
  expect(await alarmsAfter({ "battery.charge_limit": 80, "battery.soh": 99 })).toBeNull();
});
