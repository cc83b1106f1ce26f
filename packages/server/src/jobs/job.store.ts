import { sql } from "kysely";

import type { Db } from "../core/db.ts";

/**
 * The table `job`. All its times are the database's own, so that processes whose clocks differ agree on them. A claim is
 * a uuid that only its holder knows, and lasts until `due_at`: when the holder dies, the job becomes free then.
 */

/** A job that this process may run. */
export interface ClaimedJob {
  kind: string;
  key: string;
  /** Renews or finishes it. */
  claim: string;
  /** Runs since the last successful one, this one included; those that were cut short or deferred do not count. */
  attempts: number;
}

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1_000}::float8)`;

/** Writes a job in the caller's transaction; an existing one of that kind and key stays as it is. */
export async function enqueue(db: Db, kind: string, key: string): Promise<void> {
  await sql`insert into job (kind, key) values (${kind}, ${key}) on conflict do nothing`.execute(db);
}

/** Ensures that recurring work has its job; a new job is due after a pause. */
export async function ensureRecurring(db: Db, kind: string, firstAfterMs: number): Promise<void> {
  await sql`insert into job (kind, key, due_at) values (${kind}, '', now() + ${seconds(firstAfterMs)})
    on conflict do nothing`.execute(db);
}

/**
 * Claims due jobs, the longest due first. Two processes never get the same one.
 * @param free How many jobs of each kind are wanted.
 */
export async function claimDue(db: Db, free: ReadonlyMap<string, number>, leaseMs: number): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    update job set claim = gen_random_uuid(), due_at = now() + ${seconds(leaseMs)}, attempts = attempts + 1
    where (kind, key) in (
      select due.kind, due.key
      from unnest(${[...free.keys()]}::text[], ${[...free.values()]}::integer[]) as free (kind, slots)
      cross join lateral (
        select job.kind, job.key from job where job.kind = free.kind and due_at <= now()
        order by due_at limit free.slots for update skip locked
      ) as due)
    returning kind, key, claim, attempts`.execute(db);
  return rows;
}

/** Extends claims from now on. @returns those that are still held. */
export async function renew(db: Db, claimed: readonly ClaimedJob[], leaseMs: number): Promise<Set<string>> {
  const listOf = (name: "kind" | "key" | "claim") => claimed.map((job) => job[name]);
  // Found by the primary key, however many jobs wait.
  const { rows } = await sql<{ claim: string }>`
    update job set due_at = now() + ${seconds(leaseMs)}
    from unnest(${listOf("kind")}::text[], ${listOf("key")}::text[], ${listOf("claim")}::uuid[]) as held (kind, key, claim)
    where job.kind = held.kind and job.key = held.key and job.claim = held.claim
    returning job.claim`.execute(db);
  return new Set(rows.map(({ claim }) => claim));
}

/** Removes a finished job. Like the others it does nothing when the claim was lost. */
export async function remove(db: Db, { kind, key, claim }: ClaimedJob): Promise<void> {
  await sql`delete from job where kind = ${kind} and key = ${key} and claim = ${claim}`.execute(db);
}

/** Returns a job after a successful run. @param afterMs When it is due again. */
export async function giveBack(db: Db, { kind, key, claim }: ClaimedJob, afterMs: number): Promise<void> {
  await sql`update job set claim = null, attempts = 0, failure = null, due_at = now() + ${seconds(afterMs)}
    where kind = ${kind} and key = ${key} and claim = ${claim}`.execute(db);
}

export interface Postponed {
  /** When it is retried. */
  afterMs: number;
  /** Left out: the run failed by nothing of its own. */
  failure?: string;
  /** Was it an attempt? */
  isCounted: boolean;
}

/** Returns an unfinished job. */
export async function postpone(
  db: Db,
  { kind, key, claim }: ClaimedJob,
  { afterMs, failure, isCounted }: Postponed,
): Promise<void> {
  const taken = isCounted ? 0 : 1;
  const { numAffectedRows } = await sql`
    update job set claim = null, attempts = greatest(attempts - ${taken}, 0),
      failure = coalesce(${failure ?? null}, failure), due_at = now() + ${seconds(afterMs)}
    where kind = ${kind} and key = ${key} and claim = ${claim}`.execute(db);
  if (isCounted || numAffectedRows === 1n) return;
  // Another process has it by now, and counted this run.
  await sql`update job set attempts = greatest(attempts - 1, 0) where kind = ${kind} and key = ${key}`.execute(db);
}
