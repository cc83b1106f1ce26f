import { sql } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";

import type { Clock } from "../core/clock.ts";
import { type Database, type Db, toTime } from "../core/db.ts";
import { HeldConnection } from "./held-connection.ts";

/** Sets these locks apart from others. */
const lockClass = "offgrid role";

/** Runs a transaction that commits only while this process holds the role. */
export type Write = <Result>(work: (tx: Db) => Promise<Result>) => Promise<Result>;

/** This process does not hold the role at the moment: nothing was written. */
export class LeaseLost extends Error {
  constructor(role: string) {
    super(`another process may hold the role ${role}`);
  }
}

/** A period in which this process is the one that holds a role. */
export interface Tenure {
  /** Epoch ms. */
  startedAtMs: number;
  /** False also while the lock's connection is down, which comes back with the role or without it. */
  isHeld(): boolean;
  /** Another process has the role, or this one gave it up: it does not come back. */
  isOver(): boolean;
  write: Write;
}

interface Options {
  database: Pick<Database, "db" | "address">;
  clock: Clock;
  log: Logger;
  role: string;
  onTaken(tenure: Tenure): void;
  /** Another process has the role: the tenure is over. */
  onLost(): void;
}

/**
 * A role that one process at a time may hold: an advisory lock on a dedicated connection. PostgreSQL releases it when
 * the process dies, and seconds later where the connection is half open. A lock alone does not keep a frozen process
 * from writing when it wakes up; so each holder has a term, and its tenure commits nothing once there is a newer one.
 */
export class RoleLease {
  readonly #options: Options;
  readonly #connection: HeldConnection;
  /** The lock is ours on the current connection. */
  #isLocked = false;
  /** The term in which this process last held the role and took up its work. */
  #term: number | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#connection = new HeldConnection({
      address: options.database.address,
      log: options.log,
      name: `role ${options.role}`,
      onUp: (client) => this.#tryToLock(client),
      onBeat: (client) => (this.#isLocked ? client.query("select 1") : this.#tryToLock(client)),
      onDown: () => (this.#isLocked = false),
    });
  }

  /** Resolves when the role was requested once. @throws whatever prevents the connection. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  /** Releases the role. Nothing may be written after this. */
  async stop(): Promise<void> {
    await this.#connection.stop();
    this.#isLocked = false;
    this.#term = undefined;
  }

  #tenure(term: number, startedAtMs: number): Tenure {
    const { database, role } = this.#options;
    const isHeld = () => this.#isLocked && this.#term === term;
    return {
      startedAtMs,
      isHeld,
      isOver: () => this.#term !== term,
      write: (work) =>
        database.db.transaction().execute(async (tx) => {
          if (!isHeld()) throw new LeaseLost(role);
          // Shared: the next holder begins its term when what is under way is committed.
          const { rows } = await sql<{ term: number }>`
            select term from role_lease where role = ${role} for share`.execute(tx);
          if (rows[0]?.term !== term) throw new LeaseLost(role);
          return work(tx);
        }),
    };
  }

  async #tryToLock(client: pg.Client): Promise<void> {
    const { role } = this.#options;
    const { rows } = await client.query<{ locked: boolean; term: string | null }>(
      `select pg_try_advisory_lock(hashtext('${lockClass}'), hashtext($1)) as locked,
        (select term from role_lease where role = $1) as term`,
      [role],
    );
    const found = rows[0];
    const isTakenFromUs = this.#term !== undefined && Number(found?.term) !== this.#term;
    if (isTakenFromUs) {
      this.#term = undefined;
      this.#options.onLost();
    }
    if (!found?.locked) return;
    if (this.#term === undefined) await this.#beginTerm(client);
    this.#isLocked = true;
  }

  async #beginTerm(client: pg.Client): Promise<void> {
    const { role, clock, onTaken } = this.#options;
    const startedAtMs = clock.now();
    const { rows } = await client.query<{ term: string }>(
      `insert into role_lease (role, term, since, holder) values ($1, 1, $2, $3)
       on conflict (role) do update set term = role_lease.term + 1, since = excluded.since, holder = excluded.holder
       returning term`,
      [role, new Date(startedAtMs), String(process.pid)],
    );
    const term = Number(rows[0]?.term);
    this.#term = term;
    this.#isLocked = true;
    onTaken(this.#tenure(term, startedAtMs));
  }
}

/** Since when the role has been held by its current or last holder; epoch ms. */
export async function heldSinceMs(db: Db, role: string): Promise<number | undefined> {
  const lease = await db.selectFrom("roleLease").select("since").where("role", "=", role).executeTakeFirst();
  return lease?.since.getTime();
}

/** Does a process hold the role now, whose term began at this instant or before? The row alone outlives who wrote it. */
export async function isHeldSince(db: Db, role: string, atMs: number): Promise<boolean> {
  // PostgreSQL shows the two halves of the lock without their signs.
  const half = (text: string) => sql`(hashtext(${text})::bigint & x'ffffffff'::bigint)`;
  const { rows } = await sql`
    select 1 from role_lease where role = ${role} and since <= ${toTime(atMs)} and exists (select 1 from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid::bigint = ${half(lockClass)} and l.objid::bigint = ${half(role)})`.execute(db);
  return rows.length > 0;
}
