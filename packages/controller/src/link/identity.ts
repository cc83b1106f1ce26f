import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Kept = z.object({ bd: z.int(), mv: z.int(), metrics: z.string() });

/**
 * What a controller must remember between runs: the birth number `bd`, one higher at every connection, and the version
 * `mv` of its list of metrics, one higher whenever the list changes. `boot` names this run.
 */
export class Identity {
  readonly boot = randomBytes(8).toString("hex");
  readonly #file: string;
  #kept: z.infer<typeof Kept>;

  /**
   * @throws Error of node:fs when the folder cannot be written. The numbers start again when the file is lost or torn.
   */
  constructor(dir: string, metrics: readonly string[]) {
    this.#file = join(dir, "identity.json");
    const list = metrics.join(" ");
    const earlier = readKept(this.#file) ?? { bd: 0, mv: 0, metrics: "" };
    this.#kept = { ...earlier, mv: earlier.metrics === list ? earlier.mv : earlier.mv + 1, metrics: list };
    this.#save();
  }

  get mv(): number {
    return this.#kept.mv;
  }

  /** The number of the next connection; it is on disk before it is used. */
  nextBirthNumber(): number {
    this.#kept = { ...this.#kept, bd: this.#kept.bd + 1 };
    try {
      this.#save();
    } catch {
      // On a full disk the count goes on in memory; only a restart would use a number twice.
    }
    return this.#kept.bd;
  }

  #save(): void {
    replaceFile(this.#file, JSON.stringify(this.#kept));
  }
}

function readKept(file: string): z.infer<typeof Kept> | undefined {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes a small file so that after a crash it holds either the old content or the new one. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  const fd = openSync(`${file}.new`, "w");
  try {
    writeFileSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${file}.new`, file);
}
