import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import type { Actor } from "./actor.ts";
import { type Db, prepared } from "./db.ts";

/** Without a call for this long a session ends. */
export const sessionIdleMs = 12 * 3_600_000;
/** Without use for this long, acting asks who is there. */
export const pauseMs = 30 * 60_000;
/** The row is touched this often at most, so that reading stays reading. */
const touchEveryMs = 60_000;
/** 256 random bits as base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** A good token with another's name beside it: refused like any stranger, and told in the audit. */
export class ForeignUserId extends Refusal {
  readonly owner: Actor;
  constructor(owner: Actor) {
    super("signed_out");
    this.owner = owner;
  }
}

/**
 * Who stands behind the headers `X-Auth-Token` and `X-User-Id`. Identity comes from the token's row alone; the user id
 * only has to agree with it. Cookies are never read.
 * @throws Refusal signed_out, the same for a missing, doubled, unknown, expired or disagreeing header.
 */
export async function whoCalls(db: Db, headers: IncomingMessage["headersDistinct"], nowMs: number): Promise<Actor> {
  const [token, ...moreTokens] = headers["x-auth-token"] ?? [];
  const [userId, ...moreIds] = headers["x-user-id"] ?? [];
  if (!token || moreTokens.length > 0 || !tokenShape.test(token)) throw new Refusal("signed_out");
  const sessionHash = hashToken(token);
  const found = await db
    .selectFrom("session")
    .innerJoin("appUser", "appUser.id", "session.userId")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .modifyFront(prepared)
    .select([
      "appUser.id as userId",
      "appUser.email",
      "appUser.role",
      "role.priority",
      "role.permissions",
      "role.excludes",
      "role.containers",
      "role.twoStepRequired",
      "session.lastUsedAt",
      "session.confirmedAt",
      sql<boolean>`app_user.totp_sealed is not null`.as("twoStep"),
      sql<boolean>`exists (select 1 from passkey p where p.user_id = app_user.id)`.as("hasPasskey"),
    ])
    .where("session.tokenHash", "=", sessionHash)
    .where("session.expiresAt", ">", new Date(nowMs))
    .where("session.lastUsedAt", ">", new Date(nowMs - sessionIdleMs))
    .where("appUser.disabled", "=", false)
    .executeTakeFirst();
  if (!found) throw new Refusal("signed_out");
  const { lastUsedAt, confirmedAt, twoStepRequired, hasPasskey, ...person } = found;
  const actor = {
    ...person,
    mustSetUpTwoStep: twoStepRequired && !person.twoStep && !hasPasskey,
    sessionHash,
    confirmedAtMs: confirmedAt?.getTime() ?? 0,
    usedAtMs: lastUsedAt.getTime(),
  };
  if (actor.userId !== userId || moreIds.length > 0) throw new ForeignUserId(actor);
  return actor;
}

/** Someone is there: the session lives on. Writes once a minute at most. */
export async function touchSession(db: Db, actor: Actor, nowMs: number): Promise<void> {
  if (nowMs - actor.usedAtMs < touchEveryMs) return;
  const now = new Date(nowMs);
  await db
    .updateTable("session")
    // After a pause somebody else may sit there: who it is has to be proved before the next act.
    .set({ lastUsedAt: now, ...(nowMs - actor.usedAtMs >= pauseMs && { confirmedAt: null }) })
    .where("tokenHash", "=", actor.sessionHash)
    .execute();
  await db.updateTable("appUser").set({ lastSeenAt: now }).where("id", "=", actor.userId).execute();
}
