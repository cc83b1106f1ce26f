import type { Db } from "../../core/db.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import type { Range } from "../chart-range.ts";
import type { KeptStretch } from "./energy-memo.ts";
import { type OutlinePoint, countBeyond, integrateOutline } from "./energy-outline.ts";
import { readManyReadings } from "./energy-readings.store.ts";
import { unpackPoints } from "./energy-runs.ts";
import {
  type Need,
  type Work,
  keptStretch,
  keyOf,
  kinds,
  make,
  openings,
  stretchKey,
  wantedReadings,
} from "./energy-stretches.ts";
import { type SpannedIntegral, cellsOf } from "./power-and-meter.ts";
import { dayMs, quarterMs, quarterOf } from "../quarter-hours.ts";
import { markedWithin } from "../rollups/rollups.store.ts";
import { type LooseQuarter, type Stretch, stretchesOf } from "./stretches.ts";

/** Integrates the outlines of many containers (container-energy.ts) round by round: each reads what they all still lack. */

/** Summaries, and quarter hours of readings, in memory at a time. */
const daysAtOnce = 1_000;
const looseAtOnce = 600;
const containersAtOnce = 200;

/** Works through all containers in groups, each as large as the data that it needs may be in memory at once. */
export async function workOffAll(
  db: Db,
  works: readonly Work[],
  around: Range,
  boundaries: readonly number[],
  edges: readonly number[],
): Promise<void> {
  const days = Math.ceil(((boundaries.at(-1) as number) - (boundaries[0] as number)) / dayMs) + 1;
  let group: Work[] = [];
  let [missing, loose] = [0, 0];
  for (const work of works) {
    if (group.length > 0 && (missing > daysAtOnce || loose > looseAtOnce || group.length >= containersAtOnce)) {
      await workOff(db, group, around, boundaries, edges);
      [group, missing, loose] = [[], 0, 0];
      await untilIdle();
    }
    group.push(work);
    loose += work.loose.length;
    if (isMissing(db, work)) missing += 2 * days;
  }
  await workOff(db, group, around, boundaries, edges);
}

export function workOf(
  container: ChartContainer,
  slots: readonly [power: number, meter: number],
  boundaries: readonly number[],
  shared: readonly (Stretch | LooseQuarter)[],
): Work {
  const [first, last] = [quarterOf(boundaries[0] as number), Math.ceil((boundaries.at(-1) as number) / quarterMs) - 1];
  const loose = markedWithin(container, first, last).sort((one, other) => one - other);
  return {
    container,
    declaredMs: container.everyS * 1000,
    slots,
    stretches: loose.length > 0 ? stretchesOf(boundaries, loose) : shared,
    loose,
    readings: new Map(),
    found: [undefined, undefined],
    cells: undefined,
    inCells: [undefined, undefined],
    beyond: [
      { before: Infinity, after: Infinity },
      { before: Infinity, after: Infinity },
    ],
    lastMs: -Infinity,
  };
}

function isMissing(db: Db, work: Work): boolean {
  return work.stretches.some(
    (stretch) =>
      !("loose" in stretch) && work.slots.some((slot, kind) => slot > 0 && !keptStretch(db, work, kind, stretch)),
  );
}

/** Integrates a group between the edges of buckets, and in cells where these have to be cut. */
async function workOff(
  db: Db,
  group: readonly Work[],
  around: Range,
  boundaries: readonly number[],
  edges: readonly number[],
): Promise<void> {
  const loose = await readManyReadings(
    db,
    group.flatMap((work) => wantedReadings(work, work.loose)),
  );
  for (const work of group) work.readings = loose.get(keyOf(work)) ?? new Map();
  const within = { around, boundaries };
  await inRounds(db, group, { ...within, edgesOf: () => edges, foundOf: ({ found }) => found });
  for (const work of group) {
    const [power, meter] = work.found;
    if (power && meter) work.cells = cellsOf(power.spans, meter.spans, edges);
  }
  const cut = group.filter(({ cells }) => cells !== undefined);
  await inRounds(db, cut, { ...within, edgesOf: ({ cells }) => cells ?? edges, foundOf: ({ inCells }) => inCells });
}

interface Rounds {
  around: Range;
  boundaries: readonly number[];
  edgesOf: (work: Work) => readonly number[];
  /** Where the integrals of both metrics go. */
  foundOf: (work: Work) => (SpannedIntegral | undefined)[];
}

/** Whatever the outlines lack is read for the whole group before the next round. */
async function inRounds(db: Db, group: readonly Work[], rounds: Rounds): Promise<void> {
  const made = new Map<Work, Map<string, KeptStretch>>(group.map((work) => [work, new Map<string, KeptStretch>()]));
  const stretchOf = (work: Work, kind: number, stretch: Stretch) => {
    const own = made.get(work) as Map<string, KeptStretch>;
    const key = stretchKey(work, kind, stretch);
    const found = own.get(key) ?? keptStretch(db, work, kind, stretch);
    if (found) own.set(key, found);
    return found;
  };
  for (;;) {
    const needs: Need[] = [];
    for (const work of group) {
      for (const kind of [0, 1]) {
        if (rounds.foundOf(work)[kind] || work.slots[kind] === 0) continue;
        needs.push(...integrate(work, kind, (stretch) => stretchOf(work, kind, stretch), rounds));
      }
    }
    if (needs.length === 0) return;
    await make(
      db,
      needs,
      (need) => stretchOf(need.work, need.kind, need.stretch),
      (need, stretch) => made.get(need.work)?.set(stretchKey(need.work, need.kind, need.stretch), stretch),
    );
  }
}

/** @returns what must be read first; nothing once the integral is found. */
function integrate(
  work: Work,
  kind: number,
  stretchOf: (stretch: Stretch) => KeptStretch | undefined,
  { around, boundaries, edgesOf, foundOf }: Rounds,
): Need[] {
  const edges = edgesOf(work);
  const needs: Need[] = [];
  const outline: OutlinePoint[] = [];
  const need = (stretch: Stretch, quarters: Iterable<number> = [], isSplit = false) =>
    needs.push({ work, kind, stretch, quarters: new Set(quarters), isSplit });
  for (const stretch of work.stretches) {
    if ("loose" in stretch) {
      outline.push(...(work.readings.get(stretch.loose)?.[kind] ?? []));
      continue;
    }
    const kept = stretchOf(stretch);
    if (!kept) {
      need(stretch);
      continue;
    }
    const before = outline.length;
    unpackPoints(kept.points, outline);
    if (!stretch.hasBoundary) continue;
    const first = outline[before];
    const last = outline.at(-1);
    const isDivided = first?.inside && last && boundaries.some((atMs) => first.atMs < atMs && atMs < last.atMs);
    if (isDivided) need(stretch, [stretch.from]);
  }
  if (needs.length > 0) return needs;
  const points = outline.filter(({ atMs }) => atMs >= around.fromMs && atMs < around.toMs);
  const found = integrateOutline(points, edges, work.declaredMs, kinds[kind] ?? "power");
  if ("open" in found) return openings(work, kind, found.open);
  if (foundOf(work) === work.found)
    work.beyond[kind] = countBeyond(points, { fromMs: edges[0] as number, toMs: edges.at(-1) as number });
  foundOf(work)[kind] = found;
  work.lastMs = Math.max(work.lastMs, outline.at(-1)?.atMs ?? -Infinity);
  return [];
}
