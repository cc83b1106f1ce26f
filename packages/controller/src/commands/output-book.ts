import { OutputValue } from "@offgrid/contract/commands/commands.schema";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

import { replaceFile } from "../link/identity.ts";
import { syncFolder } from "../spool/spool.ts";

const KnownOutput = z.object({
  /** As it was read or confirmed last. */
  value: OutputValue,
  /** Since when it is working, or is not, epoch ms. */
  changedAtMs: z.number(),
  /** Where people left it, and who did. */
  left: z.object({ value: OutputValue, by: z.string() }),
  /** Somebody set it, and until then nothing but a limit changes it; epoch ms. */
  hold: z.object({ by: z.string(), isHand: z.boolean(), untilMs: z.number() }).nullable(),
  /** Somebody lets it run although load protection keeps it off, until then; epoch ms. */
  emergency: z.object({ by: z.string(), untilMs: z.number() }).nullable().optional(),
  /** When it was switched on or off by this controller within the last hour, epoch ms. */
  switchedAtMs: z.array(z.number()).optional(),
  /** It was said that the equipment keeps it without power. */
  isHeldSaid: z.boolean().optional(),
});
export type KnownOutput = z.infer<typeof KnownOutput>;

/**
 * What the controller knows of its outputs, on disk, so that a restart changes none. Where the file cannot be read, it
 * begins again with what the equipment says.
 */
export class OutputBook {
  readonly #file: string;
  #outputs: ReadonlyMap<string, KnownOutput>;
  #isSaved = true;

  constructor(dir: string) {
    this.#file = join(dir, "outputs.json");
    this.#outputs = readOutputs(this.#file);
  }

  get(target: string): KnownOutput | undefined {
    return this.#outputs.get(target);
  }

  /** It is on the disk after the next `save`. */
  set(target: string, output: KnownOutput): void {
    this.#outputs = new Map(this.#outputs).set(target, output);
    this.#isSaved = false;
  }

  /** Returns when everything is on the disk; what a full disk does not take is kept in memory and saved the next time. */
  save(): void {
    if (this.#isSaved) return;
    try {
      replaceFile(this.#file, JSON.stringify(Object.fromEntries(this.#outputs)));
      syncFolder(dirname(this.#file));
      this.#isSaved = true;
    } catch {
      // It is tried again; a restart before that would find the positions that the equipment has then.
    }
  }
}

function readOutputs(file: string): ReadonlyMap<string, KnownOutput> {
  try {
    const entries = Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8"))));
    // One by one: a newer release that was taken back may have known kinds of outputs that this one cannot read.
    return new Map(
      entries.flatMap(([target, entry]) => {
        const { data } = KnownOutput.safeParse(entry);
        return data ? [[target, data] as const] : [];
      }),
    );
  } catch {
    return new Map();
  }
}
