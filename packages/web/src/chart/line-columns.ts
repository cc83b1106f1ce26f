/** The part of each pixel column of a picture that a line covers. */
export interface LineColumns {
  /** Upper and lower end in pixels, top above bottom; NaN where the line is not. */
  top: Float64Array;
  bottom: Float64Array;
  /** Of the last point at or before the column: an index into the run's source. */
  index: Int32Array;
}

/**
 * Covers what a line of no width would cover. A graphics library draws the outline of each corner of a long zigzag,
 * which without graphics hardware takes a hundred times longer than a bar for each column.
 * @param runs Unbroken stretches of the line as indices, rising.
 * @param x Place of a point, pixels from the first column, rising with the index.
 * @param y Height of a point, pixels downwards.
 * @param columns How many columns there are; what is beyond them is left out. A drawing that its axes leave no room has
 *   fewer than none.
 */
export function lineColumns(
  runs: readonly (readonly number[])[],
  x: (index: number) => number,
  y: (index: number) => number,
  columns: number,
): LineColumns {
  const count = Math.max(0, columns);
  const top = new Float64Array(count).fill(Number.NaN);
  const bottom = new Float64Array(count).fill(Number.NaN);
  const index = new Int32Array(count);
  const cover = (column: number, high: number, low: number, point: number) => {
    if (column < 0 || column >= count) return;
    // A column that nothing covers yet is NaN, so the first comparison is false.
    top[column] = top[column]! <= high ? top[column]! : high;
    bottom[column] = bottom[column]! >= low ? bottom[column]! : low;
    index[column] = point;
  };
  for (const run of runs) {
    let before = run[0]!;
    let x0 = x(before);
    let y0 = y(before);
    // The column that the line is in, and what it has covered of it so far.
    let column = Math.floor(x0);
    let high = y0;
    let low = y0;
    for (let position = 1; position < run.length; position++) {
      const point = run[position]!;
      const x1 = x(point);
      const y1 = y(point);
      const next = Math.floor(x1);
      if (next === column) {
        if (y1 < high) high = y1;
        else if (y1 > low) low = y1;
      } else {
        const slope = (y1 - y0) / (x1 - x0);
        const leaves = y0 + (column + 1 - x0) * slope;
        cover(column, Math.min(high, leaves), Math.max(low, leaves), before);
        // A run may begin and end far outside of the picture.
        const end = Math.min(next, count);
        for (let between = Math.max(column + 1, 0); between < end; between++) {
          const enters = y0 + (between - x0) * slope;
          cover(between, Math.min(enters, enters + slope), Math.max(enters, enters + slope), before);
        }
        const enters = y0 + (next - x0) * slope;
        high = Math.min(enters, y1);
        low = Math.max(enters, y1);
        column = next;
      }
      before = point;
      x0 = x1;
      y0 = y1;
    }
    cover(column, high, low, before);
  }
  return { top, bottom, index };
}
