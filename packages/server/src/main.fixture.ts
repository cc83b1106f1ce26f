import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished } from "vitest";

import { openLog } from "./core/log.ts";
import { endLeftOver } from "./postgres/left-over.ts";
import { prepareDataFolder } from "./testing/prepared-data.ts";

/** The programs of the server as people run them, each its own process. */

/** As `npm start` runs them. */
export const built = join(import.meta.dirname, "../../../dist");

/** A folder that is removed at the end, when the database of a portal that was killed in it has ended. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "offgrid-main-"));
  onTestFinished(async () => {
    await endLeftOver(folder, 0, openLog("silent"));
    // A caretaker that comes later than this may look into it at this moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** One whose database an earlier portal made. */
export async function usedDataFolder(): Promise<string> {
  const folder = await dataFolder();
  await prepareDataFolder(folder);
  return folder;
}

export const pidFile = (folder: string) => readFile(join(folder, "postgres/data/postmaster.pid"), "utf8");

/** Portals of tests accept any disk: they need no free space and have no ballast. */
export const anyDisk = { DISK_MIN_FREE_PERCENT: "0", DISK_MIN_FREE_MB: "0", DISK_BALLAST_MB: "0" };

export interface Program {
  child: ChildProcess;
  output(): string;
  /** Resolves to the first line that matches; rejects if the program ends before that. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<number | null>;
}

/** Runs a program of the server as its own process, with ports given by the system. */
export function run(file: string, env: Record<string, string>, parameters: string[] = []): Program {
  const child = spawn(process.execPath, [join(built, file), ...parameters], {
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", MQTT_PORT: "0", ...anyDisk, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    child,
    output: () => text,
    ended,
    says: async (pattern) => {
      for (;;) {
        const found = pattern.exec(text);
        if (found) return found;
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended and said only: ${text}`);
        await wait(20);
      }
    },
  };
}

export const portalOn = (folder: string, env: Record<string, string> = {}) =>
  run("portal.mjs", { DATA_DIR: folder, ...env });
export const isRunning = /"url":"(http:[^"]+)"/;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The process that waits for this one to go, and ends its database then. */
export function caretakerOf({ child }: Program): number {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,comm="], { encoding: "utf8" }).split("\n");
  const found = lines
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, name]) => Number(parent) === child.pid && /(?:^|\/)sh$/.test(name ?? ""));
  if (!found) throw new Error("There is no caretaker.");
  return Number(found[0]);
}

/** For problems that a person can solve, programs print one sentence, without a stack, and exit with code 1. */
export async function refusesInOneSentence(program: Program, pattern: RegExp): Promise<void> {
  expect(await program.ended).toBe(1);
  const sentences = program
    .output()
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("{"));
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toMatch(pattern);
}
