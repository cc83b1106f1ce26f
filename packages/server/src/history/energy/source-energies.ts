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
  type IntegralWithEnds,
  cellsOf,
  energyOfCells,
  energyOfIntegrals,
} from "./power-and-meter.ts";
import { noMetric } from "./quantities.ts";

/**
 * Energies as energy.ts defines them, from a power and its meter. Of what flows against a metric's sign (out of the battery,
 * into the grid) summaries keep no areas, so the means of the negative readings of each quarter hour are integrated as if
 * they were readings, unless its meter has measured about as long.
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
  const [forward, reverse] = await Promise.all([
    energyByGroup(
      db,
      groups,
      once.map(({ container, source }) => ({ container, metrics: metrics(source) })),
    ),
    reverseEnergies(db, groups, once),
  ]);
  const found = new Map<string, BucketEnergy>();
  for (const [place, one] of once.entries()) {
    const own = forward[place] ?? none;
    const against = reverse.get(one);
    found.set(keyOf(one), against ? await better(db, groups, one, own, against) : own);
  }
  return asked.map((one) => found.get(keyOf(one)) ?? none);
}

const none: BucketEnergy = { wh: [], measuredMs: [] };

/** What flowed against the sign of a power, of those that are measured so. */
async function reverseEnergies(
  db: Db,
  { range, nowMs }: EnergyGroups,
  asked: readonly SourceAsked[],
): Promise<Map<SourceAsked, Against>> {
  const found = new Map<SourceAsked, Against>();
  const isReverse = ({ container, source: { power, useIf } }: SourceAsked) =>
    useIf === "negative" && container.slots.has(power);
  const reverse = asked.filter(isReverse);
  for (const container of new Set(reverse.map(({ container: of }) => of))) {
    const own = reverse.filter(({ container: of }) => of === container);
    const wanted = own.map(({ source: { power: metric, useIf } }) => ({ metric, useIf }));
    const means = await meansOf(db, container, wanted, range, nowMs, { longestMs: longestByDaysMs });
    const longestMs = Math.max(means.stepMs, container.everyS * 1_000);
    for (const [place, one] of own.entries()) {
      const given = (means.columns[place] ?? []).map((mean) => (mean === null ? null : -mean));
      found.set(one, (some) => integratePower(means.middles, given, some, longestMs));
    }
  }
  return found;
}

/** What flowed against the sign of a power, by its means, between given edges. */
type Against = (edges: readonly number[]) => IntegralWithEnds;

/** As energy.ts has it for a power and a meter. */
async function better(
  db: Db,
  { range, edges, nowMs }: EnergyGroups,
  { container, source: { meter = noMetric } }: SourceAsked,
  own: BucketEnergy,
  against: Against,
): Promise<BucketEnergy> {
  const [power, counted] = [against(edges), withoutEnds(own, edges.length - 1)];
  const cells = cellsOf(power, counted, edges);
  if (!cells) return energyOfIntegrals(power, counted);
  const [inCells = none] = await energyOfContainers(
    db,
    [{ container, metrics: [noMetric, meter] }],
    range,
    cells,
    nowMs,
  );
  return energyOfCells(edges, cells, against(cells), withoutEnds(inCells, cells.length - 1));
}

function withoutEnds({ wh, measuredMs }: BucketEnergy, buckets: number): IntegralWithEnds {
  const column = (values: readonly (number | null)[]) =>
    Float64Array.from({ length: buckets }, (_, bucket) => values[bucket] ?? 0);
  return { wh: column(wh), measuredMs: column(measuredMs), endsMs: [] };
}
