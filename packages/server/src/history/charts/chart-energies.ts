import { energyOfPower } from "@offgrid/contract/charts/energy-parts";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import type { Groups } from "../chart-range.ts";
import { shareOf } from "../energy/fleet-energy.ts";
import { groupsWithin } from "../energy/fleet-parts.ts";
import { type SourceAsked, energyOfSources } from "../energy/source-energies.ts";
import { type Asked, type Columns, isFolded, measuringOf } from "./chart-plan.ts";

/** Those series of a chart that are energies, as balances have them (Wh). */
export async function energyColumns(
  db: Db,
  { series: all, containers, range, nowMs }: Asked,
  { edges, t, zone, groupBy }: Groups & { zone: string; groupBy: Exclude<ChartGroup, "raw"> },
): Promise<Columns> {
  const series = all.filter((one) => !isFolded(one));
  if (series.length === 0) return { columns: [], coverage: [] };
  const groups = { ...groupsWithin(range, { edges, t }), zone, groupBy, nowMs };
  const places: number[] = [];
  const asked = series.flatMap((one, index) => {
    const source = energyOfPower(one);
    return one.containerIds.flatMap((id): SourceAsked[] => {
      const container = containers.get(id);
      if (!container || !source || !isMeasured(container, source)) return [];
      places.push(index);
      return [{ container, source }];
    });
  });
  const found = await energyOfSources(db, groups, asked);
  const columns = series.map(() => t.map((): number | null => null));
  const measuredMs = series.map(() => 0);
  for (const [place, { wh, measuredMs: ms }] of found.entries()) {
    const index = places[place] as number;
    const { multiply } = series[index] as (typeof series)[number];
    const column = columns[index] as (number | null)[];
    for (const [group, energy] of wh.entries()) {
      if (energy !== null && group < column.length) column[group] = (column[group] ?? 0) + energy * multiply;
    }
    measuredMs[index] = (measuredMs[index] ?? 0) + ms.reduce((sum, one) => sum + one, 0);
  }
  const coverage = series.map((one, index) =>
    shareOf((measuredMs[index] ?? 0) / measuringOf(one, containers), range, nowMs),
  );
  return { columns, coverage };
}

function isMeasured({ slots }: ChartContainer, { power, meter }: SourceAsked["source"]): boolean {
  return slots.has(power) || (meter !== undefined && slots.has(meter));
}
