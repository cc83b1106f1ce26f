/** Commands in every state that they can be in, while a process that handles them is killed with -9. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Command } from "@offgrid/contract/commands/commands.schema";
import type { Database } from "@offgrid/server/core/db";
import { expect, test } from "vitest";

import {
  addAdministrator,
  addPerson,
  type Caller,
  databaseOf,
  figures,
  liveValues,
  type PortalProcess,
  type Registered,
  registerMany,
  startPortal,
  waitsForLock,
} from "./portal.ts";
import { freeFixedPort, type Program, runFile, temporaryFolder, until } from "./programs.ts";
import { type Hold, RelayModule } from "./relay-module.ts";

/** Where the command for each relay is when the process is killed. Relays count from 1. */
const held: readonly Hold[] = ["taken", "carried out", "answered"];
const [committing, sent, queued, ended] = [4, 5, 6, 7] as const;
const relays = [1, 2, 3, committing, sent, queued, ended];
const taken = 1;

const victims = ["portal", "ingest", "controller"] as const;
type Victim = (typeof victims)[number];

interface Scene {
  containerId: string;
  modules: RelayModule[];
  /** Serves calls and ends what is overdue. */
  portal: PortalProcess;
  /** Serves calls, and is never killed. */
  other: PortalProcess;
  ingest: PortalProcess;
  controller: Program;
  start: { [Name in Victim]: () => Promise<Scene[Name]> };
  ada: Caller;
  binta: Caller;
  database: Database;
}

async function setUp(): Promise<Scene> {
  const folder = await temporaryFolder();
  const dataDir = join(folder, "portal");
  const mqttPort = String(await freeFixedPort());
  const run = (roles: string) => () => startPortal(dataDir, { MQTT_PORT: mqttPort, ROLES: roles });
  const portal = await run("api,worker")();
  const [other, ingest, ada, binta, modules, database] = await Promise.all([
    run("api")(),
    run("ingest")(),
    addAdministrator(dataDir, portal.url),
    addPerson(dataDir, portal.url, { email: "binta@example.org", role: "super_admin", first: "Binta" }),
    Promise.all(relays.map(() => RelayModule.start())),
    databaseOf(dataDir),
  ]);
  const [registered] = (await registerMany(ada, "Killed", 1)) as [Registered];
  const file = await settingsFile(join(folder, "gateway"), registered, mqttPort, modules);
  const start = {
    portal: run("api,worker"),
    ingest: run("ingest"),
    controller: async () => runFile("controller", [file]),
  };
  const { containerId } = registered;
  const controller = await start.controller();
  return { containerId, modules, portal, other, ingest, controller, start, ada, binta, database };
}

/** Each relay has a module of its own, so that one that waits does not hold up the others. @returns The file's path. */
async function settingsFile(
  folder: string,
  { containerId, secret }: Registered,
  mqttPort: string,
  modules: readonly RelayModule[],
): Promise<string> {
  const devices = modules.map(({ port }, place) => ({
    id: `module-${place + 1}`,
    driver: "adam-6060",
    host: "127.0.0.1",
    port,
    outputs: [{ channel: 0, target: `relay.${place + 1}`, dwellSeconds: 0 }],
  }));
  const settings = {
    container: containerId,
    portal: `mqtt://127.0.0.1:${mqttPort}`,
    secret,
    dataFolder: "data",
    everySeconds: 0.5,
    devices,
  };
  await mkdir(folder);
  const file = join(folder, "controller.yaml");
  // JSON is YAML, too.
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  return file;
}

const moduleOf = ({ modules }: Scene, relay: number) => modules[relay - 1] as RelayModule;
const give = async ({ containerId, ada, portal }: Scene, relay: number, on: boolean): Promise<string> => {
  const input = { containerId, relay, on };
  return (await ada.at(portal.url).call<{ data: Command }>("setContainerControlAdam", input)).data.commandId;
};
const read = async ({ ada, other }: Scene, commandId: string) =>
  (await ada.at(other.url).call<{ data: Command }>("commandGet", { commandId })).data;
const isIn = async (scene: Scene, commandId: string, state: Command["state"]) =>
  (await read(scene, commandId)).state === state;

/** Waits until the controller has sent where each relay is over a connection that it has now. */
async function connected(scene: Scene): Promise<void> {
  const { ada, containerId, ingest, modules, other } = scene;
  await until("the controller is connected", async () => (await figures(ingest.url))["mqtt_controllers"] === 1);
  const sinceMs = Date.now();
  // Frames come at once while somebody looks, and every few minutes otherwise.
  await ada.at(other.url).call("registerLive", { containerId });
  await until("each relay is known", async () => {
    const values = await liveValues(ada.at(other.url), containerId);
    return modules.every(({ isOn }, place) => {
      const { value, at } = values[`relay.${place + 1}.on`] ?? {};
      return value === Number(isOn) && Date.parse(at ?? "") > sinceMs;
    });
  });
}

/** Keeps what is to move this command from doing so. */
async function holdRow({ database }: Scene, commandId: string) {
  const client = await database.pool.connect();
  await client.query("begin");
  await client.query("select 1 from command where id = $1 for update", [commandId]);
  return {
    isAwaited: () => waitsForLock(database, "from command where id = $1 for update"),
    release: async () => {
      await client.query("rollback");
      client.release();
    },
  };
}

async function kill(program: Program): Promise<void> {
  program.child.kill("SIGKILL");
  await program.ended;
}

interface Given {
  id: string;
  wanted: boolean;
  /** How often the relay had been switched before. */
  writes: number;
}

/** Gives each relay a command, and stops each command in another state. @returns what ends the waiting in the database. */
async function giveInEachState(scene: Scene, given: Map<number, Given>) {
  const { controller, ingest } = scene;
  const ask = async (relay: number) => {
    const { isOn, writes } = moduleOf(scene, relay);
    const id = await give(scene, relay, !isOn);
    given.set(relay, { id, wanted: !isOn, writes });
    return id;
  };
  const end = await ask(ended);
  await until("a command has ended", () => isIn(scene, end, "done"));
  for (const [place, hold] of [...held, "answered" as const].entries()) {
    const relay = place + 1;
    moduleOf(scene, relay).hold(hold);
    const id = await ask(relay);
    await until(`relay ${relay} was asked`, () => moduleOf(scene, relay).writes > (given.get(relay)?.writes ?? 0));
    await until("the portal knows that it is being carried out", () => isIn(scene, id, "accepted"));
  }
  const commit = await holdRow(scene, given.get(committing)?.id ?? "");
  moduleOf(scene, committing).release();
  await until("an answer waits to be stored", commit.isAwaited);
  controller.child.kill("SIGSTOP");
  const id = await ask(sent);
  await until("a command was sent", async () => !(await isIn(scene, id, "queued")));
  ingest.child.kill("SIGSTOP");
  await ask(queued);
  return commit;
}

async function killAtEveryState(scene: Scene, victim: Victim): Promise<void> {
  await connected(scene);
  const given = new Map<number, Given>();
  const commit = await giveInEachState(scene, given);
  await kill(scene[victim]);
  await commit.release();
  scene.controller.child.kill("SIGCONT");
  scene.ingest.child.kill("SIGCONT");
  Object.assign(scene, { [victim]: await scene.start[victim]() });
  for (const module of scene.modules) module.release();

  for (const [relay, { id }] of given) {
    if (relay === sent || relay === queued) continue;
    const state = relay === taken ? "failed" : "done";
    await until(`after the ${victim} was killed, relay ${relay} is ${state}`, () => isIn(scene, id, state));
  }
  await connected(scene);
  // Nobody waits for the rest of the half minute in which a command is good.
  await scene.database.pool.query("update command set due_at = now() where due_at is not null");
  const { ada, containerId, other } = scene;
  await until("nothing is open", async () => {
    const filter = { containerId, state: "open" };
    return (
      (await ada.at(other.url).call<{ total: number }>("commandList", { page: 1, pageSize: 1, filter })).total === 0
    );
  });
  for (const [relay, { id, wanted, writes }] of given) {
    const module = moduleOf(scene, relay);
    const { state, value, by } = await read(scene, id);
    const seen = { victim, relay, state, value, writes: module.writes - writes, isOn: module.isOn };
    const isDone = state === "done";
    const wasAsked = isDone || relay === taken;
    expect(seen).toMatchObject({ writes: Number(wasAsked), isOn: isDone ? wanted : !wanted });
    if (wasAsked) expect(seen).toMatchObject({ value: module.isOn });
    expect(by.name).toBe("Ada");
  }
  const stateOf = async (relay: number) => (await read(scene, given.get(relay)?.id ?? "")).state;
  // What the next process has nothing of is never sent late, and what left is not given another chance.
  if (victim === "ingest") expect(await stateOf(queued)).toBe("expired");
  if (victim === "controller") expect(await stateOf(sent)).toBe("unknown");
}

async function twoAtOnce(scene: Scene): Promise<void> {
  const { ada, binta, containerId, other, portal } = scene;
  await connected(scene);
  const module = moduleOf(scene, ended);
  module.hold("answered");
  const input = { containerId, relay: ended };
  const tries = await Promise.allSettled([
    ada.at(portal.url).call<{ data: Command }>("setContainerControlAdam", { ...input, on: true }),
    binta.at(other.url).call<{ data: Command }>("setContainerControlAdam", { ...input, on: true }),
  ]);
  const [won] = tries.filter((one) => one.status === "fulfilled");
  const [lost] = tries.filter((one) => one.status === "rejected");
  const { commandId } = won?.value.data ?? { commandId: "" };
  const { by } = await read(scene, commandId);
  expect(["Ada", "Binta"]).toContain(by.name);
  expect(String(lost?.reason)).toMatch(/"output_busy"/);
  expect(String(lost?.reason)).toContain(`"name":"${by.name}"`);
  module.release();
  await until("the one command has ended", () => isIn(scene, commandId, "done"));
  expect(module.writes).toBe(1);
}

test(
  "E10, E12: of two who switch a relay at two processes one is refused; whichever process is killed, at every state of a command its relay is switched at most once, done is what was read back, and nothing stays open",
  { timeout: 300_000 },
  async () => {
    const scene = await setUp();
    await twoAtOnce(scene);
    for (const victim of victims) await killAtEveryState(scene, victim);
    const { rows } = await scene.database.pool.query<{ commands: number; lines: number }>(
      `select (select count(*) from command) as commands,
        (select count(*) from audit where action = 'setContainerControlAdam' and result = 'ok') as lines`,
    );
    expect(rows).toEqual([{ commands: 1 + victims.length * relays.length, lines: 1 + victims.length * relays.length }]);
  },
);
