import type { weatherCalls } from "@offgrid/contract/weather/weather.calls";

import type { Config } from "../../config/config.ts";
import type { Handlers } from "../../calls/handler.ts";
import { zoneAt } from "../../core/zone-at.ts";
import { openMeteoCredit, openMeteoQuestion } from "./open-meteo.ts";
import { openWeatherCredit, openWeatherQuestion } from "./open-weather.ts";
import { emptyReport, toReport } from "./weather-report.ts";
import * as weather from "./weather.store.ts";

const freshMs = 30 * 60_000;
/** How long a screen waits for something newer than it has, and a little longer for the first answer. */
const screenWaitMs = 2_500;

export const weatherHandlers: Handlers<typeof weatherCalls> = {
  getWeather: async ({ containerId, lat = 0, long = 0 }, { actor, db, clock, config, external }) => {
    const place =
      containerId === undefined
        ? { latitude: lat, longitude: long, zoneName: zoneAt(lat, long) }
        : await weather.mustFindPlace(db, actor, containerId);
    const { latitude, longitude, zoneName } = place;
    if (latitude === null || longitude === null) return { data: emptyReport(zoneName, "no_position") };
    const { question, source, attribution } = service(config, latitude, longitude);
    const { value, fetchedAtMs, problem } = await external.ask(question, screenWaitMs);
    const from = {
      source: value ? source : null,
      fetchedAt: fetchedAtMs === undefined ? null : new Date(fetchedAtMs).toISOString(),
      attribution: value ? attribution : null,
      problem,
    };
    const where = { latitudeDeg: latitude, longitudeDeg: longitude, zoneName };
    return { data: toReport(value, from, where, clock.now()) };
  },
};

/** The service that is asked for the weather. */
function service({ openMeteoUrl, openWeatherUrl, openWeatherKey }: Config, latitude: number, longitude: number) {
  if (openWeatherKey === undefined) {
    const question = openMeteoQuestion(openMeteoUrl, latitude, longitude, freshMs);
    return { question, source: "open_meteo", attribution: openMeteoCredit } as const;
  }
  const question = openWeatherQuestion({ openWeatherUrl, openWeatherKey }, latitude, longitude, freshMs);
  return { question, source: "openweather", attribution: openWeatherCredit } as const;
}
