import { ReleaseVersion } from "@offgrid/contract/upgrades/upgrades.schema";
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { z } from "zod";

import { Beat, Outcome } from "./program-state.ts";

/** Lines of the log that are kept for the report of a release that failed. */
const logLines = 50;
const lineCharacters = 500;
/** More than a trial brings. */
const beatsKept = 240;
/** Tells a controller that a supervisor runs it, and which release it is. */
export const releaseVariable = "OFFGRID_RELEASE";

/** A release that waits on the disk to be installed; its time is the portal's, where that is known. */
const InstallRequest = z.object({
  kind: z.literal("install"),
  id: z.string(),
  file: z.string(),
  portalNowMs: z.number().optional(),
});
export type InstallRequest = z.infer<typeof InstallRequest>;
const FromProgram = z.union([Beat, InstallRequest]);
export type FromProgram = z.infer<typeof FromProgram>;

/** What a supervisor tells the controller at its start and whenever it changes. */
export const Status = z.object({
  kind: z.literal("status"),
  version: ReleaseVersion,
  seq: z.int(),
  publicKeys: z.array(z.string()),
  outcome: Outcome.nullable(),
  refused: z.object({ id: z.string(), reason: z.string() }).optional().describe("The last request that was refused"),
});
export type Status = z.infer<typeof Status>;

export type RunEnd = { why: "stopped" } | { why: "crashed" | "hung" | "unfit"; error: string };

export interface RunOptions {
  program: string;
  args: readonly string[];
  version: string;
  /** A program that is silent for this long hangs; it has longer for its first sign of life. */
  silenceMs: number;
  startMs: number;
  /** It has this long to end by itself. */
  stopMs: number;
  onFirstBeat: () => void;
  onInstall: (request: InstallRequest) => void;
  onLine: (line: string) => void;
}

/** One run of a controller, from its start to its end. */
export class ProgramRun {
  readonly log: string[] = [];
  readonly beats: Beat[] = [];
  readonly end: Promise<RunEnd>;
  readonly #options: RunOptions;
  readonly #child: ChildProcess;
  #ending: RunEnd | undefined;
  #silence: NodeJS.Timeout | undefined;
  #kill: NodeJS.Timeout | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#child = spawn(process.execPath, ["--enable-source-maps", options.program, ...options.args], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, [releaseVariable]: options.version },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) if (stream) this.#read(stream);
    this.#child.on("message", (message) => this.#receive(message));
    this.end = new Promise((resolve) => {
      const settle = (error: string) => {
        clearTimeout(this.#silence);
        clearTimeout(this.#kill);
        resolve(this.#ending ?? { why: "crashed", error });
      };
      this.#child.once("close", (code, signal) => settle(`ended with ${signal ?? `code ${code}`}`));
      this.#child.on("error", ({ message }) => {
        // Also said of a message to a program that has just ended: its end is what counts then.
        if (this.#child.pid === undefined) settle(`could not be started: ${message}`);
      });
    });
    this.#listen(options.startMs);
  }

  tell(status: Status): void {
    if (this.#child.connected) this.#child.send(status, () => {});
  }

  /** Ends it in order, or by force where it does not. */
  stop(end: RunEnd = { why: "stopped" }): void {
    if (this.#ending) return;
    this.#ending = end;
    this.#child.kill("SIGTERM");
    this.#kill = setTimeout(() => this.#child.kill("SIGKILL"), this.#options.stopMs);
  }

  #read(stream: Readable): void {
    createInterface({ input: stream }).on("line", (line) => {
      this.log.push(line.slice(0, lineCharacters));
      if (this.log.length > logLines) this.log.shift();
      this.#options.onLine(line);
    });
  }

  #receive(message: unknown): void {
    const read = FromProgram.safeParse(message);
    if (!read.success) return;
    if (read.data.kind === "install") this.#options.onInstall(read.data);
    else {
      if (this.beats.length === 0) this.#options.onFirstBeat();
      this.beats.push(read.data);
      if (this.beats.length > beatsKept) this.beats.shift();
    }
    this.#listen(this.#options.silenceMs);
  }

  #listen(forMs: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#ending ??= { why: "hung", error: `was silent for ${forMs / 1000} s` };
      this.#child.kill("SIGKILL");
    }, forMs);
  }
}
