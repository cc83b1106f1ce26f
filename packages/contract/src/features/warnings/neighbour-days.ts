import { groupEdges } from "../../core/zone-time.ts";

/**
 * What the panels of a container gave against those of its neighbours, by whole days. They are compared hour by hour, so
 * that clouds, nights and hours in which a full battery took little say nothing. Pure.
 */

/** Mean power of each hour of UTC days (since 1970), in W for each W of peak power; null: not measured, or held back. */
export type YieldDays = ReadonlyMap<number, readonly (number | null)[]>;

/** A day of the place that counts. */
export interface NeighbourDay {
  startMs: number;
  endMs: number;
  /** Of the median of the neighbours. */
  percent: number;
}

/** Of fewer neighbours the median is chance. */
export const fewestNeighbours = 5;
/** A day counts that has so much of the light of its neighbours, and so much light at all, in hours at peak power. */
const known = { share: 0.5, lightH: 0.5 };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** From when on a day of the place can be judged: its hours are read once the UTC day that it ends in is over. */
export function dayKnownMs({ endMs }: NeighbourDay): number {
  return Math.ceil(endMs / dayMs) * dayMs + hourMs;
}

/** @returns the days that count, oldest first. */
export function neighbourDays(own: YieldDays, others: readonly YieldDays[], zoneName: string): NeighbourDay[] {
  const days = [...own.keys()];
  if (days.length === 0 || others.length < fewestNeighbours) return [];
  const fromMs = Math.min(...days) * dayMs;
  const toMs = (Math.max(...days) + 1) * dayMs;
  const edges = groupEdges(fromMs, toMs, "day", zoneName);
  return edges.slice(1).flatMap((endMs, index): NeighbourDay[] => {
    const startMs = edges[index] as number;
    if (startMs < fromMs || endMs > toMs) return [];
    const percent = percentOf(own, others, startMs, endMs);
    return percent === undefined ? [] : [{ startMs, endMs, percent }];
  });
}

/** Undefined: too little of the day can be compared. */
function percentOf(own: YieldDays, others: readonly YieldDays[], startMs: number, endMs: number): number | undefined {
  const sums = { whole: 0, compared: 0, own: 0 };
  for (let atMs = Math.ceil(startMs / hourMs) * hourMs; atMs < endMs; atMs += hourMs) {
    const usual = median(others.flatMap((one) => hourOf(one, atMs) ?? []));
    if (usual === undefined) continue;
    sums.whole += usual;
    const mine = hourOf(own, atMs);
    if (mine === null) continue;
    sums.compared += usual;
    sums.own += mine;
  }
  if (sums.compared < known.lightH || sums.compared < known.share * sums.whole) return undefined;
  return (100 * sums.own) / sums.compared;
}

function hourOf(days: YieldDays, atMs: number): number | null {
  return days.get(Math.floor(atMs / dayMs))?.[(atMs % dayMs) / hourMs] ?? null;
}

function median(values: number[]): number | undefined {
  if (values.length < fewestNeighbours) return undefined;
  const sorted = values.sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
