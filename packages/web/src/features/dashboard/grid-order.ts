import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useState } from "react";

import { gridOrder } from "../../domain/containers/fleet-facts.ts";

/**
 * The containers in the order of the grid. It changes with the tick, with states and with stars, never with a value
 * that has just changed, so that cards do not jump while someone reads them.
 */
export function useGridOrder(containers: readonly ContainerRow[], now: number): readonly ContainerRow[] {
  const key = `${now} ${containers.map((container) => `${container.containerId} ${container.status} ${container.energy.level} ${container.favorite}`).join()}`;
  const [kept, setKept] = useState<{ key: string; ids: readonly string[] }>({ key: "", ids: [] });
  let { ids } = kept;
  if (kept.key !== key) {
    ids = gridOrder(containers, now).map((container) => container.containerId);
    setKept({ key, ids });
  }
  const byId = new Map(containers.map((container) => [container.containerId, container]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
