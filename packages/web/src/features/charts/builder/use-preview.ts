import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";

import { useMemo } from "react";

import { type DrawingAsked, phonePoints, useDrawing } from "../../../domain/charts/drawing.data.ts";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { browserZone } from "../../../ui/use-locale.ts";

export type PreviewDrawing = ReturnType<typeof usePreview>;

interface Place {
  containerId: string | undefined;
  clusterId: string | undefined;
}

/** A chart that is being built as the portal draws it, and the zone that its days are those of. */
export function usePreview(definition: ChartDefinition, { containerId, clusterId }: Place) {
  const isPhone = useIsPhone();
  const asked = useMemo<DrawingAsked>(
    () => ({
      definition: { ...definition, tags: [] },
      ...(isPhone && { points: phonePoints }),
      ...(containerId !== undefined && { containerId }),
      ...(clusterId !== undefined && { clusterId }),
    }),
    [definition, isPhone, containerId, clusterId],
  );
  const drawing = useDrawing(asked);
  // A chart that cannot be drawn still has days to be chosen.
  const zone = drawing.data?.zone ?? (drawing.isError ? browserZone : undefined);
  return { asked, drawing, zone };
}
