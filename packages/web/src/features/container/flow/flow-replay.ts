import type { ValueAt } from "@offgrid/contract/devices/device.schema";

import type { Readings } from "../../../domain/energy-flow/flow-balance.ts";
import { freshnessOf } from "../../../ui/freshness.ts";
import type { History } from "../values/history.ts";

/** Instants of the histories at which anything was measured, epoch ms, rising. */
export function instantsOf({ t, series }: History): number[] {
  return t.filter((_at, index) => series.some((values) => typeof values[index] === "number"));
}

/** The values of the histories at one of their instants; a metric without a value then has no reading. */
export function readingsAt({ t, series }: History, metrics: readonly string[], atMs: number): Readings {
  const index = t.indexOf(atMs);
  return Object.fromEntries(
    series.map((values, place) => {
      const value = values[index];
      const reading = typeof value === "number" ? { value, atMs, isStale: false } : undefined;
      return [metrics[place] ?? "", reading];
    }),
  );
}

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

/** The instant that is shown after a step of the replay; undefined: the present, after the last one. */
export function nextInstant(instants: readonly number[], atMs: number | undefined): number | undefined {
  if (atMs === undefined) return instants[0];
  return instants.find((instant) => instant > atMs);
}
