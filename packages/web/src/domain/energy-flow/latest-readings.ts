import type { ValueAt } from "@offgrid/contract/devices/device.schema";

import { freshnessOf } from "../../ui/freshness.ts";
import type { Readings } from "./flow-balance.ts";

/** The latest values as readings; older than three intervals is too old to count. */
export function latestReadings(
  values: Readonly<Record<string, ValueAt>>,
  metrics: readonly string[],
  everyS: number,
  nowMs: number,
): Readings {
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const found = values[metric];
      if (!found) return [];
      const atMs = Date.parse(found.at);
      return [[metric, { value: found.value, atMs, isStale: freshnessOf(atMs, everyS, nowMs) === "stale" }]];
    }),
  );
}
