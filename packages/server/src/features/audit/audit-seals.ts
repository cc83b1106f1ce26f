import { createHash } from "node:crypto";

import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { monthOf } from "../../history/tiers/partitions.store.ts";
import type { JobKind } from "../../jobs/job.ts";
import * as audit from "./audit.store.ts";

const everyMs = 60_000;
/** Younger lines may still be committed out of order. */
const settledMs = 60_000;
const linesPerSeal = 1_000;

type Line = Awaited<ReturnType<typeof audit.linesBetween>>[number];

/** Hash of the previous seal and of these lines: a line changed, removed or inserted breaks every seal after it. */
export function sealOf(previous: Buffer | undefined, lines: readonly Line[]): Buffer {
  const hash = createHash("sha256").update(previous ?? Buffer.alloc(32));
  for (const line of lines) hash.update(`${stableJson({ ...line, at: line.at.toISOString() })}\n`);
  return hash.digest();
}

/** Gives the same text whatever the order of the keys, which a database does not keep. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Seals the settled lines that are not yet sealed. @returns how many. */
export async function sealSettled(db: Db, nowMs: number): Promise<number> {
  let sealed = 0;
  for (;;) {
    const lines = await db.transaction().execute((tx) => sealNext(tx, nowMs));
    if (lines === 0) return sealed;
    sealed += lines;
  }
}

/** Lines are dropped by month, so no seal covers lines of two months. */
function monthLength(lines: readonly Line[]): number {
  const [first] = lines;
  const next = first ? lines.findIndex(({ at }) => monthOf(at.getTime()) !== monthOf(first.at.getTime())) : 0;
  return next < 0 ? lines.length : next;
}

async function sealNext(tx: Db, nowMs: number): Promise<number> {
  await audit.lockSeals(tx);
  const last = await audit.lastSeal(tx);
  const settled = await audit.unsealed(tx, last?.auditId ?? 0, new Date(nowMs - settledMs), linesPerSeal);
  const lines = settled.slice(0, monthLength(settled));
  const newest = lines.at(-1);
  if (!newest) return 0;
  const hash = sealOf(last?.hash, lines);
  await audit.addSeal(tx, { auditId: newest.id, lines: lines.length, sealedAt: new Date(nowMs), hash });
  return lines.length;
}

/**
 * Verifies the chain. Seals of lines that were dropped with their months keep it connected and are not compared with
 * lines.
 * @returns the id of the seal that does not fit its lines, or undefined when all do.
 */
export async function findBrokenSeal(db: Db): Promise<number | undefined> {
  const droppedThroughId = await audit.droppedThroughId(db);
  let previous: { auditId: number; hash: Buffer } | undefined;
  for (const seal of await audit.seals(db)) {
    const afterId = previous?.auditId ?? 0;
    if (afterId >= droppedThroughId) {
      const lines = await audit.linesBetween(db, afterId, seal.auditId);
      if (lines.length !== seal.lines || !sealOf(previous?.hash, lines).equals(seal.hash)) return seal.auditId;
    }
    previous = seal;
  }
  return undefined;
}

export function sealingJob(db: Db, clock: Clock): JobKind {
  return { name: "audit-seals", everyMs, run: async () => void (await sealSettled(db, clock.now())) };
}
