import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";

import { useDrawing } from "../../../domain/charts/drawing.data.ts";
import { browserZone } from "../../../ui/use-locale.ts";

interface Place {
  container?: string;
  cluster?: string;
}

/** Is it known where everything of a chart was measured? */
export function isPlaced({ series }: ChartDefinition, { container, cluster }: Place): boolean {
  const has = (wanted: string) => series.some((one) => one.kind === "metric" && one.of.kind === wanted);
  return (!has("$container") || container !== undefined) && (!has("$cluster") || cluster !== undefined);
}

/** Few points: what is asked for is the zone. */
const points = 10;

/** The zone that a chart is drawn in; undefined: it is not known yet, or depends on a place that is not chosen. */
export function useChartZone(definition: ChartDefinition, place: Place): string | undefined {
  const { container, cluster } = place;
  const asked = {
    ...{ definition, points },
    ...(container !== undefined && { containerId: container }),
    ...(cluster !== undefined && { clusterId: cluster }),
  };
  const isKnown = isPlaced(definition, place);
  const { data, isError } = useDrawing(asked, { enabled: isKnown });
  if (!isKnown) return undefined;
  return data?.zone ?? (isError ? browserZone : undefined);
}
