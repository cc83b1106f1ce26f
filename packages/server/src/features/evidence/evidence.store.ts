import { randomUUID } from "node:crypto";

import {
  type EvidenceFault,
  evidenceLimits,
  type EvidencePart,
  type EvidenceReason,
} from "@offgrid/contract/evidence/evidence-parts";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";
import { enqueue } from "../../jobs/job.store.ts";
import type { EvidenceFile } from "./evidence-file.ts";
import { asSeenBy, frozenElsewhere } from "./elsewhere.store.ts";

/** Evidence packs (`evidence_pack`), from when they are asked for until nobody needs them. */

/** The job that gathers a pack; its key is the id of the pack. */
export const evidenceJob = "evidence";

/** Of an incident later than this, what was known when it began is not known any more. */
const newsMs = 3_600_000;

/** Which packs somebody asks about. */
export interface EvidenceOf {
  ticketId: string;
  /** The incident of the ticket that the person sees. */
  incidentId: string | null;
}

interface AskedPack extends EvidenceOf {
  containerId: string;
  reason: Exclude<EvidenceReason, "incident">;
}

export interface PackRow {
  id: string;
  version: number;
  reason: EvidenceReason;
  askedAt: Date;
  takenAt: Date | null;
  sha256: string | null;
  parts: { name: EvidencePart; fault: EvidenceFault | null; bytes: number }[];
}

export interface TakenPart {
  name: EvidencePart;
  fault: EvidenceFault | null;
  files: readonly EvidenceFile[];
}

/** A pack that was gathered. */
interface KeptPack {
  manifest: string;
  sha256: string;
  takenAt: Date;
  version: number;
  containerName: string;
}

/** What a pack is about. */
export interface PackSubject {
  id: string;
  containerId: string;
  incidentId: string | null;
  ticketId: string | null;
  version: number;
  reason: EvidenceReason;
  askedAt: Date;
}

/** Asks for a pack of a ticket, and has it gathered. The ticket keeps what was frozen of its incident, too. */
export async function askForPack(tx: Db, pack: AskedPack, nowMs: number): Promise<string> {
  const { ticketId, incidentId, containerId, reason } = pack;
  const id = randomUUID();
  // So that two at once are counted one after the other.
  await sql`select 1 from ticket where id = ${ticketId} for no key update`.execute(tx);
  await sql`update evidence_pack set ticket_id = ${ticketId}
    where ticket_id is null and incident_id in (
      select i.id from incident i where i.id = ${incidentId} or i.merged_into = ${incidentId})`.execute(tx);
  await sql`insert into evidence_pack (id, container_id, incident_id, ticket_id, version, reason, asked_at)
    select ${id}, ${containerId}, ${incidentId}, ${ticketId},
      1 + coalesce(max(version), 0), ${reason}, ${toTime(nowMs)}
    from evidence_pack where ticket_id = ${ticketId} or incident_id = ${incidentId}`.execute(tx);
  await enqueue(tx, evidenceJob, id);
  return id;
}

/**
 * Asks for packs of incidents that people were notified of and that have none: of the container at which each began.
 * @param most How many packs may wait at once, so that a thousand incidents slow nothing down.
 */
export async function askForIncidents(tx: Db, most: number, nowMs: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    insert into evidence_pack (id, container_id, incident_id, version, reason, asked_at)
    select gen_random_uuid()::text, first.container_id, i.id,
      1 + coalesce((select max(version) from evidence_pack p where p.incident_id = i.id), 0), 'incident', ${toTime(nowMs)}
    from (
      select i.id from incident i
      where i.state <> 'resolved' and i.merged_into is null and i.told_at > ${toTime(nowMs - newsMs)}
        and not exists (select from evidence_pack p where p.incident_id = i.id and p.reason = 'incident')
      order by i.told_at, i.id
      limit greatest(0, ${most} - (select count(*) from evidence_pack where taken_at is null))
    ) as i cross join lateral (
      select w.container_id from incident_member m join warning w on w.id = m.warning_id
        join container c on c.id = w.container_id
      where m.incident_id = i.id and c.removed_at is null order by w.raised_at, w.id limit 1) as first
    on conflict do nothing returning id`.execute(tx);
  for (const { id } of rows) await enqueue(tx, evidenceJob, id);
  return rows.length;
}

/** A pack that is still to be gathered. */
export async function findWaiting(db: Db, id: string): Promise<PackSubject | undefined> {
  const { rows } = await sql<PackSubject>`
    select p.id, p.container_id, coalesce(i.merged_into, p.incident_id) as incident_id, p.ticket_id, p.version, p.reason,
      p.asked_at
    from evidence_pack p left join incident i on i.id = p.incident_id
    where p.id = ${id} and p.taken_at is null`.execute(db);
  return rows[0];
}

/** Keeps what was gathered. @returns false: somebody else did so before, or the pack is gone. */
export async function keepPack(
  tx: Db,
  id: string,
  { parts, manifest, sha256 }: { parts: readonly TakenPart[]; manifest: string; sha256: string },
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`update evidence_pack
    set taken_at = ${toTime(nowMs)}, manifest = ${manifest}, sha256 = ${sha256}
    where id = ${id} and taken_at is null returning 1`.execute(tx);
  if (rows.length === 0) return false;
  for (const [position, { name, fault, files }] of parts.entries()) {
    await sql`insert into evidence_part (pack_id, name, position, fault)
      values (${id}, ${name}, ${position}, ${fault})`.execute(tx);
    for (const [place, file] of files.entries())
      await sql`insert into evidence_file (pack_id, part, position, name, content, sha256)
        values (${id}, ${name}, ${place}, ${file.name}, ${Buffer.from(file.content)}, ${file.sha256})`.execute(tx);
  }
  return true;
}

/** Of the ticket and of its incident, at containers that the person sees. */
const seen = (db: Db, viewer: Viewer, { ticketId, incidentId }: EvidenceOf) => sql`
  (p.ticket_id = ${ticketId} or p.incident_id in (
    select i.id from incident i where i.id = ${incidentId} or i.merged_into = ${incidentId}))
  and p.container_id in ${visibleContainers(db, viewer)}`;

/** @param names Parts that the person may have. */
export async function listPacks(
  db: Db,
  viewer: Viewer,
  of: EvidenceOf,
  { names, limit }: { names: readonly EvidencePart[]; limit: number },
): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`
    select p.id, p.version, p.reason, p.asked_at, p.taken_at, p.sha256, coalesce((
      select json_agg(json_build_object('name', part.name, 'fault', part.fault, 'bytes', coalesce((
          select sum(octet_length(f.content)) from evidence_file f
          where f.pack_id = p.id and f.part = part.name and f.name <> ${frozenElsewhere}), 0))
        order by part.position)
      from evidence_part part where part.pack_id = p.id and part.name = any(${[...names]}::text[])), '[]') as parts
    from evidence_pack p where ${seen(db, viewer, of)}
    order by p.asked_at desc, p.version desc limit ${limit}`.execute(db);
  return rows;
}

/** A pack that was gathered, with the files of these parts. */
export async function findPack(
  db: Db,
  viewer: Viewer,
  of: EvidenceOf,
  { packId, names }: { packId: string; names: readonly EvidencePart[] },
): Promise<(KeptPack & { files: EvidenceFile[] }) | undefined> {
  const { rows } = await sql<KeptPack>`
    select p.manifest, p.sha256, p.taken_at, p.version, c.name as container_name
    from evidence_pack p join container c on c.id = p.container_id
    where p.id = ${packId} and p.taken_at is not null and ${seen(db, viewer, of)}`.execute(db);
  const [pack] = rows;
  if (!pack) return undefined;
  const { rows: files } = await sql<EvidenceFile>`
    select f.name, f.content, f.sha256 from evidence_file f
      join evidence_part part on part.pack_id = f.pack_id and part.name = f.part
    where f.pack_id = ${packId} and f.part = any(${[...names]}::text[]) order by part.position, f.position`.execute(db);
  return { ...pack, files: await asSeenBy(db, viewer, files) };
}

/** The container of which a ticket's evidence is: its own, or where its incident began among those that the person sees. */
export async function findContainer(db: Db, viewer: Viewer, of: EvidenceOf): Promise<string | undefined> {
  const { rows } = await sql<{ containerId: string }>`
    select container_id from (
      select t.container_id, 0 as rank, t.created_at as at from ticket t where t.id = ${of.ticketId}
      union all
      select w.container_id, 1, w.raised_at from incident_member m join warning w on w.id = m.warning_id
        join ticket t on t.id = ${of.ticketId} and t.container_id is null
      where m.incident_id = ${of.incidentId}) as named
    where container_id in ${visibleContainers(db, viewer)} order by rank, at, container_id limit 1`.execute(db);
  return rows[0]?.containerId;
}

/** How often somebody had evidence of a ticket frozen again since then. */
export async function countAgain(db: Db, ticketId: string, sinceMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from evidence_pack
    where ticket_id = ${ticketId} and reason = 'again' and asked_at > ${toTime(sinceMs)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Removes old packs of incidents that no ticket is about. */
export async function removeOldPacks(db: Db, nowMs: number): Promise<void> {
  await sql`delete from evidence_pack p
    where p.ticket_id is null and p.asked_at < ${toTime(nowMs - evidenceLimits.keptMs)}
      and not exists (select from ticket t where t.incident_id = p.incident_id)`.execute(db);
}
