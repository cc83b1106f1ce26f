import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { OutputValue } from "@offgrid/contract/commands/commands.schema";
import { startController } from "@offgrid/controller/controller";
import type { Controller } from "@offgrid/controller/controller.types";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { fleet } from "@offgrid/simulator/fleet/fleet";
import { newSpan } from "@offgrid/simulator/fleet/fleet.history";
import { memberPlant } from "@offgrid/simulator/fleet/fleet.member";
import { plantDriver } from "@offgrid/simulator/plant/plant.driver";

import { type Actor, cast, thePortal } from "./testing/cast.ts";

/** Calls and deadlines are answered here; another process has the controllers' connections, and is killed. */
const portal = await thePortal({ config: { roles: ["api", "worker"] } });

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
const inTime = { timeout: 100_000 };
const containerId = "lodwar";

let boss: Actor;
let folder: string;
let ingest: ChildProcess;
let mqttPort = "0";
let controller: Controller;
/** What was written to the relays. */
const writes: [target: string, value: OutputValue][] = [];
let writeTakesMs = 0;

/** A process of the portal that has the controllers' connections; the next one opens the same port. */
async function startIngest(): Promise<void> {
  const { dataDir, databaseUrl = "", databaseOwnerUrl = "" } = portal.config;
  ingest = spawn(process.execPath, [join(import.meta.dirname, "../../../dist/portal.mjs")], {
    env: {
      ...process.env,
      ROLES: "ingest",
      PORT: "0",
      MQTT_PORT: mqttPort,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: databaseOwnerUrl,
      OUTSIDE_SERVICES: "off",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  ingest.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await vi.waitUntil(() => {
    if (ingest.exitCode !== null) throw new Error(`the process that ingests ended: ${text}`);
    mqttPort = /"mqttPort":(\d+).*"the portal runs"/.exec(text)?.[1] ?? mqttPort;
    return text.includes("this process ingests") && text.includes("the portal runs");
  }, inTime);
}

/** Resolves when the controller has connected once more. */
const connectsAgain = () => new Promise<void>((resolve) => controller.on("online", resolve));

async function killIngest(): Promise<void> {
  const ended = once(ingest, "exit");
  ingest.kill("SIGKILL");
  await ended;
}

/** A simulated container whose relays take their time and are counted. */
function countedPlant(): Driver {
  const [member] = fleet;
  if (!member) throw new Error("the fleet has members");
  const design = memberPlant(member);
  const plant = plantDriver(design, newSpan(design, Date.now(), 0).start, 1_000);
  const { outputs } = plant;
  if (!outputs) throw new Error("a plant has relays");
  return {
    ...plant,
    outputs: {
      ...outputs,
      write: async (target, value, notAfterMs) => {
        writes.push([target, value]);
        await new Promise((resolve) => setTimeout(resolve, writeTakesMs));
        await outputs.write(target, value, notAfterMs);
      },
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "commands-"));
  ({ boss } = await cast({ boss: { role: "super_admin" } }));
  const about = { containerId, name: "Lodwar", serialNumber: "SN-L1", zoneName: "Africa/Nairobi" };
  const { secret } = (await boss.call("registerNewContainer", about)).data;
  await startIngest();
  controller = await startController({
    containerId,
    secret,
    url: `mqtt://127.0.0.1:${mqttPort}`,
    dataDir: join(folder, "controller"),
    driver: countedPlant(),
    everyMs: 1_000,
    batchMs: 0,
    backfillDelayMs: [0, 0],
    reconnectAfterMs: 200,
  });
  await vi.waitUntil(async () => (await isClosed(1)) === true && (await isOnline()), inTime);
});
afterAll(async () => {
  await controller.stop();
  await killIngest();
  await rm(folder, { recursive: true, force: true });
});

/** Where a relay is, as measured. */
async function isClosed(relay: number): Promise<boolean | null | undefined> {
  const { data } = await boss.call("outputList", { containerId });
  return data.find((output) => output.number === relay)?.on;
}
const isOnline = async () => (await boss.call("getContainerInfo", { containerId })).data.isOnline;
const setRelay = async (relay: number, on: boolean) =>
  (await boss.call("setContainerControlAdam", { containerId, relay, on })).data.commandId;
const read = async (commandId: string) => (await boss.call("commandGet", { commandId })).data;
const ends = (commandId: string, state: string) =>
  vi.waitUntil(async () => (await read(commandId)).state === state, inTime);

test("a relay of a simulated container opens, is done with what was read back, and shows where it is", async () => {
  const commandId = await setRelay(1, false);
  await ends(commandId, "done");
  expect(await read(commandId)).toMatchObject({ wanted: false, value: false, isLate: false });
  await vi.waitUntil(async () => (await isClosed(1)) === false, inTime);
  expect(writes).toEqual([["relay.1", false]]);
});

test("a command that was given when the process was about to be killed is not sent by the next one, and expires", async () => {
  writes.length = 0;
  // Frozen first: what it is told of the command, it never learns.
  ingest.kill("SIGSTOP");
  const commandId = await setRelay(2, false);
  await killIngest();
  const back = connectsAgain();
  await startIngest();
  await back;
  await vi.waitUntil(isOnline, inTime);
  await ends(await setRelay(3, false), "done");
  // Its time may be over already where starting a process takes long.
  await portal.database.pool.query("update command set due_at = now() where id = $1 and state = 'queued'", [commandId]);
  await ends(commandId, "expired");
  expect(writes).toEqual([["relay.3", false]]);
});

test("E10: a command that is being carried out when the process is killed is done once the next one runs, and switched once", async () => {
  writes.length = 0;
  writeTakesMs = 2_000;
  const commandId = await setRelay(4, false);
  await vi.waitUntil(() => writes.length > 0, inTime);
  await killIngest();
  await startIngest();
  await ends(commandId, "done");
  expect(await read(commandId)).toMatchObject({ value: false });
  expect(writes).toEqual([["relay.4", false]]);
});
