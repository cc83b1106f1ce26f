import { commandLineId } from "@offgrid/contract/core/command-line";
import type pg from "pg";

/** What was issued to controllers since a backup is at most so much, for one of them. */
export const versionLeap = 10_000;

/**
 * What does not hold any more once time has gone on since a backup. Sessions and what belongs to them are in no backup; a
 * configuration that was issued later, and a newer release, the controllers still know.
 */
const rules: readonly { does: string; statements: readonly string[] }[] = [
  {
    does: "What became of commands that were open then nobody has noted; they are never sent late.",
    statements: [
      `update command set state = 'unknown', reason = 'no_answer', due_at = null, ended_at = now()
       where state in ('queued', 'sent', 'accepted')`,
      "update command_group set state = 'stopped', ended_at = now() where state = 'running'",
    ],
  },
  {
    does: "Messages that have waited for over an hour went out meanwhile, or come too late.",
    statements: [
      `update outbox set sealed = null, failure = 'not sent before the restore'
       where sealed is not null and created_at < now() - interval '1 hour'`,
      `update delivery set state = 'failed', reason = 'interrupted', due_at = null, ended_at = now()
       where due_at is not null and created_at < now() - interval '1 hour'`,
      `update report_sending set state = 'failed', reason = 'interrupted', try_at = null, claim = null
       where state = 'waiting' and due_at < now() - interval '1 hour'`,
    ],
  },
  {
    does: "Links to choose a password open once, and may have been used since.",
    statements: ["delete from mail_token where kind in ('reset', 'setup')"],
  },
  {
    does: "A number that a controller has seen with other settings is never used again.",
    statements: [
      `update container_config set version_floor = greatest(wanted_version, version, answered, version_floor) + ${versionLeap}`,
    ],
  },
  {
    does: "No release is offered that a newer one may have replaced since; people ask for it again.",
    statements: [
      `update upgrade_campaign_container set upgrade_id = null
       where upgrade_id in (select id from container_upgrade where state = 'gated')`,
      `update container_upgrade set state = 'cancelled', gates = '{}', due_at = null, ended_at = now() where state = 'gated'`,
      `update upgrade_campaign set state = 'halted', halt_cause = 'person', reason = 'Restored from a backup', changed_by = null
       where state in ('scheduled', 'running', 'soaking')`,
    ],
  },
  {
    does: "Whoever was at work on a job is not any more.",
    statements: ["update job set claim = null, due_at = least(due_at, now()) where claim is not null"],
  },
];

/** @param createdAt The instant of the backup, ISO 8601. */
export async function applyRules(client: pg.Client, createdAt: string): Promise<void> {
  for (const { statements } of rules) for (const statement of statements) await client.query(statement);
  await client.query(
    "insert into audit (at, user_id, action, target, result) values (now(), $1, 'backup_restored', $2, 'ok')",
    [commandLineId, createdAt],
  );
}
