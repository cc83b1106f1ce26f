import type { IncomingMessage } from "node:http";

import { sessionIdleMs } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import type { Actor } from "./actor.ts";
import { callerColumns } from "./caller-columns.ts";
import { compiledOnce, type Db, prepared } from "../core/db.ts";
import { hashToken } from "../core/token-hash.ts";

/** After this long without use, acting requires a new confirmation. */
export const pauseMs = 30 * 60_000;
/** The row is updated at most this often, so that reading stays reading. */
const touchEveryMs = 60_000;
/** 256 random bits as base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Names a session among the parts of the portal; cannot be used to sign in. */
export function sessionKey(sessionHash: Buffer): string {
  return sessionHash.toString("hex");
}

/** A valid token with someone else's user id: refused like any stranger, and recorded in the audit. */
export class ForeignUserId extends Refusal {
  readonly owner: Actor;
  constructor(owner: Actor) {
    super("signed_out");
    this.owner = owner;
  }
}

/** The session that the header `X-Auth-Token` names, as it is stored; undefined: the header is missing, duplicate or no token. */
export function presentedSession(headers: IncomingMessage["headersDistinct"]): Buffer | undefined {
  const [token, ...moreTokens] = headers["x-auth-token"] ?? [];
  return token && moreTokens.length === 0 && tokenShape.test(token) ? hashToken(token) : undefined;
}

const readCaller = compiledOnce((db, sessionHash: Buffer, now: Date, idleSince: Date) =>
  db
    .selectFrom("session")
    .innerJoin("appUser", "appUser.id", "session.userId")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .modifyFront(prepared)
    .select([...callerColumns, "session.lastUsedAt", "session.confirmedAt"])
    .where("session.tokenHash", "=", sessionHash)
    .where("session.expiresAt", ">", now)
    .where("session.lastUsedAt", ">", idleSince)
    .where("appUser.disabled", "=", sql.lit(false)),
);

/**
 * Whose session it is, with the rights that apply now.
 * @throws Refusal signed_out, the same for an unknown or expired session and a disabled account.
 */
export async function whoseSession(db: Db, sessionHash: Buffer, nowMs: number): Promise<Actor> {
  const [found] = await readCaller(db, sessionHash, new Date(nowMs), new Date(nowMs - sessionIdleMs));
  if (!found) throw new Refusal("signed_out");
  const { lastUsedAt, confirmedAt, ...person } = found;
  return { ...person, sessionHash, confirmedAtMs: confirmedAt?.getTime() ?? 0, usedAtMs: lastUsedAt.getTime() };
}

/**
 * Whose session it is. Identity comes from its row alone; the user id of the header `X-User-Id` only has to match it.
 * Cookies are never read.
 * @throws Refusal signed_out, as `whoseSession` does, and the same for a missing, duplicate or mismatched user id.
 */
export async function whoCalls(
  db: Db,
  sessionHash: Buffer,
  headers: IncomingMessage["headersDistinct"],
  nowMs: number,
): Promise<Actor> {
  const [userId, ...moreIds] = headers["x-user-id"] ?? [];
  const actor = await whoseSession(db, sessionHash, nowMs);
  if (actor.userId !== userId || moreIds.length > 0) throw new ForeignUserId(actor);
  return actor;
}

/** Keeps the session alive. Writes at most once a minute. */
export async function touchSession(db: Db, actor: Actor, nowMs: number): Promise<void> {
  if (nowMs - actor.usedAtMs < touchEveryMs) return;
  const now = new Date(nowMs);
  await db
    .updateTable("session")
    // After a pause somebody else may be at the screen: identity has to be proved again before the next change.
    .set({ lastUsedAt: now, ...(nowMs - actor.usedAtMs >= pauseMs && { confirmedAt: null }) })
    .where("tokenHash", "=", actor.sessionHash)
    .execute();
  await db.updateTable("appUser").set({ lastSeenAt: now }).where("id", "=", actor.userId).execute();
}

/** Ends a person's sessions, except one that may stay. @returns those that ended. */
export async function endSessions(db: Db, userId: string, but?: Buffer): Promise<Buffer[]> {
  let query = db.deleteFrom("session").where("userId", "=", userId);
  if (but) query = query.where("tokenHash", "!=", but);
  const ended = await query.returning("tokenHash").execute();
  return ended.map((row) => row.tokenHash);
}
