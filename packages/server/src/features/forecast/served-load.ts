import { loadSwitches, phaseSwitches } from "@offgrid/contract/telemetry/load-switches";

import { type LoadsSign, cutsBySigns, loadMetrics, loadsSign } from "@offgrid/contract/power-cuts/loads-sign";
import type { Hourly } from "./load-model.ts";

/** Hours in which loads were shed show what was served, not what is wanted: nothing is learned from them. Pure. */

/** A relay or phase that was closed in this share of all hours feeds something that is wanted all the time. */
const usuallyClosed = 0.9;

/** What tells whether loads were shed. */
export const servedMetrics = loadMetrics;

/**
 * The load without the hours in which all of it or a usual part of it was switched off at some time.
 * @param hourly Means of `servedMetrics`, all over the hours of the load.
 * @param lowSoc State of charge up to which loads may be cut, percent.
 */
export function servedLoad(load: Hourly, hourly: Readonly<Record<string, Hourly>>, lowSoc: number): Hourly {
  const read = (metric: string, hour: number) => {
    const value = hourly[metric]?.values[hour];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  };
  const hours = Array.from({ length: load.values.length }, (_, hour) => hour);
  const isCut = cutHours(hours.map((hour) => loadsSign((metric) => read(metric, hour), lowSoc)));
  const usual = usualSwitches(hourly);
  const isShed = (hour: number) =>
    // The hours beside a cut have its beginning and its end.
    [hour - 1, hour, hour + 1].some((beside) => isCut[beside]) ||
    isPartly(read("inverter.state", hour)) ||
    isPartly(Math.max(-1, ...phaseSwitches.flatMap((metric) => read(metric, hour) ?? []))) ||
    usual.some((metric) => (read(metric, hour) ?? 1) < 1);
  return { fromMs: load.fromMs, values: Float64Array.from(hours, (hour) => (isShed(hour) ? NaN : load.values[hour]!)) };
}

/** The relays and phases that feed what is wanted all the time: where one of them is open, loads are switched off. */
export function usualSwitches(hourly: Readonly<Record<string, Hourly>>): string[] {
  return loadSwitches.filter((metric) => {
    const known = Array.from(hourly[metric]?.values ?? []).filter((mean) => !Number.isNaN(mean));
    return known.length > 0 && known.filter((mean) => mean === 1).length >= usuallyClosed * known.length;
  });
}

/** A container that falls silent in a cut is taken to be cut until it shows otherwise. */
function cutHours(signs: readonly (LoadsSign | undefined)[]): boolean[] {
  let before = false;
  return cutsBySigns(signs).map((isCut) => (before = isCut ?? before));
}

/** The mean of a switch that was off for a part of an hour. */
function isPartly(mean: number | undefined): boolean {
  return mean !== undefined && mean > 0 && mean < 1;
}
