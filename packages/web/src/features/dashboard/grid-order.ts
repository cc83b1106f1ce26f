import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { useState } from "react";

import { gridOrder } from "../../ui/container/fleet-facts.ts";

/**
 * The containers in the order of the grid. It changes with the tick, with states and with stars, never with a value that
 * has just moved: a card that is looked at does not jump.
 */
export function useGridOrder(sites: readonly SiteRow[], now: number): readonly SiteRow[] {
  const key = `${now} ${sites.map((site) => `${site.containerId} ${site.status} ${site.favorite}`).join()}`;
  const [kept, setKept] = useState<{ key: string; ids: readonly string[] }>({ key: "", ids: [] });
  let { ids } = kept;
  if (kept.key !== key) {
    ids = gridOrder(sites, now).map((site) => site.containerId);
    setKept({ key, ids });
  }
  const byId = new Map(sites.map((site) => [site.containerId, site]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
