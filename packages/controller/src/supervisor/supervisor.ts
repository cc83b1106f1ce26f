import { readFileSync } from "node:fs";

import { ReleaseRefusal } from "../upgrades/release.ts";
import { type InstallRequest, ProgramRun, type RunEnd, type Status } from "./program-run.ts";
import {
  type Ability,
  committed,
  crashesAtMost,
  ended,
  installed,
  type ProgramState,
  rolledBack,
  starting,
  unfitFor,
} from "./program-state.ts";
import type { Releases } from "./releases.ts";

/** Beats from which the ability of a release is taken before another replaces it: a minute. */
const beatsOfAbility = 12;

export interface SupervisorTimes {
  /** How long a new release is on trial, from its first sign of life. */
  trialMs: number;
  silenceMs: number;
  /** How long a program may take for its first sign of life: reading it from a slow card takes its time. */
  startMs: number;
  stopMs: number;
  /** Wait before a program is started again; doubles up to the longest. */
  restartMs: number;
  longestRestartMs: number;
}

export const usualTimes: SupervisorTimes = {
  trialMs: 600_000,
  silenceMs: 30_000,
  startMs: 120_000,
  stopMs: 20_000,
  restartMs: 1_000,
  longestRestartMs: 60_000,
};

export interface SupervisorOptions {
  releases: Releases;
  publicKeys: readonly string[];
  /** Arguments of the controller. */
  args: readonly string[];
  times: SupervisorTimes;
  now: () => number;
  /** A line of the controller's log. */
  onLine: (line: string) => void;
  /** A sentence of the supervisor itself. */
  say: (sentence: string) => void;
}

interface Next {
  id: string;
  version: string;
  before: Ability;
}

/**
 * Keeps a controller running, and replaces it by a new release that must prove itself: one that crashes, hangs, reads
 * less than the one before or does not see the end of its trial is taken back. What equipment does is not touched.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #releases: Releases;
  #run: ProgramRun | undefined;
  #isStopped = false;
  #wake: (() => void) | undefined;
  /** A release that is unpacked, to be started when the present one has ended. */
  #next: Next | undefined;
  #refused: Status["refused"];

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#releases = options.releases;
  }

  /**
   * Runs until `stop`.
   * @throws Error with one sentence when no release can be started.
   */
  async run(): Promise<void> {
    const { restartMs, longestRestartMs, trialMs } = this.#options.times;
    if (this.#releases.state.trial?.isRunning) this.#goBack("was cut off before it was found healthy", []);
    let waitMs = restartMs;
    while (!this.#isStopped) {
      if (!this.#prepare()) continue;
      const startedMs = performance.now();
      const end = await this.#runOnce();
      if (this.#settle(end)) continue;
      waitMs = performance.now() - startedMs > trialMs ? restartMs : Math.min(2 * waitMs, longestRestartMs);
      await this.#sleep(this.#releases.state.trial ? restartMs : waitMs);
    }
  }

  /** Ends the program in order; a release on trial goes on with its trial at the next start. */
  stop(): void {
    this.#isStopped = true;
    this.#run?.stop();
    this.#wake?.();
  }

  /** @returns Whether the release may be started; otherwise it went back to the one before. */
  #prepare(): boolean {
    const { current, previous } = this.#releases.state;
    try {
      this.#releases.check(current);
      this.#releases.save(starting(this.#releases.state));
    } catch (error) {
      if (previous === null) throw error;
      this.#goBack(`could not be started: ${(error as Error).message}`, []);
      return false;
    }
    try {
      this.#releases.point();
    } catch (error) {
      this.#options.say(`The link to the release could not be set: ${(error as Error).message}`);
    }
    return true;
  }

  async #runOnce(): Promise<RunEnd & { log: readonly string[] }> {
    const { args, times, onLine } = this.#options;
    const { current, trial } = this.#releases.state;
    let timer: NodeJS.Timeout | undefined;
    const run = new ProgramRun({
      program: this.#releases.program(current),
      args,
      version: current,
      silenceMs: times.silenceMs,
      startMs: times.startMs,
      stopMs: times.stopMs,
      onFirstBeat: () => {
        if (trial) timer = setTimeout(() => this.#judge(run, trial), times.trialMs);
      },
      onInstall: (request) => this.#install(run, request),
      onLine,
    });
    this.#run = run;
    this.#tell(run);
    const end = await run.end;
    clearTimeout(timer);
    this.#run = undefined;
    return { ...end, log: run.log };
  }

  #judge(run: ProgramRun, before: Ability): void {
    const error = unfitFor(before, run.beats);
    if (error !== undefined) {
      run.stop({ why: "unfit", error });
      return;
    }
    this.#conclude(committed(this.#releases.state, this.#options.now()));
    this.#options.say(`${this.#releases.state.current} is healthy.`);
    this.#tell(run);
  }

  #install(run: ProgramRun, { id, file, portalNowMs }: InstallRequest): void {
    try {
      if (this.#releases.state.trial) throw new Error("Another release is on trial.");
      const { version } = this.#releases.unpack(readFileSync(file), portalNowMs);
      const beats = run.beats.slice(-beatsOfAbility);
      const devices = Math.max(0, ...beats.map((beat) => beat.devices));
      this.#next = { id, version, before: { devices, isLinked: beats.some(({ isLinked }) => isLinked) } };
      this.#refused = undefined;
      run.stop();
    } catch (error) {
      const reason = error instanceof ReleaseRefusal ? error.fault : (error as Error).message;
      this.#refused = { id, reason };
      this.#options.say(`${file} is not installed: ${reason}`);
      this.#tell(run);
    }
  }

  /** @returns Whether the next start need not wait. */
  #settle(end: RunEnd & { log: readonly string[] }): boolean {
    const { trial } = this.#releases.state;
    const next = this.#next;
    this.#next = undefined;
    this.#keep(ended(this.#releases.state));
    if (end.why === "stopped") {
      if (next) this.#begin(next);
      return true;
    }
    this.#options.say(`${this.#releases.state.current} ${end.error}.`);
    if (!trial || (end.why === "crashed" && trial.attempts < crashesAtMost)) return false;
    this.#goBack(end.error, end.log);
    return true;
  }

  #begin(next: Next): void {
    try {
      this.#releases.save(installed(this.#releases.state, next, next.before, this.#options.now()));
      this.#options.say(`${next.version} is on trial.`);
    } catch (error) {
      this.#refused = { id: next.id, reason: (error as Error).message };
    }
  }

  #goBack(error: string, log: readonly string[]): void {
    const failed = this.#releases.state.current;
    this.#conclude(rolledBack(this.#releases.state, { error, log, atMs: this.#options.now() }));
    this.#options.say(`${failed} ${error}: back on ${this.#releases.state.current}.`);
  }

  /** Removes releases only when no file speaks of them any more. */
  #conclude(state: ProgramState): void {
    if (this.#keep(state)) this.#releases.prune();
  }

  #keep(state: ProgramState): boolean {
    const reason = this.#releases.keep(state);
    if (reason !== undefined) this.#options.say(`The state of the releases could not be written: ${reason}`);
    return reason === undefined;
  }

  #tell(run: ProgramRun): void {
    const { state, seq } = this.#releases;
    const { publicKeys } = this.#options;
    const refused = this.#refused;
    run.tell({
      kind: "status",
      version: state.current,
      seq,
      publicKeys: [...publicKeys],
      outcome: state.outcome,
      ...(refused === undefined ? {} : { refused }),
    });
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
