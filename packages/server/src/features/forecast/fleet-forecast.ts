import type { FleetForecast } from "@offgrid/contract/forecast/forecast.schema";

import type { HourlyForecast } from "./forecast.store.ts";
import { hourMs } from "./solar-model.ts";

const hoursAhead = 48;

/**
 * Sums forecasts by the hour. One that was made in an earlier hour ends earlier; each hour is summed over those that
 * reach it, and the hours end where the first of them does.
 * @param fromMs The full hour that holds the present, epoch ms.
 */
export function sumForecasts(forecasts: readonly HourlyForecast[], fromMs: number): Omit<FleetForecast, "of"> {
  const t = Array.from({ length: hoursAhead }, (_, hour) => fromMs + hour * hourMs);
  const generation = t.map(() => 0);
  const consumption = t.map(() => 0);
  const reach = t.map(() => 0);
  for (const { t: ends, taken, served } of forecasts) {
    for (const [index, endS] of ends.entries()) {
      const hour = Math.round((endS * 1000 - hourMs - fromMs) / hourMs);
      if (hour < 0 || hour >= hoursAhead) continue;
      // A mean over an hour in W is its energy in Wh.
      generation[hour] = (generation[hour] ?? 0) + (taken[index] ?? 0);
      consumption[hour] = (consumption[hour] ?? 0) + (served[index] ?? 0);
      reach[hour] = (reach[hour] ?? 0) + 1;
    }
  }
  const whole = reach.findIndex((count) => count < forecasts.length);
  const hours = forecasts.length === 0 ? 0 : whole < 0 ? hoursAhead : whole;
  return {
    t: t.slice(0, hours),
    generation: generation.slice(0, hours),
    consumption: consumption.slice(0, hours),
    counted: forecasts.length,
    countedSun: forecasts.filter(({ taken }) => taken.length > 0).length,
  };
}
