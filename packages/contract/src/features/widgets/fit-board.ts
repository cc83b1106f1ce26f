import { fleetFigures } from "./widget-types.ts";
import { knownWidget } from "./known-widget.ts";
import type { KeptWidget, Widget, WidgetPlace } from "./widgets.schema.ts";

/** What somebody sees, for whom a board of somebody else is made fit. */
export interface Seen {
  /** Ids of containers; the first takes the place of those that are not seen. */
  containers: readonly string[];
  clusters: ReadonlySet<string>;
}

/**
 * A board that was made by somebody else, about what this person sees: a container that they do not see becomes their first
 * one, several become all of theirs. What is about one container is left out for who has none. Pure.
 */
export function fitBoard(board: readonly KeptWidget[], seen: Seen): KeptWidget[] {
  return board.flatMap((kept): KeptWidget[] => {
    const widget = knownWidget(kept);
    // One that is not known may name what this person does not see.
    if (!widget) return [];
    const fitting = fitWidget(widget, seen);
    return fitting ? [fitting as unknown as KeptWidget] : [];
  });
}

function fitWidget(widget: Widget, seen: Seen): Widget | undefined {
  const own = (id: string) => (seen.containers.includes(id) ? id : seen.containers[0]);
  switch (widget.type) {
    case "text":
    case "picture":
      return widget;
    case "flow":
    case "outlook":
    case "weather": {
      const container = own(widget.container);
      return container === undefined ? undefined : { ...widget, container };
    }
    case "chart": {
      if (widget.chart.kind === "saved") return widget;
      const container = own(widget.chart.container);
      return container === undefined ? undefined : { ...widget, chart: { ...widget.chart, container } };
    }
    case "kpi": {
      // A metric is one of a single container.
      if (fleetFigures.some((one) => one === widget.figure) || widget.of.kind !== "containers")
        return { ...widget, of: fitPlace(widget.of, seen) };
      const container = own(widget.of.ids[0]!);
      return container === undefined ? undefined : { ...widget, of: { kind: "containers", ids: [container] } };
    }
    default:
      return { ...widget, of: fitPlace(widget.of, seen) };
  }
}

function fitPlace(of: WidgetPlace, { containers, clusters }: Seen): WidgetPlace {
  if (of.kind === "all") return of;
  if (of.kind === "cluster") return clusters.has(of.id) ? of : { kind: "all" };
  const ids = of.ids.filter((id) => containers.includes(id));
  return ids.length > 0 ? { ...of, ids } : { kind: "all" };
}
