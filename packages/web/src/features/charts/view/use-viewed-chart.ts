import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";

import { useTick } from "../../../core/live/tick.ts";
import { type DrawingAsked, phonePoints, useDrawing } from "../../../domain/charts/drawing.data.ts";
import { type PeriodChoice, rangeOf, type TimeRange } from "../../../ui/period-range.ts";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { browserZone } from "../../../ui/use-locale.ts";

export type ViewedChart = ReturnType<typeof useViewedChart>;

/** A kept chart over the period that its address holds, and ways to change that. */
export function useViewedChart(kept: ChartDefinition) {
  const navigate = useNavigate({ from: "/charts/$slug" });
  const { period, from, to, container, cluster, raw, by } = useSearch({ from: "/main/charts/$slug" });
  // A new object would be drawn again.
  const groupBy = raw ? "raw" : by;
  const definition = useMemo(() => (groupBy ? { ...kept, groupBy } : kept), [kept, groupBy]);
  const now = useTick();
  const isPhone = useIsPhone();
  const isUsual = period === undefined && from === undefined;
  const chosen: PeriodChoice =
    from !== undefined && to !== undefined
      ? { period: "custom", from, to }
      : (period && { period }) || periodOf(definition);
  const asked: DrawingAsked = {
    definition,
    ...(isPhone && { points: phonePoints }),
    ...(container !== undefined && { containerId: container }),
    ...(cluster !== undefined && { clusterId: cluster }),
  };
  // The days of another period are those of the chart's zone, which its first answer tells.
  const own = useDrawing(asked, { enabled: isUsual || period !== undefined });
  const zone = own.data?.zone;
  const range = isUsual ? undefined : rangeOf(chosen, now, zone ?? browserZone);
  const inRange = range ? { ...asked, from: range.fromMs, to: range.toMs } : asked;
  const other = useDrawing(inRange, { enabled: range !== undefined && (from !== undefined || zone !== undefined) });
  const drawing = range ? other : own;
  const setRange = ({ fromMs, toMs }: TimeRange, as?: "raw" | "hour") =>
    void navigate({
      search: (before) => ({
        ...placeIn(before),
        ...{ from: Math.round(fromMs), to: Math.round(toMs) },
        ...(as === "raw" && { raw: "yes" as const }),
        ...(as === "hour" && { by: as }),
      }),
    });
  const ways = useRawWays(kept, setRange);
  const setPeriod = (next: PeriodChoice) => {
    if (next.period === "custom") return setRange({ fromMs: next.from ?? 0, toMs: next.to ?? 0 });
    const isOther = next.period !== definition.period;
    void navigate({
      search: (before) => ({ ...placeIn(before), ...(isOther && { period: next.period as "today" }) }),
    });
  };
  const setPlace = (place: { container?: string; cluster?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...place }), replace: true });
  return {
    ...{ definition, drawing, asked: inRange, chosen, now, container, cluster, setRange, setPeriod, setPlace },
    ...ways,
    zone: drawing.data?.zone ?? zone ?? browserZone,
  };
}

/** To single readings, and back to the averages; of a chart that is of single readings itself there are none. */
function useRawWays(kept: ChartDefinition, setRange: (range: TimeRange, as: "raw") => void) {
  const navigate = useNavigate({ from: "/charts/$slug" });
  const { raw } = useSearch({ from: "/main/charts/$slug" });
  const showRaw = (part: TimeRange | undefined) =>
    part
      ? setRange(part, "raw")
      : void navigate({ search: ({ zoom: _zoom, ...before }) => ({ ...before, raw: "yes" as const }) });
  const leave = () => void navigate({ search: ({ raw: _raw, zoom: _zoom, ...before }) => before });
  return { showRaw, showAverages: raw && kept.groupBy !== "raw" ? leave : undefined };
}

/** Only what placeholders stand for: another period has another zoom. */
function placeIn({ container, cluster }: { container?: string; cluster?: string }) {
  return { ...(container !== undefined && { container }), ...(cluster !== undefined && { cluster }) };
}

function periodOf({ period, from, to }: ChartDefinition): PeriodChoice {
  return { period, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
