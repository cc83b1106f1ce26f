import type { DeviceTypeInput } from "@offgrid/contract/device-types/device-types.schema";
import { type DeviceParameter, mostDeviceTypes } from "@offgrid/contract/device-types/parameters";
import { typeOfDevice } from "@offgrid/contract/device-types/type-of-device";
import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import type { Viewer } from "../../calls/scope.ts";
import { type Db, nameOfUser } from "../../core/db.ts";

/** A type with who changed it last. */
export interface StoredType extends DeviceTypeInput {
  revision: number;
  savedBy: string | null;
  savedByName: string | null;
  savedAt: Date;
}

const columns = sql`t.id, t.name, t.maker, t.model, t.kind, t.parameters, t.revision, t.saved_by, t.saved_at,
  ${nameOfUser} as saved_by_name`;

/** What a type is recognised by, and called. */
export type TypeHead = Pick<DeviceTypeInput, "id" | "name" | "kind" | "maker" | "model">;

/** Every type without its parameters, of which there are many. */
export async function listHeads(db: Db): Promise<TypeHead[]> {
  const { rows } = await sql<TypeHead>`select id, name, kind, maker, model from device_type
    order by lower(name), id`.execute(db);
  return rows;
}

/** Every type, by name. */
export async function list(db: Db): Promise<StoredType[]> {
  const { rows } = await sql<StoredType>`select ${columns} from device_type t left join app_user u on u.id = t.saved_by
    order by lower(t.name), t.id`.execute(db);
  return rows;
}

/** What a type measures; undefined: there is no such type. */
export async function findMeasured(db: Db, id: string): Promise<{ parameters: DeviceParameter[] } | undefined> {
  return db.selectFrom("deviceType").select("parameters").where("id", "=", id).executeTakeFirst();
}

/** Until the transaction ends, nobody else changes it. */
export async function lock(tx: Db, id: string): Promise<StoredType | undefined> {
  await sql`select 1 from device_type where id = ${id} for update`.execute(tx);
  const { rows } = await sql<StoredType>`select ${columns} from device_type t left join app_user u on u.id = t.saved_by
    where t.id = ${id}`.execute(tx);
  return rows[0];
}

/** Writes a type that is new, or that the caller has locked. @returns its revision. @throws Refusal device_type_id_used, device_types_full */
export async function save(tx: Db, type: DeviceTypeInput, before: number, userId: string, nowMs: number) {
  const { id, parameters, ...figures } = type;
  const written = {
    ...figures,
    parameters: JSON.stringify(parameters),
    revision: before + 1,
    savedBy: userId,
    savedAt: new Date(nowMs),
  };
  if (before > 0) await tx.updateTable("deviceType").set(written).where("id", "=", id).execute();
  else {
    await mustHaveRoom(tx);
    const made = await tx
      .insertInto("deviceType")
      .values({ id, ...written })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows !== 1n) throw new Refusal("device_type_id_used");
  }
  return before + 1;
}

/** Sets this lock apart from others: "type" in ASCII. */
const makingLock = 0x7479_7065;

/** Those who make types do so one after the other. @throws Refusal device_types_full */
async function mustHaveRoom(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${makingLock}::bigint)`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from device_type`.execute(tx);
  if ((rows[0]?.count ?? 0) >= mostDeviceTypes) throw new Refusal("device_types_full");
}

export async function remove(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom("deviceType").where("id", "=", id).execute();
}

/** Where devices are of a type, as far as someone sees it. */
export interface TypeUse {
  /** At containers that the viewer sees. */
  devices: number;
  containers: { id: string; name: string }[];
  /** Some device is of it, seen by the viewer or not. */
  isUsed: boolean;
}

/** Devices that are alike: of one kind, maker and model, and with one type chosen for them. */
interface Alike {
  type: string;
  maker: string | null;
  model: string | null;
  chosen: string | null;
  devices: number;
  containers: { id: string; name: string }[];
}

/** Which devices are of which type, by the id of the type. */
export async function findUses(
  db: Db,
  { userId }: Viewer,
  types: readonly TypeHead[],
): Promise<ReadonlyMap<string, TypeUse>> {
  const { rows } = await sql<Alike>`
    select d.value ->> 'type' as type, d.value ->> 'maker' as maker, d.value ->> 'model' as model,
      k.wanted -> 'devices' ->> ((d.value ->> 'id') || '/type') as chosen,
      count(s.container_id)::int as devices,
      coalesce(jsonb_agg(distinct jsonb_build_object('id', c.id, 'name', c.name))
        filter (where s.container_id is not null), '[]') as containers
    from container c join container_latest l on l.container_id = c.id
    left join container_config k on k.container_id = c.id
    left join container_scope s on s.container_id = c.id and s.user_id = ${userId} and s.may_view
    cross join lateral jsonb_array_elements(l.devices) d
    where c.removed_at is null group by 1, 2, 3, 4`.execute(db);
  const uses = new Map<string, TypeUse>();
  for (const { type, maker, model, chosen, devices, containers } of rows) {
    const announced = { type, maker: maker ?? undefined, model: model ?? undefined };
    const found = typeOfDevice(announced, chosen ?? undefined, types);
    if (!found) continue;
    const use = uses.get(found.id) ?? { devices: 0, containers: [], isUsed: true };
    const others = containers.filter(({ id }) => use.containers.every((one) => one.id !== id));
    uses.set(found.id, { ...use, devices: use.devices + devices, containers: [...use.containers, ...others] });
  }
  for (const { containers } of uses.values()) containers.sort((one, other) => one.name.localeCompare(other.name, "en"));
  return uses;
}
