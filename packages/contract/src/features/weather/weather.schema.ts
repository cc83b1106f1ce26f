import { z } from "zod";

/** What the sky does, in one word. */
export const Sky = z.enum(["clear", "partly_cloudy", "cloudy", "fog", "drizzle", "rain", "snow", "thunder"]);
export type Sky = z.infer<typeof Sky>;

/** Why an external service has no newer answer; null: it has one. */
export const ServiceProblem = z.enum([
  /** The container has no position. */
  "no_position",
  /** External services are switched off in this portal. */
  "off",
  /** The first answer is still on its way; ask again in a few seconds. */
  "waiting",
  "unreachable",
  /** The service wants to be asked less often. */
  "rate_limited",
  /** The service said no: a wrong key, an unknown resource. */
  "refused",
  /** Its answer was not of the expected form. */
  "broken",
]);
export type ServiceProblem = z.infer<typeof ServiceProblem>;

/** Weather at an instant, or over the hour that begins at it. Null: the service did not say. */
const moment = {
  at: z.iso.datetime(),
  temperatureDegC: z.number().nullable(),
  humidityPercent: z.number().nullable(),
  cloudPercent: z.number().nullable().describe("Covered share of the sky"),
  windMPerS: z.number().nullable(),
  windFromDeg: z.number().nullable().describe("Where it comes from, clockwise from north"),
  rainMm: z.number().nullable(),
  irradianceWPerM2: z.number().nullable().describe("Sunlight on the horizontal"),
  sky: Sky.nullable(),
};

export const WeatherNow = z.object({ ...moment, feelsLikeDegC: z.number().nullable() });
export const WeatherHour = z.object({ ...moment, rainChancePercent: z.number().nullable() });
export type WeatherHour = z.infer<typeof WeatherHour>;

export const WeatherDay = z.object({
  /** Local calendar day of the place, YYYY-MM-DD. */
  date: z.iso.date(),
  lowDegC: z.number().nullable(),
  highDegC: z.number().nullable(),
  rainMm: z.number().nullable(),
  windMaxMPerS: z.number().nullable(),
  irradiationWhPerM2: z.number().nullable().describe("Sunlight of the day on the horizontal"),
  sky: Sky.nullable(),
  /** Computed by the portal; null where the sun does not rise or set that day. */
  sunrise: z.iso.datetime().nullable(),
  sunset: z.iso.datetime().nullable(),
});
export type WeatherDay = z.infer<typeof WeatherDay>;

export const WeatherReport = z.object({
  /** Null: the current weather is not known. */
  current: WeatherNow.nullable(),
  /** From the current hour on, 48 at most; empty: nothing is known. */
  hourly: z.array(WeatherHour).max(48),
  /** From today on, 7 at most; empty: nothing is known. */
  daily: z.array(WeatherDay).max(7),
  /** Of today, computed by the portal from the position. */
  sunrise: z.iso.datetime().nullable(),
  sunset: z.iso.datetime().nullable(),
  /** Of the place: days and the hours of `daily` are local to it. */
  zoneName: z.string(),
  source: z.enum(["open_meteo", "openweather"]).nullable(),
  /** When the service gave this answer. An answer that could not be renewed stays, with its age. */
  fetchedAt: z.iso.datetime().nullable(),
  /** Source to name beside the figures. */
  attribution: z.object({ text: z.string(), url: z.url() }).nullable(),
  problem: ServiceProblem.nullable(),
});
export type WeatherReport = z.infer<typeof WeatherReport>;
