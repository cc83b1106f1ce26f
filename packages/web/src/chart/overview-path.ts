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
 * A series in a small frame as the text of an SVG path, from its lowest value to its highest; empty without values.
 * @param isLevel True: it need not start at 0, as a temperature.
 */
export function overviewPath(
  t: readonly number[],
  values: readonly (number | null)[],
  { fromMs, toMs, gapMs, widthPx, heightPx }: OverviewFrame,
  isLevel = false,
): string {
  const column = toColumn(values, t.length);
  const first = indexAt(t, fromMs - 1) + 1;
  const last = indexAt(t, toMs);
  const found = extentOf(column, first, last);
  if (!found) return "";
  const low = isLevel ? found[0] : Math.min(0, found[0]);
  const high = Math.max(found[1], low + 1e-9);
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
