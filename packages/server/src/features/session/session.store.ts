import { randomBytes } from "node:crypto";

import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { hashToken } from "../../core/token-hash.ts";

const dayMs = 86_400_000;
const absoluteMs = { watching: 30 * dayMs, controlling: 7 * dayMs };
const sessionsPerUser = 10;
/** A network stays known for this long after a sign-in. */
const knownNetworkMs = 30 * dayMs;

/** For signing in: never leaves the server. */
export function findForLogin(db: Db, email: string) {
  return db
    .selectFrom("appUser")
    .select(["id", "email", "role", "passwordHash", "disabled", "emailVerified", "totpSealed"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** The password of someone who is signed in. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { passwordHash } = await db
    .selectFrom("appUser")
    .select("passwordHash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return passwordHash;
}

export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable("appUser").set({ passwordHash }).where("id", "=", userId).execute();
}

/** The person, locked for the transaction. */
export function lockPerson(db: Db, userId: string) {
  return db
    .selectFrom("appUser")
    .select(["id", "email", "emailVerified", "pendingEmail", "pendingEmailBy", "emailConsentDue"])
    .select(["role", "disabled", "passwordHash", "firstName", "setting"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function setVerified(db: Db, userId: string): Promise<void> {
  await db.updateTable("appUser").set({ emailVerified: true }).where("id", "=", userId).execute();
}

/** The pending address replaces the current one. @throws as PostgreSQL does when another person has it. */
export async function takePendingEmail(db: Db, userId: string, email: string): Promise<void> {
  await db
    .updateTable("appUser")
    .set({ email, emailVerified: true, pendingEmail: null, pendingEmailBy: null, emailConsentDue: false })
    .where("id", "=", userId)
    .execute();
}

/** The person agreed to the pending address, which makes it theirs; it still has to be confirmed. */
export async function agreeToEmail(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("appUser")
    .set({ emailConsentDue: false, pendingEmailBy: userId })
    .where("id", "=", userId)
    .execute();
}

/** For mails: who has this address. */
export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom("appUser")
    .select(["id", "email", "firstName", "passwordHash", "emailVerified", "disabled", "setting"])
    .where("email", "=", email)
    .executeTakeFirst();
}

export async function isKnownNetwork(db: Db, userId: string, network: string, nowMs: number): Promise<boolean> {
  const found = await db
    .selectFrom("loginNetwork")
    .select("userId")
    .where("userId", "=", userId)
    .where("network", "=", network)
    .where("succeededAt", ">", new Date(nowMs - knownNetworkMs))
    .executeTakeFirst();
  return found !== undefined;
}

export async function rememberNetwork(db: Db, userId: string, network: string, nowMs: number): Promise<void> {
  const succeededAt = new Date(nowMs);
  await db
    .insertInto("loginNetwork")
    .values({ userId, network, succeededAt })
    .onConflict((conflict) => conflict.columns(["userId", "network"]).doUpdateSet({ succeededAt }))
    .execute();
  await db
    .deleteFrom("loginNetwork")
    .where("userId", "=", userId)
    .where("succeededAt", "<", new Date(nowMs - knownNetworkMs))
    .execute();
}

/**
 * Opens a session for someone who just proved who they are; the person's oldest ends when they are too many.
 * @param provedAtMs When they proved it, where that was elsewhere and earlier.
 * @returns the token, which is nowhere stored.
 */
export async function openSession(
  db: Db,
  userId: string,
  nowMs: number,
  from: { address?: string | undefined; agent?: string | undefined } = {},
  provedAtMs = nowMs,
): Promise<{ token: string; expiresAt: Date; ended: Buffer[] }> {
  const token = randomBytes(32).toString("base64url");
  const now = new Date(nowMs);
  // Locked, so that two sign-ins at once see each other's sessions.
  const { permissions } = await db
    .selectFrom("appUser")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .select("role.permissions")
    .where("appUser.id", "=", userId)
    .forUpdate("appUser")
    .executeTakeFirstOrThrow();
  const controls = permissions.includes("control");
  const expiresAt = new Date(nowMs + (controls ? absoluteMs.controlling : absoluteMs.watching));
  await db
    .insertInto("session")
    .values({
      tokenHash: hashToken(token),
      userId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
      confirmedAt: new Date(Math.min(provedAtMs, nowMs)),
      address: from.address ?? null,
      agent: from.agent ?? null,
    })
    .execute();
  const surplus = db
    .selectFrom("session")
    .select("tokenHash")
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("tokenHash")
    .offset(sessionsPerUser);
  const ended = await db
    .deleteFrom("session")
    .where((where) => where.or([where("tokenHash", "in", surplus), where("expiresAt", "<=", now)]))
    .where("userId", "=", userId)
    .returning("tokenHash")
    .execute();
  await db.updateTable("appUser").set({ lastSeenAt: now }).where("id", "=", userId).execute();
  return { token, expiresAt, ended: ended.map((row) => row.tokenHash) };
}

/** @returns whose it was, for the audit; undefined: there was none. */
export async function endSession(db: Db, sessionHash: Buffer) {
  return db
    .deleteFrom("session")
    .using("appUser")
    .whereRef("appUser.id", "=", "session.userId")
    .where("session.tokenHash", "=", sessionHash)
    .returning(["appUser.id as userId", "appUser.email", "appUser.role"])
    .executeTakeFirst();
}

/** Ends one session by the name that lists give it. @returns its hash, or undefined when there is none. */
export async function endNamed(db: Db, userId: string, id: string): Promise<Buffer | undefined> {
  const ended = await db
    .deleteFrom("session")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .returning("tokenHash")
    .executeTakeFirst();
  return ended?.tokenHash;
}

/** A person's sessions that are open, the last used first. */
export function list(db: Db, userId: string, nowMs: number, idleMs: number) {
  return db
    .selectFrom("session")
    .select(["id", "tokenHash", "createdAt", "lastUsedAt", "expiresAt", "address", "agent"])
    .where("userId", "=", userId)
    .where("expiresAt", ">", new Date(nowMs))
    .where("lastUsedAt", ">", new Date(nowMs - idleMs))
    .orderBy("lastUsedAt", "desc")
    .execute();
}

/** The person proved again who they are. */
export async function confirm(db: Db, sessionHash: Buffer, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db
    .updateTable("session")
    .set({ confirmedAt: now, lastUsedAt: now })
    .where("tokenHash", "=", sessionHash)
    .execute();
}

/** Is there anybody who can sign in? */
export async function hasPeople(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select 1 from app_user where not disabled) as found`.execute(db);
  return rows[0]?.found ?? false;
}
