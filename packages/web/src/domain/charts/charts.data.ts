import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";

import { type Answer, type Input, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";

export type SavedChart = Answer<"chartList">["data"][number];
export type ChartReaders = NonNullable<Input<"chartSave">["readers"]>;
export type ChartLink = Answer<"chartTokenList">["data"][number];

/** The person's charts, and those that others share. */
export function useCharts({ enabled = true } = {}) {
  return useCall("chartList", {}, { enabled, select: ({ data }) => data, staleTime: 0 });
}

export function useChart(id: string) {
  return useCall("chartGet", { id }, { select: ({ data }) => data, staleTime: 0 });
}

/** The clusters that the person sees; undefined until they are known. */
export function useClusters() {
  return useCall("clusterList", {}, { select: ({ data }) => data }).data;
}

/** What containers measure, to choose from. */
export function useMetrics(place: Input<"chartMetrics">, enabled: boolean) {
  return useCall("chartMetrics", place, { enabled, staleTime: 60_000 });
}

/** @param saved The chart that was opened; absent: a new one. @throws ApiError, such as chart_changed. */
export async function saveChart(
  definition: ChartDefinition,
  { saved, readers }: { saved?: SavedChart | undefined; readers?: ChartReaders } = {},
): Promise<string> {
  const opened = saved ? { id: saved.id, version: saved.version } : {};
  const { data } = await call("chartSave", { ...opened, definition, ...(readers && { readers }) });
  refresh("chartList", "chartGet", "chartTokenList");
  return data.id;
}

/** @param undo Takes it back. @throws ApiError */
export async function deleteChart(id: string, undo = false): Promise<void> {
  await call("chartDelete", { id, undo });
  refresh("chartList");
  // The page of a deleted chart is left, and does not ask for it once more.
  if (undo) refresh("chartGet");
}

/** The person's links to a chart; left out: to any. */
export function useLinks(chartId?: string) {
  return useCall(
    "chartTokenList",
    { ...(chartId !== undefined && { chartId }) },
    { select: ({ data }) => data, staleTime: 0 },
  );
}

/** @throws ApiError */
export async function makeLink(link: Input<"setChartToken">): Promise<Answer<"setChartToken">["data"]> {
  const { data } = await call("setChartToken", link);
  refresh("chartTokenList", "chartList", "chartGet");
  return data;
}

/** @param which One link, all of a chart, or all that the person made. @throws ApiError */
export async function revokeLinks(which: Input<"chartTokenRevoke">): Promise<void> {
  await call("chartTokenRevoke", which);
  refresh("chartTokenList", "chartList", "chartGet");
}
