import type { weatherCalls } from "@offgrid/contract/weather/weather.calls";

import type { Handlers } from "../../core/handler.ts";
import { emptyReport, toReport } from "./weather-report.ts";
import * as weather from "./weather.store.ts";

export const weatherHandlers: Handlers<typeof weatherCalls> = {
  getWeather: async ({ containerId, lat = 0, long = 0 }, { actor, db, clock }) => {
    const place =
      containerId === undefined
        ? { latitude: lat, longitude: long, zoneName: "UTC" }
        : await weather.mustFindPlace(db, actor, containerId);
    const { latitude, longitude, zoneName } = place;
    if (latitude === null || longitude === null) return { data: emptyReport(zoneName, "no_position") };
    const unknown = { source: null, fetchedAt: null, attribution: null, problem: "off" } as const;
    return {
      data: toReport(undefined, unknown, { latitudeDeg: latitude, longitudeDeg: longitude, zoneName }, clock.now()),
    };
  },
};
