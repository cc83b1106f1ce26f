import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { SyncDirection } from "@offgrid/contract/configuration/config-sync";
import type { ConfigReportMessage } from "@offgrid/contract/configuration/configuration.schema";
import type { Place } from "@offgrid/contract/core/moments";
import { sql } from "kysely";

import type { AuditNote } from "../../calls/audit.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";

/** Who changed a section of what is wanted last; `by` is null where it was taken over from the controller. */
export interface SectionChange {
  /** An instant in ISO 8601. */
  at: string;
  by: string | null;
}

/** What is done by itself about values that were changed on site. */
export interface StoredSyncRule {
  /** Who laid it down, and when, in ISO 8601. */
  by: string;
  at: string;
  direction: SyncDirection;
  sections: string[];
  everyMinutes: number;
  /** When it was found, in ISO 8601, that this person had lost the right; left out: the rule is followed. */
  stoppedAt?: string;
}

/** What a controller was sent and had not answered when something else was asked for. */
export interface SupersededVersion {
  version: number;
  doc: ConfigDoc;
}

/** What the configuration of a container is to be and is (`container_config`), a row for each container. */
export interface ConfigRow {
  containerId: string;
  /** Null: nobody has asked for anything, and nothing was reported. */
  wanted: ConfigDoc | null;
  wantedVersion: number;
  /** The next one is above it: controllers may have had those up to it from a portal whose backup this was. */
  versionFloor: number;
  wantedBase: number;
  /** Null: it was taken over from the controller. */
  wantedBy: string | null;
  /** Null: the account is gone. */
  wantedByName: string | null;
  wantedAt: Date | null;
  agreed: ConfigDoc;
  expiresAt: Date | null;
  sentAt: Date | null;
  tries: number;
  /** The newest last. */
  superseded: SupersededVersion[];
  dueAt: Date | null;
  lapsedAt: Date | null;
  /** Null: nothing was reported. */
  store: string | null;
  version: number;
  answered: number;
  doc: ConfigDoc | null;
  reportedAt: Date | null;
  trialUntil: Date | null;
  refused: NonNullable<ConfigReportMessage["refused"]> | null;
  revertedVersion: number | null;
  revertedAt: Date | null;
  /** Null: they differ, or it is not known. */
  inSyncSince: Date | null;
  wantedChanges: Record<string, SectionChange>;
  reportedChanges: Record<string, string>;
  syncRule: StoredSyncRule | null;
  syncDueAt: Date | null;
}

const columns = sql`k.*, ${nameOfUser} as wanted_by_name`;

export async function findConfig(db: Db, containerId: string): Promise<ConfigRow | undefined> {
  const { rows } = await sql<ConfigRow>`select ${columns} from container_config k
    left join app_user u on u.id = k.wanted_by where k.container_id = ${containerId}`.execute(db);
  return rows[0];
}

/** The row, kept from being changed by anybody else; undefined: there is no such container. */
export async function lockConfig(tx: Db, containerId: string): Promise<ConfigRow | undefined> {
  await sql`insert into container_config (container_id) select id from container where id = ${containerId}
    on conflict do nothing`.execute(tx);
  await sql`select 1 from container_config where container_id = ${containerId} for update`.execute(tx);
  return findConfig(tx, containerId);
}

/** As `lockConfig`, when its time has come and nobody else is looking at it. */
export async function lockDueConfig(tx: Db, containerId: string, nowMs: number): Promise<ConfigRow | undefined> {
  const { rows } = await sql`select 1 from container_config
    where container_id = ${containerId} and due_at <= ${toTime(nowMs)} for update skip locked`.execute(tx);
  return rows.length === 0 ? undefined : findConfig(tx, containerId);
}

export async function listDueConfigs(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ containerId: string }>`select container_id from container_config
    where due_at <= ${toTime(nowMs)} order by due_at limit ${limit}`.execute(db);
  return rows.map(({ containerId }) => containerId);
}

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

/** Writes a row that the caller has locked. */
export async function saveConfig(tx: Db, row: ConfigRow): Promise<void> {
  await sql`update container_config set wanted = ${json(row.wanted)}::jsonb, wanted_version = ${row.wantedVersion},
      wanted_base = ${row.wantedBase}, wanted_by = ${row.wantedBy}, wanted_at = ${row.wantedAt},
      agreed = ${json(row.agreed)}::jsonb, expires_at = ${row.expiresAt}, sent_at = ${row.sentAt}, tries = ${row.tries},
      superseded = ${json(row.superseded)}::jsonb, due_at = ${row.dueAt}, lapsed_at = ${row.lapsedAt}, store = ${row.store}, version = ${row.version},
      answered = ${row.answered}, doc = ${json(row.doc)}::jsonb, reported_at = ${row.reportedAt},
      trial_until = ${row.trialUntil}, refused = ${json(row.refused)}::jsonb,
      reverted_version = ${row.revertedVersion}, reverted_at = ${row.revertedAt},
      in_sync_since = ${row.inSyncSince}, wanted_changes = ${json(row.wantedChanges)}::jsonb,
      reported_changes = ${json(row.reportedChanges)}::jsonb, sync_rule = ${json(row.syncRule)}::jsonb,
      sync_due_at = ${row.syncDueAt}
    where container_id = ${row.containerId}`.execute(tx);
}

/** Rows whose rule is to act. */
export async function listSyncDue(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ containerId: string }>`select container_id from container_config
    where sync_due_at <= ${toTime(nowMs)} order by sync_due_at limit ${limit}`.execute(db);
  return rows.map(({ containerId }) => containerId);
}

/** A person as a line of the audit has them, also one whose account is gone. */
export async function findAuditPerson(db: Db, userId: string): Promise<NonNullable<AuditNote["who"]>> {
  const { rows } = await sql<{ email: string; role: string | null }>`select email, effective_role as role from app_user
    where id = ${userId}`.execute(db);
  return { userId, ...rows[0] };
}

/** Names of people by id; accounts that are gone are left out. */
export async function namesOf(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select u.id, ${nameOfUser} as name from app_user u
    where u.id = any(${[...userIds]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Where a container stands, as its controller is to know it; undefined: there is no such container. */
export async function findPlace(db: Db, containerId: string): Promise<Place | undefined> {
  const row = await db
    .selectFrom("container")
    .select(["latitude", "longitude", "zoneName"])
    .where("id", "=", containerId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { latitude, longitude, zoneName } = row;
  if (latitude === null || longitude === null) return { zoneName };
  return { zoneName, latitudeDeg: latitude, longitudeDeg: longitude };
}

/** Containers that were moved since their controllers were asked to go by their place. */
export async function listMoved(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ containerId: string }>`select container_id from container_move limit ${limit}`.execute(
    db,
  );
  return rows.map(({ containerId }) => containerId);
}

/** Takes up the move of a container. @returns who moved it; undefined: nobody, or another worker has taken it up. */
export async function takeMove(tx: Db, containerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`delete from container_move
    where container_id = ${containerId} returning user_id`.execute(tx);
  return rows[0]?.userId;
}
