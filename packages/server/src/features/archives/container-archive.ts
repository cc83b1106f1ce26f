import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { Refusal } from "@offgrid/contract/core/refusal";
import { type RawBuilder, sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import { visibleContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { auditPages, auditColumns } from "../audit/audit.handlers.ts";
import { isSeen, viewerOf } from "../tickets/tickets.store.ts";
import type { Entry, Row, Tally } from "./archive.ts";
import { paged } from "./paged.ts";
import { readingFiles, spanOfReadings } from "./readings.ts";

export interface ContainerAsked {
  containerId: string;
  /** First and last UTC day of readings; absent: all. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface ArchiveReader {
  db: Db;
  actor: Actor;
  signal: AbortSignal;
}

const dayMs = 86_400_000;

/** @throws Refusal not_found where the actor does not see the container. */
export async function mustFindContainer(db: Db, actor: Actor, containerId: string) {
  const container = await db
    .selectFrom("container")
    .select(["id", "name", "zoneName"])
    .where("id", "=", containerId)
    .where("id", "in", visibleContainers(db, actor))
    .executeTakeFirst();
  if (!container) throw new Refusal("not_found");
  return container;
}

/** Whatever the portal has of a container, as far as the actor sees it. */
export async function* containerFiles(
  reader: ArchiveReader,
  { containerId, from, to, zone }: ContainerAsked & { zone: string },
  tally: Tally,
): AsyncGenerator<Entry> {
  const { db, actor, signal } = reader;
  yield tally.json("configuration", "configuration.json", () => readConfiguration(db, containerId));
  for (const table of tablesOf(containerId))
    yield tally.sheet(table.kind, `${table.kind}.csv`, table.names, paged(db, table));
  if (actor.permissions.includes("tickets")) yield* ticketFiles(reader, containerId, tally);
  if (actor.permissions.includes("audit")) {
    const lines = auditPages(db, { filter: { target: containerId } });
    yield tally.sheet("audit", "audit.csv", auditColumns, lines);
  }
  const metrics = await listMetrics(db, containerId);
  yield tally.sheet("metrics", "metrics.csv", metricColumns, onePage(metrics.map(describedMetric)));
  const span = await spanOfReadings(db, containerId);
  if (!span || metrics.length === 0) return;
  const fromMs = from === undefined ? span.fromMs : Math.max(span.fromMs, Date.parse(from));
  const toMs = to === undefined ? span.toMs : Math.min(span.toMs, Date.parse(to) + dayMs);
  const names = metrics.map(({ name }) => name);
  yield* readingFiles({ db, userId: actor.userId, signal }, { containerId, metrics: names, fromMs, toMs, zone }, tally);
}

interface Table {
  kind: string;
  names: readonly string[];
  from: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/** @param names The first is when; all are columns of the table `one`. */
function tableOf(kind: string, from: RawBuilder<unknown>, names: readonly string[]): Table {
  const columns = sql.join(names.map((name) => sql.ref(`one.${name}`)));
  return { kind, names, from, columns, at: sql.ref(`one.${names[0]}`), id: sql.ref("one.id") };
}

function tablesOf(containerId: string): Table[] {
  const ofIt = (table: string, condition = sql``) =>
    sql`${sql.table(table)} one where one.container_id = ${containerId} ${condition}`;
  return [
    tableOf("events", ofIt("event"), ["at", "receivedAt", "code", "level", "device", "data"]),
    tableOf("warnings", ofIt("warning", sql`and not one.is_shadow`), [
      ...["raisedAt", "clearedAt", "ruleName", "content", "note", "severity", "attribute", "value"],
      ...["acknowledgedAt", "acknowledgedBy", "acknowledgeNote", "closeReason", "isLate", "id"],
    ]),
    tableOf("commands", ofIt("command"), [
      ...["createdAt", "op", "kind", "target", "args", "wanted", "state", "reason", "value", "userId"],
      ...["sentAt", "acceptedAt", "endedAt", "id"],
    ]),
    tableOf("notes", ofIt("note", sql`and one.deleted_at is null`), ["at", "text", "userId", "writtenAt"]),
    tableOf("works", ofIt("works"), ["createdAt", "state", "userId", "reason", "startsAt", "endsAt", "endedAt"]),
    tableOf("upgrades", ofIt("container_upgrade"), [
      ...["createdAt", "version", "state", "reason", "userId", "startedAt", "bootedAt", "endedAt"],
    ]),
  ];
}

/** What people set for it and what runs there; no secret of its controller. */
async function readConfiguration(db: Db, containerId: string): Promise<Record<string, unknown>> {
  const one = async (query: RawBuilder<unknown>) => {
    const { rows } = await query.execute(db);
    return rows[0] ?? null;
  };
  return {
    container:
      await one(sql`select c.id, c.name, c.serial_number, c.uuid, c.latitude, c.longitude, c.address, c.zone_name,
      c.notes, c.contacts, c.inventory_id, c.assets, c.created_at, k.name as kit, cluster.name as cluster,
      c.offline_after_s, c.just_offline_s
      from container c left join kit k on k.id = c.kit_id left join cluster on cluster.id = c.cluster_id
      where c.id = ${containerId}`),
    configuration: await one(sql`select doc, reported_at, wanted, wanted_at, version from container_config
      where container_id = ${containerId}`),
    devices: await one(sql`select devices, capabilities, software, config_version, alarms from container_latest
      where container_id = ${containerId}`),
    outputNames: await one(sql`select names from output_names where container_id = ${containerId}`),
    forecast: await one(sql`select provider, capacity, tilt, azimuth, loss, reserve_soc, limit_w from forecast_setting
      where container_id = ${containerId}`),
    energyPrices:
      await one(sql`select currency, fuel_price_per_litre, litres_per_hour, litres_per_kwh, grid_price_per_kwh
      from energy_price where container_id = ${containerId}`),
    simCard:
      await one(sql`select operator, iccid, phone, apn, bundle_mb, renewal_day, expires_on, price_per_mb, currency, note
      from sim_card where container_id = ${containerId}`),
  };
}

/** Tickets about it with what was written and attached; notes among handlers only for those. */
async function* ticketFiles({ db, actor }: ArchiveReader, containerId: string, tally: Tally): AsyncGenerator<Entry> {
  const viewer = viewerOf(actor);
  const tickets = sql`ticket t where t.container_id = ${containerId} and ${isSeen(db, viewer)}`;
  yield* writtenTickets(db, tickets, viewer.handles ? sql`true` : sql`not m.is_internal`, tally);
}

/** @param tickets The tables and the condition, with the tickets as `t`. @param which Of messages `m`. */
export async function* writtenTickets(
  db: Db,
  tickets: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  tally: Tally,
): AsyncGenerator<Entry> {
  const names = ["createdAt", "number", "subject", "category", "priority", "status", "closedAt", "closeReason"];
  const columns = sql.join(names.map((name) => sql.ref(`t.${name}`)));
  const listed = { from: tickets, columns, at: sql`t.created_at`, id: sql`t.id` };
  yield tally.sheet("tickets", "tickets.csv", names, paged(db, listed));
  const said = sql`ticket_message m join ticket t on t.id = m.ticket_id
    where m.deleted_at is null and ${which} and m.ticket_id in (select t.id from ${tickets})`;
  const messages = {
    from: said,
    columns: sql`m.written_at, t.number, m.author_id, m.from_handler, m.is_internal, m.text, m.edited_at`,
    at: sql`m.written_at`,
    id: sql`m.id`,
  };
  const messageNames = ["writtenAt", "number", "authorId", "fromHandler", "isInternal", "text", "editedAt"];
  yield tally.sheet("messages", "messages.csv", messageNames, paged(db, messages));
  const files = {
    from: sql`ticket_file f join ticket_message m on m.id = f.message_id join ticket t on t.id = m.ticket_id
      where m.deleted_at is null and ${which} and m.ticket_id in (select t.id from ${tickets})`,
    columns: sql`f.id, f.name, t.number`,
    at: sql`f.made_at`,
    id: sql`f.id`,
  };
  yield* attachments(db, paged(db, files), tally);
}

/** The files themselves, one in memory at a time. */
async function* attachments(db: Db, pages: AsyncIterable<Row[]>, tally: Tally): AsyncGenerator<Entry> {
  const written = tally.of("attachments");
  for await (const page of pages) {
    for (const { id, name, number } of page as { id: string; name: string; number: number }[]) {
      const path = `attachments/t-${number}/${id.slice(0, 8)}-${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_")}`;
      const read = async function* () {
        const { rows } = await sql<{ data: Buffer }>`select data from ticket_file where id = ${id}`.execute(db);
        if (rows[0]) yield rows[0].data;
      };
      written.paths.push(path);
      tally.row(written);
      yield { path, kind: "attachments", pieces: read(), isPacked: true };
    }
  }
}

interface StoredMetric {
  name: string;
  unit: string | null;
  kind: string | null;
}

async function listMetrics(db: Db, containerId: string): Promise<StoredMetric[]> {
  const { rows } = await sql<StoredMetric>`select name, unit, kind from container_metric
    where container_id = ${containerId} order by slot`.execute(db);
  return rows;
}

const metricColumns = ["name", "unit", "kind", "english", "french", "positive", "states"];

function describedMetric({ name, unit, kind }: StoredMetric): Row {
  const known = findMetric(name);
  const { en, fr, sign, states } = known ?? {};
  return {
    name,
    unit: known?.unit ?? unit,
    kind: known?.kind ?? kind,
    english: en,
    french: fr,
    positive: sign,
    states,
  };
}

async function* onePage(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}
