import { Fragment } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText } from "../core/format.ts";
import { formatTime } from "../core/time.ts";
import { signed } from "../ui/signed.ts";
import { useLocale } from "../ui/use-locale.ts";
import { BandSwatch } from "./band-swatch.tsx";
import { isStacked, type ChartSeries, type ChartWarning, type SeriesLook } from "./chart-series.ts";
import styles from "./chart-tooltip.module.css";
import { differenceFrom } from "./difference.ts";
import { SeriesSwatch } from "./series-swatch.tsx";
import { useWarningWords } from "./use-warning-words.ts";

export interface ChartTooltipProps {
  atMs: number;
  /** End of the group, where values are for a span of time. */
  untilMs: number | undefined;
  rows: readonly { series: ChartSeries; look: SeriesLook | undefined; value: number | null }[];
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

/** A gap in what was measured is said; a forecast or an earlier period that does not reach here is none. */
const isSaid = ({ series, value }: ChartTooltipProps["rows"][number]) =>
  value !== null || (!series.dashed && !series.ghost);

/** All values at one time; for sighted pointers only, readers have the table. */
export function ChartTooltip({ atMs, untilMs, rows, warnings, zone, left, within, toRight, total }: ChartTooltipProps) {
  const { t } = useTranslation("chart");
  const locale = useLocale();
  const wordsOf = useWarningWords(zone, locale);
  // What goes down is not a part of what goes up.
  const stacked = rows.filter(({ series }) => isStacked(series) && !series.mirrored);
  const unit = stacked[0]?.series.unit;
  const sums = total && stacked.length > 1 && unit !== undefined && stacked.every(({ series }) => series.unit === unit);
  const long = untilMs !== undefined && untilMs - atMs > dayMs / 2;
  const when = formatTime(atMs, long ? "date" : "dateTime", zone, locale);
  return (
    <div
      className={styles.tooltip}
      role="tooltip"
      // Percentages are of its own width.
      style={{
        left,
        width: "max-content",
        transform: toRight
          ? `translateX(min(12px, calc(${within - left}px - 100%)))`
          : `translateX(max(calc(-100% - 12px), ${-left}px))`,
      }}
      aria-hidden
    >
      <div className="og-strong og-after-less">
        {untilMs === undefined || long ? when : `${when} – ${formatTime(untilMs, "time", zone, locale)}`}
      </div>
      {rows.filter(isSaid).map(({ series, look, value }) => (
        <Fragment key={series.id}>
          <div className="og-row">
            <SeriesSwatch series={series} look={look} />
            <span className="og-rest">{series.title}</span>
            <span className="og-figure og-nowrap">{formatQuantityText(value, series.unit, locale)}</span>
          </div>
          {series.over !== undefined && (
            <DifferenceRow of={rows.find(({ series: { id } }) => id === series.over)} before={value} />
          )}
        </Fragment>
      ))}
      {sums && (
        <div className="og-row">
          <span className="og-rest">{t("total")}</span>
          <span className="og-figure og-nowrap">
            {formatQuantityText(
              stacked.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0),
              unit,
              locale,
            )}
          </span>
        </div>
      )}
      {warnings.map((warning) => (
        <div key={`${warning.atMs} ${warning.text}`} className="og-row og-mark" data-state={warning.level}>
          <BandSwatch />
          <span className="og-rest">{wordsOf(warning)}</span>
        </div>
      ))}
    </div>
  );
}

/** By how much a value differs from the one that is laid over it. */
function DifferenceRow({ of, before }: { of: ChartTooltipProps["rows"][number] | undefined; before: number | null }) {
  const { t } = useTranslation("chart");
  const locale = useLocale();
  const difference = of && differenceFrom(before, of.value, of.series.unit, locale);
  if (!difference) return null;
  const { points } = difference;
  return (
    <div className="og-row og-muted">
      <span className="og-rest">{t("difference")}</span>
      <span className="og-figure og-nowrap">
        {points === undefined
          ? [difference.text, ...(difference.percent === undefined ? [] : [`(${difference.percent})`])].join(" ")
          : t("points", { count: Math.abs(points), change: signed(points, formatCount(points, locale)) })}
      </span>
    </div>
  );
}
