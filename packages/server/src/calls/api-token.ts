import type { IncomingMessage } from "node:http";

import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "./actor.ts";
import { callerColumns } from "./caller-columns.ts";
import { type Db, prepared } from "../core/db.ts";
import { hashToken } from "../core/token-hash.ts";

/** Tells secret scanners, and people who find one, what it is. */
export const apiTokenPrefix = "ogp_";
/** 256 random bits as base64url behind the prefix. */
const shape = new RegExp(`^Bearer (${apiTokenPrefix}[A-Za-z0-9_-]{43})$`, "i");
/** The row is updated at most this often, so that reading stays reading. */
const touchEveryMs = 60_000;

/**
 * The token that the header `Authorization` names, as it is stored.
 * @returns undefined without the header.
 * @throws Refusal signed_out: it is no token, comes twice, or with a session beside it, so that it is not clear who calls.
 */
export function presentedApiToken(headers: IncomingMessage["headersDistinct"]): Buffer | undefined {
  const [given, ...more] = headers["authorization"] ?? [];
  if (given === undefined) return undefined;
  const token = shape.exec(given)?.[1];
  if (token === undefined || more.length > 0 || headers["x-auth-token"] !== undefined) throw new Refusal("signed_out");
  return hashToken(token);
}

/**
 * For whom a program calls: its owner, with the rights that both the owner has now and the token was made for.
 * @throws Refusal signed_out, the same for an unknown, removed or expired token and a disabled owner.
 */
export async function whoseToken(db: Db, tokenHash: Buffer, nowMs: number): Promise<Actor> {
  const found = await db
    .selectFrom("apiToken")
    .innerJoin("appUser", "appUser.id", "apiToken.userId")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .modifyFront(prepared)
    .select([
      ...callerColumns,
      "apiToken.name",
      "apiToken.permissions as lent",
      "apiToken.mayChange",
      "apiToken.lastUsedAt",
    ])
    .where("apiToken.tokenHash", "=", tokenHash)
    .where("apiToken.expiresAt", ">", new Date(nowMs))
    .where("appUser.disabled", "=", false)
    .executeTakeFirst();
  if (!found) throw new Refusal("signed_out");
  const { name, lent, mayChange, lastUsedAt, permissions, ...person } = found;
  const both = lent.filter((permission) => permissions.includes(permission));
  return {
    ...person,
    permissions: both,
    sessionHash: tokenHash,
    // A program cannot prove who sits there: a handler that asks for it refuses.
    confirmedAtMs: 0,
    usedAtMs: lastUsedAt?.getTime() ?? 0,
    apiToken: { name, permissions: both, mayChange },
  };
}

/** Notes when and from where a token was used. Writes at most once a minute. */
export async function touchApiToken(db: Db, actor: Actor, address: string, nowMs: number): Promise<void> {
  if (nowMs - actor.usedAtMs < touchEveryMs) return;
  await db
    .updateTable("apiToken")
    .set({ lastUsedAt: new Date(nowMs), lastAddress: address })
    .where("tokenHash", "=", actor.sessionHash)
    .execute();
}

/** Whoever lost control of an account may have left tokens behind. @returns how many there were. */
export async function removeApiTokens(db: Db, userId: string): Promise<number> {
  return (await db.deleteFrom("apiToken").where("userId", "=", userId).returning("id").execute()).length;
}
