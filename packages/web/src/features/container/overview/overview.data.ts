import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { tickMs } from "@offgrid/contract/core/constants";
import { useEffect, useMemo } from "react";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { isSameEnergy } from "../../../domain/energy-state/same-energy.ts";
import { showForecast } from "../../../domain/containers/patch-containers.ts";
import { hoursAhead } from "../days/hours-ahead.ts";
import { kpiMetrics, quarterMs } from "./kpi-history.ts";

const quietly = { refetchInterval: 4 * tickMs };

/** Histories of the four leading figures over the last 25 h by quarter hours: one question for all sparklines. */
export function useKpiHistory(containerId: string, zone: string, now: number) {
  const to = Math.floor(now / quarterMs) * quarterMs;
  const series = kpiMetrics.map((metric) => ({ containerId, metric, func: "average" as const }));
  return useCall(
    "getChartData",
    { from: to - 100 * quarterMs, to, zone, groupBy: "15m", series },
    { select: (answer: Answer<"getChartData">) => answer.data, placeholderData: (before) => before },
  );
}

/**
 * When the loads are cut, and the state of energy that follows from it. A forecast that was made for this page is the one
 * of header and lists at once; one that a round of the portal has made since is fetched as soon as the header has it.
 */
export function useBlackout({ containerId, energy }: Pick<ContainerInfoV4, "containerId" | "energy">) {
  const blackout = useCall("getBlackoutForecast", { containerId }, quietly);
  const { data: answer, dataUpdatedAt, refetch } = blackout;
  useEffect(() => {
    if (answer) showForecast(containerId, answer, dataUpdatedAt);
  }, [containerId, answer, dataUpdatedAt]);
  useEffect(() => {
    if (answer && !isSameEnergy(answer.energy, energy)) void refetch();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a change of the container's state asks for another one
  }, [energy]);
  return blackout;
}

/** What is expected of the coming hours, by the forecast of the card; by quarter hours, so that a tick draws nothing. */
export function useHoursAhead({ containerId }: Pick<ContainerInfoV4, "containerId">, now: number, toMs: number) {
  const { data } = useCall("getBlackoutForecast", { containerId }, quietly);
  const fromMs = Math.ceil(now / quarterMs) * quarterMs;
  return useMemo(() => data && hoursAhead(data.data, fromMs, toMs), [data, fromMs, toMs]);
}
