import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Bench, downTopicsOf, startBench } from "../features/ingest/telemetry.fixture.ts";
import type { TestClient } from "../testing/test-client.ts";

let bench: Bench;
let witness: TestClient;
let seq = 0;

beforeAll(async () => {
  bench = await startBench();
  await bench.addContainer("witness");
  await bench.addContainer("lodwar");
  witness = await bench.controller("witness");
  await witness.mqtt.subscribeAsync(downTopicsOf("witness"), { qos: 1 });
});
afterAll(() => bench.stop());

/** The rest works: another controller's data is still stored and acknowledged. */
async function witnessIsServed(): Promise<void> {
  seq++;
  await witness.send(dataTopic.name({ containerId: "witness" }), {
    boot: "w",
    seq,
    m: ["battery.soc"],
    t: [bench.now()],
    v: [[seq]],
  });
  await witness.next<{ seqs?: number[] }>(
    ackTopic.name({ containerId: "witness" }),
    (ack) => ack.seqs?.includes(seq) === true,
  );
}

test.each([0, 61, 600])("a controller with a keepalive of %i s does not get in", async (keepalive) => {
  await expect(bench.controller("lodwar", { keepalive })).rejects.toThrow();
});

test("a packet of 1 MiB ends its connection, not the portal", async () => {
  const refused = bench.metrics()["mqtt_refused_packets_total"] ?? 0;
  const client = await bench.controller("lodwar");
  client.mqtt.publish(dataTopic.name({ containerId: "lodwar" }), Buffer.alloc(1024 * 1024), { qos: 1 });
  await client.closed();
  expect(bench.metrics()["mqtt_refused_packets_total"]).toBeGreaterThan(refused);
  await witnessIsServed();
});

test("a taken MQTT port gives one clear sentence", async () => {
  await expect(startBench({ mqttPort: bench.mqttPort })).rejects.toThrow(
    /^The MQTT port 127\.0\.0\.1:\d+ is taken by another program; set MQTT_PORT to a free one\.$/,
  );
});
