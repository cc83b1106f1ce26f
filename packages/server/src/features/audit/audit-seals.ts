import { createHash } from "node:crypto";

import type { Logger } from "pino";

import type { Clock } from "../../core/clock.ts";
import { type Db, reasonOf } from "../../core/db.ts";
import * as audit from "./audit.store.ts";

const everyMs = 60_000;
/** Younger lines may still be committed out of their order. */
const settledMs = 60_000;
const linesPerSeal = 1_000;

type Line = Awaited<ReturnType<typeof audit.linesBetween>>[number];

/** Hash of the seal before and of these lines: a line that is changed, taken out or put in breaks every seal after it. */
export function sealOf(previous: Buffer | undefined, lines: readonly Line[]): Buffer {
  const hash = createHash("sha256").update(previous ?? Buffer.alloc(32));
  for (const line of lines) hash.update(`${stableJson({ ...line, at: line.at.toISOString() })}\n`);
  return hash.digest();
}

/** The same text whatever the order of the keys, which a database does not keep. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Seals the lines that are settled and not sealed yet. @returns how many. */
export async function sealSettled(db: Db, nowMs: number): Promise<number> {
  let sealed = 0;
  for (;;) {
    const last = await audit.lastSeal(db);
    const lines = await audit.unsealed(db, last?.auditId ?? 0, new Date(nowMs - settledMs), linesPerSeal);
    const newest = lines.at(-1);
    if (!newest) return sealed;
    const hash = sealOf(last?.hash, lines);
    const isOurs = await audit.addSeal(db, {
      auditId: newest.id,
      lines: lines.length,
      sealedAt: new Date(nowMs),
      hash,
    });
    if (!isOurs) return sealed;
    sealed += lines.length;
  }
}

/** Checks the chain. @returns the id of the seal that does not fit its lines, or undefined when all do. */
export async function findBrokenSeal(db: Db): Promise<number | undefined> {
  let previous: { auditId: number; hash: Buffer } | undefined;
  for (const seal of await audit.seals(db)) {
    const lines = await audit.linesBetween(db, previous?.auditId ?? 0, seal.auditId);
    if (lines.length !== seal.lines || !sealOf(previous?.hash, lines).equals(seal.hash)) return seal.auditId;
    previous = seal;
  }
  return undefined;
}

/** Seals once a minute until stopped. */
export function startSealing(db: Db, clock: Clock, log: Logger): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = sealSettled(db, clock.now())
      .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, "the audit could not be sealed; tried again"))
      .finally(() => (isBusy = false));
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
