import { randomBytes, randomUUID } from "node:crypto";

import type { Role } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { UserSetting } from "@offgrid/contract/users/users.schema";
import { sql } from "kysely";

import { type Actor, rightsOf } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { visibleContainers } from "../../core/scope.ts";
import { hashToken } from "../../core/session.ts";

const dayMs = 86_400_000;
const absoluteMs = { watching: 30 * dayMs, controlling: 7 * dayMs };
const sessionsPerUser = 10;

/** For the sign-in: never leaves the server. */
export function findForLogin(db: Db, email: string) {
  return db
    .selectFrom("appUser")
    .select(["id", "role", "passwordHash"])
    .where("email", "=", email)
    .where("disabled", "=", false)
    .executeTakeFirst();
}

/** Opens a session; the person's oldest ends when they are too many. @returns the token, which is nowhere stored. */
export async function openSession(
  db: Db,
  user: { id: string; role: string | null },
  nowMs: number,
): Promise<{ token: string; expiresAt: Date; ended: Buffer[] }> {
  const token = randomBytes(32).toString("base64url");
  const now = new Date(nowMs);
  const controls = rightsOf(user.role).permissions.includes("control");
  const expiresAt = new Date(nowMs + (controls ? absoluteMs.controlling : absoluteMs.watching));
  // Locked, so that two sign-ins at once see each other's sessions.
  await db.selectFrom("appUser").select("id").where("id", "=", user.id).forUpdate().execute();
  await db
    .insertInto("session")
    .values({ tokenHash: hashToken(token), userId: user.id, createdAt: now, lastUsedAt: now, expiresAt })
    .execute();
  const surplus = db
    .selectFrom("session")
    .select("tokenHash")
    .where("userId", "=", user.id)
    .orderBy("createdAt", "desc")
    .orderBy("tokenHash")
    .offset(sessionsPerUser);
  const ended = await db
    .deleteFrom("session")
    .where((where) => where.or([where("tokenHash", "in", surplus), where("expiresAt", "<=", now)]))
    .where("userId", "=", user.id)
    .returning("tokenHash")
    .execute();
  await db.updateTable("appUser").set({ lastSeenAt: now }).where("id", "=", user.id).execute();
  return { token, expiresAt, ended: ended.map((row) => row.tokenHash) };
}

export async function endSession(db: Db, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom("session").where("tokenHash", "=", sessionHash).execute();
}

export async function current(db: Db, actor: Actor) {
  const { count: containerCount } = await db
    .selectFrom(visibleContainers(db, actor).as("seen"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const person = await db
    .selectFrom("appUser")
    .select(["id", "email", "emailVerified", "role", "firstName", "lastName", "phone", "avatar"])
    .where("id", "=", actor.userId)
    .executeTakeFirstOrThrow();
  return { ...person, containerCount };
}

/**
 * The card of a person and those of their containers that the actor sees, too.
 * @throws Refusal not_found when the actor shares no container with them (unless the actor sees all).
 */
export async function mustFindCard(db: Db, actor: Actor, email: string) {
  const card = await db
    .selectFrom("appUser")
    .select(["id", "avatar", "firstName", "lastName", "role", "phone", "emailVerified", "lastSeenAt"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (!card) throw new Refusal("not_found");
  const isOwn = card.id === actor.userId;
  if (!isOwn && !actor.permissions.includes("users")) throw new Refusal("not_found");
  let seen = db.selectFrom("container").select("id").where("id", "in", visibleContainers(db, actor)).orderBy("id");
  if (rightsOf(card.role).containers === "assigned") {
    const assigned = db.selectFrom("containerUser").select("containerId").where("userId", "=", card.id);
    seen = seen.where("id", "in", assigned);
  }
  const containers = (await seen.execute()).map((row) => row.id);
  if (!isOwn && actor.containers !== "all" && containers.length === 0) throw new Refusal("not_found");
  return { ...card, containers };
}

export async function setting(db: Db, userId: string): Promise<UserSetting> {
  const row = await db.selectFrom("appUser").select("setting").where("id", "=", userId).executeTakeFirstOrThrow();
  return row.setting;
}

/** Merges by key. @throws Refusal too_large beyond 256 KiB in all. */
export async function mergeSetting(db: Db, userId: string, changes: UserSetting): Promise<UserSetting> {
  const row = await db
    .updateTable("appUser")
    .set({ setting: sql`setting || ${JSON.stringify(changes)}::jsonb` })
    .where("id", "=", userId)
    .returning(["setting", sql<number>`octet_length(setting::text)`.as("size")])
    .executeTakeFirstOrThrow();
  if (row.size > 256 * 1024) throw new Refusal("too_large");
  return row.setting;
}

export interface NewUser {
  email: string;
  passwordHash: string;
  role: Role | null;
  firstName?: string;
  lastName?: string;
}

/** Adds a person. @returns the id, or undefined when the address is taken. */
export async function insert(db: Db, user: NewUser): Promise<string | undefined> {
  const row = await db
    .insertInto("appUser")
    .values({
      id: randomUUID(),
      emailVerified: true,
      setting: "{}",
      phone: null,
      avatar: null,
      lastSeenAt: null,
      ...user,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** How many accounts can be signed in to. */
export async function countEnabled(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom("appUser")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("disabled", "=", false)
    .executeTakeFirstOrThrow();
  return total;
}
