import type { TokenScope } from "@offgrid/contract/api-tokens/api-tokens.schema";

import type { Db } from "../../core/db.ts";

/** A person's API tokens, the newest first. */
export function list(db: Db, userId: string) {
  return db
    .selectFrom("apiToken")
    .select(["id", "name", "hint", "permissions", "mayChange", "createdAt", "expiresAt", "lastUsedAt", "lastAddress"])
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
}
export type ApiToken = Awaited<ReturnType<typeof list>>[number];

/** How many a person has; the person is locked, so that two calls at once count each other's. */
export async function countLocked(tx: Db, userId: string): Promise<number> {
  await tx.selectFrom("appUser").select("id").where("id", "=", userId).forUpdate().execute();
  return (await list(tx, userId)).length;
}

export interface NewToken extends TokenScope {
  id: string;
  userId: string;
  name: string;
  tokenHash: Buffer;
  hint: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insert(tx: Db, token: NewToken): Promise<void> {
  await tx.insertInto("apiToken").values(token).execute();
}

/** @returns its name; undefined: this person has no such token. */
export async function remove(tx: Db, userId: string, id: string): Promise<string | undefined> {
  const removed = await tx
    .deleteFrom("apiToken")
    .where("userId", "=", userId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return removed?.name;
}
