import { fullSoc } from "@offgrid/contract/devices/battery-levels";

import { startOf } from "../../../core/time.ts";
import type { PastHour } from "./solar-outlook.ts";

/** Quarter hours as they were measured; null: not measured. */
export interface MeasuredQuarters {
  t: readonly number[];
  /** W. */
  solarW: readonly (number | null)[];
  /** Charge, percent. */
  soc: readonly (number | null)[];
  /** W; above 0 it charges. */
  batteryW: readonly (number | null)[];
  /** What it is charged with, and may be at most, A. */
  currentA: readonly (number | null)[];
  limitA: readonly (number | null)[];
}

export interface HeldSpan {
  fromMs: number;
  toMs: number;
}

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;
/** Panels that gave less than this share of what was expected were held back, where nothing took more. */
const heldBackBelow = 0.8;
/** A battery that gives no more than this only evens out the steps of a load, W and as a share of what the panels give. */
const evensOutW = 10;
const evensOut = 0.05;

/** Charged with this share of what it allows, it is the limit that is seen and not the sun. */
const nearLimit = 0.95;

/** When the panels gave less than the sun had, since the battery was full, or allowed no more. */
export interface HeldBack {
  full: HeldSpan[];
  limited: HeldSpan[];
  /** The most that it was charged with where it allowed no more, W and A; undefined: not measured, or it did not. */
  mostW: number | undefined;
  mostA: number | undefined;
}

interface Quarter {
  atMs: number;
  /** The panels gave less than was expected, and the battery is why. */
  isHeld: boolean;
}

/**
 * When the battery held the panels back, oldest first: as long as it was full, or at its limit, without a break, from the
 * first to the last quarter hour in which it did. Without it, a picture of such a day looks like panels that failed.
 * @param past Hours.
 */
export function heldBack(measured: MeasuredQuarters, past: readonly PastHour[], zone: string, nowMs: number): HeldBack {
  const { t, solarW, soc, batteryW, currentA, limitA } = measured;
  const expected = new Map(past.map(({ atMs, likely }) => [atMs, likely]));
  const quarters = { full: [] as Quarter[], limited: [] as Quarter[] };
  const most: { w?: number; a?: number } = {};
  for (const [place, atMs] of t.entries()) {
    const likely = expected.get(Math.floor(atMs / hourMs) * hourMs) ?? 0;
    const [power, charge, taken] = [solarW[place] ?? null, soc[place] ?? null, batteryW[place] ?? null];
    if (power === null || charge === null) continue;
    const current = currentA[place] ?? 0;
    const isLimited = current >= nearLimit * (limitA[place] ?? Infinity);
    if (charge < fullSoc && !isLimited) continue;
    // The loads took more than the panels gave: nothing held these back.
    if (-(taken ?? 0) > Math.max(evensOutW, evensOut * power)) continue;
    const isHeld = power < likely * heldBackBelow;
    quarters[charge < fullSoc ? "limited" : "full"].push({ atMs, isHeld });
    if (charge >= fullSoc || !isHeld) continue;
    most.a = Math.max(most.a ?? 0, current);
    if (taken !== null) most.w = Math.max(most.w ?? 0, taken);
  }
  const spans = (of: readonly Quarter[]) => spansOf(of, zone, nowMs);
  return { full: spans(quarters.full), limited: spans(quarters.limited), mostW: most.w, mostA: most.a };
}

/** Half an hour of something else, such as a cloud beside a limit, is no end of it: nobody reads a list of each. */
const longestGapMs = 2 * quarterMs;

/** @param quarters Those in which the battery was so, oldest first. */
function spansOf(quarters: readonly Quarter[], zone: string, nowMs: number): HeldSpan[] {
  const spans: HeldSpan[] = [];
  let open: HeldSpan | undefined;
  let untilMs = -Infinity;
  for (const { atMs, isHeld } of quarters) {
    const isSameDay = open !== undefined && startOf("day", open.fromMs, zone) === startOf("day", atMs, zone);
    if (!isSameDay || atMs - untilMs > longestGapMs) open = undefined;
    untilMs = atMs + quarterMs;
    if (!isHeld) continue;
    if (open) open.toMs = Math.min(untilMs, nowMs);
    else spans.push((open = { fromMs: atMs, toMs: Math.min(untilMs, nowMs) }));
  }
  return spans;
}
