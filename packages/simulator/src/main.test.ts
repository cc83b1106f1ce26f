import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { startTestBroker, type TestBroker, until } from "@offgrid/controller/testing/test-broker";
import { afterEach, beforeEach, expect, test } from "vitest";

import { fleetSettings } from "./fleet/fleet.settings.ts";
import type { FleetMessage } from "./main.ts";

const secret = "fleet-secret-for-tests";
const program = path.join(import.meta.dirname, "../../../dist/fleet.mjs");
let dir = "";
let broker: TestBroker;
let children: ChildProcess[] = [];

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "fleet-main-"));
  broker = await startTestBroker(secret);
  writeFileSync(path.join(dir, "secrets.json"), JSON.stringify([{ containerId: "tamale", secret }]));
});
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  children = [];
  await broker.close();
  rmSync(dir, { recursive: true, force: true });
});

const settings = (more: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  PORTAL_URL: broker.url,
  SECRETS_FILE: path.join(dir, "secrets.json"),
  STATE_DIR: path.join(dir, "state"),
  EVERY_SECONDS: "1",
  HISTORY_DAYS: "1",
  ...more,
});

function forkFleet(env: NodeJS.ProcessEnv): { child: ChildProcess; messages: FleetMessage[] } {
  const child = fork(program, [], { env, silent: true });
  children.push(child);
  const messages: FleetMessage[] = [];
  child.on("message", (message) => messages.push(message as FleetMessage));
  return { child, messages };
}

test("the fleet program reports to its parent that it is ready, how far history is and that it is done; SIGTERM ends it", async () => {
  const { child, messages } = forkFleet(settings());
  await until("history is done", () => messages.some(({ kind }) => kind === "history-done"));
  expect(messages[0]).toEqual({ kind: "ready", containers: 1, pid: child.pid });
  const progress = messages.filter((message) => message.kind === "progress");
  expect(progress.at(-1)?.done).toBe(progress.at(-1)?.total);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(broker.states.at(-1)?.payload["online"]).toBe(false);
});

test("the fleet program does not outlive a parent that is killed", async () => {
  const parent = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { fork } from "node:child_process";
       const child = fork(${JSON.stringify(program)}, [], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
       child.on("message", ({ kind }) => kind === "ready" && console.log(child.pid));`,
    ],
    { env: settings(), stdio: ["ignore", "pipe", "inherit"] },
  );
  children.push(parent);
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await until("the fleet has ended too", () => !isAlive(pid));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("a bad setting ends the program with one sentence and a code that is not 0", async () => {
  const { child, messages } = forkFleet(settings({ EVERY_SECONDS: "soon" }));
  const [code] = await once(child, "exit");
  expect(code).toBe(1);
  expect(messages).toEqual([
    { kind: "failed", message: 'EVERY_SECONDS is "soon": give a whole number from 1 to 3600.' },
  ]);
});

test("every setting that is missing or wrong is named, and secrets are not quoted", async () => {
  const env = settings();
  await expect(fleetSettings([], {})).rejects.toThrow("PORTAL_URL");
  await expect(fleetSettings([], { ...env, PORTAL_URL: "http://x" })).rejects.toThrow("mqtt://");
  await expect(fleetSettings([], { ...env, SECRETS_FILE: path.join(dir, "none.json") })).rejects.toThrow("none.json");
  await expect(fleetSettings([], { ...env, STATE_DIR: "" })).rejects.toThrow("STATE_DIR");
  await expect(fleetSettings(["--bogus", "1"], env)).rejects.toThrow("--portal");
  writeFileSync(path.join(dir, "secrets.json"), `[{"containerId":"tamale","secret":"s3cr3t"`);
  const failure = await fleetSettings([], env).catch((error: unknown) => String(error));
  expect(failure).toContain("not JSON");
  expect(failure).not.toContain("s3cr3t");
  writeFileSync(path.join(dir, "secrets.json"), JSON.stringify([{ containerId: "atlantis", secret }]));
  await expect(fleetSettings([], env)).rejects.toThrow("atlantis");
});
