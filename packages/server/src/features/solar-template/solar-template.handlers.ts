import { may } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { solarTemplateCalls } from "@offgrid/contract/solar-template/solar-template.calls";

import type { Actor } from "../../calls/actor.ts";
import type { Handlers } from "../../calls/handler.ts";
import { mustSeeAll, mustServeAll } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import * as forecasts from "../forecast/forecast.store.ts";
import { panelsOf, placeOf } from "../forecast/solar-forecast.ts";
import { measuredMonths } from "./measured-months.ts";
import { yieldsOf } from "./month-yields.ts";
import { planeAt, plannedFor, settingIn } from "./panel-setting.ts";
import * as templates from "./solar-template.store.ts";

export const solarTemplateHandlers: Handlers<typeof solarTemplateCalls> = {
  solarTemplateList: async (_, { actor, db }) => ({ data: await templates.list(db, actor) }),

  solarTemplateSave: async ({ id, ...figures }, { db, audit }) => {
    const before = id === undefined ? undefined : await templates.lock(db, id);
    if (before) await templates.update(db, before.id, figures);
    const saved = before?.id ?? (await templates.insert(db, figures));
    audit({ target: saved, ...(before && { before: { ...before } }), after: figures });
    return { data: { id: saved } };
  },

  solarTemplateDelete: async ({ id }, { db, audit }) => {
    const before = await templates.lock(db, id);
    await templates.remove(db, id);
    audit({ target: id, before: { ...before } });
    return {};
  },

  solarTemplateYield: async ({ place: asked, ...array }, { actor, db }) => {
    const place =
      "lat" in asked
        ? { latitudeDeg: asked.lat, longitudeDeg: asked.long }
        : placeOf(await forecasts.mustFindContainer(db, actor, asked.containerId));
    if (!place) return { data: null };
    const plane = planeAt(array, place.latitudeDeg);
    const where = { lat: place.latitudeDeg, long: place.longitudeDeg };
    return { data: { place: where, ...plane, ...(await yieldsOf(place, panelsOf({ ...array, ...plane }))) } };
  },

  solarTemplateMeasured: ({ id, containerId }, { actor, db, clock, signal }) => {
    const months = async () => {
      const container = await forecasts.mustFindContainer(db, actor, containerId);
      const template = await templates.mustFind(db, id);
      const place = placeOf(container);
      if (!place) return { data: null };
      const panels = panelsOf(plannedFor(template, container));
      return { data: await measuredMonths(db, container, place, panels, clock.now()) };
    };
    return chartQueueOf(db).run(actor.userId, months, { signal });
  },

  solarTemplatePreview: async ({ id, containerIds }, { actor, db }) => {
    const template = await templates.mustFind(db, id);
    const containers = await panelsOfAll(db, actor, containerIds);
    return {
      data: containers.map((one) => ({
        containerId: one.id,
        name: one.name,
        before: settingIn(one),
        after: plannedFor(template, one),
      })),
      revision: template.revision,
    };
  },

  solarTemplateApply: async ({ id, containerIds, revision }, { actor, db, audit, publish }) => {
    mustConfigure(actor);
    const template = await templates.lock(db, id);
    if (template.revision !== revision) throw new Refusal("template_changed");
    const containers = await panelsOfAll(db, actor, containerIds);
    // In one order for all, so that two never wait for each other.
    for (const one of containers.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await templates.setPanels(db, template, one);
      await forecasts.markOld(db, one.id);
    }
    audit({
      target: id,
      before: Object.fromEntries(containers.map((one) => [one.id, settingIn(one)])),
      after: Object.fromEntries(containers.map((one) => [one.id, plannedFor(template, one)])),
    });
    publish("containerChanged", { containerIds: containers.map((one) => one.id) });
    return {};
  },

  solarTemplateLeave: async ({ containerIds }, { actor, db, audit }) => {
    mustConfigure(actor);
    await mustSeeAll(db, actor, containerIds);
    const had = await templates.leave(db, containerIds);
    const ofEach = Object.entries(had).map(([id, solarTemplateId]) => [id, { solarTemplateId }] as const);
    audit({ before: Object.fromEntries(ofEach) });
    return {};
  },
};

/** Templates belong to those who hold `kit`; the panels of a container to those who may configure it. */
function mustConfigure(actor: Actor): void {
  if (!may(actor.permissions, "configure")) throw new Refusal("forbidden");
}

/** @throws Refusal not_found unless the actor sees all of them, container_retired where one is out of service. */
async function panelsOfAll(db: Db, actor: Actor, containerIds: readonly string[]) {
  return templates.listPanels(db, [...(await mustServeAll(db, actor, containerIds))]);
}
