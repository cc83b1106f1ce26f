/** Which part of a long list is drawn: whole groups of rows, with room above and below for those that are not. */
export interface RowWindow {
  /** Group from which on, and before which, rows are drawn. */
  from: number;
  to: number;
  abovePx: number;
  belowPx: number;
}

/**
 * The groups that touch a view.
 * @param groups How many there are.
 * @param heightOf Height of a group in pixels.
 * @param topPx Upper end of the view, from the upper end of the list; below 0 while the list begins further down.
 * @param bottomPx Lower end of the view.
 */
export function windowOf(
  groups: number,
  heightOf: (group: number) => number,
  topPx: number,
  bottomPx: number,
): RowWindow {
  let from = 0;
  let abovePx = 0;
  while (from < groups - 1 && abovePx + heightOf(from) <= topPx) abovePx += heightOf(from++);
  let to = from;
  let end = abovePx;
  while (to < groups && (to === from || end < bottomPx)) end += heightOf(to++);
  let belowPx = 0;
  for (let group = to; group < groups; group++) belowPx += heightOf(group);
  return { from, to, abovePx, belowPx };
}
