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
}

/**
 * When the battery held the panels back, from the first to the last such quarter hour of each local day, oldest first.
 * Without it, a picture of such a day looks like panels that failed.
 * @param past Hours.
 */
export function heldBack(measured: MeasuredQuarters, past: readonly PastHour[], zone: string, nowMs: number): HeldBack {
  const { t, solarW, soc, batteryW, currentA, limitA } = measured;
  const expected = new Map(past.map(({ atMs, likely }) => [atMs, likely]));
  const days = { full: new Map<number, HeldSpan>(), limited: new Map<number, HeldSpan>() };
  for (const [place, atMs] of t.entries()) {
    const likely = expected.get(Math.floor(atMs / hourMs) * hourMs) ?? 0;
    const [power, charge] = [solarW[place] ?? null, soc[place] ?? null];
    if (power === null || charge === null || power >= likely * heldBackBelow) continue;
    const isLimited = (currentA[place] ?? 0) >= nearLimit * (limitA[place] ?? Infinity);
    if (charge < fullSoc && !isLimited) continue;
    // The loads took more than the panels gave: nothing held these back.
    if (-(batteryW[place] ?? 0) > Math.max(evensOutW, evensOut * power)) continue;
    const of = charge < fullSoc ? days.limited : days.full;
    const day = startOf("day", atMs, zone);
    const fromMs = of.get(day)?.fromMs ?? atMs;
    of.set(day, { fromMs, toMs: Math.min(atMs + quarterMs, nowMs) });
  }
  return { full: [...days.full.values()], limited: [...days.limited.values()] };
}
