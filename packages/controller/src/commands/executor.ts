import { isOn } from "@offgrid/contract/commands/arbitrate";
import { type CommandFault, commandOps, type OutputValue } from "@offgrid/contract/commands/commands.schema";
import { controllerTarget } from "@offgrid/contract/core/constants";
import type { CommandEnd, CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { isDeepStrictEqual } from "node:util";

import { type Output, OutputRefusal } from "../drivers/driver.ts";
import type { LedgerEntry } from "./command-ledger.ts";
import { refusalByTime } from "./command-time.ts";
import type { ExecutorOptions, OwnOrder } from "./executor.types.ts";
import { emergencyOf, isKnown, isOwn, isSwitch, newOwnId, wantedBy } from "./operations.ts";
import { within } from "./within.ts";

const readBackEveryMs = 200;
/** How often equipment that could not be read in time is asked again. */
const askAgainEveryMs = 1_000;
/** How long the answer to a restart may take to the broker; then the program ends without it. */
const lastAnswerMs = 5_000;
/** A command that stays good for longer would have to be remembered for longer. */
const longestLifeMs = 3_600_000;
/** For so long the ledger must know an order of the controller's own, which never comes twice. */
const ownLifeMs = 30_000;
/** Refused commands that the ledger had no room for. */
const mostUnstored = 1_000;

/** What is restarted: this program, and none of its outputs. */
const program = Symbol("program");

type End = Pick<CommandResultMessage, "value" | "error"> & { st: CommandEnd };
/** Nobody knows yet what became of it; the fault is what to say if the equipment turns out to be as it was. */
interface Open {
  st: "open";
  error: CommandFault;
}

/**
 * Carries out commands, each at most once: it is on disk before anything is written to the equipment, it is written once,
 * and it is done only when the equipment itself reads back what was asked for.
 */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #underWay = new Map<string, Promise<void>>();
  /** When the last command for a target was written, by `performance.now()`. */
  readonly #writtenAt = new Map<string, number>();
  /** Writes that may still reach the equipment, by target, also of commands that have ended. */
  readonly #writing = new Map<string, Promise<unknown>>();
  /** The last command for a target, while the equipment has not told what became of it. */
  readonly #open = new Map<string, CommandMessage>();
  /** Those that the ledger had no room for, as they were answered: once refused, they are not carried out later. */
  readonly #unstored = new Map<string, LedgerEntry>();
  #isStopping = false;
  #isRestarting = false;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  /** Ends the commands of a run that was interrupted: the equipment is asked what it does, never set again. */
  start(): void {
    for (const command of this.#options.ledger.open) {
      const subject = this.#subjectOf(command);
      // Another run is what was asked for, and this is one.
      if (command.op === "reboot") this.#finish(command, { st: "done", value: true });
      else if (typeof subject === "string" || subject === program)
        this.#finish(command, { st: "failed", error: "restarted" });
      else this.#run(command, subject, this.#endOfInterrupted(command, subject));
    }
  }

  /** The portal can be reached: it is told what it may have missed. */
  ready(): void {
    for (const result of this.#options.ledger.undelivered) this.#send(result);
  }

  receive(command: CommandMessage): void {
    if (this.#isStopping) return;
    const { ledger, now, portalNow } = this.#options;
    const known = ledger.find(command.id) ?? this.#unstored.get(command.id);
    if (known) {
      this.#answerAgain(command, known);
      return;
    }
    const subject = command.exp - command.iat > longestLifeMs ? "arguments" : this.#subjectOf(command);
    try {
      if (typeof subject === "string") ledger.addRefused(command, portalNow());
      else ledger.add(command, portalNow());
    } catch {
      this.#refuseUnstored(command);
      return;
    }
    const refusal = typeof subject === "string" ? subject : this.#refusalNow(command, subject);
    if (typeof subject === "string" || refusal) {
      this.#finish(command, refusal === "expired" ? { st: "expired" } : { st: "refused", error: refusal });
      return;
    }
    const accepted = { id: command.id, st: "accepted", ts: now() } as const;
    if (subject === program) return this.#restartFor(accepted);
    this.#options.send(accepted, () => undefined);
    this.#run(command, subject, isSwitch(command) ? this.#carryOut(command, subject) : this.#lockOrRelease(command));
  }

  /** Nothing is being carried out, and this run is not about to end. */
  get isIdle(): boolean {
    return !this.#isRestarting && !this.#isStopping && this.#underWay.size + this.#writing.size === 0;
  }

  /** Ends this run, of which nobody asked for a command; until then, no command is carried out. */
  restart(): void {
    this.#isRestarting = true;
    this.#options.restart?.();
  }

  /** The next run ends the command. @param accepted Has to be with the portal before this run ends. */
  #restartFor(accepted: CommandResultMessage): void {
    this.#isRestarting = true;
    let isOver = false;
    const restart = () => {
      if (isOver || this.#isStopping) return;
      isOver = true;
      this.#options.restart?.();
    };
    this.#options.send(accepted, restart);
    setTimeout(restart, lastAnswerMs).unref();
  }

  /** Something may still change the output, or nobody knows yet what a command for it came to. */
  isBusy(target: string): boolean {
    return this.#underWay.has(target) || this.#writing.has(target) || this.#open.has(target);
  }

  /**
   * Sets an output without a command of the portal, by the same ledger and with the same reading back. The portal is sent no
   * result. @returns Whether it is being tried.
   */
  order({ target, value, by, isLimit }: OwnOrder): boolean {
    const { ledger, locks, now, outputs, portalNow } = this.#options;
    const output = outputs?.list.find((one) => one.target === target);
    if (!output || this.#isStopping || this.isBusy(target)) return false;
    const mayPass = isLimit && !isOn(value);
    if (!mayPass && (this.#isRestarting || locks.isLocked(target) || this.#isResting(output))) return false;
    const args = commandOps[output.op].argsFor(value);
    const iat = Math.floor(portalNow() ?? now());
    const command = { id: newOwnId(), op: output.op, target, args, iat, exp: iat + ownLifeMs, by };
    try {
      ledger.add(command, portalNow());
    } catch {
      // No copy of it can ever come: a full disk must not keep protection from switching off.
      if (!mayPass) return false;
    }
    this.#run(command, output, this.#carryOut(command, output));
    return true;
  }

  /** Waits for what is being written. Results that are still open then are found at the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#underWay.values());
    this.#options.ledger.close();
  }

  #answerAgain({ id, op, target, args }: CommandMessage, { command, result }: LedgerEntry): void {
    const { st: was = "accepted", value, error } = result ?? {};
    const isCopy = op === command.op && target === command.target && isDeepStrictEqual(args, command.args);
    const answer = isCopy
      ? ({ st: "duplicate", was, value, error } as const)
      : ({ st: "refused", error: "arguments" } as const);
    this.#options.send({ id, ts: this.#options.now(), ...answer }, () => undefined);
  }

  #refuseUnstored(command: CommandMessage): void {
    const { ledger, now } = this.#options;
    const end = { st: "refused", error: "storage" } as const;
    if (!ledger.find(command.id)) {
      this.#unstored.set(command.id, { command, result: { id: command.id, ts: now(), ...end } });
      for (const id of this.#unstored.keys()) if (this.#unstored.size > mostUnstored) this.#unstored.delete(id);
    }
    this.#finish(command, end);
  }

  /** What a command is about; a fault where it cannot be carried out here at any time. */
  #subjectOf({ op, target, args }: CommandMessage): Output | typeof program | CommandFault {
    if (!isKnown(op)) return "unsupported";
    if (op === "reboot") {
      if (target !== controllerTarget || !this.#options.restart) return "unsupported";
      return commandOps[op].args.safeParse(args).success ? program : "arguments";
    }
    const isLock = commandOps[op].kind === "lock";
    const output = this.#options.outputs?.list.find((one) => one.target === target && (isLock || one.op === op));
    if (!output) return "unsupported";
    return commandOps[op].args.safeParse(args).success ? output : "arguments";
  }

  #refusalNow(command: CommandMessage, subject: Output | typeof program): CommandFault | "expired" | undefined {
    const { target } = command;
    const outOfTime = refusalByTime(command, this.#options.portalNow());
    if (outOfTime) return outOfTime;
    if (this.#isRestarting) return "busy";
    if (subject === program) return this.isIdle ? undefined : "busy";
    if (!isSwitch(command)) return undefined;
    if (this.#options.locks.isLocked(target)) return "locked";
    if (this.#underWay.has(target) || this.#writing.has(target)) return "busy";
    if (this.#isResting(subject)) return "dwell";
    return this.#options.obstacle(target, wantedBy(command, subject.op), emergencyOf(command));
  }

  /** It was written a moment ago. */
  #isResting({ target, dwellMs }: Output): boolean {
    const writtenAt = this.#writtenAt.get(target);
    return writtenAt !== undefined && performance.now() - writtenAt < dwellMs;
  }

  async #carryOut(command: CommandMessage, { op, target }: Output): Promise<End | Open> {
    const { settleMs } = commandOps[op];
    const value = wantedBy(command, op);
    const startMs = performance.now();
    this.#open.delete(target);
    this.#writtenAt.set(target, startMs);
    let fault: CommandFault = "mismatch";
    try {
      // The second half of the time is for reading it back.
      await within(settleMs, this.#write(target, value, startMs + settleMs / 2));
    } catch (error) {
      if (error instanceof OutputRefusal) return { st: "refused", error: error.fault };
      // It may have been written all the same: the equipment itself decides.
      fault = "device_error";
    }
    let read: OutputValue | undefined;
    do {
      read = await this.#read(target, settleMs);
      if (read === value) {
        this.#noteChange(target, value, command);
        return { st: "done", value };
      }
      await new Promise((resolve) => setTimeout(resolve, readBackEveryMs));
    } while (performance.now() < startMs + settleMs && !this.#isStopping);
    if (read === undefined || this.#writing.has(target)) return { st: "open", error: fault };
    return { st: "failed", value: read, error: fault };
  }

  /** Is known as under way until the driver says that nothing more can reach the equipment. */
  #write(target: string, value: OutputValue, notAfterMs: number): Promise<void> | undefined {
    const writing = this.#options.outputs?.write(target, value, notAfterMs);
    if (!writing) return undefined;
    const over = () => void this.#writing.delete(target);
    this.#writing.set(target, writing.then(over, over));
    return writing;
  }

  #read(target: string, timeMs: number): Promise<OutputValue | undefined> {
    const reading = this.#options.outputs?.readBack(target, performance.now() + timeMs);
    return within(timeMs, reading).catch(() => undefined);
  }

  /** Ends a command as soon as the equipment tells what became of it, unless another one has set the output since. */
  async #endOnceRead(command: CommandMessage, { op, target }: Output, error: CommandFault): Promise<void> {
    const value = wantedBy(command, op);
    const isOpen = () => !this.#isStopping && this.#open.get(target) === command;
    this.#open.set(target, command);
    while (isOpen()) {
      await new Promise((resolve) => setTimeout(resolve, askAgainEveryMs));
      const read = isOpen() ? await this.#read(target, commandOps[op].settleMs) : undefined;
      const isAnswered = read === value || (read !== undefined && !this.#writing.has(target));
      if (!isAnswered || !isOpen()) continue;
      this.#open.delete(target);
      if (read === value) this.#noteChange(target, value, command);
      this.#finish(command, read === value ? { st: "done", value } : { st: "failed", value: read, error });
    }
  }

  /**
   * A lock holds from the moment at which it is stored, and is reported only when what was under way has ended and no write
   * can reach the equipment any more, whatever its command came to: from then on nobody switches the output.
   */
  async #lockOrRelease({ op, target, args, by }: CommandMessage): Promise<End> {
    const { locks, now } = this.#options;
    const wanted = op === "lock.set";
    const before = this.#underWay.get(target);
    try {
      if (wanted) locks.set(target, { ...commandOps[op].args.parse(args), by, atMs: now() });
      else locks.clear(target);
    } catch {
      return { st: "failed", error: "storage" };
    }
    await before;
    await this.#writing.get(target);
    return this.#endOfLock(target, wanted, "mismatch");
  }

  #endOfLock(target: string, wanted: boolean, fault: CommandFault): End {
    const value = this.#options.locks.readBack(target);
    if (value === wanted) return { st: "done", value };
    return { st: "failed", value, error: value === undefined ? "storage" : fault };
  }

  #finish({ id }: CommandMessage, end: End): void {
    const { ledger, now } = this.#options;
    const result = { id, ts: now(), ...end };
    ledger.finish(result);
    if (!isOwn(id)) this.#send(result);
  }

  #send(result: CommandResultMessage): void {
    this.#options.send(result, () => this.#options.ledger.deliver(result.id));
  }

  async #endOfInterrupted(command: CommandMessage, { op, target }: Output): Promise<End | Open> {
    if (!isSwitch(command)) return this.#endOfLock(target, command.op === "lock.set", "restarted");
    const read = await this.#read(target, commandOps[op].settleMs);
    if (read === undefined) return { st: "open", error: "restarted" };
    if (read !== wantedBy(command, op)) return { st: "failed", value: read, error: "restarted" };
    this.#noteChange(target, read, command);
    return { st: "done", value: read };
  }

  #noteChange(target: string, value: OutputValue, command: CommandMessage): void {
    try {
      this.#options.onChanged(target, value, command, isOwn(command.id));
    } catch {
      // What cannot be noted, as on a full disk, is done all the same, and the portal is told so.
    }
  }

  #run(command: CommandMessage, output: Output, work: Promise<End | Open>): void {
    const before = this.#underWay.get(command.target);
    const ended = Promise.all([work, before]).then(([end]) => {
      if (this.#underWay.get(command.target) === ended) this.#underWay.delete(command.target);
      if (this.#isStopping) return;
      if (end.st === "open") void this.#endOnceRead(command, output, end.error);
      else this.#finish(command, end);
    });
    this.#underWay.set(command.target, ended);
  }
}
