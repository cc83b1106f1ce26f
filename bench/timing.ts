import { setTimeout as wait } from "node:timers/promises";

/** Times of repeated work. */
export interface Timings {
  p50Ms: number;
  p95Ms: number;
}

/** Warm-up runs, which do not count. */
export const warmRuns = 5;

/**
 * Repeats the work, one run after the other, after the warm-up runs.
 * @param pauseMs Between two runs, not measured.
 */
export async function timed(runs: number, work: () => Promise<unknown>, pauseMs = 0): Promise<Timings> {
  for (let warm = 0; warm < warmRuns; warm++) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
    if (pauseMs > 0) await wait(pauseMs);
  }
  times.sort((one, other) => one - other);
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

/** The smallest of sorted numbers that at least this share of them does not exceed. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
