/** From a container to the screen, over the real broker, database and live connection. */
import type { WebSocketRoute } from "@playwright/test";
import { connectAsync, type MqttClient } from "mqtt";

import { expect, test } from "./fixtures.ts";
import { expectGoodScreen } from "./page-checks.ts";

test("values of a container change on the screen while someone watches", async ({ page, signIn }) => {
  await signIn("daniela");
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto("/containers/lodwar");
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Consumption", exact: true })).toContainText(/\d/);
  const calls = () => asked.filter((path) => path.endsWith("/getContainerInfoV4")).length;
  const before = calls();
  await page.getByRole("button", { name: "All latest values" }).click();
  const figures = page.getByRole("region", { name: "All latest values" }).getByRole("cell", { name: /\d [A-Za-z%°]/ });
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      seen.add((await figures.allTextContents()).join());
      return seen.size > 2 || calls() > before;
    })
    .toBe(true);
  // The call gives a snapshot at each tick; changes in between come over the live connection.
  expect(calls()).toBe(before);
  expect(asked.some((path) => path.endsWith("/registerLive"))).toBe(true);
});

test("E7: a live connection that drops comes back by itself, with a new credential where the old one is refused, and with a snapshot", async ({
  page,
  signIn,
  watch,
}) => {
  watch.allow(/WebSocket/);
  /**
   * What happens to the next attempts to connect: they reach the portal, get no connection, or are refused as with an
   * old password.
   */
  let line: "open" | "cut" | "refused" = "open";
  const tries: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/mqtt$/, (socket) => {
    tries.push(socket);
    if (line === "open") socket.connectToServer();
    else if (line === "cut") void socket.close();
    else socket.onMessage(() => socket.send(Buffer.from([0x20, 2, 0, 5])));
  });
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname.replace("/api/", "")));
  const asks = (name: string) => asked.filter((path) => path === name).length;
  const state = (name: string) => page.getByRole("button", { name: `Live connection: ${name}` });

  await signIn("daniela");
  await page.goto("/containers/lodwar");
  await expect(state("Live")).toBeVisible();

  line = "cut";
  const before = tries.length;
  await tries.at(-1)?.close();
  await expect(state("Reconnecting")).toBeVisible();
  await expect.poll(() => tries.length).toBeGreaterThan(before + 2);

  const credentials = asks("registerLiveNotification");
  line = "refused";
  await expect.poll(() => asks("registerLiveNotification"), { timeout: 30_000 }).toBeGreaterThan(credentials);

  const snapshots = asks("getContainerInfoV4");
  line = "open";
  await expect(state("Live")).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => asks("getContainerInfoV4")).toBeGreaterThan(snapshots);
  await page.getByRole("button", { name: "All latest values" }).click();
  const figures = page.getByRole("region", { name: "All latest values" }).getByRole("cell", { name: /\d [A-Za-z%°]/ });
  const shown = await figures.allTextContents();
  // A controller that heard late that somebody looks again has a minute of frames to send first.
  await expect.poll(() => figures.allTextContents(), { timeout: 90_000 }).not.toEqual(shown);
});

test("E5: a line that swallows everything is seen within two intervals; chip, banner and container say how old it all is", async ({
  page,
  signIn,
}) => {
  let isDark = false;
  await page.clock.install();
  await page.routeWebSocket(/\/mqtt$/, (socket) => {
    const portal = socket.connectToServer();
    socket.onMessage((message) => void (isDark || portal.send(message)));
    portal.onMessage((message) => void (isDark || socket.send(message)));
  });
  await page.route("**/api/*", (route) => (isDark ? undefined : route.fallback()));
  await signIn("daniela");
  await page.goto("/containers/lodwar");
  const chip = (state: string) => page.getByRole("button", { name: `Live connection: ${state}` });
  await expect(chip("Live")).toBeVisible();
  await expect(page.getByText("The portal does not answer.")).toHaveCount(0);

  isDark = true;
  await page.clock.fastForward(15_500);
  await page.clock.fastForward(15_500);
  await expect(chip("No reply")).toHaveText(/^Last message 3\d\ss ago$/);
  await expect(page.getByRole("status").filter({ hasText: "The portal does not answer." })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByText(/^Last message 3\d\ss ago\.$/)).toBeVisible();
  await expect(main.getByText(/^last message 3\d\ss ago$/)).toBeVisible();
  await expect(main.getByText("Was online", { exact: true })).toBeVisible();
  await expect(main.getByText("Online", { exact: true })).toHaveCount(0);

  isDark = false;
  await page.clock.fastForward(11_000);
  await expect(chip("Live")).toBeVisible();
  await expect(main.getByText(/ast message/)).toHaveCount(0);
});

test("the first connection is called so, not a lost one", async ({ page, signIn }) => {
  let connect = () => {};
  const wanted = new Promise<void>((resolve) => (connect = resolve));
  await page.routeWebSocket(/\/mqtt$/, async (socket) => {
    await wanted;
    socket.connectToServer();
  });
  await signIn("daniela");
  await page.goto("/help");
  await expect(page.getByRole("button", { name: "Live connection: Connecting" })).toBeVisible();
  connect();
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
});

test("a container whose controller stops is shown as just offline, and as online again after its return", async ({
  page,
  signIn,
  stage,
}) => {
  await signIn("daniela");
  await page.goto("/containers/jumla");
  const header = page.getByRole("main");
  const online = header.getByText("Online", { exact: true }).first();
  const justOffline = header.getByText("Just offline", { exact: true }).first();
  await expect(online).toBeVisible();
  await printed("just offline after its controller stopped", async () => {
    await stage.stopController("jumla");
    await justOffline.waitFor({ timeout: 120_000 });
  });
  await printed("online after its controller came back", async () => {
    await stage.startController("jumla");
    await online.waitFor({ timeout: 60_000 });
  });
});

test("a program that knows only the protocol gets a value onto the screen", async ({ page, signIn, stage }) => {
  const containerId = `press-${Date.now()}`;
  const { data } = await stage.call("ada", "registerNewContainer", {
    containerId,
    name: "Oil press",
    serialNumber: containerId,
    zoneName: "Africa/Nairobi",
  });
  const { secret } = data as { secret: string };
  await signIn("ada");
  await page.goto(`/containers/${containerId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Oil press" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();

  const client = await connect(stage.mqttUrl, containerId, secret);
  const ack = nextMessage(client);
  await client.subscribeAsync(`offgrid/1/${containerId}/ack`, { qos: 1 });
  const ts = Date.now();
  const charge = page.getByRole("region", { name: "State of charge", exact: true });
  await printed("on the screen after it was published", async () => {
    await client.publishAsync(`offgrid/1/${containerId}/data`, JSON.stringify({ ts, values: { "battery.soc": 73 } }), {
      qos: 1,
    });
    await charge.filter({ hasText: /73\s*%/ }).waitFor({ timeout: 60_000 });
  });
  expect(await ack).toEqual({ ts: [ts] });
  await client.endAsync();
});

test("D6: a container whose clock is ahead shows that, what it means and what to do, until its values are live", async ({
  page,
  signIn,
  stage,
}) => {
  const containerId = `clock-${Date.now()}`;
  const { data } = await stage.call("ada", "registerNewContainer", {
    containerId,
    name: "Cold store",
    serialNumber: containerId,
  });
  const { secret } = data as { secret: string };
  await signIn("ada");
  await page.goto(`/containers/${containerId}`);
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();
  const charge = page.getByRole("region", { name: "State of charge", exact: true });
  const note = page.getByRole("status").filter({ hasText: "clock" });
  // Before its first values there is nothing to show but how far it has come.
  await expect(page.getByRole("region", { name: "First contact" })).toBeVisible();
  await expect(note).toHaveCount(0);

  const client = await connect(stage.mqttUrl, containerId, secret);
  const send = (ts: number, soc: number) => {
    const message = JSON.stringify({ ts, values: { "battery.soc": soc } });
    return client.publishAsync(`offgrid/1/${containerId}/data`, message, { qos: 1 });
  };
  await send(Date.now() + 2.5 * 3_600_000, 99);
  await expect(note).toContainText("This container's clock is 2 hours ahead.");
  await expect(note).toContainText("not shown as live");
  await expect(note).toContainText("Set the controller's clock");
  await expect(charge.filter({ hasText: "99" })).toHaveCount(0);
  await expectGoodScreen(page, "en");
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
  await expect(
    page.getByRole("status").filter({ hasText: "L’horloge de ce conteneur avance de 2 heures." }),
  ).toBeVisible();
  await page.getByRole("combobox", { name: "Langue" }).selectOption("en");
  await expect(note).toBeVisible();
  await expect(page.getByRole("button", { name: "Live connection: Live" })).toBeVisible();

  await send(Date.now(), 64);
  await expect(charge).toContainText(/64\s*%/);
  await expect(note).toHaveCount(0);
  await client.endAsync();
});

test("a wrong secret, another container's topic and a wildcard are refused", async ({ stage }) => {
  const containerId = `guard-${Date.now()}`;
  const { data } = await stage.call("ada", "registerNewContainer", {
    containerId,
    name: "Guard",
    serialNumber: containerId,
  });
  const { secret } = data as { secret: string };
  await expect(connect(stage.mqttUrl, containerId, `${secret}x`)).rejects.toThrow(/Not authorized|Bad username/i);

  const listener = await connect(stage.mqttUrl, containerId, secret);
  const refused = await listener.subscribeAsync(["offgrid/1/+/data", "#", "offgrid/1/lodwar/ack"], { qos: 1 }).then(
    (grants) => grants.every((grant) => grant.qos === 128),
    () => true,
  );
  expect(refused).toBe(true);
  await listener.endAsync(true);

  const before = await stage.call("ada", "getContainerLiveData", { containerId: "agadez" });
  const client = await connect(stage.mqttUrl, containerId, secret);
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  client.publish("offgrid/1/agadez/data", JSON.stringify({ ts: Date.now(), values: { "battery.soh": 1 } }), { qos: 1 });
  await closed;
  const after = await stage.call("ada", "getContainerLiveData", { containerId: "agadez" });
  const soh = (answer: Record<string, unknown>) =>
    (answer as { data: { values: Record<string, { value: number }> } }).data.values["battery.soh"]?.value;
  expect(soh(after)).toBe(soh(before));
  await client.endAsync(true);
});

/** Does something and prints how long it took; no test depends on a time. */
async function printed(what: string, action: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await action();
  console.log(`    ${what}: ${((performance.now() - startedAt) / 1000).toFixed(2)} s`);
}

function connect(url: string, containerId: string, secret: string): Promise<MqttClient> {
  return connectAsync(url, {
    clientId: containerId,
    username: containerId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
}

function nextMessage(client: MqttClient): Promise<unknown> {
  return new Promise((resolve) =>
    client.once("message", (_, payload) => resolve(JSON.parse(payload.toString("utf8")))),
  );
}
