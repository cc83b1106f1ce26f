import { z } from "zod";

import { type CallMap, noOutput } from "../../core/call.ts";
import { EnergyState } from "../energy-state/energy-state.schema.ts";
import { ServiceProblem } from "../weather/weather.schema.ts";
import {
  BlackoutForecast,
  FleetForecast,
  ForecastSetting,
  SolarHour,
  SolarSource,
  forecastFields,
} from "./forecast.schema.ts";

const containerId = z.string().min(1).max(64);

export const forecastCalls = {
  getSolcastQuery: {
    summary: "Expected solar power of a container by the hour, from the forecast that it has; never waits long.",
    access: "view",
    effect: "read",
    perMinute: 60,
    input: z.strictObject({ containerId, hours: z.int().min(1).max(168).default(48) }),
    output: z.object({
      data: z.array(SolarHour),
      /** What was expected of the hours of the last two days; oldest first. */
      past: z.array(
        SolarHour.pick({ at: true, pv_estimate: true }).extend({
          isKept: z
            .boolean()
            .describe("From the newest forecast that was made before; false: none was, and it is computed now"),
        }),
      ),
      source: SolarSource,
      /** Null where it was computed here. */
      fetchedAt: z.iso.datetime().nullable(),
      problem: ServiceProblem.nullable(),
      needsClearSky: z
        .boolean()
        .describe(
          "`pv_estimate` is that of a clear sky, as on most of the last days; a day with clouds brings much less",
        ),
      sunDays: z.int().describe("Days of measured sun by which a clear sky is adjusted"),
      setting: ForecastSetting,
    }),
  },
  setForecast: {
    summary: "Set a container's panels and the source of its solar forecast.",
    access: "configure",
    effect: "write",
    input: z
      .strictObject({ containerId, ...forecastFields })
      .refine(({ provider, resourceId }) => provider !== "solcast" || resourceId !== undefined, {
        path: ["resourceId"],
        error: "Solcast needs the id of its rooftop site.",
      }),
    output: z.object({ data: ForecastSetting }),
  },
  forecastReset: {
    summary:
      "Forget what is set of a container's panels, their template and its reserve: from now on forecasts go by what was learned.",
    access: "configure",
    effect: "write",
    input: z.strictObject({ containerId }),
    output: noOutput,
  },
  getBlackoutForecast: {
    summary:
      "When the battery of a container is expected to reach its reserve, with a range, and what the forecast is based on.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId }),
    output: z.object({
      data: BlackoutForecast,
      /** How the container is supplied, as told from this forecast: its row and its page say the same from now on. */
      energy: EnergyState,
    }),
  },
  getFleetForecast: {
    summary: "Energy that all containers of the caller are expected to generate and use, by the hour, for two days.",
    access: "view",
    effect: "read",
    input: z.strictObject({}),
    output: z.object({ data: FleetForecast }),
  },
} satisfies CallMap;
