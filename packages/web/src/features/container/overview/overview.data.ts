import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useMemo } from "react";

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
