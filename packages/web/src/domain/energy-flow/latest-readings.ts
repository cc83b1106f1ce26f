import type { ValueAt } from "@offgrid/contract/devices/device.schema";

import type { Judge } from "../../ui/use-freshness.ts";
import type { Readings } from "./flow-balance.ts";

/** The latest values as readings; what is judged as stale is too old to count. */
export function latestReadings(
  values: Readonly<Record<string, ValueAt>>,
  metrics: readonly string[],
  everyS: number,
  nowMs: number,
  judge: Judge,
): Readings {
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const found = values[metric];
      if (!found) return [];
      const atMs = Date.parse(found.at);
      return [[metric, { value: found.value, atMs, isStale: judge(atMs, everyS, nowMs) === "stale" }]];
    }),
  );
}
