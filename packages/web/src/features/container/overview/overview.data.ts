import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useMemo } from "react";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { blackoutPace } from "../../../domain/blackout/blackout.data.ts";
import { quarterMs } from "../../../domain/container/kpi-history.ts";
import { hoursAhead } from "../days/hours-ahead.ts";

/** What is expected of the coming hours, by the forecast of the card; by quarter hours, so that a tick draws nothing. */
export function useHoursAhead({ containerId }: Pick<ContainerInfoV4, "containerId">, now: number, toMs: number) {
  const { data } = useCall("getBlackoutForecast", { containerId }, blackoutPace);
  const fromMs = Math.ceil(now / quarterMs) * quarterMs;
  return useMemo(() => data && hoursAhead(data.data, fromMs, toMs), [data, fromMs, toMs]);
}

/** Has the forecast of the battery nothing to draw? False until that is known. */
export function useIsForecastBare({ containerId }: Pick<ContainerInfoV4, "containerId">): boolean {
  return useCall("getBlackoutForecast", { containerId }, { ...blackoutPace, select: hasNoHours }).data ?? false;
}

const hasNoHours = ({ data }: Answer<"getBlackoutForecast">) => data.t.length === 0;
