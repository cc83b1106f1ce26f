import { useEffect, useRef, useState } from "react";

import type { TimeRange } from "../ui/period-range.ts";
import type { ChartSeries } from "./chart-series.ts";
import { sameRange } from "./zoom.ts";

/** What words, table and the strip with the whole range are made of. */
export interface ChartContents {
  t: readonly number[];
  series: readonly ChartSeries[];
  view: TimeRange;
  full: TimeRange;
}

/** The contents have to stand still for this long. */
const settleMs = 250;
/** Where they never do, they are taken this often. */
const mostMs = 2_000;

const none: readonly never[] = [];

/**
 * The contents of a chart for words, table and strip, which would hold up the picture if they followed each movement, and
 * its first drawing if they came with it: at first none, then those that stand still. Another period is taken at once.
 */
export function useSettledContents(contents: ChartContents): ChartContents {
  const [settled, setSettled] = useState<ChartContents>({ ...contents, t: none, series: none });
  const since = useRef<number>(undefined);
  const isFar = contents.view.toMs <= settled.view.fromMs || contents.view.fromMs >= settled.view.toMs;
  const isOld =
    settled.t !== contents.t ||
    settled.series !== contents.series ||
    !sameRange(settled.view, contents.view) ||
    !sameRange(settled.full, contents.full);
  useEffect(() => {
    if (!isOld) {
      since.current = undefined;
      return;
    }
    since.current ??= performance.now();
    const leftMs = since.current + mostMs - performance.now();
    const timer = setTimeout(() => setSettled(contents), Math.max(0, Math.min(settleMs, leftMs)));
    return () => clearTimeout(timer);
  });
  if (isOld && isFar) {
    setSettled(contents);
    return contents;
  }
  return settled;
}
