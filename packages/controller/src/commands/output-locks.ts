import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

import { replaceFile } from "../link/identity.ts";
import { syncFolder } from "../spool/spool.ts";

const Lock = z.object({ reason: z.string(), by: z.string(), atMs: z.number() });
const Locks = z.record(z.string(), Lock);
export type OutputLock = z.infer<typeof Lock>;

/**
 * The outputs that are locked for people who work on what they feed, on disk, so that a restart releases none. Where the
 * file cannot be read, all outputs are locked: somebody may rely on it.
 */
export class OutputLocks {
  readonly #file: string;
  #locks: ReadonlyMap<string, OutputLock>;

  /** @param targets All outputs. */
  constructor(dir: string, targets: readonly string[]) {
    this.#file = join(dir, "locks.json");
    this.#locks = this.#read() ?? new Map(targets.map((target) => [target, unreadable]));
  }

  isLocked(target: string): boolean {
    return this.#locks.has(target);
  }

  get isAnyLocked(): boolean {
    return this.#locks.size > 0;
  }

  /** Returns when the lock is on the disk. @throws Error of node:fs; the output is then locked until this program ends. */
  set(target: string, lock: OutputLock): void {
    this.#locks = new Map(this.#locks).set(target, lock);
    this.#write(this.#locks);
  }

  /** Returns when the disk knows of no lock. @throws Error of node:fs; the output is then still locked. */
  clear(target: string): void {
    const left = new Map([...this.#locks].filter(([locked]) => locked !== target));
    this.#write(left);
    this.#locks = left;
  }

  /** Whether the disk says that the output is locked; undefined where it does not tell. */
  readBack(target: string): boolean | undefined {
    return this.#read()?.has(target);
  }

  /** @returns undefined when there is a file that cannot be read, or it cannot be told whether there is one. */
  #read(): Map<string, OutputLock> | undefined {
    try {
      return new Map(Object.entries(Locks.parse(JSON.parse(readFileSync(this.#file, "utf8")))));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT" ? new Map() : undefined;
    }
  }

  #write(locks: ReadonlyMap<string, OutputLock>): void {
    replaceFile(this.#file, JSON.stringify(Object.fromEntries(locks)));
    syncFolder(dirname(this.#file));
  }
}

const unreadable: OutputLock = { reason: "The file of locks could not be read.", by: "controller", atMs: 0 };
