import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { sessionIdleMs } from "@offgrid/contract/core/constants";

/** Kept per session, the newest ones. */
const credentialsPerSession = 20;

/**
 * Stores a credential of a session, and removes those that are expired or too many.
 * @throws Refusal signed_out where the session ended meanwhile
 */
export async function addCredential(
  db: Db,
  { passwordHash, sessionHash, untilMs }: { passwordHash: Buffer; sessionHash: Buffer; untilMs: number },
  nowMs: number,
): Promise<void> {
  const { rows } = await sql`
    with own as (select token_hash from session where token_hash = ${sessionHash} for key share)
    insert into live_credential (password_hash, session_hash, expires_at)
    select ${passwordHash}, token_hash, ${toTime(untilMs)} from own returning 1`.execute(db);
  if (rows.length === 0) throw new Refusal("signed_out");
  await sql`
    delete from live_credential c where c.session_hash = ${sessionHash} and (
      c.expires_at <= to_timestamp(${nowMs}::float8 / 1000) or c.password_hash not in (
        select password_hash from live_credential where session_hash = ${sessionHash}
        order by expires_at desc, password_hash limit ${credentialsPerSession}))`.execute(db);
}

/** The active session of this person that the credential belongs to. */
export async function findSession(
  db: Db,
  { passwordHash, userId }: { passwordHash: Buffer; userId: string },
  nowMs: number,
): Promise<{ sessionHash: Buffer; untilMs: number } | undefined> {
  const { rows } = await sql<{ sessionHash: Buffer; untilMs: number }>`
    select s.token_hash as session_hash, date_part('epoch', least(s.expires_at,
      s.last_used_at + ${sessionIdleMs / 1000} * interval '1 second',
      (select max(n.expires_at) from live_credential n where n.session_hash = s.token_hash))) * 1000 as until_ms
    from live_credential c join session s on s.token_hash = c.session_hash
    join app_user u on u.id = s.user_id and not u.disabled
    where c.password_hash = ${passwordHash} and u.id = ${userId}
      and c.expires_at > to_timestamp(${nowMs}::float8 / 1000)
      and s.expires_at > to_timestamp(${nowMs}::float8 / 1000)
      and s.last_used_at > to_timestamp(${nowMs - sessionIdleMs}::float8 / 1000)`.execute(db);
  return rows[0];
}
