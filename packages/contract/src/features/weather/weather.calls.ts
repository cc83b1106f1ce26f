import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { WeatherReport } from "./weather.schema.ts";

export const weatherCalls = {
  getWeather: {
    summary:
      "Weather at a container or at a point: now, 48 hours, 7 days. Answers from what is known; never waits long.",
    access: "view",
    effect: "read",
    perMinute: 60,
    /** A container, or a point. */
    input: z
      .strictObject({
        containerId: z.string().min(1).max(64).optional(),
        lat: z.number().min(-90).max(90).optional(),
        long: z.number().min(-180).max(180).optional(),
      })
      .refine(
        ({ containerId, lat, long }) =>
          containerId === undefined ? lat !== undefined && long !== undefined : lat === undefined && long === undefined,
        { path: ["containerId"], error: "Name a containerId, or lat and long." },
      ),
    output: z.object({ data: WeatherReport }),
  },
} satisfies CallMap;
