import { createHash, randomUUID } from "node:crypto";

import { evidenceLimits, type EvidencePart, evidenceParts } from "@offgrid/contract/evidence/evidence-parts";
import type { Logger } from "pino";

import { writeAudit } from "../../calls/audit.ts";
import type { Clock } from "../../core/clock.ts";
import { type Db, isDatabaseAway } from "../../core/db.ts";
import { type Gathered, gatherers } from "./evidence-parts.ts";
import type { EvidenceFile } from "./evidence-file.ts";
import { findWaiting, keepPack, type PackSubject, type TakenPart } from "./evidence.store.ts";

type Tools = { db: Db; clock: Clock; log: Logger };

/**
 * Gathers a pack and keeps it, with a line in the audit log that has the hash of its manifest. Of two that gather the same
 * one the first to be done counts.
 * @throws what says that the database is away: then nothing is kept, and it is tried again.
 */
export async function takeEvidence({ db, clock, log }: Tools, id: string, signal: AbortSignal): Promise<void> {
  const pack = await findWaiting(db, id);
  if (!pack) return;
  const nowMs = clock.now();
  const parts: TakenPart[] = [];
  let bytes = 0;
  for (const name of evidenceParts) {
    signal.throwIfAborted();
    const part = await gather({ db, log, pack, nowMs }, name);
    const size = part.files.reduce((sum, { content }) => sum + content.length, 0);
    const fits = bytes + size <= evidenceLimits.bytes;
    if (fits) bytes += size;
    parts.push(fits ? part : { name, fault: "too_large", files: [] });
  }
  const manifest = manifestOf(pack, parts, nowMs);
  const sha256 = hashOf(manifest);
  await db.transaction().execute(async (tx) => {
    if (!(await keepPack(tx, id, { parts, manifest, sha256 }, nowMs))) return;
    const { version, reason, incidentId, ticketId, containerId } = pack;
    const after = { packId: id, version, reason, incidentId, ticketId, sha256 };
    await writeAudit(tx, { atMs: nowMs, action: "evidence_frozen", target: containerId, after, result: "ok" });
  });
}

/** One that fails only says so: what the others know is worth the same. */
async function gather(
  { log, ...gathering }: { db: Db; log: Logger; pack: PackSubject; nowMs: number },
  name: EvidencePart,
): Promise<TakenPart> {
  try {
    return { name, fault: null, files: filesOf(name, await gatherers[name](gathering), gathering.nowMs) };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    log.warn({ err: error, packId: gathering.pack.id, part: name }, "a part of an evidence pack could not be gathered");
    return { name, fault: "unavailable", files: [] };
  }
}

function filesOf(
  part: EvidencePart,
  { name = `${part}.json`, content, drawings = [] }: Gathered,
  nowMs: number,
): EvidenceFile[] {
  // The manifest has the hashes of all files, also where not all are given: nobody is to guess contents by them.
  const salt = randomUUID();
  const text = JSON.stringify({ part, takenAt: new Date(nowMs).toISOString(), salt, ...(content as object) });
  const drawn = drawings.map((one) => ({ name: one.name, text: one.svg }));
  return [{ name, text }, ...drawn].map(({ text: written, ...file }) => ({
    ...file,
    content: Buffer.from(written),
    sha256: hashOf(written),
  }));
}

/** What belongs to a pack, so that each file can be checked, and that none is missing that should be there. */
function manifestOf(pack: PackSubject, parts: readonly TakenPart[], nowMs: number): string {
  const { id, version, reason, containerId, askedAt } = pack;
  const about = { pack: id, version, reason, containerId, askedAt: askedAt.toISOString() };
  const files = parts.flatMap((part) => part.files.map(({ name, sha256 }) => ({ name, part: part.name, sha256 })));
  const missing = parts.flatMap(({ name, fault }) => (fault === null ? [] : [{ part: name, reason: fault }]));
  return `${JSON.stringify({ ...about, takenAt: new Date(nowMs).toISOString(), files, missing }, null, 2)}\n`;
}

const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");
