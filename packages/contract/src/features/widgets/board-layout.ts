import { boardColumns, leastSize, mostSize, type WidgetSize } from "./widget-types.ts";

/** Where a widget stands: its first column and row, from 0, and how many of each it takes. */
export interface BoardPlace extends WidgetSize {
  x: number;
  y: number;
}

/**
 * Places widgets of a board one after the other, each at the first place behind the one before it that has room for it:
 * the order in which they are read is the order in which they stand, and none lies over another.
 * @param sizes Of a board of twelve columns.
 * @param columns Of this board: 12, or fewer where there is less room.
 */
export function placed(sizes: readonly WidgetSize[], columns: number): BoardPlace[] {
  const taken = new Set<string>();
  const cells = ({ x, y, w, h }: BoardPlace) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`);
  let [x, y] = [0, 0];
  return sizes.map((size) => {
    const { w, h } = sizeIn(size, columns);
    while (x + w > columns || cells({ x, y, w, h }).some((cell) => taken.has(cell))) {
      x += 1;
      if (x + w > columns) [x, y] = [0, y + 1];
    }
    const place = { x, y, w, h };
    for (const cell of cells(place)) taken.add(cell);
    return place;
  });
}

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
