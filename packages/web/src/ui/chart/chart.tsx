import { ActionIcon, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconTable, IconZoomIn, IconZoomOut, IconZoomReset } from "@tabler/icons-react";
import { lazy, Suspense, useDeferredValue, useId, useMemo, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatTime, timeReady } from "../../core/time.ts";
import type { TimeRange } from "../period-range.ts";
import { useLocale } from "../use-locale.ts";
import { ChartLegend } from "./chart-legend.tsx";
import type { ChartSeries } from "./chart-series.ts";
import { ChartTable } from "./chart-table.tsx";
import styles from "./chart.module.css";
import { seriesFacts } from "./series-facts.ts";
import { groupLengthMs } from "./trace.ts";
import { panBy, sameRange, within, zoomBy } from "./zoom.ts";

const Plot = lazy(async () => {
  const [{ Plot: loaded }] = await Promise.all([import("./plot.tsx"), timeReady()]);
  return { default: loaded };
});

export interface ChartProps {
  title: string;
  /** Epoch milliseconds, rising; with bars: start of each group. */
  t: readonly number[];
  /** One unit per axis. Keep the array's identity while nothing changed: a new one is drawn anew. */
  series: readonly ChartSeries[];
  /** The container's zone; all labels are in it. */
  zone: string;
  /** Ends of the time axis, epoch milliseconds; absent: those of the data. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** A longer silence breaks a line: three times the expected interval as a rule. Missing values always do. */
  gapMs?: number | undefined;
  /** Spans from sunset to sunrise, shaded. */
  nights?: readonly TimeRange[];
  /** False where the card around it shows the title already; readers still hear it. */
  titleShown?: boolean;
}

const noNights: readonly TimeRange[] = [];
const zoomFactor = 1.6;
const panShare = 0.25;

/** Courses over time with two axes, zoom, legend, and the same as words and as a table. */
export function Chart({
  title,
  t: times,
  series,
  zone,
  fromMs,
  toMs,
  gapMs,
  nights = noNights,
  titleShown = true,
}: ChartProps) {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const titleId = useId();
  const helpId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<{ view: TimeRange; of: TimeRange }>();
  const [tableShown, setTableShown] = useState(false);

  const firstMs = times[0] ?? 0;
  const lastMs = times.length > 0 ? times.at(-1)! + groupLengthMs(times, 60_000) : 86_400_000;
  const full = { fromMs: fromMs ?? firstMs, toMs: toMs ?? lastMs };
  // A view of another range (the period was changed) is no longer meant.
  const view = chosen && sameRange(chosen.of, full) ? chosen.view : full;
  const zoomed = !sameRange(view, full);
  const shown = useMemo(() => series.filter((one) => !hidden.has(one.id)), [series, hidden]);
  const isEmpty = !series.some((one) => one.values.some((value) => value !== null));

  const look = (next: TimeRange | undefined) => {
    const inside = next && within(next, full);
    setChosen(inside && !sameRange(inside, full) ? { view: inside, of: full } : undefined);
  };
  const toggle = (id: string) =>
    setHidden((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      "+": () => look(zoomBy(view, full, zoomFactor)),
      "-": () => look(zoomBy(view, full, 1 / zoomFactor)),
      "0": () => look(undefined),
      ArrowLeft: () => look(panBy(view, full, -panShare)),
      ArrowRight: () => look(panBy(view, full, panShare)),
    };
    // Digits by their place, since AZERTY types them with Shift.
    const action = event.code === "Digit0" ? actions["0"] : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  // Words and table may follow the picture a moment later.
  const read = { fromMs: useDeferredValue(view.fromMs), toMs: useDeferredValue(view.toMs) };
  const summary = useMemo(
    () =>
      series.map((one) => {
        const facts = seriesFacts(times, one.values, read.fromMs, read.toMs);
        if (!facts) return t("chart.factsNone", { title: one.title });
        const write = (value: number) => formatQuantityText(value, one.unit, locale);
        const at = formatTime(facts.highAt, "dateTime", zone, locale);
        const words = { title: one.title, total: write(facts.total), high: write(facts.high), at };
        return one.unit === "Wh"
          ? t("chart.factsEnergy", words)
          : t("chart.facts", { ...words, low: write(facts.low), last: write(facts.last) });
      }),
    [series, times, read.fromMs, read.toMs, zone, locale, t],
  );

  const table = (
    <ChartTable
      title={title}
      t={times}
      series={series}
      fromMs={read.fromMs}
      toMs={read.toMs}
      zone={zone}
      locale={locale}
    />
  );
  const heading = (
    <h2 className={styles.title} id={titleId}>
      {title}
    </h2>
  );

  return (
    <section className={styles.chart} aria-labelledby={titleId}>
      <div className={styles.head}>
        {titleShown ? heading : <VisuallyHidden>{heading}</VisuallyHidden>}
        <div className={styles.tools}>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={t("chart.zoomIn")}
            onClick={() => look(zoomBy(view, full, zoomFactor))}
          >
            <IconZoomIn size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={t("chart.zoomOut")}
            disabled={!zoomed}
            onClick={() => look(zoomBy(view, full, 1 / zoomFactor))}
          >
            <IconZoomOut size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={t("chart.reset")}
            disabled={!zoomed}
            onClick={() => look(undefined)}
          >
            <IconZoomReset size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={t("chart.asTable")}
            aria-pressed={tableShown}
            onClick={() => setTableShown(!tableShown)}
          >
            <IconTable size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <ChartLegend series={series} hidden={hidden} onToggle={toggle} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons above do the same */}
      <div
        className={styles.picture}
        role="img"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- zooming by keyboard needs the focus
        tabIndex={0}
        aria-labelledby={titleId}
        aria-describedby={helpId}
        onKeyDown={onKey}
      >
        <Suspense fallback={<Skeleton className={styles.loading} radius={8} />}>
          <Plot
            t={times}
            series={shown}
            zone={zone}
            locale={locale}
            view={view}
            nights={nights}
            gapMs={gapMs}
            onView={look}
          />
        </Suspense>
        {isEmpty && <p className={styles.empty}>{t("chart.empty")}</p>}
      </div>
      <VisuallyHidden id={helpId}>{t("chart.keys")}</VisuallyHidden>
      <VisuallyHidden>
        <p>{summary.join(" ")}</p>
      </VisuallyHidden>
      {tableShown ? (
        <section
          className={styles.tableFrame}
          aria-labelledby={titleId}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard too
          tabIndex={0}
        >
          {table}
        </section>
      ) : (
        <VisuallyHidden>{table}</VisuallyHidden>
      )}
    </section>
  );
}
