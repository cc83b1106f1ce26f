import { fullSoc } from "@offgrid/contract/devices/battery-levels";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

import { addCalendar, startOf } from "../../../core/time.ts";
import type { SolarForecast } from "../../../domain/weather/weather.data.ts";

/** One hour of a forecast, W. */
export interface ForecastHour {
  atMs: number;
  low: number;
  likely: number;
  high: number;
}

/** What a local day is expected to bring, Wh; of today what was measured so far and what is still to come. */
export interface DayOutlook {
  fromMs: number;
  likelyWh: number;
  lowWh: number;
  highWh: number;
  /** Undefined: nothing was measured, or the day has not begun. */
  measuredWh: number | undefined;
  /** What was expected of today until now; undefined: no forecast of it was kept, or another day. */
  dueWh: number | undefined;
  /** The same, of hours without a kept forecast as it is computed afterwards. */
  computedWh: number;
  /** Hours of the day that the forecast does not cover, and that are not over. */
  isPartial: boolean;
  /** What is likely to be used of what is to come, where the battery makes it clearly less; undefined: it does not, or that is not known. */
  used?: UsedSun | undefined;
}

export interface UsedSun {
  wh: number;
  /** From when on the battery is full and takes no more; undefined: it will not be, and limits its charging before. */
  fullFromMs: number | undefined;
  /** It is so already. */
  isFullNow: boolean;
}

const hourMs = 3_600_000;
/** An hour with less than this has no sun, and needs no forecast. */
const leastW = 1;
/** Less than this has not come, and is not to come. */
const leastWh = 1;
/** Less than this part of what came is not worth a sentence on what is to come. */
const hardlyMore = 0.01;

/**
 * How far a day is with the sun: its figures mean other things before, during and after it. It moves on where nothing is
 * measured, too.
 * @param percent Of what is forecast, the share that the panels lately gave.
 */
export function sunOf(
  { highWh, likelyWh, measuredWh = 0, computedWh }: DayOutlook,
  percent = 100,
): "ahead" | "under_way" | "over" {
  if (Math.max(measuredWh, computedWh) < leastWh) return "ahead";
  const share = percent / 100;
  const isOver = highWh < leastWh || likelyWh * share < hardlyMore * Math.max(measuredWh, computedWh * share);
  return isOver ? "over" : "under_way";
}

/**
 * The outlook of three local days.
 * @param forecast Hours from the current one on.
 * @param todayWh What the container's energy balance has of today; undefined: nothing was measured.
 * @param past Hours before the current one, rising.
 */
export function outlookOf(
  forecast: readonly ForecastHour[],
  todayWh: number | undefined,
  past: readonly PastHour[],
  nowMs: number,
  zone: string,
): DayOutlook[] {
  const today = startOf("day", nowMs, zone);
  return [0, 1, 2].map((days) => {
    const fromMs = addCalendar(today, days, "day", zone);
    const toMs = addCalendar(today, days + 1, "day", zone);
    const hours = forecast.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    // Of the current hour only what is left of it.
    const sum = (key: "low" | "likely" | "high") =>
      hours.reduce(
        (all, hour) => all + (hour[key] * Math.min(hourMs, hour.atMs + hourMs - Math.max(hour.atMs, nowMs))) / hourMs,
        0,
      );
    const kept = past.filter(({ isKept, likely }) => isKept || likely < leastW);
    const gone = (of: readonly PastHour[]) =>
      [...of, ...forecast].filter(({ atMs }) => atMs >= fromMs && atMs < Math.min(toMs, nowMs));
    const whOf = (hoursGone: readonly Pick<PastHour, "atMs" | "likely">[]) =>
      hoursGone.reduce((all, { atMs, likely }) => all + (likely * Math.min(hourMs, nowMs - atMs)) / hourMs, 0);
    const due = gone(kept);
    const dueHours = Math.ceil((Math.min(toMs, nowMs) - fromMs) / hourMs);
    const expectedHours = Math.ceil((toMs - Math.max(fromMs, Math.floor(nowMs / hourMs) * hourMs)) / hourMs);
    return {
      fromMs,
      likelyWh: sum("likely"),
      lowWh: sum("low"),
      highWh: sum("high"),
      measuredWh: days === 0 ? todayWh : undefined,
      // All hours from midnight on, or it would be said too low; a day may begin within an hour of the forecast.
      dueWh: due.length > 0 && due.length >= dueHours - 1 ? whOf(due) : undefined,
      computedWh: whOf(gone(past)),
      isPartial: hours.length < expectedHours,
    };
  });
}

/** Less than this part of the sun that is to come is clearly less. */
const clearlyLess = 0.9;

/**
 * The days with what is likely to be used of their sun, as the forecast of the battery has it: what the chart draws.
 * @param percent Of what is forecast, the share that the panels lately gave; undefined: all of it is expected.
 */
export function withUsed(
  days: readonly DayOutlook[],
  forecast: Pick<BlackoutForecast, "t" | "taken" | "fullAt" | "isFull" | "soc50" | "isChargeLimited"> | undefined,
  { percent = 100, nowMs, zone }: { percent: number | undefined; nowMs: number; zone: string },
): DayOutlook[] {
  if (!forecast || forecast.taken.length === 0) return [...days];
  const lastMs = (forecast.t.at(-1) ?? 0) * 1_000;
  const isFullNow = forecast.isFull ?? false;
  const fullMs = isFullNow ? nowMs : Date.parse(forecast.fullAt ?? "");
  return days.map((day) => {
    const [fromMs, toMs] = [Math.max(nowMs, day.fromMs), addCalendar(day.fromMs, 1, "day", zone)];
    if (toMs > lastMs) return day;
    const wh = forecast.taken.reduce((sum, powerW, hour) => {
      const endMs = forecast.t[hour]! * 1_000;
      const ms = Math.min(endMs, toMs) - Math.max(endMs - hourMs, fromMs);
      return sum + (powerW * Math.max(0, ms)) / hourMs;
    }, 0);
    if (wh >= clearlyLess * (percent / 100) * day.likelyWh) return day;
    // Half of all cases may take less in each hour while the battery of none that is drawn is full: then all is taken.
    const fullHour = forecast.t.findIndex(
      (end, hour) => end * 1_000 > fromMs && end * 1_000 <= toMs && (forecast.soc50[hour] ?? 0) >= fullSoc,
    );
    const fullFromMs = fullMs >= fromMs && fullMs < toMs ? fullMs : (forecast.t[fullHour] ?? Infinity) * 1_000;
    if (Number.isFinite(fullFromMs))
      return { ...day, used: { wh, fullFromMs, isFullNow: isFullNow && fullFromMs === nowMs } };
    return forecast.isChargeLimited ? { ...day, used: { wh, fullFromMs: undefined, isFullNow: false } } : day;
  });
}

/**
 * What is expected as the panels lately gave of it; the forecast's range stays, since that holds such days already.
 * @param percent 0 to 100.
 */
export function asGiven(likely: readonly (number | null)[], percent: number): (number | null)[] {
  return likely.map((powerW) => (powerW === null ? null : (powerW * percent) / 100));
}

/**
 * The lower edge of a range that holds what is expected, which may rest on readings that are newer than the range.
 * @param expected On the same axis; null: nothing is expected then.
 */
export function lowerEdge(low: readonly (number | null)[], expected: readonly (number | null)[]): (number | null)[] {
  return low.map((value, index) => (value === null ? null : Math.min(value, expected[index] ?? value)));
}

/** The values from an instant on, on the whole axis. */
export function after(t: readonly number[], values: readonly (number | null)[], atMs: number): (number | null)[] {
  return values.map((value, index) => ((t[index] ?? atMs) >= atMs ? value : null));
}

/** What an hour that is over was expected to bring, W. */
export interface PastHour {
  atMs: number;
  likely: number;
  /** False: no forecast of it was made in time, and it is computed now. */
  isKept: boolean;
}

export function hoursOf({ data }: Pick<SolarForecast, "data">): ForecastHour[] {
  return data.map(({ at, pv_estimate, pv_estimate10, pv_estimate90 }) => ({
    atMs: Date.parse(at),
    low: pv_estimate10,
    likely: pv_estimate,
    high: pv_estimate90,
  }));
}

export function pastOf({ past }: Pick<SolarForecast, "past">): PastHour[] {
  return past.map(({ at, pv_estimate, isKept }) => ({ atMs: Date.parse(at), likely: pv_estimate, isKept }));
}

/** Forecast and measurement on one axis; `likely` goes back as far as it is known what was expected. */
export interface SolarHistory {
  t: number[];
  measured: (number | null)[];
  low: (number | null)[];
  likely: (number | null)[];
  high: (number | null)[];
}

/**
 * @param measured By hours, or closer: between its hours a forecast then goes straight on.
 */
export function historyOf(
  forecast: readonly ForecastHour[],
  measured: { t: readonly number[]; values: readonly (number | null)[] },
  past: readonly PastHour[],
): SolarHistory {
  // Only as far back as the measurement: a forecast alone explains nothing.
  const fromMs = measured.t[0] ?? Infinity;
  const kept = past.filter(({ atMs }) => atMs >= fromMs);
  const t = [
    ...new Set([...measured.t, ...kept, ...forecast].map((one) => (typeof one === "number" ? one : one.atMs))),
  ];
  t.sort((one, other) => one - other);
  const expected = new Map(kept.map(({ atMs, likely }) => [atMs, likely]));
  const taken = new Map(measured.t.map((atMs, index) => [atMs, measured.values[index] ?? null]));
  const hours = new Map(forecast.map((hour) => [hour.atMs, hour]));
  const column = (key: "low" | "high") => {
    const values = straightened(t, (atMs) => hours.get(atMs)?.[key]);
    return openedAt(lastMeasured(t, taken, forecast[0]?.atMs), values);
  };
  return {
    t,
    measured: t.map((atMs) => taken.get(atMs) ?? null),
    low: column("low"),
    likely: straightened(t, (atMs) => hours.get(atMs)?.likely ?? expected.get(atMs)),
    high: column("high"),
  };
}

interface LastMeasured {
  index: number;
  powerW: number;
}

/** What was measured last, where the forecast goes on from it; undefined: nothing was, or there is a gap between. */
function lastMeasured(
  t: readonly number[],
  taken: ReadonlyMap<number, number | null>,
  aheadMs = Infinity,
): LastMeasured | undefined {
  const index = t.findLastIndex((atMs) => (taken.get(atMs) ?? null) !== null);
  const [atMs, powerW] = [t[index], taken.get(t[index] ?? NaN) ?? null];
  return atMs === undefined || powerW === null || atMs < aheadMs - hourMs ? undefined : { index, powerW };
}

/** A range opens from what was measured last: there is none of what is known, and none that is wide at once. */
function openedAt(last: LastMeasured | undefined, values: readonly (number | null)[]): (number | null)[] {
  if (!last) return [...values];
  return values.map((value, index) => (index < last.index ? null : index === last.index ? last.powerW : value));
}

/** A day that is over: what came, and what was forecast of it, Wh. */
export interface ComparedDay {
  cameWh: number;
  forecastWh: number;
  /** False: an hour of it was not forecast in time, and it is computed afterwards. */
  isKept: boolean;
}

/** @returns undefined where an hour with sun was not measured, or there was none. */
export function comparedDay(
  measured: { t: readonly number[]; values: readonly (number | null)[] },
  past: readonly PastHour[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): ComparedDay | undefined {
  const taken = new Map(measured.t.map((atMs, index) => [atMs, measured.values[index] ?? null]));
  // A day may begin within an hour of the forecast; there is no sun then.
  const hours = past.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const lit = hours.filter(({ likely }) => likely >= leastW);
  const isWhole = hours.length >= Math.floor((toMs - fromMs) / hourMs) - 1;
  if (!isWhole || lit.length === 0 || lit.some(({ atMs }) => (taken.get(atMs) ?? null) === null)) return undefined;
  return {
    cameWh: hours.reduce((sum, { atMs }) => sum + (taken.get(atMs) ?? 0), 0),
    forecastWh: lit.reduce((sum, { likely }) => sum + likely, 0),
    isKept: lit.every(({ isKept }) => isKept),
  };
}

/** Values of whole hours at each of these times; within an hour on the line from its start to the next. */
function straightened(t: readonly number[], at: (hour: number) => number | undefined): (number | null)[] {
  return t.map((atMs) => {
    const hour = Math.floor(atMs / hourMs) * hourMs;
    const from = at(hour);
    if (from === undefined || hour === atMs) return from ?? null;
    const to = at(hour + hourMs);
    return to === undefined ? null : from + ((to - from) * (atMs - hour)) / hourMs;
  });
}

/** Until when the line of what was expected is not a kept forecast; undefined: all of it is one. */
export function computedUntil(past: readonly PastHour[], fromMs: number): number | undefined {
  const last = past.findLast(({ atMs, isKept }) => !isKept && atMs >= fromMs);
  return last && last.atMs + hourMs;
}
