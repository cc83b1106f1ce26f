import { tickMs } from "@offgrid/contract/core/constants";
import { keepPreviousData } from "@tanstack/react-query";

import type { PartFacts } from "../../chart/chart-series.ts";
import { call, type Input } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { TimeRange } from "../../ui/period-range.ts";

/** Of a line in a window that is as narrow as a phone; more would lie on each other. */
export const phonePoints = 400;

export type DrawingAsked = Input<"chartDraw">;

/**
 * A definition drawn, and drawn again as time goes on. What was drawn before stays until the next is there, or has failed:
 * then it would stand below words that it does not belong to with each new try.
 */
export function useDrawing(asked: DrawingAsked, { enabled = true }: { enabled?: boolean } = {}) {
  const drawing = useCall("chartDraw", asked, {
    enabled,
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.isOpen ? tickMs : false),
  });
  return drawing.isPlaceholderData && drawing.errorUpdateCount > 0 ? { ...drawing, data: undefined } : drawing;
}

/** Nobody waits longer than that for what stands below the values of a file. */
const factsTimeoutMs = 5_000;

/** What is known of the lines of just a part of a drawing. @throws ApiError */
export async function factsOfPart(asked: DrawingAsked, { fromMs, toMs }: TimeRange): Promise<PartFacts> {
  const part = { ...asked, from: Math.round(fromMs), to: Math.round(toMs) };
  const { data } = await call("chartDraw", part, { timeoutMs: factsTimeoutMs });
  return new Map(data.lines.map(({ id, coverage, clamped }) => [id, { coverage, clamped }]));
}
