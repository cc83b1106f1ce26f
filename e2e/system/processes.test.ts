/**
 * One portal as several processes: each learns what happens at the others, and roles that run only once are taken over.
 */
import { join } from "node:path";

import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import type { ImportState } from "@offgrid/contract/recordings/imports.calls";
import { ackTopic, dataTopic, eventTopic, watchTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { type MqttClient, connectAsync } from "mqtt";
import { expect, test } from "vitest";

import { auditPortal, nothingWrong } from "../ledger/auditor.ts";
import { settle, startWitness } from "../ledger/witness.ts";
import { atEnd } from "./ending.ts";
import {
  addAdministrator,
  addPerson,
  type Caller,
  databaseOf,
  type Registered,
  registerMany,
  startPortal,
} from "./portal.ts";
import { descendantsOf, freeFixedPort, isAlive, postgresPid, processesIn, temporaryFolder, until } from "./programs.ts";

interface Listener {
  client: MqttClient;
  received: { topic: string; value: Record<string, unknown> }[];
  isClosed(): boolean;
}

async function listenOn(url: string, login: object, topics: string[]): Promise<Listener> {
  const client = await connectAsync(url, { protocolVersion: 4, reconnectPeriod: 0, ...login });
  atEnd(() => void client.end(true));
  const received: Listener["received"] = [];
  client.on("message", (topic, payload) =>
    received.push({ topic, value: JSON.parse(payload.toString()) as Record<string, unknown> }),
  );
  await client.subscribeAsync(topics, { qos: 1 });
  return { client, received, isClosed: () => !client.connected };
}

let screens = 0;

/** A screen whose credential comes from one process and works at another. */
async function openScreen(caller: Caller, issuer: string, at: string, containerId: string): Promise<Listener> {
  const { username, password } = await caller
    .at(issuer)
    .call<{ username: string; password: string }>("registerLiveNotification");
  const clientId = `portal-${String(++screens).padStart(16, "0")}`;
  const topics = [userTopic.name({ userId: username }), containerTopic.name({ containerId })];
  return listenOn(`${at.replace("http", "ws")}/mqtt`, { clientId, username, password }, topics);
}

function controllerOf({ containerId, secret }: Registered, mqttUrl: string): Promise<Listener> {
  const topics = [watchTopic.name({ containerId }), ackTopic.name({ containerId })];
  return listenOn(mqttUrl, { clientId: containerId, username: containerId, password: secret }, topics);
}

interface Person {
  userId: string;
  caller: Caller;
}

async function addStaff(dataDir: string, url: string, email: string): Promise<Person> {
  const caller = await addPerson(dataDir, url, { email, role: "customer_staff" });
  const { username } = await caller.call<{ username: string }>("registerLiveNotification");
  return { userId: username, caller };
}

const readyOf = async (url: string) => (await fetch(`${url}/ready`)).json();

test(
  "live values, watching, notifications, lost rights and sign-out cross the processes of one portal",
  { timeout: 300_000 },
  async () => {
    const dataDir = join(await temporaryFolder(), "portal");
    const env = { MQTT_PORT: String(await freeFixedPort()) };
    const one = await startPortal(dataDir, { ...env, ROLES: "api" });
    const [two, ingest, worker] = await Promise.all([
      startPortal(dataDir, { ...env, ROLES: "api" }),
      startPortal(dataDir, { ...env, ROLES: "ingest" }),
      startPortal(dataDir, { ...env, ROLES: "worker" }),
    ]);
    for (const { url } of [one, two, ingest, worker]) expect(await readyOf(url)).toEqual({ status: "ok" });
    // Only the api processes serve the web app and the calls.
    expect((await fetch(`${worker.url}/api/getSites`, { method: "POST", body: "{}" })).status).toBe(404);

    const ada = await addAdministrator(dataDir, one.url);
    const amina = await addStaff(dataDir, two.url, "amina@example.org");
    const [registered] = (await registerMany(ada, "Crossing", 1)) as [Registered];
    const { containerId } = registered;
    const assign = (containers: string[]) =>
      ada.at(one.url).call("updateUserContainerList", { userId: amina.userId, containers });
    await assign([containerId]);
    const open = (issuer: string, at: string) => openScreen(amina.caller, issuer, at, containerId);
    const both = [await open(two.url, one.url), await open(one.url, two.url)];

    const controller = await controllerOf(registered, ingest.mqttUrl);
    await amina.caller.at(two.url).call("registerLive", { containerId });
    await until("the controller is asked to send at once", () =>
      controller.received.some(({ topic }) => topic === watchTopic.name({ containerId })),
    );
    await controller.client.publishAsync(
      dataTopic.name({ containerId }),
      JSON.stringify({ ts: Date.now(), values: { "battery.soc": 71 } }),
      { qos: 1 },
    );
    const receives = (screen: Listener, fits: (value: Record<string, unknown>) => boolean) =>
      screen.received.some(({ value }) => fits(value));
    for (const screen of both) {
      await until("the value is on the screens of both", () =>
        receives(screen, ({ values }) => (values as Record<string, number> | undefined)?.["battery.soc"] === 71),
      );
      await until("the state is on the screens of both", () =>
        receives(screen, (value) => value["containerId"] === containerId && value["status"] === "online"),
      );
    }
    for (const { url } of [one, two]) {
      const { data } = await ada.at(url).call<{ data: { status: string }[] }>("getSitesV2");
      expect(data.map(({ status }) => status)).toEqual(["online"]);
    }

    const event = { ts: Date.now(), boot: "b1", seq: 1, code: "door.open", level: "warning", data: {} };
    await controller.client.publishAsync(eventTopic.name({ containerId }), JSON.stringify(event), { qos: 1 });
    for (const screen of both)
      await until("the warning is on the screens of both", () =>
        receives(screen, ({ command }) => command === "warningEvent"),
      );

    // A person who loses the container at one process gets nothing more about it from the other.
    await assign([]);
    for (const screen of both) await until("the screens are closed", screen.isClosed);
    await expect(open(one.url, two.url)).rejects.toThrow();
    await assign([containerId]);
    const promoted = await open(one.url, two.url);
    await ada.call("saveUserAccount", { userId: amina.userId, role: "user" });
    await until("a changed role closes the screen at the other process", promoted.isClosed);

    const admin = await openScreen(ada, one.url, two.url, containerId);
    await ada.at(one.url).call("signOut");
    await until("a sign-out closes the screen at the other process", admin.isClosed);
  },
);

test(
  "after kill -9 of the process that keeps the database and ingests, a second one takes both over, and no acknowledged value is lost",
  { timeout: 300_000 },
  async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, "portal");
    const env = { MQTT_PORT: String(await freeFixedPort()) };
    const first = await startPortal(dataDir, env);
    const second = await startPortal(dataDir, env);
    await second.says(/another process ingests; this one stands by/);
    expect(await readyOf(second.url)).toEqual({ status: "ok", standby: ["ingest"] });
    const server = postgresPid(dataDir);

    const ada = await addAdministrator(dataDir, first.url);
    const registered = await registerMany(ada, "Taken", 3);
    const about = { url: first.mqttUrl, folder: join(folder, "controllers") };
    const witnesses = await Promise.all(registered.map((one, member) => startWitness(one, member, about)));
    const more = async (when: string) => {
      const before = witnesses.map(({ ledger }) => ledger.count);
      await until(`every controller is served ${when}`, () =>
        witnesses.every(({ ledger }, index) => ledger.count > (before[index] ?? 0) + 20),
      );
    };
    await more("at first");
    let isKilled = false;
    for (const witness of witnesses) {
      witness.onAck = () => {
        if (isKilled || !witnesses.some(({ controller }) => controller.stats().inFlight > 0)) return;
        isKilled = true;
        first.child.kill("SIGKILL");
      };
    }
    await first.ended;
    await second.says(/this process ingests/);
    await more("by the second process");
    expect(await readyOf(second.url)).toEqual({ status: "ok" });
    expect(postgresPid(dataDir)).toBe(server);
    const { data } = await ada.at(second.url).call<{ data: { status: string }[] }>("getSitesV2");
    expect(data.map(({ status }) => status)).toEqual(witnesses.map(() => "online"));

    // The first one comes back beside the second, and now it stands by.
    const third = await startPortal(dataDir, env);
    expect(await readyOf(third.url)).toEqual({ status: "ok", standby: ["ingest"] });
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    await third.says(/this process ingests/);
    await more("by the third process");
    expect(postgresPid(dataDir)).toBe(server);

    await settle(witnesses, until);
    const verdict = await auditPortal(
      dataDir,
      witnesses.map(({ ledger, measured }) => ({ path: ledger.path, measured })),
    );
    expect(verdict).toMatchObject(nothingWrong);
    expect(verdict.frames).toBe(witnesses.reduce((sum, { measured }) => sum + measured.size, 0));
    for (const { controller } of witnesses) await controller.stop();
    third.child.kill("SIGTERM");
    expect(await third.ended).toBe(0);
    await until("no process is left", () => processesIn(dataDir).length === 0);
  },
);

/** As if so much time had gone by that the claims of dead processes are over. */
async function endClaims(dataDir: string): Promise<void> {
  const { pool } = await databaseOf(dataDir);
  await pool.query("update job set due_at = now() where kind = 'import'");
}

test(
  "an import whose process is killed with -9 goes on at another one: every row is stored once, and its reader ends too",
  { timeout: 300_000 },
  async () => {
    const dataDir = join(await temporaryFolder(), "portal");
    const api = await startPortal(dataDir, { ROLES: "api" });
    const [first, ada] = await Promise.all([
      startPortal(dataDir, { ROLES: "worker" }),
      addAdministrator(dataDir, api.url),
    ]);
    const [{ containerId }] = (await registerMany(ada, "Brought", 1)) as [Registered];
    const rows = 60_000;
    const startMs = Date.now() - rows * 10_000;
    const lines = Array.from({ length: rows }, (_, row) => `${startMs + row * 10_000},${row % 100}`);
    const file = Buffer.from(["at,soc", ...lines].join("\n")).toString("base64");
    const upload = { containerId, name: "week.csv", file };
    const { importId } = (await ada.call<{ data: { importId: number } }>("importUpload", upload)).data;
    const mapping = {
      time: { column: "at", format: "epoch-ms" },
      columns: [{ column: "soc", metric: "battery.soc" }],
    };
    await ada.call("importStart", { containerId, importId, mapping });
    const state = async () => {
      const { data } = await ada.call<{ data: ImportState[] }>("importList", { containerId });
      return data[0] as ImportState;
    };
    await until("rows are stored", async () => (await state()).counts.added > 0);
    const readers = descendantsOf(first.pid);
    if (process.platform === "linux") expect(readers).not.toEqual([]);
    first.child.kill("SIGKILL");
    await first.ended;
    const between = await state();
    expect(between).toMatchObject({ state: "running", failure: null });
    expect(between.counts.added).toBeLessThan(rows);
    await until("its reader has ended", () => !readers.some(isAlive));

    await startPortal(dataDir, { ROLES: "worker" });
    await endClaims(dataDir);
    await until("the import has ended", async () => (await state()).state !== "running");
    const counts = { lines: rows, added: rows, completed: 0, conflicts: 0, refused: 0 };
    expect(await state()).toMatchObject({ state: "done", progress: 1, counts, failure: null });
  },
);
