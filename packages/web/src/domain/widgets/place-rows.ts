import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { WidgetPlace } from "@offgrid/contract/widgets/widgets.schema";

/** The containers that a widget is about, of those that the person sees. */
export interface PlaceRows {
  rows: ContainerRow[];
  /** The place itself is gone, or not the person's any more. */
  isGone: boolean;
  /** How many of the chosen containers are. */
  missing: number;
}

export function placeRows(containers: readonly ContainerRow[], of: WidgetPlace): PlaceRows {
  if (of.kind === "all") return { rows: [...containers], isGone: false, missing: 0 };
  if (of.kind === "cluster") {
    const rows = containers.filter(({ clusterId }) => clusterId === of.id);
    return { rows, isGone: rows.length === 0, missing: 0 };
  }
  const rows = of.ids.flatMap((id) => containers.find(({ containerId }) => containerId === id) ?? []);
  return { rows, isGone: rows.length === 0, missing: of.ids.length - rows.length };
}
