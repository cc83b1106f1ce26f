import { frontVersion, mqttVersion, restVersion } from "@offgrid/contract/core/constants";
import { mailInLimits, type MailInOutcome } from "@offgrid/contract/tickets/ticket-mail-in";
import type { PortalHealth } from "@offgrid/contract/settings/settings.schema";
import type { SendingService } from "@offgrid/contract/settings/sending-services";
import { sql } from "kysely";

import { readBackupStates } from "../../backup/backup-state.store.ts";
import { busApplication } from "../../bus/postgres.bus.ts";
import type { Sending } from "../../config/config.sending.ts";
import type { Config } from "../../config/config.ts";
import { type Db, toTime } from "../../core/db.ts";
import { readSending } from "../../external/sending-outcomes.store.ts";
import { listMonths, monthStart } from "../../history/tiers/partitions.store.ts";
import { readSpace } from "../../postgres/disk-guard.ts";

/** How the portal and what it depends on are, as far as the database and this machine know. */

type Service = PortalHealth["services"][number];
type Problem = NonNullable<Service["problem"]>;

const mostTables = 8;

type RunningConfig = Config & Partial<Pick<Sending, "mailWay">>;

export async function readHealth(db: Db, config: RunningConfig, nowMs: number): Promise<PortalHealth> {
  const [about, first, services, sending, mail, comesIn, backup, largest, disk] = await Promise.all([
    readDatabase(db),
    readFirstMonth(db),
    readServices(db, config),
    readOutcomes(db, config),
    readMail(db),
    readMailIn(db, config, nowMs),
    readBackup(db, config),
    listLargest(db),
    // The disk of another machine is not known here.
    config.databaseUrl === undefined ? readSpace(config.dataDir).catch(() => null) : null,
  ]);
  const { postgres, schema, processes, ...data } = about;
  const own = { front: frontVersion, mqtt: mqttVersion, rest: restVersion, node: process.versions.node };
  return {
    versions: { ...own, postgres, schema },
    processes,
    services,
    sending,
    backup,
    mail: { way: wayOf(config), ...mail, comesIn },
    data: { isEmbedded: config.databaseUrl === undefined, ...data, readingsFrom: first, largest, disk },
  };
}

function wayOf({ mailWay, smtpUrl }: RunningConfig): PortalHealth["mail"]["way"] {
  if (mailWay === "none") return "none";
  return smtpUrl === undefined ? "files" : "server";
}

async function readDatabase(db: Db) {
  const { rows } = await sql<{
    postgres: string;
    schema: number;
    processes: number;
    databaseBytes: number;
    containers: number;
  }>`
    select current_setting('server_version') as postgres, (select max(version)::int from schema_migration) as schema,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = ${busApplication}) as processes,
      pg_database_size(current_database())::float8 as database_bytes,
      (select count(*)::int from container where removed_at is null and retired_at is null) as containers`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database says nothing of itself");
  return row;
}

/** @returns the beginning of the month of the oldest readings, ISO; null: there are none. */
async function readFirstMonth(db: Db): Promise<string | null> {
  const months = await Promise.all([listMonths(db, "frame"), listMonths(db, "sealed_day")]);
  const first = months.flat().toSorted((one, other) => one - other)[0];
  return first === undefined ? null : new Date(monthStart(first)).toISOString();
}

/** Tables with all their parts, the largest first. */
async function listLargest(db: Db): Promise<PortalHealth["data"]["largest"]> {
  const { rows } = await sql<{ table: string; bytes: number }>`
    select c.relname as table, sum(pg_total_relation_size(coalesce(part.relid, c.oid)))::float8 as bytes
    from pg_class c left join lateral pg_partition_tree(c.oid) as part on true
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by bytes desc, c.relname limit ${mostTables}`.execute(db);
  return rows;
}

async function readServices(db: Db, config: Config): Promise<Service[]> {
  const used: Service["service"][] = [
    config.openWeatherKey === undefined ? "open_meteo" : "openweather",
    ...(config.solcastToken === undefined ? [] : (["solcast"] as const)),
    ...(config.strapiUrl === undefined ? [] : (["strapi"] as const)),
  ];
  const { rows } = await sql<{
    service: Service["service"];
    answeredAt: Date | null;
    kind: Problem["kind"] | null;
    at: Date | null;
    retryAt: Date | null;
  }>`
    select used.service, answer.at as answered_at, p.problem as kind, p.at, p.retry_at
    from unnest(${used}::text[]) with ordinality as used (service, place)
      left join lateral (select max(fetched_at) as at from outside_answer
        where starts_with(key, used.service || ' ')) as answer on true
      left join outside_problem p on p.service = used.service and p.at > coalesce(answer.at, '-infinity')
    order by used.place`.execute(db);
  return rows.map(({ service, answeredAt, kind, at, retryAt }) => ({
    service,
    isOn: config.externalServices === "on",
    answeredAt: toIso(answeredAt),
    problem: kind && at && retryAt ? { kind, at: at.toISOString(), retryAt: retryAt.toISOString() } : null,
  }));
}

async function readOutcomes(db: Db, config: RunningConfig): Promise<PortalHealth["sending"]> {
  const { smsUrl, telegramToken, heartbeatUrl } = config;
  const isOn: Readonly<Record<SendingService, boolean>> = {
    mail: wayOf(config) === "server",
    sms: smsUrl !== undefined,
    telegram: telegramToken !== undefined,
    heartbeat: heartbeatUrl !== undefined,
  };
  return (await readSending(db)).map(({ service, doneAt, failedAt, problem }) => ({
    ...{ service, isOn: isOn[service], doneAt: toIso(doneAt), failedAt: toIso(failedAt), problem },
  }));
}

async function readBackup(db: Db, { backupDir }: Config): Promise<PortalHealth["backup"]> {
  const { backup, trial } = await readBackupStates(db);
  return {
    isOn: backupDir !== undefined,
    doneAt: toIso(backup.doneAt),
    bytes: backup.bytes,
    failedAt: toIso(backup.failedAt),
    failure: backup.failure,
    triedAt: toIso(trial.doneAt),
    trialFailedAt: toIso(trial.failedAt),
    trialFailure: trial.failure,
  };
}

async function readMailIn(
  db: Db,
  { mailIn, mqttTls }: Config,
  nowMs: number,
): Promise<PortalHealth["mail"]["comesIn"]> {
  if (!mailIn) return null;
  const { rows } = await sql<{ at: Date; outcome: MailInOutcome }>`select received_at as at, outcome
    from ticket_mail_in order by received_at desc limit 1`.execute(db);
  const counts = await sql<{ taken: number; refused: number }>`
    select count(*) filter (where outcome in ('message', 'ticket'))::int as taken,
      count(*) filter (where outcome = 'refused')::int as refused
    from ticket_mail_in where received_at > ${toTime(nowMs - mailInLimits.keptMs)}`.execute(db);
  const { taken = 0, refused = 0 } = counts.rows[0] ?? {};
  const [row] = rows;
  const last = row ? { at: row.at.toISOString(), outcome: row.outcome } : null;
  return { address: `ticket+…@${mailIn.domain}`, hasTls: mqttTls !== undefined, last, taken, refused };
}

async function readMail(db: Db): Promise<Omit<PortalHealth["mail"], "way" | "comesIn">> {
  const { rows } = await sql<{
    sentAt: Date | null;
    waiting: number;
    waitingSince: Date | null;
    failure: string | null;
  }>`
    select max(o.sent_at) as sent_at, count(*) filter (where o.sealed is not null)::int as waiting,
      min(o.created_at) filter (where o.sealed is not null) as waiting_since,
      (select j.failure from job j where j.kind = 'mail' and j.failure is not null order by j.due_at limit 1) as failure
    from outbox o`.execute(db);
  const { sentAt = null, waiting = 0, waitingSince = null, failure = null } = rows[0] ?? {};
  return { sentAt: toIso(sentAt), waiting, waitingSince: toIso(waitingSince), failure };
}

const toIso = (at: Date | null) => at?.toISOString() ?? null;
