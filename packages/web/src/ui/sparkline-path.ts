/** An SVG path with the points that are marked on it, in its own pixels. */
export interface SparklineShape {
  path: string;
  last: [x: number, y: number];
  /** Height of zero; absent when zero lies outside. */
  zeroY?: number;
}

const margin = 3;

/**
 * A series of values as a path; undefined when nothing was measured.
 * @param values Evenly spaced, oldest first; null breaks the line.
 */
export function sparkline(
  values: readonly (number | null)[],
  width: number,
  height: number,
): SparklineShape | undefined {
  const measured = values.filter((value) => value !== null);
  if (measured.length === 0) return undefined;
  const low = Math.min(...measured);
  const high = Math.max(...measured);
  const span = high - low;
  const x = (index: number) => margin + (index / Math.max(1, values.length - 1)) * (width - 2 * margin);
  const y = (value: number) =>
    span === 0 ? height / 2 : height - margin - ((value - low) / span) * (height - 2 * margin);

  let path = "";
  let last: [number, number] = [0, 0];
  let pen = "M";
  for (const [index, value] of values.entries()) {
    if (value === null) {
      pen = "M";
      continue;
    }
    last = [round(x(index)), round(y(value))];
    path += `${pen}${last[0]} ${last[1]}`;
    pen = "L";
  }
  return low <= 0 && high >= 0 ? { path, last, zeroY: round(y(0)) } : { path, last };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
