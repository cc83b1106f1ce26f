import { toColumn } from "./stack.ts";
import { extentOf, indexAt, traceRuns } from "./trace.ts";

export interface OverviewFrame {
  fromMs: number;
  toMs: number;
  gapMs: number | undefined;
  widthPx: number;
  heightPx: number;
}

/**
 * The lowest and highest value of series that are drawn against each other; undefined without values.
 * @param isLevel True: they need not start at 0, as a temperature.
 */
export function overviewExtent(
  t: readonly number[],
  series: readonly (readonly (number | null)[])[],
  { fromMs, toMs }: Pick<OverviewFrame, "fromMs" | "toMs">,
  isLevel = false,
): [low: number, high: number] | undefined {
  const first = indexAt(t, fromMs - 1) + 1;
  const last = indexAt(t, toMs);
  const found = series.flatMap((values) => extentOf(toColumn(values, t.length), first, last) ?? []);
  if (found.length === 0) return undefined;
  const low = Math.min(...found, ...(isLevel ? [] : [0]));
  return [low, Math.max(...found, low + 1e-9)];
}

/** A series in a small frame as the text of an SVG path, from the lowest to the highest value of its kind; empty without values. */
export function overviewPath(
  t: readonly number[],
  values: readonly (number | null)[],
  { fromMs, toMs, gapMs, widthPx, heightPx }: OverviewFrame,
  [low, high]: readonly [low: number, high: number],
): string {
  const column = toColumn(values, t.length);
  const first = indexAt(t, fromMs - 1) + 1;
  const last = indexAt(t, toMs);
  const x = (atMs: number) => (((atMs - fromMs) / (toMs - fromMs)) * widthPx).toFixed(1);
  const y = (value: number) => ((1 - (value - low) / (high - low)) * (heightPx - 4) + 2).toFixed(1);
  // Four points to a column: no more than the frame has pixels.
  return traceRuns(t, column, { first, last, gapMs, columns: widthPx / 4 })
    .map((run) =>
      run.length === 1
        ? `M${x(t[run[0]!]!)} ${y(column[run[0]!]!)}h1`
        : `M${run.map((index) => `${x(t[index]!)} ${y(column[index]!)}`).join("L")}`,
    )
    .join("");
}
