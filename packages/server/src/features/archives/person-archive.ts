import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { auditColumns, auditPages } from "../audit/audit.handlers.ts";
import type { Entry, Tally } from "./archive.ts";
import { writtenTickets } from "./container-archive.ts";
import { paged } from "./paged.ts";

/** Whatever the portal has of a person; never what they sign in with. */
export async function* personFiles(db: Db, userId: string, tally: Tally): AsyncGenerator<Entry> {
  yield tally.json("account", "account.json", () => readAccount(db, userId));
  for (const { kind, from, names, id } of tablesOf(userId)) {
    const columns = sql.join(names.map((name) => sql.ref(`one.${name}`)));
    const listed = { from, columns, at: sql.ref(`one.${names[0]}`), id: id ?? sql.ref("one.id") };
    yield tally.sheet(kind, `${kind}.csv`, names, paged(db, listed));
  }
  const tickets = sql`ticket t where t.author_id = ${userId} or t.agent_id = ${userId}
    or exists (select 1 from ticket_message own where own.ticket_id = t.id and own.author_id = ${userId})`;
  yield* writtenTickets(db, sql`(select t.* from ${tickets}) t where true`, sql`m.author_id = ${userId}`, tally);
  yield tally.json("definitions", "definitions.json", () => readDefinitions(db, userId));
  yield tally.sheet("audit", "audit.csv", auditColumns, auditPages(db, { filter: { userId } }));
}

interface Table {
  kind: string;
  from: RawBuilder<unknown>;
  /** The first is when. */
  names: readonly string[];
  id?: RawBuilder<unknown>;
}

function tablesOf(userId: string): Table[] {
  const theirs = (table: string) => sql`${sql.table(table)} one where one.user_id = ${userId}`;
  return [
    {
      kind: "sessions",
      from: theirs("session"),
      names: ["createdAt", "lastUsedAt", "expiresAt", "address", "agent"],
    },
    {
      kind: "api-tokens",
      from: theirs("api_token"),
      names: ["createdAt", "name", "hint", "permissions", "mayChange", "expiresAt", "lastUsedAt", "lastAddress"],
    },
    {
      kind: "channels",
      from: theirs("channel"),
      names: ["createdAt", "kind", "name", "severity", "timing", "hours", "testedAt", "pausedAt", "pauseReason"],
    },
    {
      kind: "notifications",
      from: sql`(select n.id, n.user_id, n.created_at, n.kind, n.read_at, e.container_id, e.code, e.level, e.at
        from notification n left join event e on e.id = n.event_id and e.received_at = n.created_at
        where n.user_id = ${userId}) one where true`,
      names: ["createdAt", "kind", "readAt", "containerId", "code", "level", "at"],
    },
    {
      kind: "messages-sent",
      from: theirs("delivery"),
      names: ["createdAt", "channelKind", "kind", "severity", "state", "reason", "sentAt"],
      id: sql`one.id::text`,
    },
    {
      kind: "notes",
      from: sql`${theirs("note")} and one.deleted_at is null`,
      names: ["at", "containerId", "text", "writtenAt"],
    },
    {
      kind: "commands",
      from: theirs("command"),
      names: ["createdAt", "containerId", "op", "kind", "target", "wanted", "state", "reason", "endedAt"],
    },
  ];
}

async function readAccount(db: Db, userId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select u.id, u.email, u.email_verified, u.pending_email, u.first_name, u.last_name, u.phone, u.avatar, u.disabled,
      u.created_at, u.last_seen_at, u.created_by, role.id as role, role.label as role_label, role.permissions,
      u.password_hash is not null as has_password, u.totp_sealed is not null as two_step, u.setting as settings
    from app_user u join role on role.id = u.effective_role where u.id = ${userId}`.execute(db);
  const containers = await sql`select c.id, c.name from container_user x join container c on c.id = x.container_id
    where x.user_id = ${userId} and c.removed_at is null order by c.id`.execute(db);
  const passkeys = await sql`select name, created_at, last_used_at from passkey where user_id = ${userId}
    order by created_at, id`.execute(db);
  const networks = await sql`select network, succeeded_at from login_network where user_id = ${userId}
    order by succeeded_at`.execute(db);
  return {
    account: rows[0] ?? null,
    containers: containers.rows,
    passkeys: passkeys.rows,
    networks: networks.rows,
  };
}

/** Charts, rules and reports of their own. */
async function readDefinitions(db: Db, userId: string): Promise<Record<string, unknown>> {
  const [charts, rules, reports] = await Promise.all([
    sql`select id, definition, created_at, updated_at from chart where owner_id = ${userId} and deleted_at is null
      order by created_at, id`.execute(db),
    sql`select id, rule, enabled, created_at, updated_at from warning_rule where owner_id = ${userId}
      order by created_at, id`.execute(db),
    sql`select id, plan, created_at, updated_at from report where owner_id = ${userId} order by created_at, id`.execute(
      db,
    ),
  ]);
  return { charts: charts.rows, warningRules: rules.rows, reports: reports.rows };
}
