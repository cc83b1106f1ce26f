import type { ValueAt } from "@offgrid/contract/containers/containers.schema";

import type { DeviceKind } from "../device-kinds.ts";

export type EnergySide = "source" | "use";

interface Meter {
  metric: string;
  side: EnergySide;
  kind: DeviceKind;
  /** Among those of its kind; undefined: there is one at most. */
  number?: number;
}

const numbered = (kind: DeviceKind, name: string, count: number) =>
  Array.from({ length: count }, (_, index): Meter => {
    const number = index + 1;
    return { metric: `${name}.${number}.power`, side: "source", kind, number };
  });

/** Meters of single devices. */
const meters: readonly Meter[] = [
  ...numbered("solar_charger", "solar", 4),
  ...numbered("alternator", "alternator", 2),
  { metric: "generator.power", side: "source", kind: "generator" },
  { metric: "grid.power", side: "source", kind: "grid_meter" },
  { metric: "ac.power", side: "use", kind: "air_conditioner" },
  { metric: "street_light.power", side: "use", kind: "street_light" },
];
const loadMetric = "load.power";

/** Those of these metrics that a container has, with its whole consumption. */
export function metersOf(values: Readonly<Record<string, ValueAt>>): string[] {
  const found = meters.map(({ metric }) => metric).filter((metric) => values[metric] !== undefined);
  return found.length > 0 && values[loadMetric] ? [...found, loadMetric] : found;
}

export interface EnergyRank {
  /** Undefined: all that has no meter of its own. */
  kind: DeviceKind | undefined;
  number: number | undefined;
  energyWh: number;
}

/**
 * Devices of each side by their energy, most first; those that were not measured are left out. Consumption without a
 * meter of its own is the last.
 * @param series Energy of each of the metrics, Wh in groups; null: not measured.
 */
export function energyRanks(
  metrics: readonly string[],
  series: readonly (readonly (number | null)[])[],
): Record<EnergySide, EnergyRank[]> {
  const energyOf = (metric: string) => {
    const measured = (series[metrics.indexOf(metric)] ?? []).filter((value) => value !== null);
    return measured.length === 0 ? undefined : measured.reduce((sum, value) => sum + value, 0);
  };
  const of = (side: EnergySide) =>
    meters
      .flatMap(({ metric, kind, number, ...meter }): EnergyRank[] => {
        const energyWh = energyOf(metric);
        return meter.side !== side || energyWh === undefined ? [] : [{ kind, number, energyWh }];
      })
      .toSorted((one, other) => other.energyWh - one.energyWh);
  const use = of("use");
  const restWh = (energyOf(loadMetric) ?? 0) - use.reduce((sum, { energyWh }) => sum + energyWh, 0);
  const rest = use.length > 0 && restWh > 0 ? [{ kind: undefined, number: undefined, energyWh: restWh }] : [];
  return { source: of("source"), use: [...use, ...rest] };
}
