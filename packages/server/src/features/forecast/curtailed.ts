import type { Hourly } from "./load-model.ts";

/** Hours in which less was taken from the sun than it gave: they teach nothing about the weather. Pure. */

/** A battery that is as good as full takes less than the sun gives. */
const fullPercent = 97;
/** Charged with this share of what it allows, it is the limit that is seen and not the sun. */
const nearLimit = 0.95;

/** What tells whether the sun was curtailed. */
export const curtailedMetrics = ["battery.soc", "battery.current", "battery.charge_limit"] as const;

/** Is the battery charged with as much as it allows? Not where one of both, A, is not known. */
export const isAtLimit = (current: number, limit: number) => current >= nearLimit * limit;

/**
 * Was the sun curtailed in these hours, or may it have been? The hours beside a full one have its beginning and its end.
 * @param hourly Means of `curtailedMetrics`, all over the same hours; what is missing was never measured.
 */
export function curtailedHours(
  hourly: Readonly<Partial<Record<(typeof curtailedMetrics)[number], Hourly>>>,
  hours: number,
): boolean[] {
  const at = (hour: number) => hourly["battery.soc"]?.values[hour] ?? Number.NaN;
  const isFull = (hour: number) => at(hour) >= fullPercent;
  return limitedHours(hourly, hours).map(
    (isLimited, hour) => isFull(hour - 1) || isFull(hour) || isFull(hour + 1) || isLimited,
  );
}

/** Did a battery allow no more current in these hours, such as a cold one? One that is full is told by its charge. */
export function limitedHours(
  hourly: Readonly<Partial<Record<(typeof curtailedMetrics)[number], Hourly>>>,
  hours: number,
): boolean[] {
  const at = (metric: (typeof curtailedMetrics)[number], hour: number) => hourly[metric]?.values[hour] ?? Number.NaN;
  return Array.from(
    { length: hours },
    (_, hour) =>
      !(at("battery.soc", hour) >= fullPercent) &&
      isAtLimit(at("battery.current", hour), at("battery.charge_limit", hour)),
  );
}
