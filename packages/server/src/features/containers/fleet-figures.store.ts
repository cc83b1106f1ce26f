import { openStates } from "@offgrid/contract/commands/command-moves";
import { containerLink, containerLinks } from "@offgrid/contract/containers/container-link";
import { sql } from "kysely";

import { readBackupStates } from "../../backup/backup-state.store.ts";
import type { Db } from "../../core/db.ts";
import { Now } from "../../core/now.ts";
import { type LinkState, containerStatus } from "./container-status.ts";

const severities = ["info", "warning", "critical"] as const;

/** Figures about the whole portal for monitoring, by name with labels. What there is none of is 0, since it was counted. */
export async function readFleetFigures(
  db: Db,
  { nowMs, portalStartedAtMs }: { nowMs: number; portalStartedAtMs: number },
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const status of containerLinks) figures[`containers{status="${status}"}`] = 0;
  for (const severity of severities) figures[`warnings_open{severity="${severity}"}`] = 0;
  for (const state of openStates) figures[`commands_open{state="${state}"}`] = 0;
  const add = (name: string, count = 1) => (figures[name] = (figures[name] ?? 0) + count);
  const now = new Now(nowMs);
  for (const link of await listLinks(db)) {
    const status = containerStatus(link, now, portalStartedAtMs);
    add(`containers{status="${containerLink({ status, lastSeen: link.lastContactAt })}"}`);
  }
  const { rows } = await sql<{ kind: "warnings_open" | "commands_open"; of: string; count: number }>`
    select 'warnings_open' as kind, severity as of, count(*)::int as count from warning
      where cleared_at is null and not is_shadow group by severity
    union all select 'commands_open', state, count(*)::int from command
      where state = any(${[...openStates]}::text[]) group by state`.execute(db);
  for (const { kind, of, count } of rows)
    add(`${kind}{${kind === "warnings_open" ? "severity" : "state"}="${of}"}`, count);
  return { ...figures, ...(await readWaiting(db, nowMs)), ...(await readBackups(db, nowMs)) };
}

async function listLinks(db: Db): Promise<LinkState[]> {
  const { rows } = await sql<LinkState>`
    select coalesce(l.linked, false) as linked, l.last_contact_at, c.offline_after_s, c.just_offline_s
    from container c left join container_latest l on l.container_id = c.id
    where c.removed_at is null and c.retired_at is null`.execute(db);
  return rows;
}

/** What was never done has no age. */
async function readBackups(db: Db, nowMs: number): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [what, { doneAt, bytes, failedAt }] of Object.entries(await readBackupStates(db))) {
    figures[`backup_failing{what="${what}"}`] = failedAt === null ? 0 : 1;
    if (doneAt !== null) figures[`backup_age_seconds{what="${what}"}`] = Math.round((nowMs - doneAt.getTime()) / 1_000);
    if (what === "backup" && bytes !== null) figures["backup_bytes"] = bytes;
  }
  return figures;
}

async function readWaiting(db: Db, nowMs: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ mails: number; oldestMs: number | null; late: number }>`
    select count(*)::int as mails, (date_part('epoch', min(created_at)) * 1000)::float8 as oldest_ms,
      (select count(*)::int from job where failure is not null) as late
    from outbox where sealed is not null`.execute(db);
  const { mails = 0, oldestMs = null, late = 0 } = rows[0] ?? {};
  const ageS = oldestMs === null ? 0 : Math.max(0, Math.round((nowMs - oldestMs) / 1_000));
  return { mails_waiting: mails, mails_waiting_seconds: ageS, jobs_late: late };
}
