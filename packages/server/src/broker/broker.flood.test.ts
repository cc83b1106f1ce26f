import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { generate } from "mqtt-packet";
import { expect, onTestFinished, test } from "vitest";

import {
  type Ack,
  type Bench,
  ackOf,
  bornController,
  readFrames,
  startBench,
  testSecret,
  until,
} from "../features/ingest/telemetry.fixture.ts";
import { connectPacket, publishPacket, rawOverTcp, subscribePacket } from "../testing/raw-mqtt.ts";

/** Connections that send as fast as they can: they are read at their pace, and others do not notice. */

const dataOf = (containerId: string) => dataTopic.name({ containerId });

/** Bytes of the container that the broker has read, as last counted. */
async function readBytes({ database }: Bench, containerId: string): Promise<number> {
  const row = await database.db
    .selectFrom("containerTraffic")
    .select("upBytes")
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  return row?.upBytes ?? 0;
}

test("D5: a controller that floods is slowed down: everything is stored in the end, and others are answered meanwhile", async () => {
  const count = 500;
  const flooded = await startBench({ limits: { messagesPerS: 100, burst: 20 } });
  onTestFinished(() => flooded.stop());
  await flooded.addContainer("flood");
  await flooded.addContainer("calm");
  const flood = await bornController(flooded, "flood");
  const calm = await bornController(flooded, "calm");
  const acked = new Set<number>();
  flood.mqtt.on("message", (_, payload) => {
    for (const number of (JSON.parse(payload.toString()) as Ack).seqs ?? []) acked.add(number);
  });
  const t = flooded.now();
  const message = (number: number) => ({ boot: "b1", seq: number, mv: 1, t: [t + number], v: [[number % 100, 0]] });
  for (let number = 1; number <= count; number++) {
    flood.mqtt.publish(dataOf("flood"), JSON.stringify(message(number)), { qos: 1 });
  }
  // One after the other, each answered before the next is sent: if they had to queue behind the flood, they would be
  // answered last. Few, so that they are through long before the flood at its pace, also on a busy machine.
  for (let number = 1; number <= 3; number++) {
    await calm.send(dataOf("calm"), message(number));
    await ackOf(calm, "calm", number);
  }
  expect(acked.size).toBeLessThan(count);
  await until(() => acked.size === count);
  expect(await readFrames(flooded, "flood")).toHaveLength(count);
  expect(flood.mqtt.connected).toBe(true);
  expect(flooded.metrics()).toMatchObject({ ingest_shed_total: 0, ingest_rejected_total: 0 });
});

test("a controller that floods with large messages is read no faster than its pace, in messages and in bytes", async () => {
  // So slow that what is beyond the burst is never taken within this test.
  for (const limits of [
    { messagesPerS: 0.01, burst: 3 },
    { messageBytesPerS: 1, burstBytes: 3 * 90_000 },
  ]) {
    const paced = await startBench({ limits });
    onTestFinished(() => paced.stop());
    await paced.addContainer("flood");
    await paced.addContainer("calm");
    const flood = await rawOverTcp(paced.mqttPort);
    flood.send(connectPacket("flood", testSecret));
    await flood.next("connack");
    const values = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`m${index}`, index % 7]));
    const message = publishPacket(dataOf("flood"), JSON.stringify({ ts: paced.now(), values }), { qos: 0 });
    const bytes = generate(message);
    for (let count = 0; count < 300; count++) flood.send(bytes);
    const taken = () => paced.metrics()["ingest_messages_total"] ?? 0;
    await until(() => taken() >= 3);
    const calm = await rawOverTcp(paced.mqttPort);
    calm.send(connectPacket("calm", testSecret));
    await calm.next("connack");
    for (let count = 0; count < 200; count++) await calm.settled();
    // The burst, and the message that exceeds it.
    expect(taken()).toBeLessThanOrEqual(4);
    expect(paced.metrics()["mqtt_waiting_bytes"]).toBeLessThan(256 * 1024);
    paced.skip(61_000);
    await until(async () => (await readBytes(paced, "flood")) > 0);
    expect(await readBytes(paced, "flood")).toBeLessThan(4 * bytes.length + 256 * 1024);
  }
});

test("a client that floods with pings or subscriptions is slowed down, and others are answered meanwhile", async () => {
  // So slow that the rest of the flood is never processed within this test.
  const paced = await startBench({ limits: { controlsPerS: 0.01, controlBurst: 100 } });
  onTestFinished(() => paced.stop());
  await paced.addContainer("flood");
  await paced.addContainer("calm");
  const flood = await rawOverTcp(paced.mqttPort);
  flood.send(connectPacket("flood", testSecret));
  await flood.next("connack");
  flood.send(Buffer.concat(Array.from({ length: 20_000 }, () => Uint8Array.of(0xc0, 0))));
  for (let count = 0; count < 200; count++) flood.send(subscribePacket(ackTopic.name({ containerId: "flood" })));
  const answered = () => flood.packets.filter(({ cmd }) => cmd === "pingresp" || cmd === "suback").length;
  await until(() => answered() >= 100);
  const calm = await rawOverTcp(paced.mqttPort);
  calm.send(connectPacket("calm", testSecret));
  await calm.next("connack");
  for (let count = 0; count < 20; count++) {
    calm.send({ cmd: "pingreq" });
    await calm.next("pingresp");
  }
  // The burst, and what passes before the pace is checked.
  expect(answered()).toBeLessThanOrEqual(150);
});
