import type { Readings } from "../../../domain/energy-flow/flow-balance.ts";
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

/** The instant that is shown after a step of the replay; undefined: the present, after the last one. */
export function nextInstant(instants: readonly number[], atMs: number | undefined): number | undefined {
  if (atMs === undefined) return instants[0];
  return instants.find((instant) => instant > atMs);
}
