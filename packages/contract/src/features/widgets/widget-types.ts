/** What a board is made of. No schema library here: screens import it whole. */

/** Of the shape of a widget; one of another version is kept, and shown as unknown. */
export const widgetVersion = 1;

export const widgetTypes = [
  "kpi",
  "chart",
  "charge",
  "flow",
  "outlook",
  "weather",
  "incidents",
  "map",
  "list",
  "text",
  "picture",
] as const;
export type WidgetType = (typeof widgetTypes)[number];

/** Figures of one container or several, as the dashboard and the list of containers have them. */
export const fleetFigures = ["solarToday", "loadToday", "solarPower", "loadPower", "soc"] as const;
export type FleetFigure = (typeof fleetFigures)[number];

/** Charts of one container that are drawn without having been built. */
export const chartTemplates = ["power", "energy", "battery"] as const;
export type ChartTemplate = (typeof chartTemplates)[number];

/** What an outlook shows: how long the loads have power, or the charge of seven days. */
export const outlooks = ["hours", "days"] as const;

export const widgetLimits = {
  widgets: 200,
  title: 80,
  text: 4_000,
  containers: 50,
  starter: 40,
  alt: 200,
  pictures: 20,
} as const;

/** Longer sides of a picture are made so long, pixels: a wall has no more. */
export const widgetPicturePx = 1_920;

/** Of the widest board; narrower ones have fewer columns (`board-layout.ts`). */
export const boardColumns = 12;
/** Of a widget, in columns and rows. */
export const leastSize = { w: 2, h: 1 } as const;
export const mostSize = { w: boardColumns, h: 12 } as const;

/** Of the widest board, in columns and rows. */
export type WidgetSize = { w: number; h: number };

/** Three sizes of each type to begin with, from small to large; each shows all of it, in every language. */
export const usualSizes: Readonly<Record<WidgetType, readonly [WidgetSize, WidgetSize, WidgetSize]>> = {
  kpi: [size(2, 2), size(3, 2), size(4, 2)],
  chart: [size(4, 5), size(6, 6), size(12, 6)],
  charge: [size(3, 3), size(4, 4), size(6, 5)],
  flow: [size(4, 7), size(6, 7), size(12, 7)],
  outlook: [size(4, 8), size(6, 7), size(8, 7)],
  weather: [size(3, 4), size(4, 4), size(6, 4)],
  incidents: [size(4, 4), size(6, 5), size(12, 5)],
  map: [size(4, 5), size(6, 6), size(12, 7)],
  list: [size(4, 4), size(6, 5), size(12, 6)],
  text: [size(3, 2), size(4, 2), size(6, 3)],
  picture: [size(3, 3), size(4, 4), size(6, 6)],
};

function size(w: number, h: number): WidgetSize {
  return { w, h };
}

/** Does this program know the type of a kept widget, and its shape? */
export function isOfThisVersion({ v, type }: Readonly<Record<string, unknown>>): boolean {
  return v === widgetVersion && widgetTypes.some((one) => one === type);
}

/** Names a widget among all; one without an id cannot be changed. */
export function idOf({ id }: Readonly<Record<string, unknown>>): string {
  return typeof id === "string" ? id : "";
}
