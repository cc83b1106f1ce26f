import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../core/format.ts";
import { formatTime } from "../core/time.ts";
import { useLocale } from "../ui/use-locale.ts";
import { BandSwatch } from "./band-swatch.tsx";
import { isStacked, type ChartWarning } from "./chart-series.ts";
import styles from "./chart-tooltip.module.css";
import { ComparedValues, type ComparedValuesProps, type TooltipRow } from "./compared-values.tsx";
import { SeriesSwatch } from "./series-swatch.tsx";
import { sharedStart, startWords } from "./shared-start.ts";
import { useWarningWords } from "./use-warning-words.ts";

export interface ChartTooltipProps {
  atMs: number;
  /** End of the group, where values are for a span of time. */
  untilMs: number | undefined;
  rows: readonly TooltipRow[];
  /** Those that were open at the time that is pointed at. */
  warnings: readonly ChartWarning[];
  /** True where the stacked values add up to a sum worth reading. */
  total: boolean;
  zone: string;
  /** Pointer in the frame, CSS pixels. */
  left: number;
  /** Width of the frame, which it does not leave, CSS pixels. */
  within: number;
  toRight: boolean;
}

const dayMs = 86_400_000;

/** No more series have a row: more would reach beyond a screen, where a finger rests and nothing scrolls. */
const most = { narrow: 8, wide: 20 };
const narrowBelowPx = 500;

/** The first series with what is laid over them, and how many are left out. */
function fitting(rows: readonly TooltipRow[], within: number): { fit: readonly TooltipRow[]; others: number } {
  const limit = within < narrowBelowPx ? most.narrow : most.wide;
  const own = rows.filter(({ series }) => series.over === undefined).map(({ series }) => series.id);
  if (own.length <= limit) return { fit: rows, others: 0 };
  const first = new Set(own.slice(0, limit));
  return { fit: rows.filter(({ series }) => first.has(series.over ?? series.id)), others: own.length - limit };
}

/** What all begin with is said once above them. */
function withoutStart(rows: readonly TooltipRow[]): { rows: readonly TooltipRow[]; of: string } {
  const start = sharedStart(rows.map(({ series }) => series.title));
  const cut = ({ series, ...row }: TooltipRow) => ({
    ...row,
    series: { ...series, title: series.title.slice(start.length) },
  });
  return { rows: start === "" ? rows : rows.map(cut), of: startWords(start) };
}

/** A gap in what was measured is said; a forecast or an earlier period that does not reach here is none. */
const isSaid = ({ series, value }: TooltipRow) => value !== null || (!series.dashed && !series.ghost);

/** All values at one time; for sighted pointers only, readers have the table. */
export function ChartTooltip({ atMs, untilMs, rows, warnings, zone, left, within, toRight, total }: ChartTooltipProps) {
  const { t } = useTranslation("chart");
  const locale = useLocale();
  const wordsOf = useWarningWords(zone, locale);
  // What goes down is not a part of what goes up.
  const stacked = rows.filter(({ series }) => isStacked(series) && !series.mirrored);
  const unit = stacked[0]?.series.unit;
  const sums = total && stacked.length > 1 && unit !== undefined && stacked.every(({ series }) => series.unit === unit);
  const sum = stacked.reduce((before, { value }) => before + Math.max(0, value ?? 0), 0);
  const totalText = sums ? formatQuantityText(sum, unit, locale) : undefined;
  const { fit: said, others } = fitting(rows.filter(isSaid), within);
  const values = { ...withoutStart(said), total: totalText };
  const isCompared = said.some(({ series }) => series.over !== undefined);
  const long = untilMs !== undefined && untilMs - atMs > dayMs / 2;
  const from = formatTime(atMs, long ? "date" : "dateTime", zone, locale);
  const when = untilMs === undefined || long ? from : `${from} – ${formatTime(untilMs, "time", zone, locale)}`;
  const ref = useRef<HTMLDivElement>(null);
  const isAbove = useAbove(ref, toRight ? within - left : left);
  return (
    <div
      className={styles.tooltip}
      role="tooltip"
      ref={ref}
      // Percentages are of its own width.
      style={{
        left,
        width: "max-content",
        ...(isAbove && { top: "auto", bottom: "calc(100% + 4px)" }),
        ...(isCompared && { maxWidth: "min(400px, 100%)" }),
        transform: toRight
          ? `translateX(min(12px, calc(${within - left}px - 100%)))`
          : `translateX(max(calc(-100% - 12px), ${-left}px))`,
      }}
      aria-hidden
    >
      {isCompared ? <ComparedValues {...values} when={when} /> : <Values {...values} when={when} />}
      {others > 0 && <div className="og-muted">{t("tooltipMore", { count: others })}</div>}
      {warnings.map((warning) => (
        <div key={`${warning.atMs} ${warning.text}`} className="og-row og-mark" data-state={warning.level}>
          <BandSwatch />
          <span className="og-rest">{wordsOf(warning)}</span>
        </div>
      ))}
    </div>
  );
}

/** Between what is pointed at and its words. */
const besidePx = 12;

/**
 * Whether the words stand above the drawing: beside the pointer there is too little room, and over it they would hide what
 * it points at, but above it there is enough in the window.
 * @param roomPx Beside the pointer, CSS pixels.
 */
function useAbove(ref: RefObject<HTMLElement | null>, roomPx: number): boolean {
  const [isAbove, setAbove] = useState(false);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- its size is that of its words, which are others at each point
  useLayoutEffect(() => {
    const element = ref.current;
    const frame = element?.offsetParent;
    if (!element || !frame) return;
    const header = Number.parseFloat(getComputedStyle(element).getPropertyValue("--header-height")) || 0;
    const above = frame.getBoundingClientRect().top - header;
    setAbove(element.offsetWidth + besidePx > roomPx && element.offsetHeight + 4 <= above);
  });
  return isAbove;
}

/** One row for each series. */
function Values({ rows, of, when, total }: ComparedValuesProps) {
  const { t } = useTranslation("chart");
  const locale = useLocale();
  return (
    <>
      <div className="og-strong og-after-less">{when}</div>
      {of !== "" && <div className="og-muted">{of}</div>}
      {rows.map(({ series, look, value }) => (
        <div key={series.id} className="og-row">
          <SeriesSwatch series={series} look={look} />
          <span className="og-rest">{series.title}</span>
          <span className="og-figure og-nowrap">{formatQuantityText(value, series.unit, locale)}</span>
        </div>
      ))}
      {total !== undefined && (
        <div className="og-row">
          <span className="og-rest">{t("total")}</span>
          <span className="og-figure og-nowrap">{total}</span>
        </div>
      )}
    </>
  );
}
