/** The ledger on disk: one line for each frame that the portal has acknowledged. */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

/** In the order of the ledger's metrics. */
export type Values = readonly (number | null)[];
/** Instant, epoch ms -> values. */
export type Frames = Map<number, Values>;

export interface LedgerHead {
  containerId: string;
  metrics: readonly string[];
}

export class LedgerFile {
  readonly path: string;
  /** Acknowledged frames, including those of earlier runs. */
  count = 0;
  readonly #file: number;

  constructor(path: string, head: LedgerHead) {
    this.path = path;
    this.#file = openSync(path, "w");
    writeSync(this.#file, `${JSON.stringify(head)}\n`);
  }

  add(frames: readonly { atMs: number; values: Values }[]): void {
    this.count += frames.length;
    writeSync(this.#file, frames.map(({ atMs, values }) => `${JSON.stringify([atMs, ...values])}\n`).join(""));
  }

  close(): void {
    closeSync(this.#file);
  }
}

export function readLedger(path: string): LedgerHead & { frames: Frames } {
  const [head = "", ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const frames: Frames = new Map();
  for (const line of lines) {
    const [atMs, ...values] = JSON.parse(line) as [number, ...Values];
    frames.set(atMs, values);
  }
  return { ...(JSON.parse(head) as LedgerHead), frames };
}
