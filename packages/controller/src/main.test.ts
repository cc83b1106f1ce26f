import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { readConfig } from "./config.ts";
import { Spool } from "./spool/spool.ts";
import { startTestBroker, type TestBroker, until } from "./testing/test-broker.ts";

const program = join(import.meta.dirname, "../../../dist/controller.mjs");
const secret = "a-secret-for-tests";
let dir = "";
let broker: TestBroker;
let children: ChildProcess[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "controller-main-"));
  mkdirSync(join(dir, "recording"));
  const lines = Array.from({ length: 600 }, (_, second) => `${second}\t/Soc\tDOUBLE\t${80 + second / 100}\t`);
  writeFileSync(join(dir, "recording", "battery.csv"), ["com.victronenergy.battery.ttyO0", ...lines].join("\n"));
  broker = await startTestBroker(secret);
});
afterEach(async () => {
  await Promise.all(children.map((child) => end(child, "SIGKILL")));
  children = [];
  await broker.close();
  rmSync(dir, { recursive: true, force: true });
});

function run(more: Record<string, string> = {}): ChildProcess {
  const environment = {
    PATH: process.env["PATH"],
    CONTAINER_ID: "kisumu-01",
    CONTAINER_SECRET: secret,
    PORTAL_URL: broker.url,
    DATA_DIR: join(dir, "data"),
    DRIVER: `recording:${join(dir, "recording")}`,
    EVERY_SECONDS: "0.1",
    LOG_LEVEL: "silent",
    ...more,
  };
  const child = spawn(process.execPath, [program], {
    env: environment,
    stdio: ["ignore", "inherit", "pipe"],
  });
  children.push(child);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
}

test("a controller that is killed while the portal is silent delivers every frame after its restart", async () => {
  const received = new Map<number, unknown>();
  broker.answerWith(({ columns }) => {
    columns.t.forEach((atMs, row) => received.set(atMs as number, columns.v[row]));
    return "silent";
  });
  const spoolDir = join(dir, "data", "spool");
  const first = run();
  await until("frames were sent", () => received.size >= 1);
  await end(first, "SIGKILL");

  const spool = new Spool({ dir: spoolDir, metrics: ["battery.soc"], isSynced: false });
  const left = spool.claim({ order: "oldest", limit: 10_000 })?.frames ?? [];
  spool.close();
  expect(left.map(({ atMs }) => atMs)).toEqual(expect.arrayContaining([...received.keys()]));

  const stored = new Map<number, unknown>();
  broker.answerWith(({ columns }) => {
    columns.t.forEach((atMs, row) => stored.set(atMs as number, columns.v[row]));
    return "ack";
  });
  const second = run();
  await until("everything that was left is stored", () => left.every(({ atMs }) => stored.has(atMs)));
  for (const { atMs, values } of left) expect(stored.get(atMs)).toEqual(values);
  await end(second, "SIGTERM");
  expect(second.exitCode).toBe(0);
});

test.each([
  [{ CONTAINER_ID: "Kisumu 1" }, "CONTAINER_ID must be the container's id"],
  [{ CONTAINER_SECRET: "" }, "CONTAINER_SECRET must be the container's secret"],
  [{ PORTAL_URL: "http://portal" }, "PORTAL_URL must be the portal's MQTT address"],
  [{ DRIVER: "plant" }, "DRIVER must name the equipment"],
  [{ EVERY_SECONDS: "often" }, 'EVERY_SECONDS must be the seconds between two frames, 0.1 to 86400; it is "often"'],
])("a bad environment variable is one sentence: %j", (bad, sentence) => {
  const good = { CONTAINER_ID: "kisumu-01", CONTAINER_SECRET: "x", PORTAL_URL: "mqtt://h:1", DRIVER: "recording:/r" };
  expect(readConfig(good)).toMatchObject({ everyMs: 10_000, recording: "/r" });
  expect(() => readConfig({ ...good, ...bad })).toThrow(sentence);
});

test("a recording that is not there ends the program with one sentence and a code", async () => {
  const child = run({ DRIVER: "recording:/nowhere/at/all" });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child, "close");
  expect(child.exitCode).toBe(1);
  expect(said).toBe("all: there is no such file or folder (/nowhere/at/all); check the path.\n");
});
