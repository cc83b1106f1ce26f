import {
  type FailSafe,
  OutputChange,
  type OutputValue,
  type OutputWhy,
} from "@offgrid/contract/commands/commands.schema";
import { wearSpanMs } from "@offgrid/contract/commands/switch-wear";
import { Refusal } from "@offgrid/contract/core/refusal";
import {
  findOutput,
  kindsOf,
  outputKinds,
  type OutputKindName,
  outputMetric,
  type OutputName,
  type OutputTarget,
  outputTargets,
  outputValue,
} from "@offgrid/contract/devices/output-kinds";
import { type RawBuilder, sql } from "kysely";

import type { CallContext } from "../../calls/handler.ts";
import { Now } from "../../core/now.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import { mustSee, type Viewer } from "../../calls/scope.ts";
import { lastWordOf } from "../events/output-words.store.ts";
import { containerStatus, type LinkState } from "../containers/container-status.ts";

/** What a controller has said of itself: whether it is there, and what it can switch. */
export interface Equipment extends LinkState {
  /** Of the container. */
  name: string;
  /** Its loads are cut, which no relay changes. */
  isCut: boolean;
  /** Outputs in the order of their numbers. */
  outputs: EquipmentOutput[];
}

interface EquipmentOutput extends OutputName {
  target: OutputTarget;
  /** What people call it; null: nobody has named it. */
  givenName: string | null;
  /** As it was measured last; null: never. */
  value: OutputValue | null;
  valueAt: Date | null;
  failSafe: FailSafe | null;
}

/** @throws Refusal not_found when the container is out of the person's sight. */
export async function mustFindEquipment(db: Db, viewer: Viewer, containerId: string): Promise<Equipment> {
  await mustSee(db, viewer, containerId);
  const equipment = await findEquipment(db, containerId);
  if (!equipment) throw new Refusal("not_found");
  return equipment;
}

export function outputsOf({ outputs }: Equipment, kind: OutputKindName): EquipmentOutput[] {
  return outputs.filter((output) => output.kind === kind);
}

/** @throws Refusal bad_input when the container has no such output; it names the field of the number. */
export function mustHaveOutput({ outputs }: Equipment, field: OutputField, number: number): EquipmentOutput {
  const { kind, missing } = outputsByField[field];
  const output = outputs.find((one) => one.kind === kind && one.number === number);
  if (!output) throw new Refusal("bad_input", { fields: { [field]: missing } });
  return output;
}

/** How calls name an output. */
const outputsByField = {
  relay: { kind: "relay", missing: "This container has no such relay." },
  light: { kind: "street_light", missing: "This container has no such street light." },
  phase: { kind: "phase", missing: "This container has no such phase." },
  ac: { kind: "ac", missing: "This container has no air conditioner that can be set." },
  mode: { kind: "ac", missing: "This container has no air conditioner that can be set." },
} as const satisfies Record<string, { kind: OutputKindName; missing: string }>;
export type OutputField = keyof typeof outputsByField;
export const outputFields = Object.keys(outputsByField) as OutputField[];

export function isOnline(
  equipment: Equipment,
  { clock, portalStartedAtMs }: Pick<CallContext, "clock" | "portalStartedAtMs">,
): boolean {
  return containerStatus(equipment, new Now(clock.now()), portalStartedAtMs) === "online";
}

export async function findEquipment(db: Db, containerId: string): Promise<Equipment | undefined> {
  const row = await db
    .selectFrom("container")
    .leftJoin("containerLatest as l", "l.containerId", "container.id")
    .leftJoin("outputNames as o", "o.containerId", "container.id")
    .select([
      "container.name",
      "container.offlineAfterS",
      "container.justOfflineS",
      "l.linked",
      "l.lastContactAt",
      "l.capabilities",
      "l.critical",
      "l.liveValues",
      "l.cutSince",
      "o.names",
    ])
    .where("container.id", "=", containerId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name: containerName, linked, lastContactAt, capabilities, critical, liveValues, cutSince, names } = row;
  const targets = kindsOf(capabilities ?? []).flatMap((kind) => outputTargets(kind));
  const measured = await listMeasured(
    db,
    containerId,
    targets.map((target) => outputMetric(target)),
  );
  const outputs = targets.flatMap((target) => {
    const metric = outputMetric(target);
    const name = findOutput(target);
    if (!name || !measured.has(metric)) return [];
    const [, atMs] = liveValues?.[metric] ?? [];
    const at = atMs === undefined ? null : new Date(atMs);
    const value = outputValue(target, (one) => liveValues?.[one]?.[0]) ?? null;
    const givenName = names?.[target]?.name || null;
    return [{ ...name, target, givenName, value, valueAt: at, failSafe: critical?.[target] ?? null }];
  });
  return {
    name: containerName,
    linked: linked ?? false,
    lastContactAt: lastContactAt ?? null,
    offlineAfterS: row.offlineAfterS,
    justOfflineS: row.justOfflineS,
    isCut: (cutSince ?? null) !== null,
    outputs,
  };
}

/** What a controller said last about each of these outputs, by target. */
export async function listReasons(
  db: Db,
  containerId: string,
  targets: readonly string[],
): Promise<ReadonlyMap<string, OutputWhy>> {
  const { rows } = await sql<{
    target: string;
    at: Date;
    data: unknown;
    userId: string | null;
    userName: string | null;
  }>`
    select output.name as target, said.at, said.data, giver.user_id, ${nameOfUser} as user_name
    from unnest(${[...targets]}::text[]) output (name)
    cross join lateral ${lastWordOf(sql`${containerId}`, sql`output.name`)} said
    ${withPerson(containerId, sql`output.name`, sql`said.data`)}`.execute(db);
  const reasons = rows.flatMap(({ target, at, data, userId, userName }): [string, OutputWhy][] => {
    const change = OutputChange.safeParse(data).data;
    if (!change) return [];
    const { value, reason, until, retry } = change;
    const { restoreSoc = null, low = null, limit = null, passed = null, times = null, feeder = null } = change;
    const by = userId === null ? null : { userId, name: userName };
    const instant = (s: number | undefined) => (s === undefined ? null : new Date(s * 1000).toISOString());
    const ends = { until: instant(until), retryAt: instant(retry) };
    const more = { restoreSoc, low, limit, passed, times, feeder };
    return [[target, { value, reason, by, at: at.toISOString(), ...ends, ...more }]];
  });
  return new Map(reasons);
}

/**
 * The output that feeds this one and is off, as its controller has said; undefined: it has power, or nobody has said. What was
 * said of another position, or before the feeder was read on, is out of date.
 */
export async function findDeadFeeder(
  db: Db,
  { outputs }: Pick<Equipment, "outputs">,
  containerId: string,
  { target, value }: Pick<EquipmentOutput, "target" | "value">,
): Promise<OutputTarget | undefined> {
  const why = (await listReasons(db, containerId, [target])).get(target);
  if (!why?.feeder || why.value !== value) return undefined;
  const feeder = outputs.find((output) => output.target === why.feeder);
  const isOn = feeder && feeder.value !== null && feeder.value !== outputKinds[feeder.kind].safeValue;
  return isOn ? undefined : why.feeder;
}

/**
 * Until when outputs rest that were switched too often, as their controller says; others are left out, and so is an end that
 * no rest has. Clocks of controllers may be ahead.
 */
export async function listRests(db: Db, containerId: string, nowMs: number): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ target: string; until: Date }>`
    select device as target, to_timestamp(max(until)::float8) as until
    from event cross join lateral (
      select case when jsonb_typeof(data -> 'until') = 'number' then (data -> 'until')::numeric end as until) said
    where container_id = ${containerId} and code = 'output.worn' and at > ${toTime(nowMs - wearSpanMs)}
      and until between 0 and ${(nowMs + 2 * wearSpanMs) / 1000}::numeric and device is not null
    group by device`.execute(db);
  return new Map(rows.flatMap(({ target, until }) => (until.getTime() > nowMs ? [[target, until] as const] : [])));
}

/**
 * Joins whoever gave the command that an event about an output names, as `giver` and `u`. A controller could write any name:
 * only who has given a command for the output is named.
 */
export function withPerson(
  containerId: string,
  target: RawBuilder<unknown>,
  data: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`left join lateral (select user_id from command
      where container_id = ${containerId} and target = ${target} and user_id = ${data} ->> 'by' limit 1) giver on true
    left join app_user u on u.id = giver.user_id`;
}

/** Which of these metrics a container has ever sent. */
async function listMeasured(db: Db, containerId: string, metrics: readonly string[]): Promise<ReadonlySet<string>> {
  if (metrics.length === 0) return new Set();
  const rows = await db
    .selectFrom("containerMetric")
    .select("name")
    .where("containerId", "=", containerId)
    .where("name", "in", metrics)
    .execute();
  return new Set(rows.map(({ name }) => name));
}
