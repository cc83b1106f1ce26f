import { fullSoc } from "@offgrid/contract/devices/battery-levels";

import { addCalendar, isoDay, localHour, startOf } from "../../core/time.ts";

/** Hours of the state of charge, as the chart call answers them. */
export interface ChargeHistory {
  /** Starts of hours, epoch ms, rising. */
  t: readonly number[];
  lowest: readonly (number | null)[];
  mean: readonly (number | null)[];
  highest: readonly (number | null)[];
}

/** One local day of a battery; percent. */
export interface DayOfCharge {
  iso: string;
  fromMs: number;
  /** Undefined: nothing was measured. */
  charge: { lowest: number; mean: number; highest: number; lowestAtMs: number } | undefined;
  /** Start of the hour in which it was full; undefined: never. */
  fullAtMs: number | undefined;
  /** By local hour: its mean; null: a gap; undefined: still to come, or no such hour on that day. */
  hours: (number | null | undefined)[];
}

export interface SevenDays {
  /** Oldest first; the last is today. */
  days: DayOfCharge[];
  /** The deepest hour of all; undefined: nothing was measured. */
  deepest: { percent: number; atMs: number } | undefined;
  fullDays: number;
  /** First hour with a value, where days before it are blank. */
  dataFromMs: number | undefined;
}

const dayCount = 7;

/** The last seven local days, today included. */
export function sevenDays({ t, lowest, mean, highest }: ChargeHistory, nowMs: number, zone: string): SevenDays {
  const today = startOf("day", nowMs, zone);
  const days = Array.from({ length: dayCount }, (_, index): DayOfCharge => {
    const fromMs = addCalendar(today, index + 1 - dayCount, "day", zone);
    return { iso: isoDay(fromMs, zone), fromMs, charge: undefined, fullAtMs: undefined, hours: noHours() };
  });
  const byDay = new Map(days.map((day) => [day.iso, day]));
  const sums = new Map<string, { sum: number; count: number }>();
  let first: number | undefined;
  for (const [index, atMs] of t.entries()) {
    const day = byDay.get(isoDay(atMs, zone));
    if (!day || atMs > nowMs) continue;
    const hour = localHour(atMs, zone);
    const value = mean[index];
    if (value === null || value === undefined) {
      // Where clocks go back an hour comes twice; the one that was measured counts.
      day.hours[hour] ??= null;
      continue;
    }
    first ??= atMs;
    day.hours[hour] = value;
    const sum = sums.get(day.iso) ?? { sum: 0, count: 0 };
    sums.set(day.iso, { sum: sum.sum + value, count: sum.count + 1 });
    const low = lowest[index] ?? value;
    const high = highest[index] ?? value;
    const before = day.charge;
    const isLower = !before || low < before.lowest;
    day.charge = {
      lowest: isLower ? low : before.lowest,
      lowestAtMs: isLower ? atMs : before.lowestAtMs,
      highest: Math.max(high, before?.highest ?? high),
      mean: 0,
    };
    if (high >= fullSoc) day.fullAtMs ??= atMs;
  }
  for (const day of days) {
    const sum = sums.get(day.iso);
    if (day.charge && sum) day.charge.mean = sum.sum / sum.count;
  }
  const deepestDay = days.reduce<DayOfCharge | undefined>(
    (low, day) => (day.charge && (!low?.charge || day.charge.lowest < low.charge.lowest) ? day : low),
    undefined,
  );
  return {
    days,
    deepest: deepestDay?.charge && { percent: deepestDay.charge.lowest, atMs: deepestDay.charge.lowestAtMs },
    fullDays: days.filter(({ fullAtMs }) => fullAtMs !== undefined).length,
    dataFromMs: days[0]?.charge ? undefined : first,
  };
}

function noHours(): (number | null | undefined)[] {
  return Array.from<number | null | undefined>({ length: 24 });
}

/** Is an hour among them that was not measured? One that is to come is none. */
export function hasGaps({ days }: SevenDays): boolean {
  return days.some(({ hours }) => hours.includes(null));
}
