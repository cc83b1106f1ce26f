import { createHash, randomUUID } from "node:crypto";

import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { monthOf } from "../../history/tiers/partitions.store.ts";
import type { JobKind } from "../../jobs/job.ts";
import * as audit from "./audit-seals.store.ts";

const everyMs = 60_000;
/** Younger lines may still be committed out of order. */
const settledMs = 60_000;
const linesPerSeal = 1_000;

type StoredLine = Awaited<ReturnType<typeof audit.linesBetween>>[number];
type Line = Omit<StoredLine, "salt"> & Partial<Pick<StoredLine, "salt">>;

/** Hash of the previous seal and of these lines: a line changed, removed or inserted breaks every seal after it. */
export function sealOf(previous: Buffer | undefined, lines: readonly Line[]): Buffer {
  const hash = createHash("sha256").update(previous ?? Buffer.alloc(32));
  for (const { salt, ...line } of lines) {
    // A line without a salt is sealed as it was when there were none.
    const sealed = { ...line, at: line.at.toISOString(), ...(typeof salt === "string" && { salt }) };
    hash.update(`${stableJson(sealed)}\n`);
  }
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
 * lines. Where something was erased from lines, they have to fit what an erasure restated, of which a line of the audit tells.
 * @returns the id of the seal that does not fit its lines, or undefined when all do.
 */
export async function findBrokenSeal(db: Db): Promise<number | undefined> {
  const droppedThroughId = await audit.droppedThroughId(db);
  const isRecorded = recordedErasures(db);
  let previous: { auditId: number; hash: Buffer } | undefined;
  for (const seal of await audit.seals(db)) {
    const stretch = { ...seal, afterId: previous?.auditId ?? null, previousHash: previous?.hash ?? null };
    if ((stretch.afterId ?? 0) >= droppedThroughId) {
      const found = await fitOf(db, stretch);
      if (!found || (found.erasure !== undefined && !(await isRecorded(found.erasure)))) return seal.auditId;
    }
    previous = seal;
  }
  return undefined;
}

/** What a seal's lines fit now: the seal, or what the last erasure restated; undefined: neither. */
async function fitOf(db: Db, seal: audit.SealedStretch): Promise<{ hash: Buffer; erasure?: string } | undefined> {
  const lines = await audit.linesBetween(db, seal.afterId ?? 0, seal.auditId);
  if (lines.length !== seal.lines) return undefined;
  const last = await audit.lastRestated(db, seal.auditId);
  if (!last) return sealOf(seal.previousHash ?? undefined, lines).equals(seal.hash) ? { hash: seal.hash } : undefined;
  return sealOf(seal.hash, lines).equals(last.hash) ? last : undefined;
}

/** Does a line of the audit have the digest of all that an erasure restated? Each is looked at once. */
function recordedErasures(db: Db): (erasure: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const look = async (erasure: string) =>
    (await audit.digestOfErasure(db, erasure)) === digestOf(await audit.restatedBy(db, erasure));
  return (erasure) => {
    const asked = known.get(erasure) ?? look(erasure);
    known.set(erasure, asked);
    return asked;
  };
}

function digestOf(restated: readonly { auditId: number; hash: Buffer }[]): string {
  const hash = createHash("sha256");
  for (const one of restated) hash.update(`${one.auditId} ${one.hash.toString("hex")}\n`);
  return hash.digest("hex");
}

/** What the audit's line about an erasure has to say. */
interface Erased {
  /** Names this erasure and no other. */
  erasure: string;
  lines: number;
  seals: number;
  /** The newest seal by then. */
  head: string | null;
  /** Of all that was restated, in hex. */
  digest: string;
}

/**
 * Erases what names a person from the lines, and restates the seals over them. A seal that did not fit its lines before is
 * left as it is, so that what was done to it can still be seen. The caller writes a line of what it returns in the same
 * transaction (`erasedAction`).
 */
export async function eraseFromAudit(tx: Db, naming: audit.Naming): Promise<Erased> {
  // No line is sealed meanwhile.
  await audit.lockSeals(tx);
  const lines = await audit.linesNaming(tx, naming);
  const whole = [];
  for (const seal of await audit.sealsOver(tx, lines)) if (await fitOf(tx, seal)) whole.push(seal);
  const changed = await audit.eraseFrom(tx, lines, naming);
  const erasure = randomUUID();
  const restated = [];
  for (const seal of whole) {
    const now = await audit.linesBetween(tx, seal.afterId ?? 0, seal.auditId);
    restated.push({ erasure, auditId: seal.auditId, hash: sealOf(seal.hash, now) });
  }
  await audit.addRestated(tx, restated);
  const head = (await audit.lastSeal(tx))?.hash.toString("hex") ?? null;
  return { erasure, lines: changed.length, seals: restated.length, head, digest: digestOf(restated) };
}

export function sealingJob(db: Db, clock: Clock): JobKind {
  return { name: "audit-seals", everyMs, run: async () => void (await sealSettled(db, clock.now())) };
}
