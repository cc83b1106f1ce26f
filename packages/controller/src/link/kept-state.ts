import { readFileSync } from "node:fs";
import { dirname } from "node:path";

import type { z } from "zod";

import { syncFolder } from "../spool/spool.ts";
import { replaceFile } from "./identity.ts";

/** While time is counted, the last look is on the disk this exactly. */
const savedEveryMs = 30_000;

export interface KeptStateOptions<State> {
  file: string;
  schema: z.ZodType<State>;
  /** Where the file cannot be read. */
  initial: State;
  /** What is worth a write when it changes: an instant that every look renews is not. */
  textOf: (state: State) => string;
  /** Something has to last, and does so far: how long is worth a write every half minute. */
  isCounting: (state: State) => boolean;
}

/** What a part of the controller remembers from look to look, on disk, so that a restart changes nothing. */
export class KeptState<State> {
  readonly #options: KeptStateOptions<State>;
  #state: State;
  #savedText: string;
  #savedAtMs = -Infinity;

  constructor(options: KeptStateOptions<State>) {
    this.#options = options;
    this.#state = readState(options);
    this.#savedText = options.textOf(this.#state);
  }

  get value(): State {
    return this.#state;
  }

  /**
   * What a full disk does not take is saved at the next look, and holds in memory meanwhile.
   * @param isDue It has to be on the disk now.
   * @returns Whether all that is worth a write is on the disk.
   */
  keep(state: State, nowMs: number, isDue = false): boolean {
    const { file, isCounting, textOf } = this.#options;
    this.#state = state;
    const text = textOf(state);
    const isOld = isCounting(state) && Math.abs(nowMs - this.#savedAtMs) >= savedEveryMs;
    if (text === this.#savedText && !isOld && !isDue) return true;
    try {
      replaceFile(file, JSON.stringify(state));
      syncFolder(dirname(file));
      this.#savedText = text;
      this.#savedAtMs = nowMs;
      return true;
    } catch {
      return false;
    }
  }
}

function readState<State>({ file, schema, initial }: KeptStateOptions<State>): State {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return initial;
  }
}
