import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { appendFileSync, existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

export interface DeadLetter {
  /** The code of the portal's refusal. */
  error: string;
  atMs: number;
  /** What was refused, by metric; empty where the time itself was refused. */
  values: Record<string, number | null>;
  /** Instead of values: the event that was refused. */
  event?: EventMessage;
}

/**
 * What the portal refused, for people to look at: one line of JSON each in `dead-letters.jsonl`. A full file becomes
 * `dead-letters.old.jsonl`, so there are at most two.
 */
export class DeadLetters {
  readonly #file: string;
  readonly #oldFile: string;
  readonly #maxBytes: number;

  constructor(dir: string, maxBytes = 8 * 2 ** 20) {
    this.#file = join(dir, "dead-letters.jsonl");
    this.#oldFile = join(dir, "dead-letters.old.jsonl");
    this.#maxBytes = maxBytes;
  }

  add(letters: readonly DeadLetter[], refusedAtMs: number): void {
    if (existsSync(this.#file) && statSync(this.#file).size > this.#maxBytes) renameSync(this.#file, this.#oldFile);
    const refusedAt = new Date(refusedAtMs).toISOString();
    appendFileSync(this.#file, letters.map((letter) => `${JSON.stringify({ refusedAt, ...letter })}\n`).join(""));
  }
}
