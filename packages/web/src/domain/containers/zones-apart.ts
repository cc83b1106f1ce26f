import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { offsetMs } from "../../core/time.ts";

/** The zones of containers whose clocks show another time than those of `zone` at this moment, by name. */
export function zonesApart(
  containers: readonly Pick<ContainerRow, "zoneName">[],
  zone: string,
  nowMs: number,
): readonly string[] {
  const here = offsetMs(nowMs, zone);
  const zones = [...new Set(containers.map(({ zoneName }) => zoneName))];
  return zones.filter((one) => offsetMs(nowMs, one) !== here).toSorted();
}
