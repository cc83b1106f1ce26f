import type { Db } from "../../core/db.ts";

/** The settings of the whole portal; a setting that was never made is off. */
export async function setting(db: Db): Promise<{ registration: boolean }> {
  const rows = await db.selectFrom("portalSetting").selectAll().execute();
  return { registration: rows.some(({ name, value }) => name === "registration" && value) };
}

export async function save(db: Db, name: "registration", value: boolean): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto("portalSetting")
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: text }))
    .execute();
}
