import { type Rest, restsOf } from "../../history/energy/power-and-meter.ts";
import { integrateMeter, integratePower } from "../../history/energy/energy.ts";

/** What a meter has of the time that power lacks on the current day, kept up reading by reading as power-and-meter.ts defines it. Pure. */
export interface Lack {
  rest: Rest;
  /** Since the last power reading: the next may turn out to have measured that time. */
  open: Rest;
  /** Of `open`, some was spread over a gap of the meter, */
  isSpread: boolean;
  /** and power turned out to have measured some of that gap: only the stored readings tell the rest of it. */
  isUnsure: boolean;
  /** What power measured since the meter's last reading, and how much of that on this day. */
  since: Rest & { onDayMs: number };
}

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

const none: Rest = { wh: 0, measuredMs: 0 };
const noLack: Lack = {
  ...{ rest: none, open: none, isSpread: false, isUnsure: false },
  since: { ...none, onDayMs: 0 },
};

/** For the next day: only what began before midnight and has not ended counts. */
export function nextDay({ since }: Lack): Lack {
  return { ...noLack, since: { ...since, onDayMs: 0 } };
}

export function addPowerStep(lack: Lack, step: Step, lastMeterMs: number | undefined, day: Day): Lack {
  const { rest, open, since } = lack;
  if (step.isGap) return { ...lack, rest: sum(rest, open), open: none, isSpread: false };
  const isUnsure = lack.isUnsure || lack.isSpread;
  const low = Math.max(step.fromMs, lastMeterMs ?? step.fromMs);
  const onDayMs = Math.max(0, Math.min(step.toMs, day.endMs) - Math.max(low, day.startMs));
  const measured = { wh: step.whOf(low, step.toMs), measuredMs: step.toMs - low };
  return {
    ...{ rest, open: none, isSpread: false, isUnsure },
    since: { ...sum(since, measured), onDayMs: since.onDayMs + onDayMs },
  };
}

export function addMeterStep(lack: Lack, step: Step, lastPowerMs: number | undefined, day: Day): Lack {
  const { rest, open, since } = lack;
  const [low, high] = [Math.max(step.fromMs, day.startMs), Math.min(step.toMs, day.endMs)];
  const lengthMs = step.toMs - step.fromMs;
  const missingMs = lengthMs - since.measuredMs;
  const growth = step.whOf(step.fromMs, step.toMs);
  const spread = missingMs > 0 ? Math.max(0, growth - since.wh) / missingMs : 0;
  const perMs = step.isGap ? spread : growth / lengthMs;
  const restOf = (ms: number): Rest => ({ wh: perMs * ms, measuredMs: step.isGap ? 0 : ms });
  const middle = Math.min(high, Math.max(low, lastPowerMs ?? low));
  const next = { ...lack, since: noLack.since };
  if (high <= low) return next;
  const before = restOf(Math.max(0, middle - low - since.onDayMs));
  const isSpread = lack.isSpread || (step.isGap && middle < high);
  return { ...next, rest: sum(rest, before), open: sum(open, restOf(high - middle)), isSpread };
}

/** @param columns Power and meter, of the day so far and some of the time before. */
export function lackOf(
  atMs: readonly number[],
  [powerW, meterWh]: readonly [readonly (number | null)[], readonly (number | null)[]],
  day: Day,
  declaredMs: number,
): Lack {
  const lastOf = (column: readonly (number | null)[]) => atMs[column.findLastIndex((value) => value !== null)];
  const [lastPowerMs = -Infinity, lastMeterMs = Infinity] = [lastOf(powerW), lastOf(meterWh)];
  const coarse = [powerW, meterWh].flatMap((column, kind) => {
    const integrate = kind === 0 ? integratePower : integrateMeter;
    return integrate(atMs, column, [day.startMs, day.endMs], declaredMs).endsMs;
  });
  const cells = [...new Set([day.startMs, day.endMs, ...coarse])].sort((one, other) => one - other);
  const power = integratePower(atMs, powerW, cells, declaredMs);
  const meter = integrateMeter(atMs, meterWh, cells, declaredMs);
  let { rest, open, isSpread, since } = noLack;
  for (const [cell, found] of restsOf(cells, power, meter).entries()) {
    const [fromMs, toMs] = [cells[cell] as number, cells[cell + 1] as number];
    const isOnDay = fromMs >= day.startMs && toMs <= day.endMs;
    const measured = { wh: power.wh[cell] ?? 0, measuredMs: power.measuredMs[cell] ?? 0 };
    if (fromMs >= lastMeterMs)
      since = { ...sum(since, measured), onDayMs: since.onDayMs + (isOnDay ? measured.measuredMs : 0) };
    if (!isOnDay) continue;
    if (fromMs >= lastPowerMs) open = sum(open, found);
    else rest = sum(rest, found);
    isSpread ||= fromMs >= lastPowerMs && found.wh > 0 && found.measuredMs === 0;
  }
  return { rest, open, isSpread, isUnsure: false, since };
}

function sum(one: Rest, other: Rest): Rest {
  return { wh: one.wh + other.wh, measuredMs: one.measuredMs + other.measuredMs };
}
