import { createHash } from "node:crypto";

import type { Db } from "../../core/db.ts";
import type { Tables } from "../../core/tables.ts";

/** Two-step state of a person, locked for the transaction, so that a code is used once. */
export function lockTotp(db: Db, userId: string) {
  return db
    .selectFrom("appUser")
    .select(["email", "totpSealed", "totpPendingSealed", "totpLastStep"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setPendingTotp(db: Db, userId: string, sealed: Buffer): Promise<void> {
  await db.updateTable("appUser").set({ totpPendingSealed: sealed }).where("id", "=", userId).execute();
}

export async function switchTotpOn(db: Db, userId: string, sealed: Buffer, step: number): Promise<void> {
  await db
    .updateTable("appUser")
    .set({ totpSealed: sealed, totpPendingSealed: null, totpLastStep: step })
    .where("id", "=", userId)
    .execute();
}

export async function switchTotpOff(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("appUser")
    .set({ totpSealed: null, totpPendingSealed: null, totpLastStep: 0 })
    .where("id", "=", userId)
    .execute();
  await db.deleteFrom("recoveryCode").where("userId", "=", userId).execute();
}

export async function useTotpStep(db: Db, userId: string, step: number): Promise<void> {
  await db.updateTable("appUser").set({ totpLastStep: step }).where("id", "=", userId).execute();
}

/** Replaces the previous codes. */
export async function setRecoveryCodes(db: Db, userId: string, codes: readonly string[]): Promise<void> {
  await db.deleteFrom("recoveryCode").where("userId", "=", userId).execute();
  await db
    .insertInto("recoveryCode")
    .values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
    .execute();
}

/** @returns whether it was a valid code; it is used up then. */
export async function useRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const used = await db
    .deleteFrom("recoveryCode")
    .where("userId", "=", userId)
    .where("codeHash", "=", hashOf(code))
    .returning("userId")
    .executeTakeFirst();
  return used !== undefined;
}

/** However it was typed: dashes, blanks and capitals are ignored. */
function hashOf(code: string): Buffer {
  return createHash("sha256")
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))
    .digest();
}

export async function keepChallenge(db: Db, challenge: string, userId: string | null, nowMs: number, lifeMs: number) {
  await db.deleteFrom("passkeyChallenge").where("expiresAt", "<=", new Date(nowMs)).execute();
  await db
    .insertInto("passkeyChallenge")
    .values({ challenge, userId, expiresAt: new Date(nowMs + lifeMs) })
    .execute();
}

/** Uses a challenge up, whatever comes of it. @returns whether it was open, and for this person's new passkey or for none's. */
export async function useChallenge(db: Db, challenge: string, userId: string | null, nowMs: number): Promise<boolean> {
  const used = await db
    .deleteFrom("passkeyChallenge")
    .where("challenge", "=", challenge)
    .returning(["userId", "expiresAt"])
    .executeTakeFirst();
  return used !== undefined && used.userId === userId && used.expiresAt.getTime() > nowMs;
}

export function listPasskeys(db: Db, userId: string) {
  return db
    .selectFrom("passkey")
    .select(["id", "name", "createdAt", "lastUsedAt", "transports"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .execute();
}

export function findPasskey(db: Db, id: string) {
  return db
    .selectFrom("passkey")
    .innerJoin("appUser", "appUser.id", "passkey.userId")
    .select([
      "passkey.id",
      "passkey.publicKey",
      "passkey.counter",
      "appUser.id as userId",
      "appUser.email",
      "appUser.role",
    ])
    .where("passkey.id", "=", id)
    .where("appUser.disabled", "=", false)
    .executeTakeFirst();
}

/** @returns false when the counter advanced meanwhile. */
export async function countPasskey(db: Db, id: string, from: number, to: number, nowMs: number): Promise<boolean> {
  const moved = await db
    .updateTable("passkey")
    .set({ counter: to, lastUsedAt: new Date(nowMs) })
    .where("id", "=", id)
    .where("counter", "=", from)
    .returning("id")
    .executeTakeFirst();
  return moved !== undefined;
}

export async function insertPasskey(db: Db, row: Omit<Tables["passkey"], "lastUsedAt">): Promise<boolean> {
  const made = await db
    .insertInto("passkey")
    .values({ ...row, lastUsedAt: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("passkey")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}
