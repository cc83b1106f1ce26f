import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { connectAsync } from "mqtt";
import { expect, onTestFinished, test } from "vitest";

import { cast, thePortal } from "./testing/cast.ts";

const { mqttPort, database } = await thePortal();

test("values are stored and acknowledged while calls hold all of their database connections", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const about = { containerId: "kayes", name: "Kayes", serialNumber: "POOL-1", zoneName: "UTC" };
  const { secret } = (await boss.call("registerNewContainer", about)).data;
  const { pool } = database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const release = () => {
    for (const client of held.splice(0)) client.release();
  };
  onTestFinished(release);
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: "kayes",
    username: "kayes",
    password: secret,
    protocolVersion: 4,
  });
  onTestFinished(() => client.endAsync(true));
  const acked: number[] = [];
  client.on("message", (_, payload) => acked.push(...(JSON.parse(payload.toString()) as { ts: number[] }).ts));
  await client.subscribeAsync(ackTopic.name({ containerId: "kayes" }), { qos: 1 });
  const ts = Date.now() - 60_000;
  await client.publishAsync(dataTopic.name({ containerId: "kayes" }), JSON.stringify({ ts, values: { a: 1 } }), {
    qos: 1,
  });
  await expect.poll(() => acked, { timeout: 20_000 }).toEqual([ts]);
  expect(pool.idleCount).toBe(0);
  release();
  const { values } = (await boss.call("getContainerLiveData", { containerId: "kayes" })).data;
  expect(values).toHaveProperty("a");
});
