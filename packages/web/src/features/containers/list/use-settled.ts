import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useState } from "react";

/**
 * The list as it was at the last tick, so that rows keep their places while their values change; also updated when
 * containers come or go, or someone edits them.
 */
export function useSettled(containers: readonly ContainerRow[], now: number): readonly ContainerRow[] {
  const [settled, setSettled] = useState({ containers, now });
  if (settled.now === now && (settled.containers === containers || isSameFleet(settled.containers, containers)))
    return settled.containers;
  setSettled({ containers, now });
  return containers;
}

export function isSameFleet(before: readonly ContainerRow[], after: readonly ContainerRow[]): boolean {
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
