/** Mean powers by short groups, as the chart call answers them. */
export interface PowerHistory {
  /** Starts of groups, epoch ms, rising. */
  t: readonly number[];
  /** In the order of `powerMetrics`. */
  series: readonly (readonly (number | null)[])[];
}

/** What an energy balance is made from; battery power is positive while charging, grid power while taking. */
export const powerMetrics = [
  "solar.power",
  "generator.power",
  "grid.power",
  "battery.power",
  "load.power",
  "losses.power",
  // What the battery held at the beginning and at the end.
  "battery.soc",
] as const;

export const energyParts = [
  "solar",
  "generator",
  "gridIn",
  "batteryOut",
  "load",
  "batteryIn",
  "gridOut",
  "losses",
] as const;
export type EnergyPart = (typeof energyParts)[number];
export const givingParts = ["solar", "generator", "gridIn", "batteryOut"] as const satisfies readonly EnergyPart[];
export const takingParts = ["load", "batteryIn", "gridOut", "losses"] as const satisfies readonly EnergyPart[];

/** Wh; undefined: not measured. */
export type Energies = Readonly<Record<EnergyPart, number | undefined>>;

/** Where each part comes from, and which sign of it counts. */
const origins: Record<EnergyPart, { metric: (typeof powerMetrics)[number]; sign: 1 | -1 }> = {
  solar: { metric: "solar.power", sign: 1 },
  generator: { metric: "generator.power", sign: 1 },
  gridIn: { metric: "grid.power", sign: 1 },
  gridOut: { metric: "grid.power", sign: -1 },
  batteryIn: { metric: "battery.power", sign: 1 },
  batteryOut: { metric: "battery.power", sign: -1 },
  load: { metric: "load.power", sign: 1 },
  losses: { metric: "losses.power", sign: 1 },
};

const hourMs = 3_600_000;

/** Length of each group in hours; the one that holds the present counts as far as it has gone. */
export function groupHours(t: readonly number[], nowMs: number): number[] {
  return t.map((atMs, index) => {
    const endMs = t[index + 1] ?? atMs + (index > 0 ? atMs - t[index - 1]! : hourMs);
    return Math.max(0, Math.min(endMs, nowMs) - atMs) / hourMs;
  });
}

/** Energy of each part by group, Wh; null: not measured. */
export function energyColumns(history: PowerHistory, nowMs: number): Record<EnergyPart, (number | null)[]> {
  const hours = groupHours(history.t, nowMs);
  const columns = energyParts.map((part) => {
    const { metric, sign } = origins[part];
    const powers = history.series[powerMetrics.indexOf(metric)] ?? [];
    const column = hours.map((length, index) => {
      const power = powers[index];
      return power === null || power === undefined ? null : Math.max(0, sign * power) * length;
    });
    return [part, column] as const;
  });
  return Object.fromEntries(columns) as Record<EnergyPart, (number | null)[]>;
}

/** Energies over the whole range. */
export function energyTotals(history: PowerHistory, nowMs: number): Energies {
  const columns = energyColumns(history, nowMs);
  return Object.fromEntries(energyParts.map((part) => [part, sumOf(columns[part])])) as unknown as Energies;
}

/** Sum of what was measured; undefined where nothing was. */
export function sumOf(column: readonly (number | null)[]): number | undefined {
  const measured = column.filter((value) => value !== null);
  return measured.length === 0 ? undefined : measured.reduce((sum, value) => sum + value, 0);
}

/**
 * Energy that came in but is not accounted for by what went out, Wh; below 0: more went out than is known to have come
 * in.
 */
export function unmeteredWh(energies: Energies): number {
  const sum = (parts: readonly EnergyPart[]) => parts.reduce((all, part) => all + (energies[part] ?? 0), 0);
  return sum(givingParts) - sum(takingParts);
}

/**
 * Share of the consumption that needed neither generator nor grid, 0..1; undefined without a measured consumption.
 * What the generator put into the battery counts as used, since it is used later.
 */
export function selfSufficiency({ load, generator = 0, gridIn = 0 }: Energies): number | undefined {
  if (load === undefined || load <= 0) return undefined;
  return Math.min(1, Math.max(0, 1 - (generator + gridIn) / load));
}

/** How much more the battery holds at the end than at the beginning, Wh; undefined where that is not known. */
export function storedChangeWh({ series }: PowerHistory, capacityWh: number | undefined): number | undefined {
  const socs = (series[powerMetrics.indexOf("battery.soc")] ?? []).filter((soc) => soc !== null);
  const [first, last] = [socs[0], socs.at(-1)];
  if (capacityWh === undefined || first === undefined || last === undefined) return undefined;
  return (capacityWh * (last - first)) / 100;
}

/** Share of the energy taken that the battery gave back, 0..1; undefined where too little went through it. */
export function roundTrip({ batteryIn, batteryOut }: Energies, storedWh: number | undefined): number | undefined {
  if (batteryIn === undefined || batteryOut === undefined || batteryIn < 100) return undefined;
  // Energy that is still in it is not lost, and energy that was in it before was not added now.
  const share = (batteryOut + (storedWh ?? 0)) / batteryIn;
  return share < 0 || share > 1.05 ? undefined : Math.min(1, share);
}

/** The columns of short groups added up into longer ones, such as quarter hours into local days. */
export function regroup(
  t: readonly number[],
  column: readonly (number | null)[],
  startOf: (atMs: number) => number,
): { t: number[]; values: (number | null)[] } {
  const starts: number[] = [];
  const values: (number | null)[] = [];
  for (const [index, atMs] of t.entries()) {
    const start = startOf(atMs);
    if (starts.at(-1) !== start) {
      starts.push(start);
      values.push(null);
    }
    const value = column[index];
    if (value !== null && value !== undefined) values[values.length - 1] = (values.at(-1) ?? 0) + value;
  }
  return { t: starts, values };
}
