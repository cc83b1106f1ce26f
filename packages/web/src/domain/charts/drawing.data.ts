import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { misplacedSeries } from "@offgrid/contract/charts/chart-rules";
import { tickMs } from "@offgrid/contract/core/constants";
import { keepPreviousData } from "@tanstack/react-query";

import type { Input } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { PlotLine } from "./drawn-series.ts";

/** Of a line in a window that is as narrow as a phone; more would lie on each other. */
export const phonePoints = 400;

export type DrawingAsked = Input<"chartDraw">;

/** A definition drawn, and drawn again as time goes on. What was drawn before stays until the next is there. */
export function useDrawing(asked: DrawingAsked, { enabled = true }: { enabled?: boolean } = {}) {
  return useCall("chartDraw", asked, {
    enabled,
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.isOpen ? tickMs : false),
  });
}

/** The lines of a drawing with how each is drawn; series on an axis of another unit are left out. */
export function plotLines({ lines }: DrawnChart, { series }: ChartDefinition): PlotLine[] {
  const misplaced = misplacedSeries(series);
  return lines.flatMap(({ series: id, ...line }) => {
    const own = series.find((one) => one.id === id);
    if (!own || misplaced.has(id)) return [];
    const { type, axis, plot } = own;
    // Of several lines of one series only the first can have its colour.
    const isFirst = lines.find((one) => one.series === id)?.id === line.id;
    const color = isFirst ? (own.color ?? null) : null;
    return [{ ...line, type, axis, plot, color, quantity: own.kind === "metric" ? own.metric : null }];
  });
}
