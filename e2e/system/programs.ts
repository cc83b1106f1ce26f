/** Runs programs of the repository as processes, with helpers for tests that use them and their folders. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { chown, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { type ProgramName, builtProgram, isProgram } from "../../scripts/programs.ts";
import { atEnd } from "./ending.ts";

export const root = join(import.meta.dirname, "..", "..");
const looksEveryMs = 50;
/** Only catches hangs: nothing here asserts a time. */
const longestWaitMs = 180_000;

export interface Program {
  child: ChildProcess;
  pid: number;
  output(): string;
  /** Resolves to the first text that matches; rejects with the whole output if the program ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code; null where a signal ended it. */
  ended: Promise<number | null>;
}

/** Portals of tests accept any disk: they need no free space and have no ballast. */
const anyDisk = { DISK_MIN_FREE_PERCENT: "0", DISK_MIN_FREE_MB: "0", DISK_BALLAST_MB: "0" };

interface RunOptions {
  env?: Record<string, string>;
  /** Runs as this user instead of the user of the tests. */
  user?: { uid: number; gid: number };
  /**
   * The leader of a process group, which a signal to its negative process number reaches as Ctrl-C in a terminal does.
   */
  isGroup?: boolean;
  /** Absent: the repository's. */
  cwd?: string;
}

/**
 * Runs a program as its command does, or a file of the repository that is none. Ports are free ones, and nothing of the
 * tests' own environment is passed on.
 */
export function runFile(
  program: ProgramName | `${string}.ts`,
  parameters: readonly string[],
  options: RunOptions = {},
): Program {
  const started = isProgram(program) ? [builtProgram(program)] : ["--import", "tsx", join(root, program)];
  return run(process.execPath, [...started, ...parameters], options);
}

/** Runs any program. */
export function run(command: string, parameters: readonly string[], options: RunOptions = {}): Program {
  const { env = {}, user = {}, isGroup = false, cwd = root } = options;
  const child = spawn(command, parameters, {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", MQTT_PORT: "0", ...anyDisk, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: isGroup,
    ...user,
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  atEnd(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    pid: child.pid as number,
    output: () => text,
    ended,
    says: async (pattern) => {
      await until(`the program says ${pattern}`, () => pattern.test(text) || hasEnded());
      const found = pattern.exec(text);
      if (!found) throw new Error(`It ended without ${pattern} and said: ${text}`);
      return found;
    },
  };
}

/** Runs a program to its end. */
export async function runToEnd(...given: Parameters<typeof runFile>) {
  const program = runFile(...given);
  return { code: await program.ended, output: program.output() };
}

/**
 * Waits for a condition.
 * @param options.everyMs Longer for what takes long and then stays true, where each look costs a portal its time.
 * @param options.withinMs Left out: long enough to catch only hangs.
 */
export async function until(
  sentence: string,
  isTrue: () => boolean | Promise<boolean>,
  { everyMs = looksEveryMs, withinMs = longestWaitMs } = {},
): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > endMs) throw new Error(`Never happened: ${sentence}`);
    await wait(everyMs);
  }
}

/** A folder for this test, removed at its end; everything that still runs in it is ended too. */
export async function temporaryFolder({
  owner,
  inside = tmpdir(),
}: { owner?: { uid: number; gid: number }; inside?: string } = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(inside, "offgrid-system-")));
  if (owner) await chown(folder, owner.uid, owner.gid);
  atEnd(async () => {
    const server = postgresPid(folder);
    if (server !== undefined) endProcess(server, "SIGQUIT");
    for (const pid of processesIn(folder)) endProcess(pid, "SIGKILL");
    await until("nothing runs in the folder", () => processesIn(folder).length === 0);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Process number of the PostgreSQL that serves a DATA_DIR, from the file that it removes when it ends properly. */
export function postgresPid(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Running processes whose folder, command line or environment names this folder; none where there is no /proc. */
export function processesIn(folder: string): number[] {
  return [...processes().keys()].filter((pid) => {
    if (pid === process.pid) return false;
    const read = (what: () => string) => {
      try {
        return what();
      } catch {
        return "";
      }
    };
    return (
      read(() => readlinkSync(`/proc/${pid}/cwd`)).startsWith(folder) ||
      read(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")).includes(folder) ||
      read(() => readFileSync(`/proc/${pid}/environ`, "utf8")).includes(folder)
    );
  });
}

/** Running descendants of this process. */
export function descendantsOf(ancestor: number, parents = processes()): number[] {
  const children = [...parents].filter(([, parent]) => parent === ancestor).map(([pid]) => pid);
  return children.flatMap((pid) => [pid, ...descendantsOf(pid, parents)]);
}

/** Running processes, with their parents. */
function processes(): Map<number, number> {
  const found = new Map<number, number>();
  try {
    for (const pid of readdirSync("/proc").map(Number)) {
      const [state, parent] = pid > 0 ? (statOf(pid) ?? []) : [];
      if (state !== undefined && state !== "Z") found.set(pid, Number(parent));
    }
  } catch {
    // There is no /proc.
  }
  return found;
}

/** The fields of /proc/N/stat after the name, which may have spaces and brackets itself. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
const stateOf = (pid: number) => statOf(pid)?.[0];

/** Is this process running? One that has ended but was not yet reaped by its parent is not. */
export function isAlive(pid: number): boolean {
  const state = stateOf(pid);
  if (state !== undefined) return state !== "Z";
  try {
    process.kill(pid, 0);
    return process.platform !== "linux";
  } catch {
    return false;
  }
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}

/**
 * A port for a portal that restarts on it. It is outside the range that the system uses for outgoing connections: while
 * the portal is away, one of its own controllers could otherwise get it.
 */
export async function freeFixedPort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
