import { boardColumns, leastSize, mostSize, type WidgetSize } from "./widget-types.ts";

/** Where a widget stands: its first column and row, from 0, and how many of each it takes. */
export interface BoardPlace extends WidgetSize {
  x: number;
  y: number;
}

/**
 * Places widgets of a board one after the other, each at the first place that has room for it, also before the one that
 * it follows: none lies over another, and none could stand further up.
 * @param sizes Of a board of twelve columns.
 * @param columns Of this board: 12, or fewer where there is less room.
 */
export function placed(sizes: readonly WidgetSize[], columns: number): BoardPlace[] {
  const taken = new Set<string>();
  const cells = ({ x, y, w, h }: BoardPlace) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`);
  return sizes.map((size) => {
    const place = { x: 0, y: 0, ...sizeIn(size, columns) };
    while (place.x + place.w > columns || cells(place).some((cell) => taken.has(cell))) {
      place.x += 1;
      if (place.x + place.w > columns) [place.x, place.y] = [0, place.y + 1];
    }
    for (const cell of cells(place)) taken.add(cell);
    return place;
  });
}

/** Indexes of widgets in the order in which one reads them: line by line. */
export function readingOrder(places: readonly BoardPlace[]): number[] {
  const at = ({ x, y }: BoardPlace) => y * boardColumns + x;
  return places.map((_, index) => index).toSorted((one, other) => at(places[one]!) - at(places[other]!));
}

/**
 * Where in the list of its board a widget goes that moves one place earlier or later as one reads the board.
 * @returns undefined: it cannot.
 */
export function stepped(sizes: readonly WidgetSize[], columns: number, index: number, by: -1 | 1): number | undefined {
  const rankIn = (list: readonly number[]) =>
    readingOrder(
      placed(
        list.map((one) => sizes[one]!),
        columns,
      ),
    ).findIndex((place) => list[place] === index);
  const list = sizes.map((_, each) => each);
  const was = rankIn(list);
  for (let to = index + by; to >= 0 && to < sizes.length; to += by) {
    const moved = list.toSpliced(index, 1).toSpliced(to, 0, index);
    if ((rankIn(moved) - was) * by > 0) return to;
  }
  return undefined;
}

/**
 * The sizes of a board after one of it is given another. Those at its right give room to a wider one, the nearest first, and
 * take that of a narrower one, so that full rows stay full. Where they cannot, all but the one stay as they are.
 * @param least How narrow each may become, columns.
 */
export function withSize(
  sizes: readonly WidgetSize[],
  index: number,
  size: WidgetSize,
  least: readonly number[],
): WidgetSize[] {
  const alone = sizes.with(index, size);
  const after = [...alone];
  const places = placed(sizes, boardColumns);
  const { x, y, w: before, h } = places[index]!;
  for (let row = y; row < y + h; row += 1) {
    const right = places.flatMap((place, one) => (place.x > x && isOnRow(place, row) ? [one] : []));
    right.sort((one, other) => places[one]!.x - places[other]!.x);
    const used = (all: readonly WidgetSize[]) => right.reduce((sum, one) => sum + all[one]!.w, x);
    let lacking = used(after) + size.w - boardColumns;
    if (lacking < 0 && used(sizes) + before === boardColumns) {
      const [next] = right;
      const isWithin = next !== undefined && places[next]!.y >= y && places[next]!.y + places[next]!.h <= y + h;
      if (isWithin) after[next] = { ...after[next]!, w: after[next]!.w - lacking };
    }
    for (const one of right) {
      const given = Math.max(0, Math.min(lacking, after[one]!.w - least[one]!));
      after[one] = { ...after[one]!, w: after[one]!.w - given };
      lacking -= given;
    }
    if (lacking > 0) return alone;
  }
  return after;
}

const isOnRow = ({ y, h }: BoardPlace, row: number) => y <= row && row < y + h;

/** The size of a widget on a board with fewer columns: its share of the width, and no less than the least. */
export function sizeIn({ w, h }: WidgetSize, columns: number): WidgetSize {
  const share = Math.ceil((w * columns) / boardColumns);
  return { w: Math.min(columns, Math.max(share, Math.min(leastSize.w, columns))), h };
}

/** A widget that is made wider or taller, within what a board allows. */
export function resized({ w, h }: WidgetSize, by: { w?: number; h?: number }): WidgetSize {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  return {
    w: within(w + (by.w ?? 0), leastSize.w, mostSize.w),
    h: within(h + (by.h ?? 0), leastSize.h, mostSize.h),
  };
}
