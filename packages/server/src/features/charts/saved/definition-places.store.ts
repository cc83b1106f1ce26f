import type { ChartDefinition, SeriesPlace } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawingFault } from "@offgrid/contract/charts/chart-drawing.schema";
import { metricsOfSeries } from "@offgrid/contract/charts/energy-parts";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../../calls/scope.ts";
import type { Db } from "../../../core/db.ts";

/** The containers that a definition is about, as far as someone sees them. */
export interface Places {
  /** Zones and names of the containers that are seen. */
  zones: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
  /** For a chart that has no container. */
  anyZone: string;
  has(containerId: string, metric: string): boolean;
  of(place: SeriesPlace): FoundPlace;
}

interface FoundPlace {
  ids: string[];
  /** Named ones that are not seen. */
  gone: string[];
  /** The cluster's name, where it is one. */
  what: string | null;
  code?: DrawingFault;
}

interface Asked {
  definition: ChartDefinition;
  containerId?: string | undefined;
  clusterId?: string | undefined;
}

interface Row {
  id: string;
  name: string;
  zoneName: string;
  clusterId: string | null;
  clusterName: string | null;
  metrics: string[];
}

export async function findPlaces(db: Db, viewer: Viewer, asked: Asked): Promise<Places> {
  const { series, compare } = asked.definition;
  const measured = series.flatMap((one) => (one.kind === "metric" ? [one] : []));
  const clusterIds = measured.flatMap(({ of }) => (of.kind === "cluster" ? [of.id] : []));
  if (asked.clusterId !== undefined) clusterIds.push(asked.clusterId);
  const ids = measured.flatMap(({ of }) => (of.kind === "containers" ? of.ids : []));
  if (asked.containerId !== undefined) ids.push(asked.containerId);
  if (compare.kind === "container") ids.push(compare.containerId);
  const rows = await seenAmong(db, viewer, { ids, clusterIds }, [...new Set(measured.flatMap(metricsOfSeries))]);
  return placesOf(rows, asked);
}

async function seenAmong(
  db: Db,
  viewer: Viewer,
  { ids, clusterIds }: { ids: readonly string[]; clusterIds: readonly string[] },
  metrics: readonly string[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select container.id, container.name, container.zone_name, container.cluster_id, cluster.name as cluster_name,
      array(select name from container_metric
        where container_id = container.id and name = any(${[...metrics]}::text[])) as metrics
    from container left join cluster on cluster.id = container.cluster_id
    where container.removed_at is null and container.id in ${visibleContainers(db, viewer)}
      and (container.id = any(${[...new Set(ids)]}::text[]) or container.cluster_id = any(${[...new Set(clusterIds)]}::text[]))
    order by container.name, container.id`.execute(db);
  return rows;
}

function placesOf(rows: readonly Row[], { containerId, clusterId }: Asked): Places {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const metrics = new Map(rows.map((row) => [row.id, new Set(row.metrics)]));
  const named = (ids: readonly string[]): FoundPlace => ({
    ids: ids.filter((id) => byId.has(id)),
    gone: ids.filter((id) => !byId.has(id)),
    what: null,
    ...(ids.length === 0 && { code: "incomplete" as const }),
  });
  const clustered = (id: string): FoundPlace => {
    const members = rows.filter((row) => row.clusterId === id);
    const what = members[0]?.clusterName ?? null;
    return { ids: members.map((row) => row.id), gone: [], what, ...(members.length === 0 && { code: "cluster_gone" }) };
  };
  return {
    zones: new Map(rows.map((row) => [row.id, row.zoneName])),
    names: new Map(rows.map((row) => [row.id, row.name])),
    anyZone: rows[0]?.zoneName ?? "UTC",
    has: (id, metric) => metrics.get(id)?.has(metric) ?? false,
    of: (place) => {
      if (place.kind === "containers") return named([...new Set(place.ids)]);
      if (place.kind === "cluster") return clustered(place.id);
      const nothing: FoundPlace = { ids: [], gone: [], what: null };
      if (place.kind === "$container")
        return containerId === undefined ? { ...nothing, code: "no_container" } : named([containerId]);
      return clusterId === undefined ? { ...nothing, code: "no_cluster" } : clustered(clusterId);
    },
  };
}
