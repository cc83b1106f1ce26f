/** Weather of a place as a function of (seed, instant): clouds, air temperature, wind, humidity. */
import { smoothNoise, subSeed } from "./chance.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearMs = 365.2425 * dayMs;

/** What the weather of a place is like over the year. */
export interface Climate {
  /** Air temperature over the whole year. */
  meanDegC: number;
  /** Half the difference between the warmest and the coldest month. */
  yearSwingDegC: number;
  /** Half the difference between afternoon and dawn on a clear day. */
  daySwingDegC: number;
  /** Middle of the warm season: day of the year, 1..366. */
  warmestDay: number;
  /** Mean cover of the sky in the dry and in the cloudy season, 0..1. */
  cloudDry: number;
  cloudWet: number;
  /** Middle of the cloudy season: day of the year. */
  cloudiestDay: number;
  windMPerS: number;
  /** Mean relative humidity, percent. */
  humidityPercent: number;
}

export interface Weather {
  /** Covered share of the sky, 0..1. */
  cloudCover: number;
  ambientDegC: number;
  windMPerS: number;
  humidityPercent: number;
}

/** Place in the year: 1 in the middle of the season around `peakDay`, -1 half a year later. */
function season(atMs: number, peakDay: number): number {
  // The epoch began on 1 January; day 1 is its first day.
  return Math.cos(2 * Math.PI * (atMs / yearMs - (peakDay - 1) / 365.2425));
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * Covered share of the sky, 0..1. Slow noise gives fine, mixed and dull days; fast noise gives passing clouds, most of
 * them on mixed days.
 */
export function cloudCover(climate: Climate, seed: number, atMs: number): number {
  const wet = (1 + season(atMs, climate.cloudiestDay)) / 2;
  const mean = climate.cloudDry + (climate.cloudWet - climate.cloudDry) * wet;
  const slow =
    0.7 * smoothNoise(subSeed(seed, 1), atMs, 31 * hourMs) + 0.3 * smoothNoise(subSeed(seed, 2), atMs, 9 * hourMs);
  // Slow noise keeps near its middle; stretching it makes whole days clear or overcast.
  const base = clamp(mean + (slow - 0.5) * 1.9, 0, 1);
  const quick =
    0.5 * smoothNoise(subSeed(seed, 3), atMs, 95 * minuteMs) +
    0.3 * smoothNoise(subSeed(seed, 4), atMs, 27 * minuteMs) +
    0.2 * smoothNoise(subSeed(seed, 5), atMs, 8 * minuteMs);
  const broken = 4 * base * (1 - base);
  return clamp(base + (quick - 0.5) * (0.08 + 1.5 * broken), 0, 1);
}

/**
 * The weather at an instant.
 * @param longitudeDeg Positive east; sets the solar time, which makes mornings cold and afternoons warm.
 * @param forcedCover Replaces the computed cloud cover (scenarios).
 */
export function weatherAt(
  climate: Climate,
  seed: number,
  atMs: number,
  longitudeDeg: number,
  forcedCover?: number,
): Weather {
  const cover = forcedCover ?? cloudCover(climate, seed, atMs);
  const solarHour = (((atMs / hourMs + longitudeDeg / 15) % 24) + 24) % 24;
  const afternoon = Math.cos(((solarHour - 15) / 24) * 2 * Math.PI);
  // Clouds of the last hours, not of this minute, decide how far the day warms up.
  const dullness = smoothNoise(subSeed(seed, 1), atMs, 31 * hourMs);
  const ambientDegC =
    climate.meanDegC +
    climate.yearSwingDegC * season(atMs, climate.warmestDay) +
    climate.daySwingDegC * afternoon * (1.15 - 0.6 * dullness) +
    5 * (smoothNoise(subSeed(seed, 6), atMs, 67 * hourMs) - 0.5) +
    0.8 * (smoothNoise(subSeed(seed, 7), atMs, 40 * minuteMs) - 0.5);
  const gusts =
    smoothNoise(subSeed(seed, 8), atMs, 5 * hourMs) + 0.6 * smoothNoise(subSeed(seed, 9), atMs, 6 * minuteMs);
  return {
    cloudCover: cover,
    ambientDegC,
    windMPerS: Math.max(0, climate.windMPerS * (0.25 + gusts + 0.25 * afternoon)),
    humidityPercent: clamp(
      climate.humidityPercent +
        22 * (dullness - 0.5) -
        12 * afternoon +
        8 * (smoothNoise(subSeed(seed, 10), atMs, 3 * hourMs) - 0.5),
      5,
      100,
    ),
  };
}
