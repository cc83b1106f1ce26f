import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { useMemo } from "react";

import type { TimeRange } from "../../ui/period-range.ts";
import { type DrawingAsked, useDrawing } from "./drawing.data.ts";
import { finerPart, type NearDrawing, withPart } from "./finer-drawing.ts";

/** A drawn chart with the part that is looked at closely fetched, and then drawn, in more detail. */
export function useFinerDrawing(
  drawn: DrawnChart | undefined,
  { asked, of }: { asked: DrawingAsked; of: ChartDefinition },
  view: TimeRange | undefined,
): NearDrawing | undefined {
  const part = useMemo(() => drawn && finerPart(drawn, of, view), [drawn, of, view]);
  const question = part
    ? { ...asked, definition: { ...of, groupBy: part.groupBy, tags: [] }, from: part.from, to: part.to }
    : asked;
  const { data: fine, isPlaceholderData } = useDrawing(question, { enabled: part !== undefined });
  return useMemo(() => {
    // Until its answer is there, that of another part stands in its place.
    if (!drawn || !part || !fine || isPlaceholderData) return drawn;
    return withPart(drawn, fine, part) ?? drawn;
  }, [drawn, fine, part, isPlaceholderData]);
}
