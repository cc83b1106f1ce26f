import { type curtailedMetrics, isAtLimit } from "./curtailed.ts";
import type { Hourly } from "./load-model.ts";
import { quantile } from "./solar-model.ts";

/** What the battery holds and what the load draws from it, learned from measured hours. Pure. */

/** Round-trip efficiency; half of the loss each way. */
export const roundTrip = 0.95;
export const oneWay = Math.sqrt(roundTrip);

/** From here on a battery may take less because it is about to be full, percent. */
const nearlyFull = 90;

const [fewestHours, mostHours] = [2, 12];
/** The charge must change by this much, or only its rounding shows; percent. */
const leastChange = 10;
const fewestWindows = 3;
/** Near its ends a battery monitor corrects its count, which is not charge. */
const [lowest, highest] = [3, 97];

/**
 * Capacity from hours in which the battery only charged or only discharged, against the change of its charge.
 * @param soc Percent.
 * @param batteryW Positive while charging; hours as those of `soc`.
 * @returns Wh; undefined with fewer than three such stretches.
 */
export function learnCapacityWh(soc: Hourly, batteryW: Hourly): number | undefined {
  const found: number[] = [];
  const length = Math.min(soc.values.length, batteryW.values.length);
  for (let from = 0; from < length; from++) {
    const [first, power] = [soc.values[from] as number, batteryW.values[from] as number];
    if (!isInside(first) || Number.isNaN(power) || power === 0) continue;
    // From the middle of the first hour to the middle of the last.
    let energyWh = power / 2;
    for (let to = from + 1; to <= from + mostHours && to < length; to++) {
      const [last, now] = [soc.values[to] as number, batteryW.values[to] as number];
      if (!isInside(last) || Number.isNaN(now) || Math.sign(now) !== Math.sign(power)) break;
      const change = last - first;
      if (to - from >= fewestHours && Math.abs(change) >= leastChange && Math.sign(change) === Math.sign(power)) {
        const storedWh = power > 0 ? (energyWh + now / 2) * oneWay : (energyWh + now / 2) / oneWay;
        found.push((100 * storedWh) / change);
        from = to;
        break;
      }
      energyWh += now;
    }
  }
  return found.length < fewestWindows ? undefined : quantile(found, 0.5);
}

function isInside(soc: number): boolean {
  return soc >= lowest && soc <= highest;
}

const dayHours = 24;

/**
 * The power at which the battery allowed no more in the last day, such as in the cold: at the highest of these limits. Near
 * full each battery takes less, which says nothing of the hours before.
 * @param hourly Means over the same hours; what is missing was never measured.
 * @returns W; undefined: its limit was not met.
 */
export function learnChargeLimitW(
  hourly: Readonly<Partial<Record<(typeof curtailedMetrics)[number] | "battery.power", Hourly>>>,
): number | undefined {
  const length = hourly["battery.soc"]?.values.length ?? 0;
  const at = (metric: keyof typeof hourly, hour: number) => hourly[metric]?.values[hour] ?? Number.NaN;
  let highest: number | undefined;
  for (let hour = Math.max(0, length - dayHours); hour < length; hour++) {
    const [soc, power] = [at("battery.soc", hour), at("battery.power", hour)];
    if (
      !(soc < nearlyFull) ||
      !(power > 0) ||
      !isAtLimit(at("battery.current", hour), at("battery.charge_limit", hour))
    )
      continue;
    highest = Math.max(highest ?? 0, power);
  }
  return highest;
}

const usualDraw = 1.08;
const [leastDraw, mostDraw] = [1, 1.8];
const fewestNights = 24;

/**
 * What the battery gives for each watt of load while nothing else feeds: inverter and standby come on top of the load.
 * @returns At least 1; 1.08 where too few dark hours were measured.
 */
export function learnDraw(loadW: Hourly, batteryW: Hourly, solarW: Hourly): number {
  const found: number[] = [];
  for (let index = 0; index < loadW.values.length; index++) {
    const [load, battery, solar] = [loadW, batteryW, solarW].map(({ values }) => values[index] as number) as [
      number,
      number,
      number,
    ];
    if (!(load > 20) || !(battery < 0) || solar > 0.02 * load) continue;
    // Much less than the load: a generator or the grid fed in as well.
    if (-battery < 0.9 * load) continue;
    found.push(-battery / load);
  }
  return found.length < fewestNights ? usualDraw : Math.min(mostDraw, Math.max(leastDraw, quantile(found, 0.5)));
}
