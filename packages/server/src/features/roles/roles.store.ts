import type { Db } from "../../core/db.ts";

export function list(db: Db) {
  return db
    .selectFrom("role")
    .selectAll("role")
    .select((eb) =>
      eb
        .selectFrom("appUser")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("appUser.effectiveRole", "=", "role.id")
        .as("userCount"),
    )
    .orderBy("role.priority")
    .execute();
}

/** Locked for the transaction. */
export function lock(db: Db, id: string) {
  return db.selectFrom("role").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

export interface RoleChange {
  label?: string | undefined;
  selectable?: boolean | undefined;
  disabled?: boolean | undefined;
  permissions?: Awaited<ReturnType<typeof list>>[number]["permissions"] | undefined;
  excludes?: string[] | undefined;
  twoStepRequired?: boolean | undefined;
  /** As JSON text. */
  starterBoard?: string | null | undefined;
}

/** Keys that are undefined stay. */
export async function update(db: Db, id: string, change: RoleChange): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return;
  await db.updateTable("role").set(given).where("id", "=", id).execute();
}

export async function peopleWith(db: Db, id: string): Promise<string[]> {
  const found = await db.selectFrom("appUser").select("id").where("effectiveRole", "=", id).execute();
  return found.map((row) => row.id);
}
