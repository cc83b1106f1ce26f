import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { useState } from "react";

/**
 * The list as it was at the last tick, so that rows keep their places while their values move; anew also when containers
 * came or went, or somebody changed what is entered about them.
 */
export function useSettled(sites: readonly SiteRow[], now: number): readonly SiteRow[] {
  const [settled, setSettled] = useState({ sites, now });
  if (settled.now === now && (settled.sites === sites || isSameFleet(settled.sites, sites))) return settled.sites;
  setSettled({ sites, now });
  return sites;
}

export function isSameFleet(before: readonly SiteRow[], after: readonly SiteRow[]): boolean {
  return (
    before.length === after.length &&
    before.every((one, index) => {
      const other = after[index];
      return (
        one === other ||
        (one.containerId === other?.containerId &&
          one.name === other.name &&
          one.clusterId === other.clusterId &&
          one.cluster === other.cluster &&
          one.favorite === other.favorite &&
          one.address === other.address)
      );
    })
  );
}
