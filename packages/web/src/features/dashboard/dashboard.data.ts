import { tickMs } from "@offgrid/contract/core/constants";
import { useMemo } from "react";

import type { ApiError } from "../../core/api/api-error.ts";
import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { Pending } from "../../ui/async.tsx";
import type { PeriodChoice, TimeRange } from "../../ui/period-range.ts";
import { type ChartRanges, type EnergyGroups, elapsedBefore, groupsFor } from "./chart-range.ts";

export type Energy = Answer<"getGeneration">["data"];

/** Both histories over the same groups, Wh. */
interface BothHistories {
  generation: Energy;
  consumption: Energy;
}

export type FleetForecast = Answer<"getFleetForecast">["data"];

export interface FleetEnergy extends BothHistories {
  /** The previous period of the same length; absent until it is loaded, and if it cannot be loaded. */
  before?: BothHistories;
}

/** @see useFleetEnergy */
interface FleetEnergyAsked extends Pending<FleetEnergy> {
  /** Until when the energy of a period that goes on is known, epoch ms. */
  upToMs: number;
  /** Of the previous period, which fails by itself. */
  before: Pick<Pending<unknown>, "data" | "error" | "refetch">;
}

/**
 * What the fleet generated and used over a period and the previous one: by hour of `zone` up to one day, else by each
 * container's own days, as the figures of today are. Of days that are not over the previous period has no more than has
 * passed of them.
 */
export function useFleetEnergy(ranges: ChartRanges, zone: string): FleetEnergyAsked {
  const groups = groupsFor(ranges.range);
  // New energy is a few Wh in half a minute; every other tick is soon enough.
  const now = useBoth({ ...ranges.asked, ...groups, zone }, { refetchInterval: 2 * tickMs });
  const upToMs = now.dataUpdatedAt;
  const askedBefore = groups.ownDays ? elapsedBefore(ranges, upToMs) : ranges.askedBefore;
  const earlier = useBoth(
    { ...askedBefore, ...groups, zone },
    {
      staleTime: earlierStaleMs,
      enabled: now.data !== undefined,
      isFollowing: true,
    },
  );
  const data = useMemo(
    () => now.data && { ...now.data, ...(earlier.data ? { before: earlier.data } : {}) },
    [now.data, earlier.data],
  );
  return { ...now, data, upToMs, before: earlier };
}

/** What all containers are expected to generate and use in the coming hours, Wh. */
export function useFleetForecast(isWanted: boolean) {
  return useCall(
    "getFleetForecast",
    {},
    { enabled: isWanted, select: ({ data }) => data, refetchInterval: 10 * tickMs, staleTime: 5 * tickMs },
  );
}

/** Both histories of a part of the chart by the hour; undefined: no part is looked at so closely. */
export function useHours(part: TimeRange | undefined, zone: string): BothHistories | undefined {
  const { fromMs: from, toMs: to } = part ?? { fromMs: 0, toMs: 1 };
  const hours = useBoth(
    { period: "custom", from, to, groupBy: "hour", ownDays: false, zone },
    { enabled: part !== undefined, refetchInterval: 2 * tickMs },
  );
  return part && hours.data;
}

/** Where the consumption of a period came from; the answer takes longer than the rest of the chart. */
export function useOrigins({ range, asked }: Pick<ChartRanges, "range" | "asked">, zone: string, isWanted: boolean) {
  return useCall(
    "getConsumptionOrigins",
    { ...asked, ...groupsFor(range), zone },
    { enabled: isWanted, select: ({ data }) => data, refetchInterval: 10 * tickMs, staleTime: 5 * tickMs },
  );
}

/** A past period changes only by late data. */
const earlierStaleMs = 5 * 60_000;

interface BothOptions {
  refetchInterval?: number;
  staleTime?: number;
  enabled?: boolean;
  /** What was asked for up to an earlier end stays until the answer is here. */
  isFollowing?: boolean;
}

interface AskedFrom {
  queryKey: readonly [unknown, { from?: number | undefined }];
}

function useBoth(
  question: PeriodChoice & EnergyGroups & { zone: string },
  { isFollowing = false, ...options }: BothOptions,
): Pending<BothHistories> & { dataUpdatedAt: number } {
  const placeholderData = <Known>(known: Known | undefined, query: AskedFrom | undefined) =>
    isFollowing && query?.queryKey[1].from === question.from ? known : undefined;
  const generation = useCall("getGeneration", question, { ...options, placeholderData });
  const consumption = useCall("getConsumption", question, { ...options, placeholderData });
  const [generated, used] = [generation.data?.data, consumption.data?.data];
  const data = useMemo(
    () => (generated && used ? { generation: generated, consumption: used } : undefined),
    [generated, used],
  );
  const error: ApiError | null = generation.error ?? consumption.error;
  return {
    data,
    error,
    isPending: data === undefined,
    dataUpdatedAt: Math.min(generation.dataUpdatedAt, consumption.dataUpdatedAt),
    // The first answer alone: with a progress line for each refetch, the page would never be still, and whoever asks
    // whether one is under way is drawn again for it.
    isFetching: data === undefined && (generation.isLoading || consumption.isLoading),
    refetch: () => Promise.all([generation.refetch(), consumption.refetch()]),
  };
}
