import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { Chart } from "../chart/chart.tsx";
import type { ChartSeries } from "../chart/chart-series.ts";
import { dayStartMs, noise, sunW, zone } from "../testing/samples.ts";

/** A chart of three series of 100,000 points, ten seconds apart; the figures of charts are taken on it. */
export interface LoadHandle {
  /** Shows the chart or takes it away, before the call returns. */
  show: (isShown: boolean) => void;
  /**
   * Makes lists with a point more in each series, which a portal's answer brings whole; what it returns shows them, before
   * that call returns.
   */
  prepare: () => () => void;
}

declare global {
  interface Window {
    loadChart?: LoadHandle;
  }
}

const pointCount = 100_000;
/** Points that may be added. */
const spareCount = 2_000;
const stepMs = 10_000;
const ids = ["solar", "load", "soc"] as const;

function valueAt(id: (typeof ids)[number], index: number): number {
  const hour = ((index * stepMs) / 3_600_000) % 24;
  if (id === "solar") return sunW(hour) * (1 + noise(index) * 0.4);
  if (id === "load") return 700 + 300 * Math.sin(hour / 2) + noise(index) * 400;
  return 60 + 30 * Math.sin((hour / 24) * 2 * Math.PI) + noise(index);
}

interface Lists {
  t: readonly number[];
  values: readonly (readonly number[])[];
}

const all: () => Lists = () => {
  const t = Array.from({ length: pointCount + spareCount }, (_, index) => dayStartMs + index * stepMs);
  return { t, values: ids.map((id) => t.map((_at, index) => valueAt(id, index))) };
};

function firstOf({ t, values }: Lists, count: number): Lists {
  return { t: t.slice(0, count), values: values.map((list) => list.slice(0, count)) };
}

export function LoadChart({ kind }: { kind: "line" | "stack" }) {
  const [given] = useState(all);
  const [{ t, values }, setLists] = useState(() => firstOf(given, pointCount));
  const [isShown, setIsShown] = useState(false);
  const count = useRef(pointCount);
  useEffect(() => {
    window.loadChart = {
      show: (next) => flushSync(() => setIsShown(next)),
      prepare: () => {
        const next = firstOf(given, ++count.current);
        return () => flushSync(() => setLists(next));
      },
    };
  }, [given]);
  const series = useMemo(
    () =>
      ids.map((id, number): ChartSeries => {
        const isRight = id === "soc" && kind === "line";
        return {
          id,
          title: id,
          color: id,
          unit: isRight ? "percent" : "W",
          type: kind === "line" ? "line" : "stack_line",
          ...(isRight && { axis: "right" }),
          values: values[number]!,
        };
      }),
    [values, kind],
  );
  return (
    <main style={{ width: 1_200, padding: 16 }}>
      {isShown && <Chart title="Load" t={t} series={series} zone={zone} definition={undefined} />}
    </main>
  );
}
