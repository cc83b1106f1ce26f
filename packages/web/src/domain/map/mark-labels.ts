import { type Pixel, worldPx } from "./projection.ts";

/** A mark on the map, in pixels. */
export interface Mark {
  key: string;
  at: Pixel;
  /** Edge of the square that it covers. */
  sizePx: number;
  /** Absent: it is never named. */
  name?: string;
  /** Of two that have room for one name, the lower is named. */
  rank: number;
}

/** In the order of choice. Those with two words begin or end at an edge of the mark and run from there to their second. */
export const labelSides = [
  "right",
  "left",
  "below",
  "above",
  "below-right",
  "below-left",
  "above-right",
  "above-left",
] as const;
export type LabelSide = (typeof labelSides)[number];

/** A rectangle: left, top, right, bottom. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface PlacedLabel {
  side: LabelSide;
  /** How far from the middle of its side, to the right: at the edge of the picture, or beside another mark. */
  slidPx: number;
  box: Box;
}

export const labelHeightPx = 18;
/** With its border. */
const groupNameHeightPx = 20;
/** Longer names end in dots, */
const widestLabelPx = 260;
/** and all that are longer than this where there is no room for more. */
const shortLabelPx = 150;
const gapPx = 3;

/**
 * Which marks are named, and on which side: no name covers another or a mark. The worst have their choice first; one that
 * is placed takes another side where that makes room for a further name, and is never dropped for it.
 * @param widthOf Width of a name in pixels, as it is drawn.
 * @param seen What is seen of the map: names do not run out of it.
 * @param groupNames These stay where they are.
 */
export function placeLabels(
  marks: readonly Mark[],
  widthOf: (name: string) => number,
  seen: Box,
  groupNames: readonly Box[] = [],
): Map<string, PlacedLabel> {
  const taken = [...groupNames, ...marks.map(boxOfMark)];
  const placed = new Map<string, PlacedLabel>();
  const choices = new Map<string, PlacedLabel[]>();
  for (const mark of marks.toSorted((one, other) => one.rank - other.rank)) {
    if (mark.name === undefined) continue;
    const width = Math.min(widestLabelPx, widthOf(mark.name));
    const widths = width > shortLabelPx ? [width, shortLabelPx] : [width];
    const open = widths
      .flatMap((one) => labelsOf(mark, one, seen))
      .filter(({ box }) => isWithin(box, seen) && !taken.some((other) => overlap(box, other)));
    choices.set(mark.key, open);
    const free = open.find(({ box }) => blockersOf(box, placed).length === 0);
    const found = free ?? open.find((choice) => makeRoom(choice, placed, choices));
    if (found) placed.set(mark.key, found);
  }
  return placed;
}

/** Keys of the names that a box would cover. */
function blockersOf(box: Box, placed: ReadonlyMap<string, PlacedLabel>): string[] {
  return [...placed].filter(([, label]) => overlap(box, label.box)).map(([key]) => key);
}

/** Moves the one name that is in the way to another of its sides, if it can: whether there is room now. */
function makeRoom(
  { box }: PlacedLabel,
  placed: Map<string, PlacedLabel>,
  choices: ReadonlyMap<string, readonly PlacedLabel[]>,
): boolean {
  const [blocker, ...more] = blockersOf(box, placed);
  if (blocker === undefined || more.length > 0) return false;
  const other = choices
    .get(blocker)
    ?.find((choice) => !overlap(choice.box, box) && blockersOf(choice.box, placed).every((key) => key === blocker));
  if (!other) return false;
  placed.set(blocker, other);
  return true;
}

/** The name of a group stands on the top of its outline, and within what is seen as long as that is. */
export function boxOfGroupName([x, y]: Pixel, widthPx: number, seen: Box): Box {
  const width = Math.min(shortLabelPx, widthPx);
  const isSeen = isWithin([x, y, x, y], seen);
  const left = isSeen ? clamp(x - width / 2, seen[0], seen[2] - width) : x - width / 2;
  const top = isSeen ? clamp(y - groupNameHeightPx, seen[1], seen[3] - groupNameHeightPx) : y - groupNameHeightPx;
  return [left, top, left + width, top + groupNameHeightPx];
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

export function boxOfMark({ at: [x, y], sizePx }: Pick<Mark, "at" | "sizePx">): Box {
  return [x - sizePx / 2, y - sizePx / 2, x + sizePx / 2, y + sizePx / 2];
}

/** Below and above a mark, a name that has no room at any side may also slide, as long as it stays at its mark. */
function labelsOf(mark: Mark, width: number, seen: Box): PlacedLabel[] {
  const still = labelSides.map((side): PlacedLabel => ({ side, slidPx: 0, box: boxOfLabel(mark, side, width) }));
  const slid = (["below", "above"] as const).flatMap((side) => {
    const [left, top, right, bottom] = boxOfLabel(mark, side, width);
    const intoView = clamp(left, seen[0], seen[2] - width) - left;
    return [intoView, -width / 4, width / 4]
      .filter((slidPx) => slidPx !== 0 && Math.abs(slidPx) <= width / 2)
      .map((slidPx): PlacedLabel => ({ side, slidPx, box: [left + slidPx, top, right + slidPx, bottom] }));
  });
  return [...still, ...slid];
}

function boxOfLabel({ at: [x, y], sizePx }: Mark, side: LabelSide, width: number): Box {
  const away = sizePx / 2 + gapPx;
  const [high, half] = [labelHeightPx / 2, width / 2];
  if (side === "right") return [x + away, y - high, x + away + width, y + high];
  if (side === "left") return [x - away - width, y - high, x - away, y + high];
  const edge = sizePx / 2;
  const left = side.endsWith("-right") ? x - edge : side.endsWith("-left") ? x + edge - width : x - half;
  const top = side.startsWith("below") ? y + away : y - away - labelHeightPx;
  return [left, top, left + width, top + labelHeightPx];
}

function isWithin(box: Box, around: Box): boolean {
  return box[0] >= around[0] && box[1] >= around[1] && box[2] <= around[2] && box[3] <= around[3];
}

function overlap(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

/** As [middle, edge], in pixels. */
export interface Square {
  at: Pixel;
  sizePx: number;
}

/** Less than the height of any name, so that none lies between two of them. */
const edgePx = 16;

/** Squares along the edges of what is seen: a name that ran out of it would cover one. The world has nothing beyond itself. */
export function squaresAround([west, north, east, south]: Box, zoom: number): Square[] {
  const size = worldPx * 2 ** zoom;
  const [left, top, right, bottom] = [
    Math.max(0, west),
    Math.max(0, north),
    Math.min(size, east),
    Math.min(size, south),
  ];
  const half = edgePx / 2;
  const along = ([x, y]: Pixel) => squaresOver([x - half, y - half, right + half, y + half]);
  const down = squaresOver([top - half, left - half, bottom + half, left + half]);
  return [
    ...[top, bottom].flatMap((y) => along([left, y])),
    ...[left, right].flatMap((x) => down.map(({ at: [y], sizePx }): Square => ({ at: [x, y], sizePx }))),
  ];
}

/** Squares that cover a box: what the map library keeps its own names away from. */
export function squaresOver([left, top, right, bottom]: Box): Square[] {
  const edge = bottom - top;
  const count = Math.max(1, Math.ceil((right - left) / edge));
  const step = count === 1 ? 0 : (right - left - edge) / (count - 1);
  return Array.from({ length: count }, (_, index) => ({
    at: [left + edge / 2 + index * step, (top + bottom) / 2],
    sizePx: edge,
  }));
}
