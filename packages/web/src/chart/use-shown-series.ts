import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";

import { type ChartSeries, seriesLooks } from "./chart-series.ts";
import { afterClick, hiddenOf, noneHidden } from "./shown-series.ts";

/** Which series are shown, and how each looks. */
export function useShownSeries(series: readonly ChartSeries[], patterns: boolean) {
  const [chosen, setChosen] = useState(noneHidden);
  const all = useMemo(() => series.map(({ id }) => id), [series]);
  const hidden = useMemo(() => hiddenOf(chosen, all), [chosen, all]);
  const looks = useMemo(() => seriesLooks(series, patterns), [series, patterns]);
  const shown = useMemo(() => series.filter((one) => !hidden.has(one.id)), [series, hidden]);
  const isEmpty = useMemo(() => !series.some((one) => one.values.some((value) => value !== null)), [series]);
  const latest = useRef(all);
  useLayoutEffect(() => {
    latest.current = all;
  });
  // The same function for as long as the chart stands: with a new one the legend would be drawn with each new value.
  const choose = useCallback(
    (ids: readonly string[]) => setChosen((before) => afterClick(before, ids, latest.current)),
    [],
  );
  return { looks, shown, hidden, choose, isEmpty };
}
