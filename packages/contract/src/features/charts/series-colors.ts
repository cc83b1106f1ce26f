/** Colours for series that are no kind of energy, such as one container beside another: no icon goes with them. */
export const neutralColors = ["compare-1", "compare-2", "compare-3", "compare-4"] as const;

/** A colour of a series, by its token; that of an energy belongs to the energy and never to its position. */
export type SeriesColor =
  | "solar"
  | "load"
  | "battery-out"
  | "battery-in"
  | "generator"
  | "soc"
  | "muted"
  | "info"
  | (typeof neutralColors)[number];
