import { PortalSetting, type PortalSettingName } from "@offgrid/contract/settings/settings.schema";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** Settings of the whole portal (`portal_setting`): a row for each that somebody changed. */

/** What nobody has changed, and no variable of the environment decides. */
export const usual = { registration: false, chartLinks: true };

const names = Object.keys(PortalSetting.shape) as PortalSettingName[];

/** What somebody changed, without what this version does not understand. */
export async function readChanged(db: Db): Promise<Partial<PortalSetting>> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select name, value from portal_setting where name = any(${names})`.execute(db);
  const parsed = rows.map(
    ({ name, value }) => [name, PortalSetting.shape[name as PortalSettingName].safeParse(value)] as const,
  );
  return Object.fromEntries(parsed.flatMap(([name, { success, data }]) => (success ? [[name, data]] : [])));
}

/** Those of the settings that are asked for in the middle of a call. */
export async function setting(db: Db): Promise<Pick<PortalSetting, keyof typeof usual>> {
  const { registration, chartLinks } = { ...usual, ...(await readChanged(db)) };
  return { registration, chartLinks };
}

export async function save(tx: Db, name: PortalSettingName, value: unknown): Promise<void> {
  await sql`insert into portal_setting (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(tx);
}

export async function undo(tx: Db, name: PortalSettingName): Promise<void> {
  await sql`delete from portal_setting where name = ${name}`.execute(tx);
}

/** Until the transaction ends, nobody else changes settings: two that fit together might not fit each other. */
export async function hold(tx: Db): Promise<void> {
  await sql`lock table portal_setting in share row exclusive mode`.execute(tx);
}
