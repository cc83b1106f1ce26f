import { freshnessOf } from "../../ui/freshness.ts";

/** What the loads of a container draw, or another of its values; undefined where it is not measured, or was too long ago to say. */
export function loadNow(
  load: { value: number; atMs: number | undefined } | undefined,
  everyS: number,
  now: number,
): number | undefined {
  return load?.atMs !== undefined && freshnessOf(load.atMs, everyS, now) !== "stale" ? load.value : undefined;
}
