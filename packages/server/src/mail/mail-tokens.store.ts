import { randomBytes } from "node:crypto";

import type { Db } from "../core/db.ts";
import { hashToken } from "../core/token-hash.ts";

export type TokenKind = "invite" | "verify" | "reset" | "setup" | "consent";

const hourMs = 3_600_000;
export const tokenLifeMs: Readonly<Record<TokenKind, number>> = {
  invite: 24 * hourMs,
  verify: 24 * hourMs,
  consent: 24 * hourMs,
  reset: hourMs / 2,
  setup: hourMs / 4,
};

const randomToken = () => randomBytes(32).toString("base64url");

/**
 * Makes a token for a link; earlier ones of the same kind and person expire.
 * @param tokenUntil The token of a link that ends then: 256 bits that nobody can guess.
 * @returns the token, stored nowhere.
 */
export async function make(
  db: Db,
  kind: TokenKind,
  whose: { userId: string | null; email: string | null },
  nowMs: number,
  tokenUntil: (expiresAt: Date) => string = randomToken,
): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(nowMs + tokenLifeMs[kind]);
  const token = tokenUntil(expiresAt);
  await db
    .deleteFrom("mailToken")
    .where((where) =>
      where.or([
        where("expiresAt", "<=", new Date(nowMs)),
        where.and([where("kind", "=", kind), where("userId", "is not distinct from", whose.userId)]),
      ]),
    )
    .execute();
  await db
    .insertInto("mailToken")
    .values({ tokenHash: hashToken(token), kind, expiresAt, ...whose })
    .execute();
  return { token, expiresAt };
}

/** The token of this kind that is nobody's and still valid after that instant, without using it up. */
export function findOpen(db: Db, kind: TokenKind, afterMs: number) {
  return db
    .selectFrom("mailToken")
    .select(["tokenHash", "expiresAt"])
    .where("kind", "=", kind)
    .where("userId", "is", null)
    .where("expiresAt", ">", new Date(afterMs))
    .executeTakeFirst();
}

/** Whose token it is, without using it up; undefined when it has expired. */
export function peek(db: Db, token: string, kinds: readonly TokenKind[], nowMs: number) {
  return db
    .selectFrom("mailToken")
    .select(["kind", "userId", "email"])
    .where("tokenHash", "=", hashToken(token))
    .where("kind", "in", [...kinds])
    .where("expiresAt", ">", new Date(nowMs))
    .executeTakeFirst();
}

/** Uses a token up: of two simultaneous uses one succeeds. */
export function use(db: Db, token: string, kinds: readonly TokenKind[], nowMs: number) {
  return db
    .deleteFrom("mailToken")
    .where("tokenHash", "=", hashToken(token))
    .where("kind", "in", [...kinds])
    .where("expiresAt", ">", new Date(nowMs))
    .returning(["kind", "userId", "email"])
    .executeTakeFirst();
}

/** Invalidates the person's links of these kinds. */
export async function forget(db: Db, userId: string, kinds: readonly TokenKind[]): Promise<void> {
  await db
    .deleteFrom("mailToken")
    .where("userId", "=", userId)
    .where("kind", "in", [...kinds])
    .execute();
}

/** Invalidates the links about other addresses than the person's present one, which may still wait for its own. */
export async function forgetNewAddresses(db: Db, userId: string): Promise<void> {
  const present = db.selectFrom("appUser").select("appUser.email").where("id", "=", userId);
  await db
    .deleteFrom("mailToken")
    .where("userId", "=", userId)
    .where("kind", "in", ["verify", "consent"])
    .where("email", "is distinct from", present)
    .execute();
}
