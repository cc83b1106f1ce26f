import { fullSoc } from "@offgrid/contract/devices/battery-levels";

import { startOf } from "../../../core/time.ts";
import type { PastHour } from "./solar-outlook.ts";

/** Hours as they were measured: solar power, W, and charge, percent; null: not measured. */
export interface MeasuredHours {
  t: readonly number[];
  solarW: readonly (number | null)[];
  soc: readonly (number | null)[];
}

export interface FullSpan {
  fromMs: number;
  toMs: number;
}

const hourMs = 3_600_000;
/** Panels that gave less than this share of what was expected were held back, where nothing took more. */
const heldBackBelow = 0.8;

/**
 * When the battery was full and the panels therefore gave less than the sun had, from the first to the last such hour of
 * each local day, oldest first. Without it, a picture of such a day looks like panels that failed.
 */
export function fullSpans(
  { t, solarW, soc }: MeasuredHours,
  past: readonly PastHour[],
  zone: string,
  nowMs: number,
): FullSpan[] {
  const expected = new Map(past.map(({ atMs, likely }) => [atMs, likely]));
  const days = new Map<number, FullSpan>();
  for (const [place, atMs] of t.entries()) {
    const [power, charge, likely = 0] = [solarW[place] ?? null, soc[place] ?? null, expected.get(atMs)];
    if (power === null || charge === null || charge < fullSoc || power >= likely * heldBackBelow) continue;
    const day = startOf("day", atMs, zone);
    const fromMs = days.get(day)?.fromMs ?? atMs;
    days.set(day, { fromMs, toMs: Math.min(atMs + hourMs, nowMs) });
  }
  return [...days.values()];
}
