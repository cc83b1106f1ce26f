import { randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import type { SolarTemplate, SolarTemplateFigures } from "@offgrid/contract/solar-template/solar-template.schema";
import { type Selectable, sql } from "kysely";

import { type Viewer, servingContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import type { Tables } from "../../core/tables.ts";
import { type PanelRow, type StoredTemplate, capacityOf, differences, plannedFor, settingIn } from "./panel-setting.ts";

/** Every template, with the containers in service that the viewer sees. */
export async function list(db: Db, viewer: Viewer): Promise<SolarTemplate[]> {
  const templates = await db
    .selectFrom("solarTemplate")
    .selectAll()
    .orderBy(sql`lower(name)`)
    .execute();
  const members = await panelRows(db)
    .select("forecastSetting.solarTemplateId")
    .select(({ eb }) => eb("container.id", "in", servingContainers(db, viewer)).as("isVisible"))
    .where("solarTemplateId", "is not", null)
    .execute();
  return templates.map((row) => {
    const template = templateOf(row);
    const own = members.filter(({ solarTemplateId }) => solarTemplateId === row.id);
    return {
      ...template,
      capacity: capacityOf(template.strings),
      containers: own
        .filter(({ isVisible }) => isVisible)
        .map((one) => {
          const [has, wanted] = [settingIn(one), plannedFor(template, one)];
          return { id: one.id, name: one.name, has, wanted, differs: differences(has, wanted) };
        }),
      isUsed: own.length > 0,
    };
  });
}

/** Containers that are not removed, by name, with what is set of their panels. */
function panelRows(db: Db) {
  return db
    .selectFrom("container")
    .leftJoin("forecastSetting", "forecastSetting.containerId", "container.id")
    .select(["container.id", "container.name", "container.latitude"])
    .select(["capacity", "tilt", "azimuth", "loss", "limitW", "provider"])
    .where("container.removedAt", "is", null)
    .orderBy("container.name")
    .orderBy("container.id");
}

/** @param containerIds Of containers that the caller is known to see. */
export function listPanels(db: Db, containerIds: readonly string[]): Promise<PanelRow[]> {
  return panelRows(db)
    .where("container.id", "in", [...containerIds])
    .execute();
}

/** @throws Refusal not_found */
export async function mustFind(db: Db, id: string): Promise<StoredTemplate> {
  const row = await db.selectFrom("solarTemplate").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return templateOf(row);
}

/** Until the transaction ends, nobody else changes it, or gives it to a container. @throws Refusal not_found */
export async function lock(tx: Db, id: string): Promise<StoredTemplate> {
  const row = await tx.selectFrom("solarTemplate").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return templateOf(row);
}

/** @returns its id. @throws Refusal solar_template_name_used */
export async function insert(db: Db, figures: SolarTemplateFigures): Promise<string> {
  const id = randomUUID();
  await orNameUsed(
    db
      .insertInto("solarTemplate")
      .values({ id, ...columnsOf(figures) })
      .execute(),
  );
  return id;
}

/** @throws Refusal solar_template_name_used */
export async function update(db: Db, id: string, figures: SolarTemplateFigures): Promise<void> {
  const changed = db
    .updateTable("solarTemplate")
    .set({ ...columnsOf(figures), revision: sql`revision + 1` })
    .where("id", "=", id);
  await orNameUsed(changed.execute());
}

/** @param id Of one that is locked. @throws Refusal solar_template_used where a container has it, seen by the caller or not. */
export async function remove(db: Db, id: string): Promise<void> {
  const user = await panelRows(db).where("solarTemplateId", "=", id).limit(1).executeTakeFirst();
  if (user) throw new Refusal("solar_template_used");
  await db.deleteFrom("solarTemplate").where("id", "=", id).execute();
}

/** Sets the panels of a container as a template says; its reserve and its site at Solcast stay. */
export async function setPanels(tx: Db, template: StoredTemplate, container: PanelRow): Promise<void> {
  const planned = { ...plannedFor(template, container), solarTemplateId: template.id };
  await tx
    .insertInto("forecastSetting")
    .values({ containerId: container.id, resourceId: null, reserveSoc: null, ...planned })
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet(planned))
    .execute();
}

/** Takes containers off their templates. @returns the template that each of them had, by container. */
export async function leave(tx: Db, containerIds: readonly string[]): Promise<Record<string, string>> {
  const had = await tx
    .selectFrom("forecastSetting")
    .select(["containerId", "solarTemplateId"])
    .where("containerId", "in", [...containerIds])
    .where("solarTemplateId", "is not", null)
    .orderBy("containerId")
    .forUpdate()
    .execute();
  await tx
    .updateTable("forecastSetting")
    .set({ solarTemplateId: null })
    .where("containerId", "in", [...containerIds])
    .execute();
  return Object.fromEntries(had.map(({ containerId, solarTemplateId }) => [containerId, solarTemplateId as string]));
}

function templateOf({ createdAt: _at, ...template }: Selectable<Tables["solarTemplate"]>): StoredTemplate {
  return template;
}

function columnsOf({ strings, ...figures }: SolarTemplateFigures) {
  return { ...figures, strings: JSON.stringify(strings) };
}

async function orNameUsed(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint === "solar_template_name_key") throw new Refusal("solar_template_name_used");
    throw error;
  }
}
