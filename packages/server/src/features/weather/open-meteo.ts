import type { Sky } from "@offgrid/contract/weather/weather.schema";
import { z } from "zod";

import type { ExternalQuestion } from "../../external/external-services.ts";
import type { Outlook } from "./weather-report.ts";

/** Open-Meteo (https://open-meteo.com/en/docs): weather and sunlight of any point, without an account. */
export const openMeteoCredit = { text: "Weather data by Open-Meteo.com (CC BY 4.0)", url: "https://open-meteo.com/" };

const hourMs = 3_600_000;
const current = [
  "temperature_2m",
  "apparent_temperature",
  "relative_humidity_2m",
  "cloud_cover",
  "wind_speed_10m",
  "wind_direction_10m",
  "precipitation",
  "shortwave_radiation",
  "weather_code",
] as const;
const hourly = [
  "temperature_2m",
  "relative_humidity_2m",
  "cloud_cover",
  "wind_speed_10m",
  "wind_direction_10m",
  "precipitation",
  "precipitation_probability",
  "shortwave_radiation",
  "weather_code",
] as const;

/** The models resolve a tenth of a degree, about 11 km; neighbours share an answer. */
export function roughly(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}

/** Under which an answer for a place is kept. */
export const openMeteoAnswer = (latitudeDeg: number, longitudeDeg: number) =>
  `open_meteo 1 ${roughly(latitudeDeg)} ${roughly(longitudeDeg)}`;

/** @param freshMs How old an answer may be. */
export function openMeteoQuestion(
  baseUrl: string,
  latitudeDeg: number,
  longitudeDeg: number,
  freshMs: number,
): ExternalQuestion<Outlook> {
  const [latitude, longitude] = [roughly(latitudeDeg), roughly(longitudeDeg)];
  const query = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    timeformat: "unixtime",
    timezone: "UTC",
    wind_speed_unit: "ms",
    // A local day west of Greenwich ends on the next UTC day.
    forecast_days: "8",
    // What is expected of this morning and yesterday is drawn over what came, on the first day of a portal too.
    past_days: "2",
    current: current.join(","),
    hourly: hourly.join(","),
  });
  return {
    service: "open_meteo",
    key: openMeteoAnswer(latitudeDeg, longitudeDeg),
    url: `${baseUrl}/v1/forecast?${query.toString()}`,
    freshMs,
    read: readOpenMeteo,
  };
}

const numbers = z.array(z.number().nullable()).max(10_000);
const columns = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, numbers.optional()])) as Record<Name, z.ZodOptional<typeof numbers>>;
const cells = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.number().nullish()])) as Record<
    Name,
    z.ZodOptional<z.ZodNullable<z.ZodNumber>>
  >;
const time = z.union([z.number(), z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/)]);
const speedUnits = { "km/h": 1 / 3.6, "m/s": 1 } as const;
const units = z.object({ wind_speed_10m: z.enum(["km/h", "m/s"]).optional() }).optional();

const Answer = z.object({
  utc_offset_seconds: z.number().default(0),
  current_units: units,
  hourly_units: units,
  current: z.object({ time, ...cells(current) }).optional(),
  hourly: z.object({ time: z.array(time).min(1).max(10_000), ...columns(hourly) }),
});

/**
 * Open-Meteo's answer in the portal's terms. There, sunlight and rain are those of the hour before an instant; here, of
 * the hour that begins at it.
 * @throws if the answer is not of this form.
 */
export function readOpenMeteo(answer: unknown): Outlook {
  const { utc_offset_seconds: offsetS, current: now, hourly: table, ...rest } = Answer.parse(answer);
  // Texts are local to the place, numbers are UTC.
  const toMs = (at: number | string) =>
    typeof at === "number" ? at * 1_000 : Date.parse(`${at.slice(0, 16)}Z`) - offsetS * 1_000;
  const hours = table.time.map(toMs);
  for (const [index, atMs] of hours.entries()) {
    if (index > 0 && atMs - (hours[index - 1] as number) !== hourMs) throw new Error("its hours have gaps");
  }
  const cell = (name: (typeof hourly)[number], index: number) => table[name]?.[index] ?? null;
  const hourSpeed = speedUnits[rest.hourly_units?.wind_speed_10m ?? "km/h"];
  const nowSpeed = speedUnits[rest.current_units?.wind_speed_10m ?? "km/h"];
  return {
    current: now
      ? {
          atMs: toMs(now.time),
          temperatureDegC: now.temperature_2m ?? null,
          feelsLikeDegC: now.apparent_temperature ?? null,
          humidityPercent: now.relative_humidity_2m ?? null,
          cloudPercent: now.cloud_cover ?? null,
          windMPerS: times(now.wind_speed_10m ?? null, nowSpeed),
          windFromDeg: now.wind_direction_10m ?? null,
          rainMm: now.precipitation ?? null,
          irradianceWPerM2: now.shortwave_radiation ?? null,
          sky: skyOf(now.weather_code ?? null),
        }
      : null,
    // The last hour has no light and rain yet: they come with the instant after it.
    hours: hours.slice(0, -1).map((atMs, index) => ({
      atMs,
      temperatureDegC: cell("temperature_2m", index),
      humidityPercent: cell("relative_humidity_2m", index),
      cloudPercent: cell("cloud_cover", index),
      windMPerS: times(cell("wind_speed_10m", index), hourSpeed),
      windFromDeg: cell("wind_direction_10m", index),
      rainMm: cell("precipitation", index + 1),
      rainChancePercent: cell("precipitation_probability", index + 1),
      irradianceWPerM2: cell("shortwave_radiation", index + 1),
      sky: skyOf(cell("weather_code", index)),
    })),
    days: [],
  };
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

/** WMO code table 4677, as Open-Meteo uses it. */
function skyOf(code: number | null): Sky | null {
  if (code === null) return null;
  if (code === 0) return "clear";
  if (code <= 2) return "partly_cloudy";
  if (code === 3) return "cloudy";
  if (code === 45 || code === 48) return "fog";
  if (code >= 51 && code <= 57) return "drizzle";
  if ((code >= 71 && code <= 77) || code === 85 || code === 86) return "snow";
  if ((code >= 61 && code <= 67) || (code >= 80 && code <= 82)) return "rain";
  return code >= 95 && code <= 99 ? "thunder" : null;
}
