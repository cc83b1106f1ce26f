import { CommandEnd, CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import { replaceFile } from "../link/identity.ts";

const longestLedger = 1_000;
const keptForMs = 7 * 86_400_000;
/** The file is rewritten when it holds this many lines: four for each command that is kept. */
const longestFile = 4 * longestLedger;

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
 * after a power cut, is recognised and never carried out twice. The last 1,000 of seven days are kept.
 */
export class CommandLedger {
  readonly #file: string;
  readonly #entries = new Map<string, LedgerEntry>();
  #fd: number;
  #lines: number;
  #isClosed = false;

  /** @throws Error of node:fs when the folder cannot be written. */
  constructor(dir: string) {
    this.#file = join(dir, "commands.jsonl");
    for (const line of readLines(this.#file)) this.#apply(line);
    this.#forget(longestLedger);
    this.#lines = this.#rewrite();
    this.#fd = openSync(this.#file, "a");
  }

  find(id: string): LedgerEntry | undefined {
    return this.#entries.get(id);
  }

  /** Results that the broker has not taken, oldest first. */
  get undelivered(): CommandOutcome[] {
    return [...this.#entries.values()].flatMap(({ result, isDelivered }) => (result && !isDelivered ? [result] : []));
  }

  /** Commands without an end: those of a run that was interrupted, right after the start. */
  get open(): CommandMessage[] {
    return [...this.#entries.values()].flatMap(({ command, result }) => (result ? [] : [command]));
  }

  /**
   * Returns when the command is on the disk.
   * @throws Error of node:fs; the command is then known until this program ends, and must not be carried out.
   */
  add(command: CommandMessage): void {
    this.#forget(longestLedger - 1, command.iat);
    this.#apply({ command });
    this.#write({ command });
    fdatasyncSync(this.#fd);
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
      this.#lines = this.#rewrite();
      closeSync(this.#fd);
      this.#fd = openSync(this.#file, "a");
    }
    writeSync(this.#fd, `${JSON.stringify(line)}\n`);
    this.#lines++;
  }

  /** Forgets the oldest that have ended, until no more than `count` are left and none is older than seven days. */
  #forget(count: number, nowMs = -Infinity): void {
    for (const [id, { command, result }] of this.#entries) {
      if (this.#entries.size <= count && command.iat >= nowMs - keptForMs) return;
      if (result) this.#entries.delete(id);
    }
  }

  #rewrite(): number {
    const lines = [...this.#entries.values()].flatMap(({ command, result, isDelivered }): Line[] => [
      { command },
      ...(result ? [{ result }] : []),
      ...(isDelivered ? [{ delivered: command.id }] : []),
    ]);
    replaceFile(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
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
