import { usualSizes, type WidgetType, widgetVersion } from "@offgrid/contract/widgets/widget-types";
import type { Widget, WidgetPlace } from "@offgrid/contract/widgets/widgets.schema";

/** New widgets and boards. Pure but for their ids. */

/** One of 2.8 × 10^12, such as `w-x3k9q0ab`: two of one board never meet. */
export function newWidgetId(): string {
  const letters = crypto.getRandomValues(new Uint8Array(8));
  return `w-${[...letters].map((byte) => (byte % 36).toString(36)).join("")}`;
}

/** What a new widget is about to begin with. */
export interface Beginning {
  /** The container that widgets of one container show; undefined: there is none. */
  container: string | undefined;
  /** How many containers the person sees. */
  containers: number;
  /** A saved chart. */
  chart?: string | undefined;
}

const all: WidgetPlace = { kind: "all" };

/** A widget of a type, about something that is there. */
export function newWidget(type: WidgetType, { container = "", containers, chart }: Beginning): Widget {
  const common = { id: newWidgetId(), v: widgetVersion, title: "", size: usualSizes[type][1], pinned: false } as const;
  const of: WidgetPlace = containers === 1 && container !== "" ? { kind: "containers", ids: [container] } : all;
  switch (type) {
    case "kpi":
      return { ...common, type, of, figure: "solarToday" };
    case "chart":
      return {
        ...common,
        type,
        chart: chart === undefined ? { kind: "template", template: "power", container } : { kind: "saved", id: chart },
      };
    case "outlook":
      return { ...common, type, container, shows: "hours" };
    case "flow":
    case "weather":
      return { ...common, type, container };
    case "text":
      return { ...common, type, text: "" };
    case "picture":
      return { ...common, type, picture: "", alt: "" };
    default:
      return { ...common, type, of };
  }
}

type Part = readonly [type: WidgetType, w: number, h: number, more?: Partial<Widget>];

const ofOne: readonly Part[] = [
  ["kpi", 4, 2, { figure: "soc" } as Partial<Widget>],
  ["kpi", 4, 2, { figure: "solarToday" } as Partial<Widget>],
  ["kpi", 4, 2, { figure: "loadToday" } as Partial<Widget>],
  ["flow", 6, 7],
  ["outlook", 6, 7],
  ["chart", 12, 6],
];
const ofSeveral: readonly Part[] = [
  ["kpi", 4, 2, { figure: "soc" } as Partial<Widget>],
  ["kpi", 4, 2, { figure: "solarToday" } as Partial<Widget>],
  ["kpi", 4, 2, { figure: "loadToday" } as Partial<Widget>],
  ["incidents", 6, 5],
  ["charge", 6, 5],
  ["map", 12, 7],
];

/** A ready board for whoever has none: six widgets that fit one container, or several. */
export function starterBoard(beginning: Beginning): Widget[] {
  const parts = beginning.containers === 1 ? ofOne : ofSeveral;
  return parts.map(([type, w, h, more]) => ({ ...newWidget(type, beginning), ...more, size: { w, h } }) as Widget);
}
