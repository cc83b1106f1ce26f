import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { connectAsync } from "mqtt";
import { expect, onTestFinished, test } from "vitest";

import { cast, thePortal } from "./testing/cast.ts";

const gib = 1024 ** 3;
let freeBytes = 50 * gib;
let looks = 0;
const { port, mqttPort, database } = await thePortal({
  readDisk: async () => {
    looks++;
    return { sizeBytes: 100 * gib, freeBytes };
  },
});

const ready = () => fetch(`http://127.0.0.1:${port}/ready`);
const figures = async () => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new Map(text.split("\n").map((line) => line.split(" ") as [string, string]));
};

test("E3: a nearly full disk stops imports and ingest, without acks, while screens go on; with space everything resumes by itself", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const about = { containerId: "thies", name: "Thiès", serialNumber: "DISK-1", zoneName: "UTC" };
  const { secret } = (await boss.call("registerNewContainer", about)).data;
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: "thies",
    username: "thies",
    password: secret,
    protocolVersion: 4,
  });
  onTestFinished(() => client.endAsync(true));
  const acked: number[] = [];
  client.on("message", (_, payload) => acked.push(...(JSON.parse(payload.toString()) as { ts: number[] }).ts));
  await client.subscribeAsync(ackTopic.name({ containerId: "thies" }), { qos: 1 });
  const send = async (ts: number) => {
    await client.publishAsync(dataTopic.name({ containerId: "thies" }), JSON.stringify({ ts, values: { a: ts } }), {
      qos: 1,
    });
  };
  const storedFrames = async () =>
    (await database.db.selectFrom("frame").select("at").where("containerId", "=", "thies").execute()).length;
  const first = Date.now() - 60_000;
  await send(first);
  await expect.poll(() => acked, { timeout: 20_000 }).toEqual([first]);

  freeBytes = 4 * gib;
  await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(503);
  expect(await (await ready()).json()).toMatchObject({
    reasons: ["disk: 4096 MiB free, 5120 MiB are kept free"],
  });
  await send(first + 1_000);
  await expect.poll(async () => Number((await figures()).get("offgrid_ingest_queue_messages"))).toBe(1);
  const file = "when;a\n2026-01-01T00:00:00Z;1\n";
  const mapping = {
    time: { column: "when", format: "iso", zone: "UTC" },
    separator: ";" as const,
    decimal: "." as const,
    columns: [{ column: "a", metric: "a", multiply: 1 }],
  };
  const history = { containerId: "thies", mapping, file };
  await expect(boss.call("importData", { ...history, step: "import" })).refusesWith("disk_full");
  expect((await boss.call("importData", { ...history, step: "preview" })).data.counts.good).toBe(1);
  expect((await boss.call("getContainerLiveData", { containerId: "thies" })).data.values).toHaveProperty("a");
  expect((await fetch(`http://127.0.0.1:${port}/live`)).status).toBe(200);
  // Far longer than ingest would need.
  const seen = looks;
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(seen + 1);
  const now = await figures();
  expect([now.get("offgrid_disk_full"), now.get("offgrid_ingest_queue_messages")]).toEqual(["1", "1"]);
  expect(await storedFrames()).toBe(1);
  expect(acked).toEqual([first]);

  freeBytes = 50 * gib;
  await expect.poll(() => acked, { timeout: 20_000 }).toEqual([first, first + 1_000]);
  expect(await storedFrames()).toBe(2);
  expect((await ready()).status).toBe(200);
  expect((await boss.call("importData", { ...history, step: "import" })).data.stored).toMatchObject({ added: 1 });
});
