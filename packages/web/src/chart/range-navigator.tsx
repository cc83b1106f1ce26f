import type { LocaleCode } from "@offgrid/contract/core/constants";
import { memo, useMemo, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import type { ChartSeries } from "./chart-series.ts";
import { overviewExtent, overviewPath } from "./overview-path.ts";
import { levels } from "@offgrid/contract/charts/value-axis";
import styles from "./range-navigator.module.css";
import type { ChartContents } from "./use-settled-contents.ts";
import { seriesColor } from "../ui/series-color.ts";
import { moveEnd, panBy } from "./zoom.ts";

export interface RangeNavigatorProps {
  /** What it draws: that of the picture, as soon as it stands still. */
  small: Pick<ChartContents, "t" | "series" | "full">;
  view: TimeRange;
  full: TimeRange;
  gapMs: number | undefined;
  zone: string;
  locale: LocaleCode;
  onView: (view: TimeRange) => void;
}

type Part = "from" | "window" | "to";

/** Share of the whole that a key moves an end by, and with Page Up and Page Down. */
const stepShare = 1 / 96;
const pageShare = 1 / 12;

/** The whole range in small, with a window over what is seen; its ends and itself can be moved. */
export function RangeNavigator({ small, view, full, gapMs, zone, locale, onView }: RangeNavigatorProps) {
  const { t } = useTranslation("chart");
  const strip = useRef<HTMLDivElement>(null);
  const grip = useRef<{ part: Part; startX: number; view: TimeRange }>(undefined);
  const whole = full.toMs - full.fromMs;
  const share = (atMs: number) => `${((atMs - full.fromMs) / whole) * 100}%`;
  const write = (atMs: number) => formatTime(atMs, "dateTime", zone, locale);

  const move = (part: Part, start: TimeRange, byMs: number) => {
    if (part === "window") onView(panBy(start, full, byMs / (start.toMs - start.fromMs)));
    else onView(moveEnd(start, full, part, byMs));
  };

  const onDown = (part: Part) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { part, startX: event.clientX, view };
  };
  const onMove = (event: PointerEvent) => {
    const width = strip.current?.clientWidth ?? 0;
    if (!grip.current || width === 0) return;
    move(grip.current.part, grip.current.view, ((event.clientX - grip.current.startX) / width) * whole);
  };
  const onUp = () => (grip.current = undefined);

  const onKey = (part: Part) => (event: KeyboardEvent) => {
    const keys: Record<string, number> = {
      ArrowLeft: -stepShare,
      ArrowDown: -stepShare,
      ArrowRight: stepShare,
      ArrowUp: stepShare,
      PageDown: -pageShare,
      PageUp: pageShare,
      Home: -1,
      End: 1,
    };
    const by = keys[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // The picture around it has keys of its own.
    event.stopPropagation();
    move(part, view, by * whole);
  };

  const handle = (part: Part, nowMs: number) => ({
    role: "slider",
    tabIndex: 0,
    "aria-label": t(`navigator.${part}`),
    "aria-valuemin": full.fromMs,
    "aria-valuemax": full.toMs,
    "aria-valuenow": nowMs,
    "aria-valuetext":
      part === "window" ? t("navigator.span", { from: write(view.fromMs), to: write(view.toMs) }) : write(nowMs),
    onPointerDown: onDown(part),
    onPointerMove: onMove,
    onPointerUp: onUp,
    onPointerCancel: onUp,
    onKeyDown: onKey(part),
  });

  const left = share(view.fromMs);
  const right = `calc(100% - ${share(view.toMs)})`;
  return (
    <div className={styles.strip} ref={strip} role="group" aria-label={t("navigator.label")}>
      <Overview t={small.t} series={small.series} fromMs={small.full.fromMs} toMs={small.full.toMs} gapMs={gapMs} />
      <div className={styles.shade} style={{ left: 0, right: `calc(100% - ${left})` }} />
      <div className={styles.shade} style={{ left: share(view.toMs), right: 0 }} />
      <div className={styles.window} style={{ left, right }} {...handle("window", view.fromMs)} />
      <div className={styles.end} style={{ left }} {...handle("from", view.fromMs)} />
      <div className={styles.end} style={{ left: share(view.toMs) }} {...handle("to", view.toMs)} />
    </div>
  );
}

const widthPx = 600;
const heightPx = 40;

interface OverviewProps {
  t: readonly number[];
  series: readonly ChartSeries[];
  fromMs: number;
  toMs: number;
  gapMs: number | undefined;
}

/** All series in small, those of one unit against each other, as in the picture above; drawn once for a range. */
const Overview = memo(function Overview({ t, series, fromMs, toMs, gapMs }: OverviewProps) {
  const paths = useMemo(() => {
    const frame = { fromMs, toMs, gapMs, widthPx, heightPx };
    const shown = series.filter((one) => !one.ghost);
    const extents = new Map(
      [...new Set(shown.map(({ unit }) => unit))].map((unit) => {
        const alike = shown.filter((one) => one.unit === unit).map(({ values }) => values);
        return [unit, overviewExtent(t, alike, frame, levels.has(unit))];
      }),
    );
    return shown.map(({ id, color, unit, values, dashed }) => {
      const extent = extents.get(unit);
      return { id, color, dashed, d: extent ? overviewPath(t, values, frame, extent) : "" };
    });
  }, [t, series, fromMs, toMs, gapMs]);
  return (
    <svg className={styles.overview} viewBox={`0 0 ${widthPx} ${heightPx}`} preserveAspectRatio="none" aria-hidden>
      {paths.map(({ id, color, dashed, d }) => (
        <path key={id} style={seriesColor(color)} strokeDasharray={dashed ? "2 2" : undefined} d={d} />
      ))}
    </svg>
  );
});
