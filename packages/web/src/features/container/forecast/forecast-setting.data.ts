import type { ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";

import { call, type Input } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCan } from "../../../core/can/can.ts";

export type ForecastFigures = Omit<Input<"setForecast">, "containerId">;

export function useMaySetForecast(): boolean {
  return useCan("setForecast");
}

function refreshForecast(): void {
  refresh("getSolcastQuery", "getBlackoutForecast", "getContainerInfoV4", "getSitesV2", "solarTemplateList");
}

/** @throws ApiError bad_input with its fields. */
export async function saveForecast(containerId: string, figures: ForecastFigures): Promise<void> {
  await call("setForecast", { containerId, ...figures });
  refreshForecast();
}

/** From now on forecasts go by what was learned. */
export async function resetForecast(containerId: string): Promise<void> {
  await call("forecastReset", { containerId });
  refreshForecast();
}

/** As it can be saved again; undefined: nobody has set anything. */
export function figuresOf(setting: ForecastSetting): ForecastFigures | undefined {
  if (setting.isGuessed) return undefined;
  const { provider, resourceId, capacity, tilt, azimuth, loss, limitW, reserveSoc } = setting;
  return {
    ...{ provider, capacity, tilt, azimuth, loss },
    ...(resourceId !== null && { resourceId }),
    ...(limitW !== null && { limitW }),
    ...(reserveSoc !== null && { reserveSoc }),
  };
}
