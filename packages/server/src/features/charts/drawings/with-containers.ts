import type { ChartDefinition, SeriesPlace } from "@offgrid/contract/charts/chart-definition.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Viewer } from "../../../calls/scope.ts";
import type { Db } from "../../../core/db.ts";
import { findPlaces } from "../saved/definition-places.store.ts";

/** What `$container` and `$cluster` of a definition stand for. */
export interface StandsFor {
  containerId?: string | undefined;
  clusterId?: string | undefined;
}

/**
 * A definition with the id of each container that someone sees of it in the place of what stands for them.
 * @throws Refusal("bad_input") where it is not said what a placeholder stands for.
 */
export async function withContainers(
  definition: ChartDefinition,
  standsFor: StandsFor,
  db: Db,
  viewer: Viewer,
): Promise<ChartDefinition> {
  const places = await findPlaces(db, viewer, { definition, ...standsFor });
  const fixed = (of: SeriesPlace): SeriesPlace => {
    const { ids, code } = places.of(of);
    if (code === "no_container") throw missing("containerId");
    if (code === "no_cluster") throw missing("clusterId");
    return { kind: "containers", ids };
  };
  const { compare } = definition;
  const hasOther = compare.kind !== "container" || places.zones.has(compare.containerId);
  return {
    ...definition,
    compare: hasOther ? compare : { kind: "none" },
    series: definition.series.map((one) => (one.kind === "metric" ? { ...one, of: fixed(one.of) } : one)),
  };
}

function missing(field: string): Refusal {
  return new Refusal("bad_input", { fields: { [field]: "Choose what the link stands for." } });
}
