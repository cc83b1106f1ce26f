import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

import type { ChartZoom } from "../../chart/use-chart-view.ts";
import { type Answer, call } from "../../core/api/call.ts";
import { queryClient } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { readings, useFiner } from "../../domain/container/use-finer.ts";
import { quiet } from "../../ui/async.tsx";
import type { Rule } from "./rule-input.ts";

export type BackTest = Answer<"warningBacktest">["data"];
export type Why = Answer<"warningWhy">["data"];
export type Tuning = Answer<"warningTuning">["data"];

/** An edit has settled once nothing was typed or moved for so long. */
const settledMs = 700;

export interface SettledBackTest {
  /** Of the newest rule that was tried out. */
  data: BackTest | undefined;
  error: Error | null;
  isRunning: boolean;
  /** The rule has changed since. */
  isOld: boolean;
  run: () => void;
  /** The portal stops working on it. */
  cancel: () => void;
}

/**
 * What a rule would have done, asked for when an edit has settled. The next edit breaks off what was asked.
 * @param rule As it is sent; undefined: it cannot be sent as it is, and what was tried out last stays.
 */
export function useBackTest(rule: (Rule & { id?: string }) | undefined): SettledBackTest {
  // What is not saved with it decides nothing: a name that is typed tries nothing out again.
  const tried = rule && { ...rule, ruleName: "?", note: "", enabled: true };
  const written = tried && JSON.stringify(tried);
  const [last, setLast] = useState(written);
  if (written !== undefined && written !== last) setLast(written);
  const [settled] = useDebouncedValue(last, settledMs);
  const input = { rule: settled === undefined ? noRule : (JSON.parse(settled) as Rule) };
  const found = useCall("warningBacktest", input, {
    enabled: settled !== undefined,
    select: ({ data }) => data,
    placeholderData: (before) => before,
    staleTime: 60_000,
    retry: false,
  });
  return {
    data: settled === undefined ? undefined : found.data,
    error: found.error,
    // What was just changed is tried once it has come to rest.
    isRunning: found.isFetching || last !== settled,
    isOld: found.isPlaceholderData || written !== settled,
    run: () => void found.refetch(),
    cancel: () => void queryClient.cancelQueries({ queryKey: ["warningBacktest", input] }),
  };
}

const noRule: Rule = {
  ruleName: "",
  enabled: true,
  match: "all",
  conditions: [],
  severity: "info",
  channels: [],
  note: "",
  shadow: false,
};

/** @throws ApiError */
export async function askWhy(rule: Rule & { id?: string }, containerId: string, atMs: number): Promise<Why> {
  return (await call("warningWhy", { rule, containerId, at: new Date(atMs).toISOString() })).data;
}

/** @throws ApiError */
export async function askTuning(id: string): Promise<Tuning> {
  return (await call("warningTuning", { id })).data;
}

/** A measured value over the days of a back-test by quarter hours; what is looked at closely by its single readings. */
export function useMetricMonth(
  { containerId, metric, zone }: { containerId: string; metric: string; zone: string },
  { fromMs, toMs }: { fromMs: number; toMs: number },
  view: ChartZoom["view"],
) {
  const series = [{ containerId, metric, func: "average" as const }];
  const quarters = useCall(
    "getChartData",
    { from: fromMs, to: toMs, zone, groupBy: "15m", series },
    { select: ({ data }) => data, staleTime: 600_000, enabled: containerId !== "" && metric !== "" },
  );
  return useFiner(quiet(quarters), { zone, series }, view, readings);
}
