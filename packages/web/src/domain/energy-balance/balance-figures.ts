import {
  type EnergyOrigin,
  type EnergyPart,
  energyOrigins,
  energyParts,
  givingParts,
  takingParts,
} from "@offgrid/contract/charts/energy-parts";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";

import { leastWh } from "../../core/format.ts";

/** Wh over a range; undefined: not measured. */
export type Energies = Readonly<Record<EnergyPart, number | undefined>>;

/** Energies over the whole range. */
export function energiesOf({ parts }: Pick<EnergyBalance, "parts">): Energies {
  return Object.fromEntries(energyParts.map((part) => [part, parts[part].total ?? undefined])) as unknown as Energies;
}

/** Consumption of the whole range by where it came from, Wh; null: not measured. */
export function originTotals(origins: EnergyBalance["origins"]): Record<EnergyOrigin, number | null> {
  return Object.fromEntries(energyOrigins.map((origin) => [origin, origins[origin].total])) as Record<
    EnergyOrigin,
    number | null
  >;
}

/** Meters of power write whole watts: of what is a few hundred watts, this share may be rounding. */
const roundingShare = 0.001;
/**
 * Energy that came in but is not accounted for by what went out, Wh; below 0: more went out than is known to have come
 * in. What is within the rounding of the meters is 0. Undefined where nothing of one side is measured: nobody knows what
 * it is then.
 */
export function unmeteredWh(energies: Energies): number | undefined {
  const isMeasured = (parts: readonly EnergyPart[]) => parts.some((part) => energies[part] !== undefined);
  if (!isMeasured(givingParts) || !isMeasured(takingParts)) return undefined;
  const sum = (parts: readonly EnergyPart[]) => parts.reduce((all, part) => all + (energies[part] ?? 0), 0);
  const [given, taken] = [sum(givingParts), sum(takingParts)];
  return Math.abs(given - taken) <= Math.max(leastWh, roundingShare * given) ? 0 : given - taken;
}

/** Of less than this share of the consumption nothing is said, 0..1. */
const leastKnown = 0.5;

/**
 * Share of the consumption that needed neither generator nor grid, 0..1, of the consumption whose origin is known: what
 * either of them put into the battery is theirs (OriginBar has the same shares). Undefined without a measured consumption,
 * where most of it is of unknown origin, and where there is a generator or a grid that is not metered.
 */
export function selfSufficiency(
  origins: Readonly<Record<EnergyOrigin, number | null>>,
  unmeasured: EnergyBalance["unmeasured"],
): number | undefined {
  const own = (origins.sun ?? 0) + (origins.battery ?? 0);
  const all = energyOrigins.reduce((sum, origin) => sum + (origins[origin] ?? 0), 0);
  const known = all - (origins.unknown ?? 0);
  if (known <= 0 || known < leastKnown * all || unmeasured.length > 0) return undefined;
  return own / known;
}

/** How much more the battery holds at the end than at the beginning, Wh; undefined where that is not known. */
export function storedChangeWh(
  { soc }: Pick<EnergyBalance, "soc">,
  capacityWh: number | undefined,
): number | undefined {
  if (capacityWh === undefined || soc === null) return undefined;
  return (capacityWh * (soc.last - soc.first)) / 100;
}

/** Share of the energy taken that the battery gave back, 0..1; undefined where too little went through it. */
export function roundTrip({ batteryIn, batteryOut }: Energies, storedWh: number | undefined): number | undefined {
  if (batteryIn === undefined || batteryOut === undefined || batteryIn < 100) return undefined;
  // Energy that is still in it is not lost, and energy that was in it before was not added now.
  const share = (batteryOut + (storedWh ?? 0)) / batteryIn;
  return share < 0 || share > 1.05 ? undefined : Math.min(1, share);
}

/** By how many percentage points one share is above another, of what both read on screen; undefined: one is not known. */
export function pointsBetween(own: number | undefined, other: number | undefined): number | undefined {
  if (own === undefined || other === undefined) return undefined;
  return Math.round(own * 100) - Math.round(other * 100) + 0;
}

const minuteMs = 60_000;
/** A figure counts as fully measured from this share on. */
const wholeCoverage = 0.99;

/** The share of the range that the measured parts cover, 0..1, of the one that was measured least; undefined: none was. */
export function measuredShare({ parts }: Pick<EnergyBalance, "parts">, of: readonly EnergyPart[]): number | undefined {
  const shares = of.filter((part) => parts[part].total !== null).map((part) => parts[part].coverage);
  return shares.length === 0 ? undefined : Math.min(1, ...shares);
}

/** As `measuredShare` where less than the whole was measured. */
export function partlyMeasured(balance: Pick<EnergyBalance, "parts">, of: readonly EnergyPart[]): number | undefined {
  const share = measuredShare(balance, of);
  return share !== undefined && share < wholeCoverage ? share : undefined;
}

/**
 * The earlier range cut to what has passed of the present one by an instant, in whole minutes, so that half a day is not
 * compared with a whole one. Each other instant asks for another range: give one that changes only with new figures.
 */
export function elapsedPart(
  before: { fromMs: number; toMs: number },
  range: { fromMs: number; toMs: number },
  atMs: number,
): { fromMs: number; toMs: number } {
  if (atMs >= range.toMs) return before;
  const elapsedMs = Math.max(1, Math.floor((atMs - range.fromMs) / minuteMs)) * minuteMs;
  return { fromMs: before.fromMs, toMs: Math.min(before.toMs, before.fromMs + elapsedMs) };
}
