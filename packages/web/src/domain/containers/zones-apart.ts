import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { dayS } from "@offgrid/contract/core/constants";

import { offsetMs } from "../../core/time.ts";

const dayMs = dayS * 1000;

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

/** Of how many containers the date is already the next one of `zone`, or still the one before. */
export function datesApart(
  containers: readonly Pick<ContainerRow, "zoneName">[],
  zone: string,
  nowMs: number,
): { ahead: number; behind: number } {
  const dayAt = (one: string) => Math.floor((nowMs + offsetMs(nowMs, one)) / dayMs);
  const here = dayAt(zone);
  const days = containers.map(({ zoneName }) => dayAt(zoneName));
  return { ahead: days.filter((day) => day > here).length, behind: days.filter((day) => day < here).length };
}
