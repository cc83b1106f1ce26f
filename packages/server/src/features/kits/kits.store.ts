import { randomUUID } from "node:crypto";

import { usualPanels } from "@offgrid/contract/core/irradiance";
import { kitDifferences } from "@offgrid/contract/kits/kit-differences";
import type { Kit, KitFigures, KitTaken } from "@offgrid/contract/kits/kits.calls";
import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import { type Viewer, servingContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";

/** Every kit, with the containers in service that the viewer sees. */
export async function list(db: Db, viewer: Viewer): Promise<Kit[]> {
  const rows = await db
    .selectFrom("kit")
    .selectAll()
    .orderBy(sql`lower(name)`)
    .execute();
  const members = await db
    .selectFrom("container")
    .leftJoin("forecastSetting", "forecastSetting.containerId", "container.id")
    .select(["id", "name", "kitId", "capacity", "reserveSoc", "solarTemplateId"])
    .select(({ eb }) => eb("container.id", "in", servingContainers(db, viewer)).as("isVisible"))
    .where("kitId", "is not", null)
    .where("removedAt", "is", null)
    .orderBy("name")
    .execute();
  return rows.map((row) => {
    const own = members.filter(({ kitId }) => kitId === row.id);
    return {
      id: row.id,
      ...figuresOf(row),
      containers: own
        .filter(({ isVisible }) => isVisible)
        .map((one) => {
          const [has, wanted] = [takenBy(one), takenFrom(row, one)];
          return { id: one.id, name: one.name, has, wanted, differs: kitDifferences(has, wanted) };
        }),
      isUsed: own.length > 0,
    };
  });
}

/** @throws Refusal not_found */
export async function mustFind(db: Db, id: string) {
  const row = await db.selectFrom("kit").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row;
}

/** Until the transaction ends, nobody deletes it. @throws Refusal not_found */
export async function mustKeep(tx: Db, id: string) {
  const row = await tx.selectFrom("kit").selectAll().where("id", "=", id).forKeyShare().executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row;
}

/** @returns its id. @throws Refusal kit_name_used */
export async function insert(db: Db, kit: KitFigures): Promise<string> {
  const id = randomUUID();
  await orNameUsed(
    db
      .insertInto("kit")
      .values({ id, ...columnsOf(kit) })
      .execute(),
  );
  return id;
}

/** @throws Refusal kit_name_used */
export async function update(db: Db, id: string, kit: KitFigures): Promise<void> {
  await orNameUsed(db.updateTable("kit").set(columnsOf(kit)).where("id", "=", id).execute());
}

/** Until the transaction ends, nobody else changes it. @throws Refusal not_found */
export async function lock(tx: Db, id: string): Promise<KitFigures> {
  const row = await tx.selectFrom("kit").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return figuresOf(row);
}

/** @param id Of a kit that is locked: no container gets it meanwhile. @throws Refusal kit_used where a container has it, seen by the caller or not. */
export async function remove(db: Db, id: string): Promise<void> {
  const user = await db
    .selectFrom("container")
    .select("id")
    .where("kitId", "=", id)
    .where("removedAt", "is", null)
    .executeTakeFirst();
  if (user) throw new Refusal("kit_used");
  await db.deleteFrom("kit").where("id", "=", id).execute();
}

/**
 * What a container takes from its kit when it is registered: peak power of the panels and the reserve, for forecasts.
 * Panels are taken to face the equator. Of a kit without a peak power it takes nothing: a forecast needs one.
 */
export async function applyTo(
  db: Db,
  containerId: string,
  kitId: string,
  location: { lat: number; long: number } | undefined,
): Promise<void> {
  const { pvWp, reserveSoc } = await mustFind(db, kitId);
  if (pvWp === null) return;
  const { tiltDeg, azimuthDeg } = usualPanels({ latitudeDeg: location?.lat ?? 0 });
  await db
    .insertInto("forecastSetting")
    .values({
      containerId,
      provider: "auto",
      resourceId: null,
      capacity: pvWp,
      tilt: Math.round(tiltDeg),
      azimuth: azimuthDeg,
      loss: usualLossPercent,
      limitW: null,
      reserveSoc,
      solarTemplateId: null,
    })
    .execute();
}

/** What is set of a container that kits say something about; all null: nothing is. */
export interface KitSubject {
  capacity: number | null;
  reserveSoc: number | null;
  solarTemplateId: string | null;
}

/**
 * What a container would have with a kit. What the kit does not know stays, and so does the peak power of one that follows
 * a solar template, which describes its array more closely. Without any peak power there is no reserve either.
 */
export function takenFrom(kit: Pick<KitRow, "pvWp" | "reserveSoc">, has: KitSubject): KitTaken {
  const pvWp = has.solarTemplateId === null ? (kit.pvWp ?? has.capacity) : has.capacity;
  return { pvWp, reserveSoc: pvWp === null ? null : (kit.reserveSoc ?? has.reserveSoc) };
}

/** What is set of a container that kits say something about. */
export function takenBy({ capacity, reserveSoc }: Omit<KitSubject, "solarTemplateId">): KitTaken {
  return { pvWp: capacity, reserveSoc };
}

/** Between panel and meter. */
const usualLossPercent = 14;

type KitRow = Awaited<ReturnType<typeof mustFind>>;

function figuresOf({ id: _id, createdAt: _at, reserveSoc, maxLoadW, ...figures }: KitRow): KitFigures {
  return { ...figures, limits: { reserveSoc, maxLoadW } };
}

function columnsOf({ limits, ...figures }: KitFigures) {
  return { ...figures, ...limits };
}

async function orNameUsed(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint === "kit_name_key") throw new Refusal("kit_name_used");
    throw error;
  }
}
