import type { ContainerInfoV4, ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { tickMs } from "@offgrid/contract/core/constants";
import { useMemo } from "react";

import type { ChartZoom } from "../../chart/use-chart-view.ts";
import type { Answer, Input } from "../../core/api/call.ts";
import { type CallOptions, useCall } from "../../core/api/use-call.ts";
import { type FineHistory, readings, useFiner } from "../../domain/container/use-finer.ts";
import type { Pending } from "../../ui/async.tsx";
import { type LocalDay, thinDayFrom } from "./days/local-day.ts";

/** The container as the list has it, if that has already been loaded; fetches nothing itself. */
export function useListedContainer(containerId: string): ContainerRow | undefined {
  const containers = useCall("getSitesV2", {}, { enabled: false });
  return containers.data?.data.find((container) => container.containerId === containerId);
}

/** Does the person see one container alone? Then its screen is the first that they find. */
export function useIsOnlyContainer(): boolean {
  return useCall("getSitesV2", {}, { enabled: false }).data?.data.length === 1;
}

/** Metrics of the day chart in the order of the answer's series. */
const dayMetrics = ["solar.power", "load.power", "battery.soc"] as const;

/** What the day of a container also has, where it is metered. */
const besideMetrics = ["battery.power", "generator.power"] as const;
export type BesideMetric = (typeof besideMetrics)[number];

/** Those that the container sends; the same list until they change. */
export function useBeside({ values }: Pick<ContainerInfoV4, "values">): readonly BesideMetric[] {
  const has = besideMetrics.filter((metric) => Object.hasOwn(values, metric)).join(" ");
  return useMemo(() => besideMetrics.filter((metric) => has.includes(metric)), [has]);
}

export function daySeries(containerId: string, beside: readonly BesideMetric[] = []) {
  return [...dayMetrics, ...beside].map((metric) => ({ containerId, metric, func: "average" as const }));
}

export type DayAnswer = Answer<"getChartData">["data"];

/** The history of a day with the part that is looked at closely by its single readings. */
export function useFineDay(
  containerId: string,
  zone: string,
  history: Pending<DayAnswer>,
  view: ChartZoom["view"],
  beside: readonly BesideMetric[] = [],
): Pending<FineHistory> {
  return useFiner(history, { zone, series: daySeries(containerId, beside) }, view, readings);
}

/** Solar power, load, state of charge and what is beside them over a local day by quarter hours; single readings where there are few. */
export function useDayHistory(containerId: string, zone: string, day: LocalDay, beside: readonly BesideMetric[] = []) {
  const series = daySeries(containerId, beside);
  // Today is fetched again all the time.
  const options = day.isToday ? { refetchInterval: 2 * tickMs } : { staleTime: 5 * 60_000 };
  return useFinestDay({ from: day.fromMs, to: day.toMs, zone, series }, options);
}

/** A day by quarter hours; single readings where there are few. */
export function useFinestDay(
  input: Omit<Input<"getChartData">, "groupBy">,
  options: Pick<CallOptions<"getChartData", DayAnswer>, "enabled" | "refetchInterval" | "staleTime">,
) {
  const quarters = useCall("getChartData", { ...input, groupBy: "15m" }, { ...options, select: dataOf });
  const thinFrom = quarters.data && thinDayFrom(quarters.data);
  const single = useCall(
    "getChartData",
    { ...input, ...(input.from !== undefined && { from: thinFrom ?? input.from }), groupBy: "raw" },
    { ...options, select: dataOf, enabled: thinFrom !== undefined, retry: false },
  );
  return {
    data: (thinFrom === undefined ? undefined : single.data) ?? quarters.data,
    error: quarters.error,
    isPending: quarters.isPending,
    // Only the first answer is worth a sign of waiting.
    isFetching: quarters.isPending,
    refetch: quarters.refetch,
  };
}

const dataOf = (answer: Answer<"getChartData">) => answer.data;

/** Energy of the container's own day by where it came from and where it went. */
export function useEnergyToday(containerId: string, zone: string) {
  return useCall(
    "getEnergyBalance",
    { containerId, period: "today", zone, groupBy: "day" },
    { select: ({ data }: Answer<"getEnergyBalance">) => data, refetchInterval: 2 * tickMs },
  );
}

/** What the sun brought today, Wh; before the balance is known, and where it cannot be loaded, as the container itself has it. Undefined: not measured. */
export function solarToday(
  balance: Answer<"getEnergyBalance">["data"] | undefined,
  { energyToday }: Pick<ContainerInfoV4, "energyToday">,
): number | undefined {
  return (balance ? balance.parts.solar.total : energyToday.solarWh) ?? undefined;
}
