import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { hashToken } from "../../core/token-hash.ts";
import type { Begun } from "./provider.ts";

/** Sign-ins at the organisation's provider that are under way (`provider_attempt`), and who people are there. */

const attemptMs = 10 * 60_000;
const purposeOf = (stateHash: Buffer) => `provider attempt ${stateHash.toString("hex")}`;

interface Attempt extends Begun {
  /** What only the browser knows that began. */
  key: string;
  /** The session to be confirmed; null: a sign-in. */
  sessionHash: Buffer | null;
}

export async function keepAttempt(
  tx: Db,
  box: SecretBox,
  { state, key, sessionHash, nonce, verifier }: Attempt,
  nowMs: number,
): Promise<void> {
  const stateHash = hashToken(state);
  const sealed = box.seal(JSON.stringify({ nonce, verifier }), purposeOf(stateHash));
  await sql`delete from provider_attempt where created_at < ${toTime(nowMs - attemptMs)}`.execute(tx);
  await sql`insert into provider_attempt (state_hash, key_hash, sealed, session_hash, created_at)
    values (${stateHash}, ${hashToken(key)}, ${sealed}, ${sessionHash}, ${toTime(nowMs)})`.execute(tx);
}

/**
 * Uses up what was begun, whatever comes of it.
 * @returns undefined: nothing was begun with this state and key, or too long ago, or it was for another session.
 */
export async function takeAttempt(
  db: Db,
  box: SecretBox,
  { state, key, sessionHash }: Pick<Attempt, "state" | "key" | "sessionHash">,
  nowMs: number,
): Promise<(Begun & { beganAtMs: number }) | undefined> {
  const stateHash = hashToken(state);
  const { rows } = await sql<{ keyHash: Buffer; sealed: Buffer; sessionHash: Buffer | null; createdAt: Date }>`
    delete from provider_attempt where state_hash = ${stateHash} returning key_hash, sealed, session_hash, created_at`.execute(
    db,
  );
  const [row] = rows;
  if (!row?.keyHash.equals(hashToken(key)) || nowMs - row.createdAt.getTime() > attemptMs) return undefined;
  if (sessionHash === null ? row.sessionHash !== null : !row.sessionHash?.equals(sessionHash)) return undefined;
  const { nonce, verifier } = JSON.parse(box.open(row.sealed, purposeOf(stateHash))) as Omit<Begun, "state">;
  return { state, nonce, verifier, beganAtMs: row.createdAt.getTime() };
}

interface Identity {
  issuer: string;
  subject: string;
}

/** @returns the id of the person who is this one at the provider. */
export async function findByIdentity(db: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from person_identity where issuer = ${issuer} and subject = ${subject}`.execute(db);
  return rows[0]?.userId;
}

/** @returns whether it is theirs now: a person is one there, and one there is one person. */
export async function link(tx: Db, userId: string, { issuer, subject }: Identity, nowMs: number): Promise<boolean> {
  const { rows } = await sql`insert into person_identity (issuer, subject, user_id, linked_at)
    values (${issuer}, ${subject}, ${userId}, ${toTime(nowMs)}) on conflict do nothing returning 1`.execute(tx);
  return rows.length === 1;
}
