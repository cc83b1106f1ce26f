/** What a line covers of each pixel column of a picture. */
export interface LineColumns {
  /** Upper and lower end in pixels, top above bottom; NaN where the line is not. */
  top: Float64Array;
  bottom: Float64Array;
  /** Of the last point at or before the column: an index into the run's source. */
  index: Int32Array;
}

/**
 * The same cover that a line of no width would have. A graphics library draws a long zigzag by the outline of each of its
 * corners, which without graphics hardware takes a hundred times longer than a bar for each column.
 * @param runs Unbroken stretches of the line as indices, rising.
 * @param x Place of a point, pixels from the first column, rising with the index.
 * @param y Height of a point, pixels downwards.
 * @param count How many columns there are; what is beyond them is left out.
 */
export function lineColumns(
  runs: readonly (readonly number[])[],
  x: (index: number) => number,
  y: (index: number) => number,
  count: number,
): LineColumns {
  const top = new Float64Array(count).fill(Number.NaN);
  const bottom = new Float64Array(count).fill(Number.NaN);
  const index = new Int32Array(count);
  const cover = (column: number, from: number, to: number, point: number) => {
    if (column < 0 || column >= count) return;
    const [high, low] = from < to ? [from, to] : [to, from];
    // The first comparison with NaN, that nothing covers yet, is false.
    top[column] = top[column]! <= high ? top[column]! : high;
    bottom[column] = bottom[column]! >= low ? bottom[column]! : low;
    index[column] = point;
  };
  for (const run of runs) {
    let before = run[0]!;
    let x0 = x(before);
    let y0 = y(before);
    cover(Math.floor(x0), y0, y0, before);
    for (let position = 1; position < run.length; position++) {
      const point = run[position]!;
      const x1 = x(point);
      const y1 = y(point);
      const firstColumn = Math.floor(x0);
      const lastColumn = Math.floor(x1);
      if (firstColumn === lastColumn) {
        cover(firstColumn, y0, y1, point);
      } else {
        const slope = (y1 - y0) / (x1 - x0);
        const at = (place: number) => y0 + (place - x0) * slope;
        cover(firstColumn, y0, at(firstColumn + 1), before);
        // A run may begin and end far outside of the picture.
        const end = Math.min(lastColumn, count);
        for (let column = Math.max(firstColumn + 1, 0); column < end; column++) {
          cover(column, at(column), at(column + 1), before);
        }
        cover(lastColumn, at(lastColumn), y1, point);
      }
      before = point;
      x0 = x1;
      y0 = y1;
    }
  }
  return { top, bottom, index };
}
