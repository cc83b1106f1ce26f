/** Colours for series that are no kind of energy, such as one container beside another: no icon goes with them. */
export const neutralColors = ["compare-1", "compare-2", "compare-3", "compare-4"] as const;

/** Beyond this many lines, colours repeat or are hard to distinguish. */
const plainLines = 4;
const dashes: readonly (readonly number[])[] = [
  [8, 3],
  [12, 6],
  [10, 3, 2, 3],
];

/** The dash of a line that was measured, four lines to a dash; undefined: solid. @param place Among these, from 0. */
export function lineDash(place: number): readonly number[] | undefined {
  return place < plainLines ? undefined : dashes[(Math.floor(place / plainLines) - 1) % dashes.length];
}

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
