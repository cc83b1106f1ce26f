/** Made-up histories of two days, the same at each call. Everything is on 20 November 2026 in Nairobi. */
import type { ChartSeries, SeriesColor } from "../chart/chart-series.ts";

export const zone = "Africa/Nairobi";
/** Noon there. */
export const nowMs = Date.UTC(2026, 10, 20, 9);
export const dayStartMs = Date.UTC(2026, 10, 19, 21);
const quarterMs = 15 * 60_000;
const hourMs = 60 * 60_000;

type Series = readonly (number | null)[];

/** Instants of a day, a quarter hour apart. */
export const quarters: readonly number[] = Array.from({ length: 96 }, (_, index) => dayStartMs + index * quarterMs);
export const hours: readonly number[] = Array.from({ length: 24 }, (_, index) => dayStartMs + index * hourMs);
export const days: readonly number[] = Array.from({ length: 7 }, (_, index) => dayStartMs + (index - 6) * 24 * hourMs);

/** Noise without chance: the same for the same place. */
export function noise(index: number): number {
  const wave = Math.sin(index * 12.9898) * 43_758.5453;
  return wave - Math.floor(wave) - 0.5;
}

/** Power of panels at an hour of the day, 0..24. */
export function sunW(hour: number, peakW = 3_900): number {
  return hour > 6 && hour < 18 ? peakW * Math.sin(((hour - 6) / 12) * Math.PI) ** 1.4 : 0;
}

const hourOf = (index: number) => index / 4;

export const solar: Series = quarters.map((_, index) => {
  // A silent hour and a half, which must stay open.
  if (index >= 38 && index < 44) return null;
  return sunW(hourOf(index)) * (1 + (index % 7 === 3 ? -0.35 : noise(index) * 0.1));
});
export const solarBefore: Series = quarters.map((_, index) => sunW(hourOf(index), 3_300));
export const load: Series = quarters.map(
  (_, index) => 620 + 380 * Math.sin(hourOf(index) / 3) ** 2 + noise(index) * 90,
);
export const soc: Series = quarters.map((_, index) => 62 - 24 * Math.cos(((hourOf(index) - 3) / 24) * 2 * Math.PI));
export const batteryIn: Series = quarters.map((_, index) => Math.min(0, 700 - sunW(hourOf(index))) * 0.8);
export const batteryOut: Series = quarters.map((_, index) => Math.max(0, 700 - sunW(hourOf(index))));

export const solarWh: Series = hours.map((_, hour) => sunW(hour + 0.5));
export const loadWh: Series = hours.map((_, hour) => (hour === 15 ? null : 640 + 320 * Math.sin(hour / 3) ** 2));

export const night = [
  { fromMs: dayStartMs, toMs: dayStartMs + 6.2 * hourMs },
  { fromMs: dayStartMs + 18.3 * hourMs, toMs: dayStartMs + 24 * hourMs },
];

export const atHour = (hour: number) => dayStartMs + hour * hourMs;

/** Twenty series that cross each other. */
export function manySeries(): ChartSeries[] {
  const colors: readonly SeriesColor[] = ["solar", "load", "battery-out", "battery-in", "generator", "info", "muted"];
  return Array.from({ length: 20 }, (_, number) => ({
    id: `pack-${number + 1}`,
    title: `P${number + 1}`,
    unit: "A" as const,
    type: "line" as const,
    color: colors[number % colors.length]!,
    values: quarters.map((_, index) => 4 + number * 2 + 5 * Math.sin((index + number * 7) / (9 + (number % 5)))),
  }));
}
