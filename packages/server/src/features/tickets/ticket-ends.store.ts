import type { CloseCause } from "@offgrid/contract/tickets/ticket-types";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { isCounted, wanted } from "./ticket-list.store.ts";
import { isSeen, type TicketViewer } from "./tickets.store.ts";

/** How tickets ended: what was the cause, and which were duplicates of which. */

/** How often each cause was that of tickets that somebody sees, by cluster. */
export async function countCauses(
  db: Db,
  viewer: TicketViewer,
  closedDays: number,
  nowMs: number,
): Promise<{ clusterId: string | null; clusterName: string | null; cause: CloseCause | null; count: number }[]> {
  const { rows } = await sql<{
    clusterId: string | null;
    clusterName: string | null;
    cause: CloseCause | null;
    count: number;
  }>`select k.id as cluster_id, k.name as cluster_name, t.close_cause as cause, count(*)::int as count
    from ticket t left join container c on c.id = t.container_id left join cluster k on k.id = c.cluster_id
    where ${isCounted} and ${wanted(db, viewer, { closedDays }, nowMs)}
    group by 1, 2, 3 order by k.name nulls last, k.id, count desc, cause nulls last`.execute(db);
  return rows;
}

const duplicatesLock = 0x6475_706c;

/** Until the transaction ends nobody else makes a ticket a duplicate: of two that are, none is to be one of the other. */
export async function holdDuplicates(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${duplicatesLock}::bigint)`.execute(tx);
}

/** Would a ticket that is a duplicate of another one be, by way of that one, a duplicate of itself? */
export async function isInCircle(tx: Db, id: string, duplicateOf: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`with recursive led as (
      select ${duplicateOf}::text as id
      union select t.duplicate_of_id from ticket t join led on t.id = led.id where t.duplicate_of_id is not null)
    select exists (select 1 from led where id = ${id}) as is`.execute(tx);
  return rows[0]?.is === true;
}

/** How tickets that somebody sees are called, by id. */
export async function namesOfTickets(
  db: Db,
  viewer: TicketViewer,
  ids: readonly string[],
): Promise<{ id: string; number: number; subject: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; number: number; subject: string }>`select t.id, t.number, t.subject
    from ticket t where t.id = any(${[...ids]}::text[]) and ${isSeen(db, viewer)}`.execute(db);
  return rows;
}

const mostDuplicates = 50;

/** Those of the duplicates of a ticket that somebody sees, the newest first. */
export async function listDuplicates(
  db: Db,
  viewer: TicketViewer,
  id: string,
): Promise<{ number: number; subject: string }[]> {
  const { rows } = await sql<{ number: number; subject: string }>`select t.number, t.subject from ticket t
    where t.duplicate_of_id = ${id} and ${isSeen(db, viewer)} order by t.number desc limit ${mostDuplicates}`.execute(
    db,
  );
  return rows;
}
