import type { Quantity } from "@offgrid/contract/charts/energy-parts";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { energyOfContainers } from "./container-energy.ts";
import { integratePower } from "./energy.ts";
import { longestByDaysMs, meansOf } from "./energy-means.ts";
import { energyByGroup } from "./fleet-energy.ts";
import type { EnergyGroups } from "./fleet-parts.ts";
import {
  type BucketEnergy,
  type SpannedIntegral,
  cellsOf,
  energyOfCells,
  energyOfIntegrals,
  reachOf,
} from "./power-and-meter.ts";
import type { Range } from "../chart-range.ts";
import { quarterMs } from "../quarter-hours.ts";
import { noMetric } from "./quantities.ts";

/**
 * Energies as energy.ts defines them, from a power and its meter. Of what flows against a metric's sign (out of the battery,
 * into the grid) summaries keep no areas, so the means of the negative readings of each quarter hour are integrated as if
 * they were readings, where its meter has not measured.
 */

/** An energy of a container, and what measures it. */
export interface SourceAsked {
  container: ChartContainer;
  source: Quantity;
}

/** @returns in the order of `asked`, which may name a pair twice. */
export async function energyOfSources(
  db: Db,
  groups: EnergyGroups,
  asked: readonly SourceAsked[],
): Promise<BucketEnergy[]> {
  const keyOf = ({ container, source: { power, useIf } }: SourceAsked) => `${useIf} ${power} ${container.id}`;
  const once = [...new Map(asked.map((one) => [keyOf(one), one])).values()];
  const metrics = ({ power, meter = noMetric, useIf }: Quantity) =>
    [useIf === "negative" ? noMetric : power, meter] as const;
  const forward = await energyByGroup(
    db,
    groups,
    once.map(({ container, source }) => ({ container, metrics: metrics(source) })),
  );
  const reverse = reverseEnergies(db, groups, once);
  const found = new Map<string, BucketEnergy>();
  for (const [place, one] of once.entries()) {
    const own = forward[place] ?? none;
    const against = reverse.get(one);
    found.set(keyOf(one), against ? await better(db, groups, one, own, against) : own);
  }
  return asked.map((one) => found.get(keyOf(one)) ?? none);
}

const none: BucketEnergy = { wh: [], measuredMs: [] };

/** What flowed against the sign of a power, by its means, between given edges within a range. */
type Against = (edges: readonly number[], range: Range) => Promise<SpannedIntegral>;

/** Of those that are measured so. */
function reverseEnergies(
  db: Db,
  { range, nowMs }: EnergyGroups,
  asked: readonly SourceAsked[],
): Map<SourceAsked, Against> {
  const found = new Map<SourceAsked, Against>();
  const isReverse = ({ container, source: { power, useIf } }: SourceAsked) =>
    useIf === "negative" && container.slots.has(power);
  const reverse = asked.filter(isReverse);
  for (const container of new Set(reverse.map(({ container: of }) => of))) {
    const own = reverse.filter(({ container: of }) => of === container);
    const wanted = own.map(({ source: { power: metric, useIf } }) => ({ metric, useIf }));
    const read = (within: Range) => meansOf(db, container, wanted, within, nowMs, { longestMs: longestByDaysMs });
    let usual: ReturnType<typeof meansOf> | undefined;
    for (const [place, one] of own.entries())
      found.set(one, async (edges, within) => {
        const isWider = within.fromMs < range.fromMs || within.toMs > range.toMs;
        const { middles, columns, stepMs } = await (isWider ? read(within) : (usual ??= read(range)));
        const given = (columns[place] ?? []).map((mean) => (mean === null ? null : -mean));
        return integratePower(middles, given, edges, Math.max(stepMs, container.everyS * 1_000));
      });
  }
  return found;
}

/** As power-and-meter.ts has it for a power and a meter. */
async function better(
  db: Db,
  { range, edges, nowMs }: EnergyGroups,
  { container, source: { meter = noMetric } }: SourceAsked,
  own: BucketEnergy,
  against: Against,
): Promise<BucketEnergy> {
  const buckets = edges.length - 1;
  const hasMeter = container.slots.has(meter);
  if (!hasMeter || !isLacking(own, edges, nowMs)) {
    const power = await against(edges, range);
    return energyOfIntegrals(power, integralOf(own, buckets));
  }
  const counted = (within: Range, some: readonly number[]) =>
    energyOfContainers(db, [{ container, metrics: [noMetric, meter] }], within, some, nowMs);
  const [{ meterSpans } = { meterSpans: [] }] = await counted(range, edges);
  const reach = reachOf(meterSpans, range);
  const power = await against(edges, reach);
  const cells = cellsOf(power.spans, meterSpans, edges);
  if (!cells) return energyOfIntegrals(power, integralOf(own, buckets));
  const [inCells = none] = await counted(reach, cells);
  const meterInCells = { ...integralOf(inCells, cells.length - 1), spans: meterSpans };
  return energyOfCells(edges, cells, await against(cells, reach), meterInCells);
}

/** Has a meter not measured some of the time up to the latest means? */
function isLacking({ measuredMs }: BucketEnergy, edges: readonly number[], nowMs: number): boolean {
  return edges.slice(1).some((endMs, bucket) => {
    const known = Math.min(endMs, nowMs - quarterMs) - (edges[bucket] as number);
    return (measuredMs[bucket] ?? 0) < Math.floor(known);
  });
}

function integralOf({ wh, measuredMs, gapWh = [] }: BucketEnergy, buckets: number): Omit<SpannedIntegral, "spans"> {
  const column = (values: readonly (number | null)[]) =>
    Float64Array.from({ length: buckets }, (_, bucket) => values[bucket] ?? 0);
  return { wh: column(wh), measuredMs: column(measuredMs), gapWh: column(gapWh) };
}
