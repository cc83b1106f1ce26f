import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** What each setting of the whole portal is until somebody changes it. */
const usual = { registration: false, chartLinks: true };
export type PortalSetting = typeof usual;
export const settingNames = Object.keys(usual) as (keyof PortalSetting)[];

export async function setting(db: Db): Promise<PortalSetting> {
  const { rows } = await sql<{ all: Partial<PortalSetting> | null }>`
    select jsonb_object_agg(name, value) as all from portal_setting`.execute(db);
  return { ...usual, ...rows[0]?.all };
}

export async function save(db: Db, name: keyof PortalSetting, value: boolean): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto("portalSetting")
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: text }))
    .execute();
}
