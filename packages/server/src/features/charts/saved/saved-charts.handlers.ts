import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { chartLimits } from "@offgrid/contract/charts/chart-limits";
import type { ChartReaders, SavedChart, savedChartCalls } from "@offgrid/contract/charts/saved-charts.calls";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../../calls/actor.ts";
import type { CallContext, Handlers } from "../../../calls/handler.ts";
import { type Viewer, mustSeeAll, visibleAmong } from "../../../calls/scope.ts";
import type { Db } from "../../../core/db.ts";
import * as clusters from "../../clusters/clusters.store.ts";
import { visibleAmong as peopleAmong } from "../../users/people.scope.ts";
import { drawDefinition } from "../drawings/draw-definition.ts";
import { drawingFile } from "../files/drawing-file.ts";
import * as saved from "./saved-charts.store.ts";

export const savedChartHandlers: Handlers<typeof savedChartCalls> = {
  chartList: async (_, { actor, db, clock }) => {
    const rows = await saved.listCharts(db, actor, clock.now());
    return { data: await shownCharts(db, actor, rows) };
  },

  chartGet: async ({ id }, { actor, db, clock }) => {
    const rows = await saved.listCharts(db, actor, clock.now(), id);
    const [data] = await shownCharts(db, actor, rows);
    if (!data) throw new Refusal("not_found");
    return { data };
  },

  chartSave: async ({ id, version, definition, readers }, { actor, db, clock, audit }) => {
    const nowMs = clock.now();
    if (readers) await mustReach(db, actor, id, readers);
    if (id === undefined) {
      await mustHaveRoom(db, actor);
      const made = await saved.insertChart(db, actor, definition, nowMs);
      if (readers) await saved.setReaders(db, made, readers);
      audit({ target: made, after: noted(definition, readers) });
      return { data: { id: made, version: 1 } };
    }
    const before = await saved.holdChart(db, actor, id);
    if (!before || before.deletedAt) throw new Refusal("not_found");
    if (version !== before.version) {
      throw new Refusal("chart_changed", { holder: { name: null, since: before.updatedAt.toISOString() } });
    }
    const next = await saved.updateChart(db, id, definition, nowMs);
    if (readers) await saved.setReaders(db, id, readers);
    audit({ target: id, before: { ...before.definition }, after: noted(definition, readers) });
    return { data: { id, version: next } };
  },

  chartDelete: async ({ id, undo }, { actor, db, clock, audit }) => {
    const nowMs = clock.now();
    await saved.sweepDeleted(db, nowMs);
    const before = await saved.holdChart(db, actor, id);
    if (!before || (before.deletedAt !== null) !== undo) throw new Refusal("not_found");
    if (undo) await mustHaveRoom(db, actor);
    await saved.setDeleted(db, id, undo ? null : nowMs);
    audit({ target: id, ...(undo ? { after: { ...before.definition } } : { before: { ...before.definition } }) });
    return {};
  },

  chartDraw: async (drawing, context) => ({ data: await drawDefinition(drawing, drawnFor(context)) }),

  chartExport: async ({ format, ...drawing }, context) => {
    const drawn = await drawDefinition({ ...drawing, points: mostExported }, drawnFor(context));
    return drawingFile(format, drawing, drawn, context);
  },

  chartMetrics: async ({ containerIds, clusterId }, { actor, db }) => {
    const cluster = clusterId === undefined ? undefined : await clusters.mustFind(db, actor, clusterId);
    await mustSeeAll(db, actor, containerIds);
    const ids = [...new Set([...containerIds, ...(cluster?.containers ?? [])])];
    const rows = await saved.listMetrics(db, ids);
    return {
      containers: ids.length,
      data: rows.map(({ atMs, ...row }) => ({ ...row, at: atMs === null ? null : new Date(atMs).toISOString() })),
    };
  },
};

/** Points of each line of a file; more are an export of single readings. */
const mostExported = 5_000;

function drawnFor({ actor, db, clock, from, signal }: CallContext<Actor>) {
  return { db, viewer: actor, language: from.language, nowMs: clock.now(), signal };
}

async function mustHaveRoom(db: Db, viewer: Viewer): Promise<void> {
  if ((await saved.countCharts(db, viewer)) >= chartLimits.charts) throw new Refusal("charts_full");
}

/** Nobody shares a chart with people whom they do not see; those whom it is shared with already may stay. */
async function mustReach(db: Db, actor: Actor, id: string | undefined, { roles, people }: ChartReaders): Promise<void> {
  const known = await saved.rolesAmong(db, roles);
  if (roles.some((role) => !known.has(role))) throw new Refusal("bad_input", { fields: { "readers.roles": unknown } });
  const before = new Set(id === undefined ? [] : await saved.readersOf(db, id));
  const visible = await peopleAmong(db, actor, people);
  if (people.some((one) => !visible.has(one) && !before.has(one)))
    throw new Refusal("bad_input", { fields: { "readers.people": unknown } });
}
const unknown = "There is nobody like that whom you may share with.";

function noted(definition: ChartDefinition, readers: ChartReaders | undefined) {
  return { ...definition, ...(readers && { readers }) };
}

async function shownCharts(db: Db, actor: Actor, rows: readonly saved.ChartRow[]): Promise<SavedChart[]> {
  const read = rows.flatMap((row) => {
    const definition = saved.readDefinition(row);
    return definition ? [{ row, definition }] : [];
  });
  const foreign = read.filter(({ row }) => row.ownerId !== actor.userId);
  const visible = await visibleAmong(db, actor, [...new Set(foreign.flatMap(({ definition }) => namedIn(definition)))]);
  return read.map(({ row, definition }) => {
    const isOwn = row.ownerId === actor.userId;
    return {
      id: row.id,
      definition: isOwn ? definition : withoutUnseen(definition, visible),
      version: row.version,
      owner: { name: row.ownerName },
      isOwn,
      readers: isOwn ? { roles: row.sharedRoles, people: row.people } : null,
      links: isOwn ? row.links : 0,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

function namedIn({ series, compare }: ChartDefinition): string[] {
  const ids = series.flatMap((one) => (one.kind === "metric" && one.of.kind === "containers" ? one.of.ids : []));
  return compare.kind === "container" ? [...ids, compare.containerId] : ids;
}

/** Containers that the reader does not see keep their place, but not their name. */
function withoutUnseen(definition: ChartDefinition, visible: ReadonlySet<string>): ChartDefinition {
  const places = new Map<string, string>();
  const shown = (id: string) => {
    if (visible.has(id)) return id;
    const place = places.get(id) ?? `hidden-${places.size + 1}`;
    places.set(id, place);
    return place;
  };
  const { compare } = definition;
  return {
    ...definition,
    compare: compare.kind === "container" ? { ...compare, containerId: shown(compare.containerId) } : compare,
    series: definition.series.map((one) =>
      one.kind === "metric" && one.of.kind === "containers"
        ? { ...one, of: { ...one.of, ids: one.of.ids.map(shown) } }
        : one,
    ),
  };
}
