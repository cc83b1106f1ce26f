import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import mqtt from "mqtt";
import { expect, onTestFinished, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

test("a person gets a topic and a credential that open the live connection until they sign out", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kisumu"] } });
  const { port } = await thePortal();
  const { topic, url, username, password } = await amina.call("registerLiveNotification", {});
  expect({ topic, url, username }).toEqual({
    topic: userTopic.name({ userId: amina.userId }),
    url: "/mqtt",
    username: amina.userId,
  });
  const screen = mqtt.connect(`ws://127.0.0.1:${port}${url}`, {
    protocolVersion: 4,
    keepalive: 70,
    reconnectPeriod: 0,
    clientId: "portal-0123456789abcdef",
    username,
    password,
  });
  onTestFinished(() => void screen.end(true));
  await new Promise<void>((resolve, reject) => screen.once("connect", () => resolve()).once("error", reject));
  await screen.subscribeAsync([topic, containerTopic.name({ containerId: "kisumu" })]);
  const closed = new Promise<void>((resolve) => screen.once("close", () => resolve()));
  await amina.call("signOut", {});
  await closed;
});

test("a person who watches a container gets its topic and a snapshot; others learn nothing", async () => {
  const { amina, brigitte } = await cast({
    amina: { role: "customer_staff", containers: ["thies"] },
    brigitte: { role: "customer_staff" },
  });
  const { database } = await thePortal();
  const at = new Date();
  await database.db
    .insertInto("containerLatest")
    .values({
      containerId: "thies",
      liveValues: JSON.stringify({ "battery.soc": [71, at.getTime()] }),
      devices: "[]",
      capabilities: "[]",
      everyS: 10,
      linked: true,
      lastContactAt: at,
    })
    .execute();
  const { topic, snapshot, everyS } = await amina.call("registerLive", { containerId: "thies" });
  expect(topic).toBe(containerTopic.name({ containerId: "thies" }));
  expect(snapshot).toEqual({ values: { "battery.soc": { value: 71, at: at.toISOString() } }, status: "online" });
  expect(everyS).toBe(10);
  expect((await amina.call("getContainerInfoV4", { containerId: "thies" })).data.everyS).toBe(60);
  await expect(brigitte.call("registerLive", { containerId: "thies" })).refusesWith("not_found");
  await expect(brigitte.call("registerLive", { containerId: dataTopic.name({ containerId: "thies" }) })).refusesWith(
    "not_found",
  );
});
