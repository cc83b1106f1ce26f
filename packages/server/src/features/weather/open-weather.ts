import type { Sky } from "@offgrid/contract/weather/weather.schema";
import { z } from "zod";

import type { ExternalQuestion } from "../../external/external-services.ts";
import { roughly } from "./open-meteo.ts";
import type { Outlook } from "./weather-report.ts";

/**
 * OpenWeather, One Call 3.0 (https://openweathermap.org/api/one-call-3): weather with an API key; it has no sunlight.
 */
export const openWeatherCredit = { text: "Weather data provided by OpenWeather", url: "https://openweathermap.org/" };

/** Under which an answer for a place is kept. */
export const openWeatherAnswer = (latitudeDeg: number, longitudeDeg: number) =>
  `openweather 1 ${roughly(latitudeDeg)} ${roughly(longitudeDeg)}`;

export function openWeatherQuestion(
  { openWeatherUrl, openWeatherKey }: { openWeatherUrl: string; openWeatherKey: string },
  latitudeDeg: number,
  longitudeDeg: number,
  freshMs: number,
): ExternalQuestion<Outlook> {
  const [lat, lon] = [roughly(latitudeDeg), roughly(longitudeDeg)];
  const query = new URLSearchParams({
    lat: String(lat),
    lon: String(lon),
    units: "metric",
    exclude: "minutely,alerts",
    appid: openWeatherKey,
  });
  return {
    service: "openweather",
    key: openWeatherAnswer(latitudeDeg, longitudeDeg),
    url: `${openWeatherUrl}/data/3.0/onecall?${query.toString()}`,
    freshMs,
    read: readOpenWeather,
  };
}

const lastHour = z.object({ "1h": z.number().optional() }).optional();
const moment = {
  dt: z.number(),
  temp: z.number(),
  humidity: z.number().optional(),
  clouds: z.number().optional(),
  wind_speed: z.number().optional(),
  wind_deg: z.number().optional(),
  rain: lastHour,
  snow: lastHour,
  weather: z.array(z.object({ id: z.number() })).optional(),
};

const Answer = z.object({
  current: z.object({ ...moment, feels_like: z.number().optional() }),
  hourly: z
    .array(z.object({ ...moment, pop: z.number().optional() }))
    .min(1)
    .max(200),
  daily: z
    .array(
      z.object({
        dt: z.number(),
        temp: z.object({ min: z.number(), max: z.number() }),
        rain: z.number().optional(),
        snow: z.number().optional(),
        wind_speed: z.number().optional(),
        weather: moment.weather,
      }),
    )
    .max(30)
    .default([]),
});
type Moment = z.infer<z.ZodObject<typeof moment>>;

/** @throws if the answer is not of this form. */
export function readOpenWeather(answer: unknown): Outlook {
  const { current, hourly, daily } = Answer.parse(answer);
  return {
    current: { ...toMoment(current), feelsLikeDegC: current.feels_like ?? null },
    hours: hourly.map((hour) => ({
      ...toMoment(hour),
      rainChancePercent: hour.pop === undefined ? null : Math.round(100 * hour.pop),
    })),
    days: daily.map(({ dt, temp, rain, snow, wind_speed: windMPerS, weather }) => ({
      atMs: dt * 1_000,
      lowDegC: temp.min,
      highDegC: temp.max,
      rainMm: (rain ?? 0) + (snow ?? 0),
      windMaxMPerS: windMPerS ?? null,
      sky: skyOf(weather),
    })),
  };
}

function toMoment({ dt, temp, humidity, clouds, wind_speed: windMPerS, wind_deg: fromDeg, ...rest }: Moment) {
  return {
    atMs: dt * 1_000,
    temperatureDegC: temp,
    humidityPercent: humidity ?? null,
    cloudPercent: clouds ?? null,
    windMPerS: windMPerS ?? null,
    windFromDeg: fromDeg ?? null,
    // It has rain and snow only where there is some.
    rainMm: (rest.rain?.["1h"] ?? 0) + (rest.snow?.["1h"] ?? 0),
    irradianceWPerM2: null,
    sky: skyOf(rest.weather),
  };
}

/** @see https://openweathermap.org/weather-conditions */
function skyOf(weather: Moment["weather"]): Sky | null {
  const id = weather?.[0]?.id;
  if (id === undefined) return null;
  if (id === 800) return "clear";
  if (id > 800) return id <= 802 ? "partly_cloudy" : "cloudy";
  const kinds: Record<number, Sky> = { 2: "thunder", 3: "drizzle", 5: "rain", 6: "snow", 7: "fog" };
  return kinds[Math.floor(id / 100)] ?? null;
}
