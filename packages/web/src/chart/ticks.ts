import { dayS, monthS, narrowChartPx, narrowChartTicks, weekS } from "@offgrid/contract/core/constants";

import { addCalendar, localHour, startOf, type TimeShape } from "../core/time.ts";

/** Ticks of a time axis: where, epoch milliseconds, and how they are written. */
export interface TimeTicks {
  at: number[];
  shape: TimeShape;
}

const dayMs = dayS * 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A day on which the clocks go back is an hour longer, and still a day. */
const shiftMs = hourMs;
const hourTicks = 24;
const weekTicks = 7;
const monthTicks = 30;

/** Room for the longest label of each shape in either language and a gap, CSS pixels. */
const labelPx: Partial<Record<TimeShape, number>> = { timeWithSeconds: 88, time: 68, weekday: 78, month: 76 };
const shortLabelPx = 46;
/** What the value axes take of a chart's width. */
const axesPx = 90;

/**
 * Ticks by the specification, section 9: hours up to two days (at most 24), days up to a week (at most 7) and beyond (at
 * most 30), at most 5 where the chart is narrower than 600 px, and never more than there is room for level labels. All
 * stand on local hours or midnights; a range under three hours, reached by zooming, has minutes.
 * @param fromMs First instant, epoch milliseconds; the end `toMs` itself carries no tick.
 */
export function timeTicks(fromMs: number, toMs: number, zone: string, widthPx: number): TimeTicks {
  const span = toMs - fromMs;
  if (!(span > 0)) return { at: [], shape: "time" };
  const limit = (most: number, shape: TimeShape) => {
    const fitting = Math.max(2, Math.floor((widthPx - axesPx) / (labelPx[shape] ?? shortLabelPx)));
    return Math.min(most, fitting, widthPx < narrowChartPx ? narrowChartTicks : most);
  };
  if (span < 3 * hourMs) return minuteTicks(fromMs, toMs, zone, limit(12, "timeWithSeconds"));
  if (span <= 2 * dayMs + shiftMs) return { at: hoursIn(fromMs, toMs, zone, limit(hourTicks, "hour")), shape: "hour" };
  const days = daysIn(fromMs, toMs, zone);
  if (span <= weekS * 1000 + shiftMs) return { at: thin(days, limit(weekTicks, "weekday")), shape: "weekday" };
  if (span <= 3 * monthS * 1000 + shiftMs) return { at: thin(days, limit(monthTicks, "dayMonth")), shape: "dayMonth" };
  return { at: thin(monthsIn(fromMs, toMs, zone), limit(monthTicks, "month")), shape: "month" };
}

function minuteTicks(fromMs: number, toMs: number, zone: string, most: number): TimeTicks {
  const steps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((seconds) => seconds * 1000);
  const step = steps.find((size) => (toMs - fromMs) / size <= most) ?? hourMs;
  // Whole steps of the local clock: zones differ from UTC by quarter hours too.
  const base = startOf("hour", fromMs, zone);
  const at: number[] = [];
  for (let tick = base + Math.ceil((fromMs - base) / step) * step; tick < toMs; tick += step) at.push(tick);
  return { at, shape: step < minuteMs ? "timeWithSeconds" : "time" };
}

function hoursIn(fromMs: number, toMs: number, zone: string, most: number): number[] {
  const all: number[] = [];
  let next = startOf("hour", fromMs, zone);
  if (next < fromMs) next += hourMs;
  // A half-hour clock change (Lord Howe) moves the local hours, so each is computed separately.
  for (; next < toMs; next = startOf("hour", next + hourMs, zone)) all.push(next);
  const step = [1, 2, 3, 4, 6, 12].find((size) => Math.ceil(all.length / size) <= most) ?? 24;
  if (step === 1) return all;
  const hours = all.map((at) => localHour(at, zone));
  return all.filter((_at, index) => hours[index]! % step === 0 && hours[index] !== hours[index - 1]);
}

function daysIn(fromMs: number, toMs: number, zone: string): number[] {
  const days: number[] = [];
  let day = startOf("day", fromMs, zone);
  if (day < fromMs) day = nextDay(day, zone);
  for (; day < toMs; day = nextDay(day, zone)) days.push(day);
  return days;
}

/** Start of the next day; where its midnight is skipped by the clocks, its first instant. */
function nextDay(day: number, zone: string): number {
  return startOf("day", addCalendar(day, 1, "day", zone), zone);
}

function monthsIn(fromMs: number, toMs: number, zone: string): number[] {
  const months: number[] = [];
  let month = startOf("month", fromMs, zone);
  if (month < fromMs) month = startOf("month", addCalendar(month, 1, "month", zone), zone);
  for (; month < toMs; month = startOf("month", addCalendar(month, 1, "month", zone), zone)) months.push(month);
  return months;
}

/** Every n-th, so that at most `most` are left. */
function thin(ticks: number[], most: number): number[] {
  const step = Math.max(1, Math.ceil(ticks.length / most));
  return ticks.filter((_tick, index) => index % step === 0);
}
