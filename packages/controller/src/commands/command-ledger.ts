import type { CommandFault } from "@offgrid/contract/commands/commands.schema";
import { CommandEnd, CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { closeSync, fdatasyncSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

import { replaceFile } from "../link/identity.ts";
import { syncFolder } from "../spool/spool.ts";
import { isOwn } from "./operations.ts";

const longestLedger = 1_000;
const keptForMs = 7 * 86_400_000;
/** The file is rewritten when it holds this many lines: four for each command that is kept. */
const longestFile = 4 * longestLedger;
/** Faults of commands that never came near the equipment: they alone may bear a time that nobody has checked. */
const neverTried: readonly (CommandFault | null | undefined)[] = ["unsupported", "arguments", "clock", "storage"];

const CommandOutcome = CommandResultMessage.extend({ st: CommandEnd });
export type CommandOutcome = z.infer<typeof CommandOutcome>;
const Line = z.union([
  z.object({ command: CommandMessage }),
  z.object({ result: CommandOutcome }),
  z.object({ delivered: z.string() }),
]);
type Line = z.infer<typeof Line>;

export interface LedgerEntry {
  command: CommandMessage;
  /** How it ended; undefined while it is under way. */
  result?: CommandOutcome;
  /** The broker has taken the result. */
  isDelivered?: boolean;
}

/**
 * The commands that reached this controller, on disk before anything is done about them: a command that comes again, also
 * after a power cut, is recognised and never carried out twice. At most 1,000 of seven days are kept, and by the portal's
 * clock alone it is told which of them are over: what may still be carried out is never forgotten to make room.
 */
export class CommandLedger {
  readonly #file: string;
  readonly #entries = new Map<string, LedgerEntry>();
  #fd: number;
  #lines: number;
  /** The last line may be half a line, as a full disk leaves it. */
  #isTorn = false;
  #isClosed = false;

  /** @throws Error of node:fs when the folder cannot be written. */
  constructor(dir: string) {
    this.#file = join(dir, "commands.jsonl");
    for (const line of readLines(this.#file)) this.#apply(line);
    this.#lines = this.#rewrite();
    this.#fd = openSync(this.#file, "a");
  }

  find(id: string): LedgerEntry | undefined {
    return this.#entries.get(id);
  }

  /** Results for the portal that the broker has not taken, oldest first. */
  get undelivered(): CommandOutcome[] {
    return [...this.#entries.values()].flatMap(({ result, isDelivered }) =>
      result && !isDelivered && !isOwn(result.id) ? [result] : [],
    );
  }

  /**
   * Commands without an end: those of a run that was interrupted, right after the start. Of those that set an output, only
   * the last one: the equipment cannot tell what became of the ones before.
   */
  get open(): CommandMessage[] {
    const setLast = new Map<string, CommandMessage>();
    for (const { command, result } of this.#entries.values())
      if (result?.st !== "refused" && result?.st !== "expired") setLast.set(`${command.op} ${command.target}`, command);
    const isLast = (command: CommandMessage) => setLast.get(`${command.op} ${command.target}`) === command;
    return [...this.#entries.values()].flatMap(({ command, result }) => (result || !isLast(command) ? [] : [command]));
  }

  /**
   * Returns when the command is on the disk.
   * @param portalNowMs The portal's clock; without it nothing is forgotten for its age.
   * @throws Error of node:fs, and the command is then known until this program ends; Error when the ledger is full or
   * closed, and the command is then not known. It must not be carried out in either case.
   */
  add(command: CommandMessage, portalNowMs: number | undefined): void {
    this.#know(command, portalNowMs);
    this.#write({ command });
    fdatasyncSync(this.#fd);
  }

  /** For a command that is refused whenever it comes. It does not wait for the disk. @throws Error when full or closed. */
  addRefused(command: CommandMessage, portalNowMs: number | undefined): void {
    this.#know(command, portalNowMs);
    this.#tryToWrite({ command });
  }

  /** A result that the disk does not take stays in memory; after a restart the command ends as `restarted`. */
  finish(result: CommandOutcome): void {
    this.#apply({ result });
    this.#tryToWrite({ result });
  }

  /** A delivery that the disk does not take costs one more message. */
  deliver(id: string): void {
    this.#apply({ delivered: id });
    this.#tryToWrite({ delivered: id });
  }

  /** What is still reported afterwards stays out of the file. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#fd);
  }

  #know(command: CommandMessage, portalNowMs: number | undefined): void {
    if (this.#isClosed) throw new Error("The ledger of commands is closed.");
    this.#makeRoom(portalNowMs);
    this.#apply({ command });
  }

  #apply(line: Line): void {
    if ("command" in line) this.#entries.set(line.command.id, { command: line.command });
    else if ("result" in line) {
      const entry = this.#entries.get(line.result.id);
      if (entry) entry.result = line.result;
    } else {
      const entry = this.#entries.get(line.delivered);
      if (entry) entry.isDelivered = true;
    }
  }

  #tryToWrite(line: Line): void {
    if (this.#isClosed) return;
    try {
      this.#write(line);
    } catch {
      // A full disk: see the callers.
    }
  }

  #write(line: Line): void {
    if (this.#lines >= longestFile) {
      const lines = this.#rewrite();
      const fd = openSync(this.#file, "a");
      closeSync(this.#fd);
      // Only now: where the new file cannot be opened, the next line tries again instead of going to the deleted one.
      this.#fd = fd;
      this.#lines = lines;
      this.#isTorn = false;
    }
    const start = this.#isTorn ? "\n" : "";
    this.#isTorn = true;
    writeFileSync(this.#fd, `${start}${JSON.stringify(line)}\n`);
    this.#isTorn = false;
    this.#lines++;
  }

  /**
   * Forgets what ended seven days ago, and where there is no room for one more, whatever can no longer be carried out.
   * @throws Error when that makes no room.
   */
  #makeRoom(portalNowMs = -Infinity): void {
    const isFull = () => this.#entries.size >= longestLedger;
    for (const [id, { command, result }] of this.#entries) {
      // One without an end may still be told what became of it.
      if (command.exp < portalNowMs - (isFull() && result ? 0 : keptForMs)) this.#entries.delete(id);
    }
    for (const [id, { result }] of this.#entries) {
      if (!isFull()) return;
      if (result && (isOwn(id) || neverTried.includes(result.error))) this.#entries.delete(id);
    }
    if (isFull()) throw new Error(`The ledger holds ${longestLedger} commands that may still come again; send fewer.`);
  }

  #rewrite(): number {
    const lines = [...this.#entries.values()].flatMap(({ command, result, isDelivered }): Line[] => [
      { command },
      ...(result ? [{ result }] : []),
      ...(isDelivered ? [{ delivered: command.id }] : []),
    ]);
    replaceFile(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    syncFolder(dirname(this.#file));
    return lines.length;
  }
}

/** The lines of the file; one that a power cut has torn is left out. */
function readLines(file: string): Line[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    try {
      return [Line.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
