import { randomBytes } from "node:crypto";
import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import mqtt, { type MqttClient } from "mqtt";
import { expect, onTestFinished, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";

const password = "lanterns over the dunes";

interface Screen {
  client: MqttClient;
  messages: { topic: string; body: Record<string, unknown> }[];
  isClosed: boolean;
}

async function openScreen(person: Actor, topics: string[]): Promise<Screen> {
  const { port } = await thePortal();
  const { url, username, password: given } = await person.call("registerLiveNotification", {});
  const client = mqtt.connect(`ws://127.0.0.1:${port}${url}`, {
    protocolVersion: 4,
    reconnectPeriod: 0,
    clientId: `portal-${randomBytes(8).toString("hex")}`,
    username,
    password: given,
  });
  onTestFinished(() => void client.end(true));
  const screen: Screen = { client, messages: [], isClosed: false };
  client.on("close", () => (screen.isClosed = true));
  client.on("message", (topic, payload) =>
    screen.messages.push({ topic, body: JSON.parse(payload.toString()) as Record<string, unknown> }),
  );
  await new Promise<void>((resolve, reject) => client.once("connect", () => resolve()).once("error", reject));
  await client.subscribeAsync(topics);
  return screen;
}

/** A container whose controller sends a growing number; `sent` is the last one, of all containers with this counter. */
async function countingContainer(boss: Actor, counter = { sent: 0 }) {
  const serialNumber = `SN-${randomBytes(4).toString("hex")}`;
  const { data } = await boss.call("registerNewContainer", { name: serialNumber, serialNumber });
  const { containerId, secret } = data;
  const { mqttPort } = await thePortal();
  const controller = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
    protocolVersion: 4,
    reconnectPeriod: 0,
    clientId: containerId,
    username: containerId,
    password: secret,
  });
  onTestFinished(() => void controller.end(true));
  await new Promise<void>((resolve, reject) => controller.once("connect", () => resolve()).once("error", reject));
  const timer = setInterval(() => {
    counter.sent++;
    const values = { "test.counter": counter.sent };
    controller.publish(dataTopic.name({ containerId }), JSON.stringify({ ts: Date.now(), values }), { qos: 1 });
  }, 100);
  onTestFinished(() => clearInterval(timer));
  return { containerId, topic: containerTopic.name({ containerId }), counter };
}

/** How many screens the portal holds at the moment. */
async function openScreens(): Promise<number> {
  const { port } = await thePortal();
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^offgrid_mqtt_screens (\d+)$/m.exec(metrics)?.[1]);
}

const receivedBy = (screen: Screen) =>
  screen.messages.map(({ body }) => (body["values"] as Record<string, number> | undefined)?.["test.counter"] ?? 0);
const lastReceived = (screen: Screen) => Math.max(0, ...receivedBy(screen));

/** Waits until a screen receives something sent from now on. */
async function receivesMore(screen: Screen, counter: { sent: number }): Promise<void> {
  const from = counter.sent;
  await vi.waitFor(() => expect(lastReceived(screen)).toBeGreaterThan(from), { timeout: 30_000, interval: 20 });
}

test("A6: sign-out, a new password, a changed role, disabling and removal close the screens, and nothing is delivered afterwards", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  // Each container reaches a screen once a second; several of them leave no second without a message.
  const counter = { sent: 0 };
  const containers: Awaited<ReturnType<typeof countingContainer>>[] = [];
  for (let count = 0; count < 8; count++) containers.push(await countingContainer(boss, counter));
  const topics = containers.map(({ topic }) => topic);
  const staying = await openScreen(boss, topics);
  const acts: Record<string, (person: Actor) => Promise<unknown>> = {
    signOut: (person) => person.call("signOut", {}),
    newPassword: async (person) => {
      const { port, config } = await thePortal();
      const api = `http://127.0.0.1:${port}${config.apiBase}`;
      const post = async (name: string, body: object, headers = {}) =>
        (
          await fetch(`${api}/${name}`, {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
            body: JSON.stringify(body),
          })
        ).json() as Promise<Record<string, string>>;
      const { authToken = "", userId = "" } = await post("login", { email: person.email, password });
      const other = { "x-auth-token": authToken, "x-user-id": userId };
      expect(
        await post("editPassword", { oldPassword: password, newPassword: "a kite above the ridge" }, other),
      ).toEqual({
        status: "ok",
      });
    },
    role: ({ userId }) => boss.call("saveUserAccount", { userId, role: "customer_staff" }),
    disabled: ({ userId }) => boss.call("saveUserAccount", { userId, disabled: true }),
    removed: ({ userId }) => boss.call("removeUser", { userId }),
    ended: ({ userId }) => boss.call("sessionEnd", { userId }),
  };
  for (const [name, act] of Object.entries(acts)) {
    const { amina } = await cast({ amina: { role: "user", password } });
    const ids = containers.map(({ containerId }) => containerId);
    await boss.call("updateUserContainerList", { userId: amina.userId, containers: ids });
    const screen = await openScreen(amina, [...topics, userTopic.name({ userId: amina.userId })]);
    await receivesMore(screen, counter);
    await act(amina);
    const sentByThen = counter.sent;
    expect([name, await openScreens()]).toEqual([name, 1]);
    await receivesMore(staying, counter);
    await vi.waitFor(() => expect([name, screen.isClosed]).toEqual([name, true]), 30_000);
    expect([name, lastReceived(screen) <= sentByThen]).toEqual([name, true]);
  }
  expect(staying.isClosed).toBe(false);
}, 120_000);

test("B7: a person who loses a container is notified, disconnected, and receives nothing of it after the answer; a hundred times, while it sends", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { containerId, topic, counter } = await countingContainer(boss);
  const staying = await openScreen(boss, [topic]);
  const people = Object.values(
    await cast(
      Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, { role: "customer_staff" as const }])),
    ),
  );
  await boss.call("assignUser", { containerId, users: people.map(({ userId }) => userId) });
  const screens: Screen[] = [];
  for (const person of people) {
    screens.push(await openScreen(person, [topic, userTopic.name({ userId: person.userId })]));
  }
  await receivesMore(screens.at(-1) as Screen, counter);
  const sentByThen: number[] = [];
  for (const [at, { userId }] of people.entries()) {
    // Half by the person, half by the container.
    if (at % 2 === 0) await boss.call("updateUserContainerList", { userId, containers: [] });
    else await boss.call("assignUser", { containerId, users: people.slice(at + 1).map((later) => later.userId) });
    sentByThen.push(counter.sent);
  }
  await receivesMore(staying, counter);
  await vi.waitFor(() => expect(screens.filter(({ isClosed }) => !isClosed)).toHaveLength(0), 30_000);
  expect(screens.filter((screen, at) => lastReceived(screen) > (sentByThen[at] ?? 0))).toEqual([]);
  const [first] = people as [Actor];
  expect((await first.post("registerLive", { containerId })).status).toBe(404);
  await expect(openScreen(first, [topic])).rejects.toThrow();
}, 180_000);

test("B4: a caller who may not configure is refused, with a line in the audit, and a screen that publishes is closed", async () => {
  const { guest, boss } = await cast({
    guest: { role: "customer_staff", containers: ["douentza"] },
    boss: { role: "super_admin" },
  });
  const mapping = { time: { column: "at" }, columns: [{ column: "soc", metric: "battery.soc" }] };
  const request = { containerId: "douentza", step: "import" as const, mapping, file: "at,soc\n" };
  await expect(guest.call("importData", request)).refusesWith("forbidden");
  const { data } = await boss.call("auditList", { filter: { userId: guest.userId } });
  expect(data).toMatchObject([{ action: "importData", result: "forbidden" }]);
  const screen = await openScreen(guest, [userTopic.name({ userId: guest.userId })]);
  screen.client.publish(`offgrid/1/douentza/cmd`, "{}");
  await vi.waitFor(() => expect(screen.isClosed).toBe(true), 30_000);
});

test("a person whose role requires two-step sign-in is sent nothing before they have set it up, as calls refuse them", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { containerId, topic, counter } = await countingContainer(boss);
  const { amina } = await cast({ amina: { role: "customer_staff", containers: [containerId] } });
  const screen = await openScreen(amina, [topic]);
  await receivesMore(screen, counter);
  const { db } = (await thePortal()).database;
  onTestFinished(async () => void (await db.updateTable("role").set({ twoStepRequired: false }).execute()));
  await boss.call("roleSave", { id: "customer_staff", twoStepRequired: true });
  await vi.waitFor(() => expect(screen.isClosed).toBe(true), 30_000);
  await expect(amina.call("registerLive", { containerId })).refusesWith("two_step_needed");
  await expect(openScreen(amina, [topic])).rejects.toThrow();
  await openScreen(amina, [userTopic.name({ userId: amina.userId })]);
  await db
    .updateTable("appUser")
    .set({ totpSealed: Buffer.from("sealed") })
    .where("id", "=", amina.userId)
    .execute();
  const proved = await openScreen(amina, [topic]);
  await receivesMore(proved, counter);
  await amina.call("totpRemove", {});
  await vi.waitFor(() => expect(proved.isClosed).toBe(true), 30_000);
  await expect(openScreen(amina, [topic])).rejects.toThrow();
}, 60_000);
