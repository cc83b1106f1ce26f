import { sunTimes } from "@offgrid/contract/core/sun-times";
import type { ServiceProblem, Sky, WeatherReport } from "@offgrid/contract/weather/weather.schema";

import { localDay, startOfLocalDay } from "@offgrid/contract/core/zone-time";

/** A weather service's answer in the portal's terms and units; stored in the database as it is. */
export interface Outlook {
  current: {
    atMs: number;
    temperatureDegC: number | null;
    feelsLikeDegC: number | null;
    humidityPercent: number | null;
    cloudPercent: number | null;
    windMPerS: number | null;
    windFromDeg: number | null;
    rainMm: number | null;
    irradianceWPerM2: number | null;
    sky: Sky | null;
  } | null;
  /** Starts of the hours, rising. */
  hours: {
    atMs: number;
    temperatureDegC: number | null;
    humidityPercent: number | null;
    cloudPercent: number | null;
    windMPerS: number | null;
    windFromDeg: number | null;
    rainMm: number | null;
    rainChancePercent: number | null;
    /** Mean of the hour on the horizontal. */
    irradianceWPerM2: number | null;
    sky: Sky | null;
  }[];
  /** Days from services without hours so far ahead; each by any instant within it. */
  days: {
    atMs: number;
    lowDegC: number | null;
    highDegC: number | null;
    rainMm: number | null;
    windMaxMPerS: number | null;
    sky: Sky | null;
  }[];
}

export interface ReportPlace {
  latitudeDeg: number;
  longitudeDeg: number;
  zoneName: string;
}

const hourMs = 3_600_000;
/** Worst first: a day gets the word of its worst hours. */
const skies: readonly Sky[] = ["thunder", "snow", "rain", "drizzle", "fog", "cloudy", "partly_cloudy", "clear"];

const nothing = { source: null, fetchedAt: null, attribution: null } as const;

/** The answer for a container without a position, or for which no service was asked. */
export function emptyReport(zoneName: string, problem: ServiceProblem): WeatherReport {
  return { current: null, hourly: [], daily: [], sunrise: null, sunset: null, zoneName, ...nothing, problem };
}

/**
 * The outlook as screens get it: from now on, with local days and the sun's times. Data fetched long ago ends earlier;
 * past hours are left out, and so is a "now" of more than three hours ago.
 */
export function toReport(
  outlook: Outlook | undefined,
  from: Pick<WeatherReport, "source" | "fetchedAt" | "attribution" | "problem">,
  place: ReportPlace,
  nowMs: number,
): WeatherReport {
  const { zoneName } = place;
  const hours = (outlook?.hours ?? []).filter(({ atMs }) => atMs + hourMs > nowMs);
  const today = localDay(zoneName, nowMs);
  const sun = sunTimes(today.startMs, today.endMs, place.latitudeDeg, place.longitudeDeg);
  const current = outlook?.current;
  return {
    current: current && nowMs - current.atMs < 3 * hourMs ? withInstant(current) : null,
    hourly: hours.slice(0, 48).map(withInstant),
    daily: outlook ? daysFrom(outlook, place, nowMs) : [],
    sunrise: instant(sun.riseMs),
    sunset: instant(sun.setMs),
    zoneName,
    ...from,
  };
}

function withInstant<Moment extends { atMs: number }>({
  atMs,
  ...rest
}: Moment): Omit<Moment, "atMs"> & { at: string } {
  return { at: new Date(atMs).toISOString(), ...rest };
}

function instant(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}

function daysFrom(outlook: Outlook, place: ReportPlace, nowMs: number): WeatherReport["daily"] {
  const days: WeatherReport["daily"] = [];
  let day = localDay(place.zoneName, nowMs);
  for (let number = 0; number < 7; number++) {
    const within = ({ atMs }: { atMs: number }) => atMs >= day.startMs && atMs < day.endMs;
    const hours = outlook.hours.filter(within);
    const given = outlook.days.find(within);
    if (hours.length === 0 && !given) break;
    // Half a day of hours has no meaningful low and no sum.
    const isWhole = hours.length * hourMs >= day.endMs - day.startMs - 2 * hourMs;
    const known = isWhole ? hours : [];
    const sun = sunTimes(day.startMs, day.endMs, place.latitudeDeg, place.longitudeDeg);
    days.push({
      date: day.date,
      lowDegC: given?.lowDegC ?? least(known.map(({ temperatureDegC }) => temperatureDegC)),
      highDegC: given?.highDegC ?? most(known.map(({ temperatureDegC }) => temperatureDegC)),
      rainMm: given?.rainMm ?? sum(known.map(({ rainMm }) => rainMm)),
      windMaxMPerS: given?.windMaxMPerS ?? most(known.map(({ windMPerS }) => windMPerS)),
      irradiationWhPerM2: sum(known.map(({ irradianceWPerM2 }) => irradianceWPerM2)),
      sky: given?.sky ?? skyOf(hours),
      sunrise: instant(sun.riseMs),
      sunset: instant(sun.setMs),
    });
    const [year = 0, month = 1, date = 1] = day.date.split("-").map(Number);
    day = localDay(place.zoneName, startOfLocalDay(place.zoneName, { year, month, day: date + 1 }));
  }
  return days;
}

/** The worst word such that at least a sixth of the hours are as bad as it. */
function skyOf(hours: Outlook["hours"]): Sky | null {
  const given = hours
    .flatMap(({ sky }) => (sky === null ? [] : [skies.indexOf(sky)]))
    .sort((one, other) => one - other);
  return skies[given[Math.floor(given.length / 6)] ?? -1] ?? null;
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function least(values: readonly (number | null)[]): number | null {
  const found = known(values);
  return found.length === 0 ? null : Math.min(...found);
}

function most(values: readonly (number | null)[]): number | null {
  const found = known(values);
  return found.length === 0 ? null : Math.max(...found);
}

function sum(values: readonly (number | null)[]): number | null {
  const found = known(values);
  return found.length === 0 ? null : found.reduce((total, value) => total + value, 0);
}
