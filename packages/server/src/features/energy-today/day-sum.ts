import { energyOf, integratePower } from "../../history/energy/energy.ts";

/** Energy of the current day of a power and its meter, kept up step by step as power-and-meter.ts defines it. Pure. */
export interface DaySum extends Part {
  /** What power measured since the meter's last reading: the next tells whether it counts. */
  since: Part & { onDay: Part };
  /** Since the last power reading, a gap of the meter has ended, or its readings have begun. */
  isOpen: boolean;
  /** Power turned out to have measured the end of such a gap: only the stored readings tell what is left of it. */
  isUnsure: boolean;
}

interface Part {
  wh: number;
  measuredMs: number;
}

/** From one reading of a metric to the next; as long as nothing, and a gap, where there is none before. */
export interface Step {
  fromMs: number;
  toMs: number;
  isGap: boolean;
  /** Wh between two instants of it. */
  whOf: (lowMs: number, highMs: number) => number;
}

interface Day {
  startMs: number;
  endMs: number;
}

const none: Part = { wh: 0, measuredMs: 0 };
const noSum: DaySum = { ...none, since: { ...none, onDay: none }, isOpen: false, isUnsure: false };

/** What of it is known now; null where nothing was measured. */
export function totalOf({ wh, measuredMs, since }: DaySum): { wh: number | null; measuredMs: number } {
  const all = plus({ wh, measuredMs }, since.onDay);
  return { wh: all.measuredMs > 0 || all.wh > 0 ? all.wh : null, measuredMs: all.measuredMs };
}

/** Of the day before, only what began and has not ended counts. */
export function nextDay({ since, isOpen }: DaySum): DaySum {
  return { ...noSum, since: { ...since, onDay: none }, isOpen };
}

export function addPowerStep(sum: DaySum, step: Step, lastMeterMs: number | undefined, day: Day): DaySum {
  if (step.isGap) return { ...sum, isOpen: false };
  const low = Math.max(step.fromMs, lastMeterMs ?? step.fromMs);
  if (low >= step.toMs) return { ...sum, isOpen: false, isUnsure: sum.isUnsure || sum.isOpen };
  const { since } = sum;
  return {
    ...sum,
    since: { ...plus(since, within(step, low, step.toMs)), onDay: plus(since.onDay, onDayOf(step, day, low)) },
    isOpen: false,
    isUnsure: sum.isUnsure || sum.isOpen,
  };
}

export function addMeterStep(sum: DaySum, step: Step, lastPowerMs: number | undefined, day: Day): DaySum {
  const rest = { ...sum, since: noSum.since };
  if (!step.isGap) return { ...rest, ...plus(sum, onDayOf(step, day, step.fromMs)) };
  const { since } = sum;
  const lacksMs = step.toMs - step.fromMs - since.measuredMs;
  const lacksOnDayMs = onDayOf(step, day, step.fromMs).measuredMs - since.onDay.measuredMs;
  const beyond = Math.max(0, step.whOf(step.fromMs, step.toMs) - since.wh);
  const known = plus(sum, since.onDay);
  const isOpen = sum.isOpen || (lastPowerMs !== undefined && lastPowerMs < step.toMs);
  return { ...rest, ...known, wh: known.wh + (lacksMs > 0 ? (beyond * lacksOnDayMs) / lacksMs : 0), isOpen };
}

/** @param columns Power and meter, of the day so far and some of the time before. */
export function sumOf(
  atMs: readonly number[],
  [powerW, meterWh]: readonly [readonly (number | null)[], readonly (number | null)[]],
  day: Day,
  declaredMs: number,
): DaySum {
  const lastOf = (column: readonly (number | null)[]) => atMs[column.findLastIndex((value) => value !== null)];
  const [lastPowerMs, lastMeterMs] = [lastOf(powerW), lastOf(meterWh)];
  const sinceMs = lastMeterMs ?? atMs[0] ?? day.startMs;
  const midnightMs = Math.max(sinceMs, day.startMs);
  const all = energyOf({ atMs, powerW, meterWh }, [day.startMs, day.endMs], declaredMs);
  const measured = integratePower(atMs, powerW, [sinceMs, midnightMs, Infinity], declaredMs);
  const onDay = { wh: measured.wh[1] ?? 0, measuredMs: measured.measuredMs[1] ?? 0 };
  const before = { wh: measured.wh[0] ?? 0, measuredMs: measured.measuredMs[0] ?? 0 };
  return {
    wh: (all.wh[0] ?? 0) - onDay.wh,
    measuredMs: (all.measuredMs[0] ?? 0) - onDay.measuredMs,
    since: { ...plus(before, onDay), onDay },
    // A day is computed seldom: rather once more than too late.
    isOpen: lastMeterMs !== undefined && lastPowerMs !== undefined && lastPowerMs < lastMeterMs,
    isUnsure: false,
  };
}

function onDayOf(step: Step, day: Day, fromMs: number): Part {
  return within(step, Math.max(fromMs, day.startMs), Math.min(step.toMs, day.endMs));
}

function within({ whOf }: Step, lowMs: number, highMs: number): Part {
  return highMs > lowMs ? { wh: whOf(lowMs, highMs), measuredMs: highMs - lowMs } : none;
}

function plus(one: Part, other: Part): Part {
  return { wh: one.wh + other.wh, measuredMs: one.measuredMs + other.measuredMs };
}
