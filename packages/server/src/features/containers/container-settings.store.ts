import type {
  ContainerContact,
  ContainerDetails,
  Inventory,
  Retirement,
} from "@offgrid/contract/containers/container-settings.calls";
import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

/** What people enter about a container, the secret of its controller, and its removal. Callers have checked the scope. */

export async function findDetails(db: Db, containerId: string): Promise<ContainerDetails> {
  return toDetails(await detailsOf(db, containerId).executeTakeFirst());
}

/** Until the transaction ends, nobody else changes them; what only refers to the container does not wait. */
export async function lockDetails(tx: Db, containerId: string): Promise<ContainerDetails> {
  return toDetails(await detailsOf(tx, containerId).forNoKeyUpdate().executeTakeFirst());
}

function detailsOf(db: Db, containerId: string) {
  return db
    .selectFrom("container")
    .select(["name", "clusterId", "kitId", "latitude", "longitude", "address", "zoneName", "notes", "contacts"])
    .where("id", "=", containerId)
    .where("removedAt", "is", null);
}

type DetailsRow = Awaited<ReturnType<ReturnType<typeof detailsOf>["executeTakeFirst"]>>;

/** @throws Refusal not_found */
function toDetails(row: DetailsRow): ContainerDetails {
  if (!row) throw new Refusal("not_found");
  const { latitude, longitude, address, contacts, ...rest } = row;
  const location = latitude === null || longitude === null ? null : { lat: latitude, long: longitude };
  return { ...rest, location, address: address ?? "", contacts: contacts as ContainerContact[] };
}

export async function saveDetails(db: Db, containerId: string, details: ContainerDetails): Promise<void> {
  const { location, address, contacts, ...rest } = details;
  await db
    .updateTable("container")
    .set({
      ...rest,
      latitude: location?.lat ?? null,
      longitude: location?.long ?? null,
      address: address === "" ? null : address,
      contacts: JSON.stringify(contacts),
    })
    .where("id", "=", containerId)
    .execute();
}

/** Its controller may have to go by the new place: the configuration takes it from here. */
export async function noteMove(db: Db, containerId: string, userId: string): Promise<void> {
  await sql`insert into container_move (container_id, user_id) values (${containerId}, ${userId})
    on conflict (container_id) do update set user_id = excluded.user_id`.execute(db);
}

export async function findInventory(db: Db, containerId: string): Promise<Inventory> {
  const { inventoryId, assets } = await db
    .selectFrom("container")
    .select(["inventoryId", "assets"])
    .where("id", "=", containerId)
    .executeTakeFirstOrThrow();
  return { inventoryId: inventoryId ?? "", assets: assets as Inventory["assets"] };
}

/** @throws Refusal inventory_used when another container has the number, seen by the caller or not. */
export async function saveInventory(db: Db, containerId: string, { inventoryId, assets }: Inventory): Promise<void> {
  try {
    await db
      .updateTable("container")
      .set({ inventoryId: inventoryId === "" ? null : inventoryId, assets: JSON.stringify(assets) })
      .where("id", "=", containerId)
      .execute();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint === "container_inventory_id_key") throw new Refusal("inventory_used");
    throw error;
  }
}

/**
 * Replaces the secret. One that no controller has signed in with is forgotten: what stays valid is the one before it, which
 * the controller has.
 * @param old Until when the secret of the controller stays valid; undefined: it is no longer.
 */
export async function replaceSecret(
  db: Db,
  containerId: string,
  secretHash: Buffer,
  old?: { until: Date; nowMs: number },
): Promise<void> {
  const kept = sql`case when previous_secret_until > ${toTime(old?.nowMs ?? 0)} and secret_used_at is null
    then previous_secret_hash else secret_hash end`;
  await sql`update container set previous_secret_hash = ${old ? kept : null}, previous_secret_until = ${old?.until ?? null},
      secret_hash = ${secretHash}, secret_used_at = null
    where id = ${containerId}`.execute(db);
}

/** Forgets secrets whose time is over. @returns the containers that had one. */
export async function endOldSecrets(db: Db, nowMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update container
    set previous_secret_hash = null, previous_secret_until = null
    where previous_secret_until <= ${toTime(nowMs)} returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Takes it out of service, or back. What is so already stays as it is.
 * @returns since when it has been retired, and why, before and after.
 */
export async function retire(
  db: Db,
  containerId: string,
  next: { at: Date; reason: string } | undefined,
): Promise<{ before: Retirement; after: Retirement; isChanged: boolean }> {
  const row = await db
    .selectFrom("container")
    .select(["retiredAt", "retiredReason"])
    .where("id", "=", containerId)
    .where("removedAt", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  const before = { retiredAt: row.retiredAt?.toISOString() ?? null, reason: row.retiredReason };
  if ((row.retiredAt !== null) === (next !== undefined)) return { before, after: before, isChanged: false };
  const set = { retiredAt: next?.at ?? null, retiredReason: next?.reason ?? "" };
  await db.updateTable("container").set(set).where("id", "=", containerId).execute();
  return { before, after: { retiredAt: next?.at.toISOString() ?? null, reason: set.retiredReason }, isChanged: true };
}

/** An empty hash: no secret has it. */
const noSecret = Buffer.alloc(0);

/** From now on nobody sees it, and its controller is refused. */
export async function remove(db: Db, containerId: string, nowMs: number): Promise<void> {
  await replaceSecret(db, containerId, noSecret);
  await sql`update container set removed_at = ${toTime(nowMs)}, cluster_id = null, kit_id = null where id = ${containerId}`.execute(
    db,
  );
  await db.deleteFrom("containerUser").where("containerId", "=", containerId).execute();
}

/** Those that were removed before an instant, the first first. */
export async function listRemoved(db: Db, beforeMs: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from container where removed_at <= ${toTime(beforeMs)}
    order by removed_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What refers to a container by its id alone. What changes of summaries leave behind goes last. */
const looseTables = [
  "rollup_dirty",
  "rollup_day",
  "sealed_day",
  "chunk",
  "replacement",
  "rollup_change",
  "rollup_revision",
] as const;

/** Deletes a day of readings. @returns whether there may be more. */
export async function deleteDayOfFrames(db: Db, containerId: string): Promise<boolean> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from frame
    where container_id = ${containerId}`.execute(db);
  const at = rows[0]?.at;
  if (!at) return false;
  await sql`delete from frame where container_id = ${containerId} and at >= ${at}
    and at < ${at}::timestamptz + interval '1 day'`.execute(db);
  return true;
}

/** Deletes everything else about a container that is removed, and the container. */
export async function deleteRemoved(tx: Db, containerId: string): Promise<void> {
  for (const table of looseTables) {
    await sql`delete from ${sql.table(table)} where container_id = ${containerId}`.execute(tx);
  }
  await sql`delete from container where id = ${containerId} and removed_at is not null`.execute(tx);
}
