import { runningW } from "@offgrid/contract/energy-state/energy-levels";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";

import type { History } from "../../../domain/container/history.ts";

/** Of a day's history: solar power comes first. */
const loadPlace = 1;

/** What may draw power although the loads are cut, by the meter that it has. */
const apart = { streetLights: "street_light.power", dcLoads: "load.dc.power" } as const;
export type Apart = keyof typeof apart;

/** Power that was drawn while all loads were cut, which would contradict the cut where nothing explains it. */
export interface DrawnWhileCut {
  /** Start of the last quarter hour, or the last reading, with such a power, epoch ms. */
  lastMs: number;
  things: Apart[];
}

/** Undefined: nothing was drawn since the cut, or the loads are not cut. */
export function drawnWhileCut(
  { t, series }: History,
  { energy: { level, since }, values }: Pick<ContainerInfoV4, "energy" | "values">,
): DrawnWhileCut | undefined {
  if (level !== "cut" || since === null) return undefined;
  const sinceMs = Date.parse(since);
  const last = t.findLastIndex((at, index) => at >= sinceMs && (series[loadPlace]?.[index] ?? 0) >= runningW);
  if (last < 0) return undefined;
  const things = (Object.keys(apart) as Apart[]).filter((one) => Object.hasOwn(values, apart[one]));
  return { lastMs: t[last]!, things };
}
