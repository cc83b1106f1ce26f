import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { Refusal } from "@offgrid/contract/core/refusal";

import { type Actor, rightsOf } from "./actor.ts";
import { type Db, prepared } from "./db.ts";

/** Without a call for this long a session ends. */
export const sessionIdleMs = 12 * 3_600_000;
/** The row is touched this often at most, so that reading stays reading. */
const touchEveryMs = 60_000;
/** 256 random bits as base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Who stands behind the headers `X-Auth-Token` and `X-User-Id`. Identity comes from the token's row alone; the user id
 * only has to agree with it. Cookies are never read.
 * @throws Refusal signed_out, the same for a missing, doubled, unknown, expired or disagreeing header.
 */
export async function whoCalls(db: Db, headers: IncomingMessage["headersDistinct"], nowMs: number): Promise<Actor> {
  const [token, ...moreTokens] = headers["x-auth-token"] ?? [];
  const [userId, ...moreIds] = headers["x-user-id"] ?? [];
  if (!token || !userId || moreTokens.length > 0 || moreIds.length > 0 || !tokenShape.test(token)) {
    throw new Refusal("signed_out");
  }
  const sessionHash = hashToken(token);
  const found = await db
    .selectFrom("session")
    .innerJoin("appUser", "appUser.id", "session.userId")
    .modifyFront(prepared)
    .select(["appUser.id", "appUser.email", "appUser.role", "session.lastUsedAt"])
    .where("session.tokenHash", "=", sessionHash)
    .where("session.expiresAt", ">", new Date(nowMs))
    .where("session.lastUsedAt", ">", new Date(nowMs - sessionIdleMs))
    .where("appUser.disabled", "=", false)
    .executeTakeFirst();
  if (!found || found.id !== userId) throw new Refusal("signed_out");
  if (nowMs - found.lastUsedAt.getTime() >= touchEveryMs) await touch(db, sessionHash, found.id, nowMs);
  return { userId: found.id, email: found.email, role: found.role, ...rightsOf(found.role), sessionHash };
}

async function touch(db: Db, sessionHash: Buffer, userId: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await db.updateTable("session").set({ lastUsedAt: now }).where("tokenHash", "=", sessionHash).execute();
  await db.updateTable("appUser").set({ lastSeenAt: now }).where("id", "=", userId).execute();
}
