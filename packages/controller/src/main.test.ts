import { commandTopic, timeTopic, watchTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";

import { Spool } from "./spool/spool.ts";
import { isPymodbusInstalled, startForeignModule } from "./testing/foreign-module.ts";
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

const recording = { id: "battery", driver: "victron-recording", folder: "recording" };

/** Runs the program with one file, in which everything but the devices is the same. */
function run(devices: readonly object[] = [recording], ...options: string[]): ChildProcess {
  const file = join(dir, "kisumu.yaml");
  const settings = {
    container: "kisumu-01",
    portal: broker.url,
    secretFile: "secret",
    dataFolder: "data",
    everySeconds: 0.1,
    logLevel: "silent",
    devices,
  };
  writeFileSync(file, stringify(settings));
  writeFileSync(join(dir, "secret"), `${secret}\n`);
  const child = spawn(process.execPath, [program, ...options, file], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return child;
}

async function outputOf(child: ChildProcess): Promise<{ out: string; err: string; code: number | null }> {
  const said = { out: "", err: "" };
  child.stdout?.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (said.err += chunk.toString()));
  await once(child, "close");
  return { ...said, code: child.exitCode };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
}

/** A person restarts it from the portal. */
function restart(id: string): void {
  const args = { reason: "Values stand still" };
  const times = { iat: Date.now(), exp: Date.now() + 30_000 };
  broker.send(commandTopic, "kisumu-01", { id, op: "reboot", target: "controller", args, ...times, by: "amina" });
}

const runs = () => new Set(broker.births.map(({ boot }) => boot)).size;
const answers = (id: string) =>
  broker.others.flatMap(({ payload }) => {
    const answer = payload as { id?: string; st?: string; error?: string };
    return answer.id === id ? [answer] : [];
  });

test("the portal restarts a program that something starts again, and another one refuses to end", async () => {
  broker.answerWith(() => "ack");
  const alone = run();
  await until("it is there", () => runs() >= 1);
  broker.send(timeTopic, "kisumu-01", { now: Date.now() });
  restart("01J");
  await until("it refuses", () => answers("01J").length > 0);
  expect(answers("01J")[0]).toMatchObject({ st: "refused", error: "unsupported" });
  await end(alone, "SIGTERM");

  const supervised = run([recording], "--supervised");
  const closed = once(supervised, "close");
  await until("the next one is there", () => runs() >= 2);
  broker.send(timeTopic, "kisumu-01", { now: Date.now() });
  restart("02J");
  await closed;
  expect(supervised.exitCode).toBe(0);
  run([recording], "--supervised");
  await until("it is done", () => answers("02J").some(({ st }) => st === "done"));
});

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

test("what a controller keeps is closed to others", async () => {
  const child = run();
  await until("it is connected", () => broker.births.length > 0);
  await end(child, "SIGTERM");
  const names = ["", ...readdirSync(join(dir, "data"), { recursive: true, encoding: "utf8" })];
  expect(names).toEqual(expect.arrayContaining(["commands.jsonl", "identity.json", "spool"]));
  for (const name of names) expect(statSync(join(dir, "data", name)).mode & 0o077).toBe(0);
});

test("a recording that is not there ends the program with one sentence and a code", async () => {
  const { err, code } = await outputOf(run([{ ...recording, folder: "/nowhere/at/all" }]));
  expect(err).toBe("all: there is no such file or folder (/nowhere/at/all); check the path.\n");
  expect(code).toBe(1);
});

test("a file can be checked before it is used", async () => {
  const right = await outputOf(run([recording], "--check"));
  expect(right).toEqual({ out: `${join(dir, "kisumu.yaml")} is right: kisumu-01 with battery.\n`, err: "", code: 0 });
  const wrong = await outputOf(run([{ ...recording, everySeconds: "often" }], "--check"));
  expect(wrong.err).toContain("kisumu.yaml, line 11: devices[0].everySeconds must be the seconds between two readings");
  expect(wrong.code).toBe(1);
});

test.skipIf(!isPymodbusInstalled)(
  "a relay is switched by a command over MQTT, in a module on a Modbus server of others (needs Debian's python3-pymodbus)",
  async () => {
    const module = await startForeignModule();
    try {
      await module.say("set 17 1");
      const outputs = [1, 2].map((channel) => ({ channel, target: `relay.${channel + 1}`, dwellSeconds: 0 }));
      const relays = { id: "relays", driver: "adam-6060", host: "127.0.0.1", port: module.port, outputs };
      run([recording, relays]);
      const latest = () => broker.received.at(-1)?.columns.v.at(-1) as unknown[] | undefined;
      await until("it is connected", () => broker.births.length > 0);
      broker.send(watchTopic, "kisumu-01", { until: Date.now() + 60_000 });
      await until("what is on already is measured", () => latest()?.[1] === 1);
      expect(broker.births[0]).toMatchObject({
        metrics: [{ n: "battery.soc" }, { n: "relay.2.on" }, { n: "relay.3.on" }],
        devices: [{ id: "battery.ttyO0" }, { id: "relays", type: "relay_board", model: "ADAM-6060" }],
        capabilities: ["relay", "works"],
      });
      broker.send(timeTopic, "kisumu-01", { now: Date.now() });
      const command = { id: "01J", op: "relay.set", target: "relay.3", args: { on: true }, by: "amina" };
      broker.send(commandTopic, "kisumu-01", { ...command, iat: Date.now(), exp: Date.now() + 30_000 });
      const results = () => broker.others.map(({ payload }) => payload as { st: string; value?: unknown });
      await until("it is done", () => results().some(({ st }) => st === "done"));
      expect(results()).toMatchObject([{ st: "accepted" }, { st: "done", value: true }]);
      expect((await module.say("print")).slice(16, 22)).toBe("011000");
      await until("it is measured", () => latest()?.[2] === 1);
    } finally {
      await module.close();
    }
  },
);
