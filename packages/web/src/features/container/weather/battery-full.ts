import { fullSoc } from "@offgrid/contract/devices/battery-levels";

import { startOf } from "../../../core/time.ts";
import type { PastHour } from "./solar-outlook.ts";

/** Quarter hours as they were measured: solar power, W, charge, percent, and power of the battery, W; null: not measured. */
export interface MeasuredQuarters {
  t: readonly number[];
  solarW: readonly (number | null)[];
  soc: readonly (number | null)[];
  /** Above 0 it charges. */
  batteryW: readonly (number | null)[];
}

export interface FullSpan {
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

/**
 * When the battery was full and the panels therefore gave less than the sun had, from the first to the last such quarter hour
 * of each local day, oldest first. Without it, a picture of such a day looks like panels that failed.
 * @param past Hours.
 */
export function fullSpans(
  { t, solarW, soc, batteryW }: MeasuredQuarters,
  past: readonly PastHour[],
  zone: string,
  nowMs: number,
): FullSpan[] {
  const expected = new Map(past.map(({ atMs, likely }) => [atMs, likely]));
  const days = new Map<number, FullSpan>();
  for (const [place, atMs] of t.entries()) {
    const likely = expected.get(Math.floor(atMs / hourMs) * hourMs) ?? 0;
    const [power, charge] = [solarW[place] ?? null, soc[place] ?? null];
    if (power === null || charge === null || charge < fullSoc || power >= likely * heldBackBelow) continue;
    // The loads took more than the panels gave: nothing held these back.
    if (-(batteryW[place] ?? 0) > Math.max(evensOutW, evensOut * power)) continue;
    const day = startOf("day", atMs, zone);
    const fromMs = days.get(day)?.fromMs ?? atMs;
    days.set(day, { fromMs, toMs: Math.min(atMs + quarterMs, nowMs) });
  }
  return [...days.values()];
}
