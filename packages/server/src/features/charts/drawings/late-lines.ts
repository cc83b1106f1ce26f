import { dayS } from "@offgrid/contract/core/constants";

import type { Db } from "../../../core/db.ts";
import type { Range } from "../../../history/chart-range.ts";
import { readLateStretches } from "../../../history/tiers/arrivals.store.ts";

type Stretch = [fromMs: number, toMs: number];
/** The stretches of each line; undefined: it has none. */
export type Late = readonly (Stretch[] | undefined)[];

/** In a picture of fewer points none of them is marked. */
export const leastMarkedPoints = 200;
/** When readings came is looked at one by one. */
const mostMs = 8 * dayS * 1000;
const mostContainers = 20;

/** What of each line came late: when any of its containers sent it late. Undefined where that is not looked for. */
export async function lateLines(
  db: Db,
  lines: readonly { containerIds: readonly string[] }[],
  range: Range,
): Promise<Late | undefined> {
  const ids = [...new Set(lines.flatMap(({ containerIds }) => containerIds))];
  if (ids.length === 0 || ids.length > mostContainers || range.toMs - range.fromMs > mostMs) return undefined;
  const late = await readLateStretches(db, ids, range);
  return lines.map(({ containerIds }) => {
    const own = joinStretches(containerIds.flatMap((id) => late.get(id) ?? []));
    return own.length > 0 ? own : undefined;
  });
}

/** The same time, each instant once. */
export function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const [fromMs, toMs] of stretches.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && fromMs <= last[1]) last[1] = Math.max(last[1], toMs);
    else joined.push([fromMs, toMs]);
  }
  return joined;
}
