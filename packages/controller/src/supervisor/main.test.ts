import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeKeys, makeRelease, tinyProgram } from "../testing/releases.ts";
import { until } from "../testing/test-broker.ts";
import { ProgramState } from "./program-state.ts";

const program = join(import.meta.dirname, "../../../../dist/supervisor.mjs");
const keys = makeKeys();
let dir = "";
let children: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "supervisor-main-"));
  writeFileSync(join(dir, "keys"), `${keys.publicKey}\n`);
  writeFileSync(join(dir, "first.release"), makeRelease(keys, tinyProgram(), { version: "1.0.0", seq: 1 }));
});
afterEach(async () => {
  await Promise.all(children.map((child) => end(child, "SIGTERM")));
  children = [];
  rmSync(dir, { recursive: true, force: true });
});

function supervisor(...options: string[]): ChildProcess {
  const usual = ["--folder", join(dir, "program"), "--keys", join(dir, "keys")];
  const child = spawn(process.execPath, [program, ...usual, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
}

async function outputOf(child: ChildProcess): Promise<string> {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await once(child, "close");
  return text;
}

const install = async () => outputOf(supervisor("--install", join(dir, "first.release")));
/** Has the controller that runs ask for the next release; one wait for each start, which takes its time on a busy computer. */
async function ask(): Promise<void> {
  await until("the first release runs", () => lastStart() === "1.0.0");
  writeFileSync(join(dir, "install"), makeRelease(keys, tinyProgram(), { version: "1.1.0", seq: 2 }));
  await until("the new release runs", () => lastStart() === "1.1.0");
}
const starts = () =>
  existsSync(join(dir, "starts")) ? readFileSync(join(dir, "starts"), "utf8").trim().split("\n") : [];
const lastStart = () => starts().at(-1)?.split(" ")[0];
const state = () => ProgramState.parse(JSON.parse(readFileSync(join(dir, "program", "state.json"), "utf8")));

test("the first release is installed by hand, once, and only with a right signature", async () => {
  expect(await outputOf(supervisor(dir))).toContain("There is no release in");
  const release = readFileSync(join(dir, "first.release"));
  writeFileSync(join(dir, "first.release"), makeRelease(makeKeys(), tinyProgram(), { version: "1.0.0", seq: 1 }));
  expect(await install()).toBe("The release is not installed: key.\n");
  writeFileSync(join(dir, "first.release"), release);
  expect(await install()).toBe("1.0.0 is installed.\n");
  expect(await install()).toContain("A release is installed here already");
});

test.each([
  ["ends with it, and its controller too", (child: ChildProcess) => child.disconnect()],
  ["ends when it is stopped, and its controller too", (child: ChildProcess) => void child.kill("SIGTERM")],
])("a supervisor that a program has started %s", async (_, stop) => {
  await install();
  const usual = [program, "--folder", join(dir, "program"), "--keys", join(dir, "keys"), dir];
  const child = spawn(process.execPath, usual, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  children.push(child);
  await until("the controller runs", () => lastStart() === "1.0.0");
  const pid = Number(starts().at(-1)?.split(" ")[1]);
  const exited = once(child, "exit");
  stop(child);
  expect(await exited).toEqual([0, null]);
  expect(() => process.kill(pid, 0)).toThrow();
});

test("a supervisor that is killed before a release was found healthy starts the one before", async () => {
  await install();
  const first = supervisor(dir);
  await ask();
  await end(first, "SIGKILL");
  const second = supervisor(dir);
  await until("the old release runs", () => lastStart() === "1.0.0");
  expect(state()).toMatchObject({
    current: "1.0.0",
    trial: null,
    outcome: { version: "1.1.0", st: "rolled_back", error: "was cut off before it was found healthy" },
  });
  await end(second, "SIGTERM");
  expect(second.exitCode).toBe(0);
});

test("a controller that is killed is started again, and a healthy release stays", async () => {
  await install();
  supervisor("--trial-seconds", "0.3", dir);
  await ask();
  await until("the new release is healthy", () => state().outcome?.st === "healthy");
  const before = starts();
  process.kill(Number(before.at(-1)?.split(" ")[1]), "SIGKILL");
  await until("it runs again", () => starts().length > before.length);
  expect(lastStart()).toBe("1.1.0");
  expect(state()).toMatchObject({ current: "1.1.0", previous: "1.0.0" });
});
