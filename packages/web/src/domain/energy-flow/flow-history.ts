import type { History } from "../container/history.ts";
import { type Flow, flowOf, type Readings } from "./flow-balance.ts";

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

/** The flow at each instant of the histories; none as long as they are not known. */
export function flowsOf(history: History | undefined, metrics: readonly string[]): Flow[] {
  return history ? instantsOf(history).map((atMs) => flowOf(readingsAt(history, metrics, atMs))) : [];
}
