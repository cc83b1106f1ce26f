import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";

import { Refusal, type RefusalCode } from "@offgrid/contract/core/refusal";
import { FairQueue } from "./fair-queue.ts";

type InputOf<Method> = Method extends (input: infer Input) => unknown ? Input : never;
type AnswerOf<Method> = Method extends (...input: never) => infer Answer ? Awaited<Answer> : never;

/** What the portal's process and a reader send each other, one request at a time. */
export interface FileRequest {
  name: string;
  input: unknown;
}
export type FileAnswer =
  | { answer: unknown }
  | { refused: { code: RefusalCode; fields: Refusal["fields"] } }
  | { failed: string };

export interface ReaderLimits {
  /**
   * Processor time of one request, the start of the program included: the same file takes longer on a busy machine, all the
   * more as a reader gives way. Where the system does not tell it, time by the clock.
   */
  longestMs: number;
  /** Of everything that is not a buffer; those are as long as a file may be. */
  memoryMb: number;
  /** A reader that has nothing to do ends after this. */
  keptMs: number;
  /** Path of the program. */
  program: string;
}

/** By the clock a request may take this many times as long: a reader may also wait for something that never comes. */
const longestWait = 20;
/** Of what a reader says when it ends: enough for an error with its trace. */
const mostWords = 2_000;
const program = fileURLToPath(new URL("../../../../dist/file-reader.mjs", import.meta.url));
const usual: ReaderLimits = { longestMs: 120_000, memoryMb: 512, keptMs: 15_000, program };

/**
 * A program that reads files, one request at a time.
 * @typeParam Work What it is asked to do, a method for each request; `file-reader.ts` has all of them.
 */
export class ReaderProcess<Work> {
  readonly #child: ChildProcess;
  readonly #limits: ReaderLimits;
  #settle: ((end: FileAnswer | { ended: string }) => void) | undefined;
  #isOver = false;
  /** What it said before it ended, such as that a part of it is missing. */
  #lastWords = "";

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
    this.#child = fork(limits.program, [], {
      // It is to know nothing of the portal: no settings, no passwords.
      env: {},
      execArgv: [`--max-old-space-size=${limits.memoryMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      // A program that is out of memory fills a page.
      this.#lastWords = (this.#lastWords + text).slice(0, mostWords);
    });
    this.#child.on("message", (answer) => this.#settle?.(answer as FileAnswer));
    this.#child.once("error", (error) => this.#end(error.message));
    // When it has ended and all of what it said has been read.
    this.#child.once("close", (code, signal) => this.#end(signal ?? `code ${code}`));
    // Calls and values go first.
    if (this.pid !== undefined) giveWay(this.pid);
  }

  /** Undefined where the program could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** May it be asked again? */
  get isFree(): boolean {
    return !this.#isOver && this.#settle === undefined;
  }

  /** @throws Refusal as the work does, and bad_input "too_heavy" where it takes too long or too much memory. */
  async ask<Name extends keyof Work & string>(name: Name, input: InputOf<Work[Name]>): Promise<AnswerOf<Work[Name]>> {
    if (!this.isFree) throw new Error("the reader of files is not free");
    const settled = new Promise<FileAnswer | { ended: string }>((resolve) => (this.#settle = resolve));
    let isLate = false;
    const stopWatch = whenSpent(this.#limits.longestMs, this.pid, () => {
      isLate = true;
      this.kill();
    });
    this.#child.send({ name, input } satisfies FileRequest, (error) => error && this.#end(error.message));
    const end = await settled;
    stopWatch();
    this.#settle = undefined;
    if ("answer" in end) return end.answer as AnswerOf<Work[Name]>;
    if ("refused" in end) throw new Refusal(end.refused.code, end.refused.fields ? { fields: end.refused.fields } : {});
    if ("failed" in end) throw new Error(`a file could not be read: ${end.failed}`);
    if (isLate || outOfMemory.has(end.ended)) throw new Refusal("bad_input", { fields: { file: tooHeavy } });
    const why = this.#lastWords.trim();
    throw new Error(`the reader of files ended (${end.ended})${why === "" ? "" : `: ${why}`}`);
  }

  /** Ends it, whatever it is doing. It takes a moment until it has ended; from now on nobody may ask it. */
  kill(): void {
    this.#isOver = true;
    this.#child.kill("SIGKILL");
  }

  /** Whether it keeps the portal's process from ending, as it does unless it has nothing to do. */
  holdProcess(isHeld: boolean): void {
    // A pipe to a program of Node is a socket.
    for (const one of [this.#child, this.#child.channel, this.#child.stderr as Socket | null])
      if (isHeld) one?.ref();
      else one?.unref();
  }

  #end(why: string): void {
    this.#isOver = true;
    this.#settle?.({ ended: why });
  }
}

const tooHeavy = "too_heavy";

/** Has a reader ended over a file, or was it ended for it? */
export function isTooHeavy(error: unknown): boolean {
  return error instanceof Refusal && error.fields?.["file"] === tooHeavy;
}

/** How a program ends that has no memory left, by platform. */
const outOfMemory: ReadonlySet<string> = new Set(["SIGABRT", "SIGTRAP", "SIGILL", "code 134", "code 5"]);

/** Calls once a process has had so much processor time from now on. @returns what ends the watch. */
function whenSpent(longestMs: number, pid: number | undefined, call: () => void): () => void {
  const [startedAtMs, startedMs] = [performance.now(), processorMs(pid) ?? 0];
  const look = () => {
    const spentMs = (processorMs(pid) ?? Infinity) - startedMs;
    const leftMs = longestMs - spentMs;
    if (leftMs <= 0 || performance.now() - startedAtMs >= longestWait * longestMs) call();
    else timer = setTimeout(look, leftMs);
  };
  let timer = setTimeout(look, longestMs);
  return () => clearTimeout(timer);
}

/** Linux counts in hundredths of a second; undefined where it is not told. */
function processorMs(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in brackets, may hold spaces; user and system time are the 12th and 13th after it.
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return user === undefined || system === undefined ? undefined : 10 * (user + system);
  } catch {
    return undefined;
  }
}

function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

/** Readers of this process for one sort of work. One that has nothing to do waits a while for the next file. */
export class FileReaders<Work> {
  readonly #limits: ReaderLimits;
  readonly #queue = new FairQueue({ atOnce: 3, perPerson: 2, waiting: 100, waitingPerPerson: 20 });
  readonly #idle = new Map<ReaderProcess<Work>, NodeJS.Timeout>();

  constructor(limits: Partial<ReaderLimits> = {}) {
    this.#limits = { ...usual, ...limits };
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** For a call: waits for its turn. @throws Refusal("too_many") where that takes too long, or nobody waits any more. */
  async forPerson<Result>(
    person: string,
    work: (reader: ReaderProcess<Work>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#queue
      .run(person, () => this.use(work, signal), { signal })
      .catch((error: unknown) => {
        // Nobody is there to be told; it is no fault of the portal.
        throw signal?.aborted ? new Refusal("too_many", { retryAfterS: 2 }) : error;
      });
  }

  /** @param signal Aborted: nobody wants the result, and the work ends at once. */
  async use<Result>(work: (reader: ReaderProcess<Work>) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const reader = this.#take();
    const end = () => reader.kill();
    signal?.addEventListener("abort", end);
    try {
      return await work(reader);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", end);
      this.#keep(reader);
    }
  }

  #take(): ReaderProcess<Work> {
    for (const [reader, timer] of this.#idle) {
      this.#idle.delete(reader);
      clearTimeout(timer);
      if (!reader.isFree) continue;
      reader.holdProcess(true);
      return reader;
    }
    return new ReaderProcess<Work>(this.#limits);
  }

  /** One that was left in the middle of something ends. */
  #keep(reader: ReaderProcess<Work>): void {
    if (!reader.isFree) return reader.kill();
    reader.holdProcess(false);
    const timer = setTimeout(() => {
      this.#idle.delete(reader);
      reader.kill();
    }, this.#limits.keptMs);
    this.#idle.set(reader, timer.unref());
  }
}
