import { randomUUID } from "node:crypto";

import type { Role } from "@offgrid/contract/core/access";
import { commandLineId } from "@offgrid/contract/core/command-line";
import { type LocaleCode, defaultLocale } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { UserSetting } from "@offgrid/contract/users/users.schema";
import { sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { countServing, visibleContainers } from "../../calls/scope.ts";
import { isVisible } from "./people.scope.ts";

export async function current(db: Db, actor: Actor) {
  const person = await db
    .selectFrom("appUser")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .select([
      "appUser.id",
      "email",
      "emailVerified",
      "pendingEmail",
      "role",
      "firstName",
      "lastName",
      "phone",
      "avatar",
      "setting",
    ])
    .select("role.label")
    .where("appUser.id", "=", actor.userId)
    .executeTakeFirstOrThrow();
  return { ...person, containerCount: await countServing(db, actor) };
}

const commandLine: Record<LocaleCode, string> = {
  en: "the command line of the server",
  fr: "la ligne de commande du serveur",
};

/** The actor as others know them: by name, else by address. @param language Of whoever is told. */
export async function nameOf(db: Db, actor: Actor, language: LocaleCode = defaultLocale): Promise<string> {
  if (actor.userId === commandLineId) return commandLine[language];
  const { firstName, lastName } = await db
    .selectFrom("appUser")
    .select(["firstName", "lastName"])
    .where("id", "=", actor.userId)
    .executeTakeFirstOrThrow();
  return `${firstName} ${lastName}`.trim() || actor.email;
}

/**
 * The card of a person, with those of their containers that the actor sees too.
 * @throws Refusal not_found for people whom the actor does not see.
 */
export async function mustFindCard(db: Db, actor: Actor, email: string) {
  let query = db
    .selectFrom("appUser")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .select([
      "appUser.id",
      "avatar",
      "firstName",
      "lastName",
      "appUser.role",
      "phone",
      "emailVerified as verified",
      "lastSeenAt",
    ])
    .where("email", "=", email)
    .where(isVisible(db, actor));
  if (!actor.permissions.includes("users")) query = query.where("appUser.id", "=", actor.userId);
  const card = await query.executeTakeFirst();
  if (!card) throw new Refusal("not_found");
  return { ...card, containers: await sharedContainers(db, actor, card.id) };
}

/** Ids of the person's containers that the actor sees too, even if the person may not see them at present. */
export async function sharedContainers(db: Db, actor: Actor, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("containerScope")
    .select("containerId")
    .where("userId", "=", userId)
    .where("containerId", "in", visibleContainers(db, actor))
    .orderBy("containerId")
    .execute();
  return rows.map(({ containerId }) => containerId);
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
  /** Null: invited, chooses one later. */
  passwordHash: string | null;
  role: Role | null;
  firstName?: string;
  lastName?: string;
  phone?: string | null | undefined;
  emailVerified?: boolean;
  createdBy?: string;
  language?: LocaleCode;
}

/** Adds a person. @returns the id, or undefined when the address is taken. */
export async function insert(db: Db, { language, phone, ...user }: NewUser): Promise<string | undefined> {
  const row = await db
    .insertInto("appUser")
    .values({
      id: randomUUID(),
      emailVerified: true,
      setting: JSON.stringify(language ? { language } : {}),
      phone: phone || null,
      avatar: null,
      lastSeenAt: null,
      ...user,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Until the end of the transaction nobody else passes this point. @param lock A number that only this caller uses. */
export async function lockFor(db: Db, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(db);
}
