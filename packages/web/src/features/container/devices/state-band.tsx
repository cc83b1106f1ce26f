import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatTime } from "../../../core/time.ts";
import { seriesColor } from "../../../ui/series-color.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { useMetricLabel, useMetricWords } from "../values/metric-words.ts";
import { type StateSpan, stateTotals } from "./state-spans.ts";
import styles from "./state-band.module.css";

export interface StateBandProps {
  metric: string;
  spans: readonly StateSpan[];
  /** Only the last state of each quarter hour is known. */
  isByQuarters: boolean;
  zone: string;
}

/** Stretches narrower than this share of the band have no room for their word; the list below has it. */
const wordShare = 0.14;

/** A switch that chatters changes thousands of times a day. */
const mostListed = 200;

/** A state over a day as a band of stretches, with how long each state and what was not measured lasted, and its changes as a list. */
export function StateBand({ metric, spans, isByQuarters, zone }: StateBandProps) {
  const { t } = useTranslation("devices");
  const locale = useLocale();
  const write = useMetricWords();
  const label = useMetricLabel()(metric);
  const totals = stateTotals(spans);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last || totals.length === 0) return <p className="og-note">{t("band.none")}</p>;
  const allMs = last.toMs - first.fromMs;
  const gapMs = allMs - totals.reduce((sum, { lastedMs }) => sum + lastedMs, 0);
  const legend = [...totals, ...(gapMs > 0 ? [{ value: null, lastedMs: gapMs }] : [])];
  const word = (value: number | null) => (value === null ? t("band.gap") : write(metric, value));
  const clock = (atMs: number) => formatTime(atMs, "time", zone, locale);
  return (
    <figure className={`og-flush ${styles.figure}`} aria-label={label}>
      <div className={styles.band} aria-hidden>
        {spans.map((span) => (
          <span
            key={span.fromMs}
            className={styles.span}
            data-look={lookOf(metric, span)}
            style={{ width: `${((span.toMs - span.fromMs) / allMs) * 100}%`, ...colorOf(metric, span) }}
            title={`${word(span.value)}, ${clock(span.fromMs)} – ${clock(span.toMs)}`}
          >
            {(span.toMs - span.fromMs) / allMs >= wordShare && word(span.value)}
          </span>
        ))}
      </div>
      <div className="og-ends og-small og-before-less" aria-hidden>
        <span>{clock(first.fromMs)}</span>
        <span>{clock(first.fromMs + allMs / 2)}</span>
        <span>{clock(last.toMs)}</span>
      </div>
      <ul className="og-plain-list og-wrap og-loose og-before og-after">
        {legend.map(({ value, lastedMs }) => (
          <li key={value ?? "gap"} className="og-row">
            <span
              className={styles.swatch}
              data-look={lookOf(metric, { value })}
              style={colorOf(metric, { value })}
              aria-hidden
            />
            {word(value)} <span className="og-quiet">{lasted(lastedMs, locale)}</span>
          </li>
        ))}
      </ul>
      {isByQuarters && <p className="og-note">{t("band.byQuarters")}</p>}
      {spans.length > 1 && <Changes spans={spans} word={word} clock={clock} />}
    </figure>
  );
}

/** The stretches as a list, the latest first. */
function Changes({
  spans,
  word,
  clock,
}: {
  spans: readonly StateSpan[];
  word: (value: number | null) => string;
  clock: (atMs: number) => string;
}) {
  const { t } = useTranslation("devices");
  const locale = useLocale();
  return (
    <details className={`og-details ${styles.changes}`}>
      <summary>{t("band.changes", { count: spans.length - 1 })}</summary>
      <ol className="og-plain-list">
        {spans
          .slice(-mostListed)
          .toReversed()
          .map((span) => (
            <li key={span.fromMs}>
              <span className="og-number">{clock(span.fromMs)}</span> {word(span.value)}{" "}
              <span className="og-quiet">{lasted(span.toMs - span.fromMs, locale)}</span>
            </li>
          ))}
      </ol>
      {spans.length > mostListed && <p className="og-note">{t("band.latest", { count: mostListed })}</p>}
    </details>
  );
}

function lasted(ms: number, locale: ReturnType<typeof useLocale>): string {
  return durationText(ms / 1000, locale);
}

/** A gap is hatched and a fault red. */
function lookOf(metric: string, { value }: Pick<StateSpan, "value">): "gap" | "fault" | undefined {
  if (value === null) return "gap";
  return findMetric(metric)?.states?.[value] === "fault" ? "fault" : undefined;
}

const colors = ["accent", "battery-in", "info-mark", "solar"];

/** Off is empty, and each other state has a colour of its own beside its word. */
function colorOf(metric: string, { value }: Pick<StateSpan, "value">) {
  const color = value === null ? undefined : colors[Math.min(value, colors.length) - 1];
  return color === undefined || lookOf(metric, { value }) ? {} : seriesColor(color);
}
