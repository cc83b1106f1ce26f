import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatList } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { Async, type Pending } from "../../../ui/async.tsx";
import type { ChartSeries, SeriesColor } from "../../../chart/chart-series.ts";
import { Chart } from "../../../chart/chart.tsx";
import { type ShownMetric, useDefinition } from "../../../chart/use-definition.ts";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import type { Happened } from "../../../domain/charts/happened.ts";
import { useLastAnswer } from "../../../ui/use-last-answer.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { FineHistory } from "../../../domain/container/use-finer.ts";
import type { BesideMetric, DayAnswer } from "../container.data.ts";
import styles from "./day-card.module.css";
import { type HoursAhead, type JoinedHours, withAhead } from "./hours-ahead.ts";
import { aheadMs, type LocalDay } from "./local-day.ts";
import { nightsBetween } from "../../../domain/energy-flow/nights.ts";
import { drawnWhileCut } from "./while-cut.ts";

export interface DayCardProps {
  info: ContainerInfoV4;
  day: LocalDay;
  history: Pending<FineHistory>;
  /** What the history has after generation, consumption and charge. */
  beside?: readonly BesideMetric[];
  /** Warnings and works in the day. */
  happened?: Happened | undefined;
  /** The part of the day that is looked at. */
  zoom?: ChartZoom;
  /** What is expected after the last hours; undefined: nothing is known of it. */
  ahead?: HoursAhead | undefined;
  /** What the button that leads back leads to: the last hours, or the whole of today. */
  home: "latest" | "today";
  onStep: (step: -1 | 1) => void;
  onHome: () => void;
}

/**
 * Generation, consumption, state of charge, and battery and generator where they are metered, over a local day of the
 * container, or over its last hours and those to come.
 */
export function DayCard({ info, day, history, beside = nothing, happened, zoom, ...more }: DayCardProps) {
  const { ahead, ...steps } = more;
  const { t } = useTranslation(["container", "chart"]);
  const drawn = useLastAnswer(day, history, info.containerId);
  return (
    <section className="og-card" aria-labelledby="container-day">
      <div className="og-head">
        <h2 className="og-title" id="container-day">
          {t("day.title")}
        </h2>
        <DaySteps info={info} day={day} hasForecast={ahead !== undefined} {...steps} />
      </div>
      <div className="og-before">
        <Async of={drawn} title={t("day.title")} height={480}>
          {({ question, answer }) => (
            <>
              {info.lastSeen === null && !isMeasured(answer) ? (
                // An empty frame with a scale of its own would promise what has never come.
                <p className="og-note">{t("chart:empty")}</p>
              ) : (
                <DayChart {...{ answer, beside, happened, info, zoom, ahead }} day={question} />
              )}
              <WhileCut answer={answer} info={info} />
            </>
          )}
        </Async>
      </div>
    </section>
  );
}

function isMeasured({ series }: FineHistory): boolean {
  return series.some((values) => values.some((value) => value !== null));
}

type DayStepsProps = Pick<DayCardProps, "info" | "day" | "home" | "onStep" | "onHome"> & { hasForecast: boolean };

/** What is shown, and the ways to another day. */
function DaySteps({ info, day, home, hasForecast, onStep, onHome }: DayStepsProps) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const isHome = home === "latest" ? day.isLatest === true : day.isToday;
  const named = day.isLatest
    ? t(hasForecast ? "day.latestAhead" : "day.latest")
    : day.isToday
      ? t("day.todayDate", { date: formatTime(day.fromMs, "dayMonth", info.zoneName, locale) })
      : formatTime(day.fromMs, "date", info.zoneName, locale);
  return (
    <fieldset className="og-plain-group og-row" aria-label={t("day.choose")}>
      {!isHome && (
        <Button variant="default" size="compact-sm" h={32} onClick={onHome}>
          {t(home === "latest" ? "day.latest" : "day.today")}
        </Button>
      )}
      <ActionIcon variant="default" size={32} aria-label={t("day.earlier")} onClick={() => onStep(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span className={styles.date} aria-live="polite">
        {named}
      </span>
      <ActionIcon variant="default" size={32} aria-label={t("day.later")} disabled={isHome} onClick={() => onStep(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}

const nothing: readonly BesideMetric[] = [];

const besideLooks: Record<BesideMetric, { id: "battery" | "generator"; color: SeriesColor }> = {
  "battery.power": { id: "battery", color: "battery-out" },
  "generator.power": { id: "generator", color: "generator" },
};

const dayMetrics: readonly (ShownMetric & { word: "solar" | "load" | "soc" })[] = [
  { metric: "solar.power", type: "area", word: "solar" },
  { metric: "load.power", word: "load" },
  { metric: "battery.soc", axis: "right", word: "soc" },
];

function DayChart({
  answer,
  beside,
  happened,
  info,
  day,
  zoom,
  ahead,
}: {
  answer: FineHistory;
  beside: readonly BesideMetric[];
  happened: Happened | undefined;
  info: ContainerInfoV4;
  day: LocalDay;
  zoom: ChartZoom | undefined;
  ahead: HoursAhead | undefined;
}) {
  const { t } = useTranslation("container");
  const joined = useMemo(() => withAhead(answer, day.isLatest && ahead), [answer, day.isLatest, ahead]);
  const series = useMemo<ChartSeries[]>(() => {
    const [solar = [], load = [], soc = [], ...others] = joined.series;
    const measured: ChartSeries[] = [
      { id: "solar", title: t("solar"), unit: "W", type: "area", color: "solar", values: solar },
      { id: "load", title: t("load"), unit: "W", type: "line", color: "load", values: load },
      { id: "soc", title: t("soc"), unit: "percent", type: "line", axis: "right", color: "soc", values: soc },
      ...beside.map((metric, place): ChartSeries => {
        const { id, color } = besideLooks[metric];
        return { id, title: t(`day.${id}`), unit: "W", type: "line", color, values: others[place] ?? [] };
      }),
    ];
    // In the order in which they were asked for.
    const known = measured.map((one, place) => ({ ...one, coverage: answer.coverage[place] }));
    return [...known, ...expectedSeries(joined, t)];
  }, [joined, beside, answer.coverage, t]);
  const { fromMs } = day;
  const toMs = day.toMs + (joined.ahead ? aheadMs : 0);
  const nights = useNights(info, fromMs, toMs);
  const everyMs = answer.groupBy === "raw" ? Math.max(60, info.everyS) * 1000 : 15 * 60_000;
  const files = useDayDefinition(day, beside);
  return (
    <Chart
      {...files}
      hasForecast={joined.ahead !== undefined}
      title={t("day.chart")}
      titleShown={false}
      t={joined.t}
      series={series}
      zone={info.zoneName}
      fromMs={fromMs}
      toMs={toMs}
      gapMs={3 * everyMs}
      groupBy={answer.seenBy}
      zoom={zoom}
      {...(nights ? { nights } : {})}
      {...happened}
    />
  );
}

/** The day as a chart of one's own, with the names of the legend. */
function useDayDefinition({ fromMs, toMs, isToday, isLatest }: LocalDay, beside: readonly BesideMetric[]) {
  const { t } = useTranslation("container");
  return useDefinition({
    name: t("day.chart"),
    range: { fromMs, toMs },
    period: isLatest ? "day" : isToday ? "today" : "custom",
    metrics: [
      ...dayMetrics.map(({ word, ...one }) => ({ ...one, title: t(word) })),
      ...beside.map((metric) => ({ metric, title: t(`day.${besideLooks[metric].id}`) })),
    ],
  });
}

function useNights({ location }: ContainerInfoV4, fromMs: number, toMs: number) {
  return useMemo(() => (location ? nightsBetween(location, fromMs, toMs) : undefined), [location, fromMs, toMs]);
}

/** Whose power it is that was drawn although the loads are cut. */
function WhileCut({ answer, info }: Pick<DayCardProps, "info"> & { answer: DayAnswer }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const drawn = drawnWhileCut(answer, info);
  if (!drawn) return null;
  const last = formatTime(drawn.lastMs, "weekdayTime", info.zoneName, locale);
  const named = drawn.things.map((one) => t(`day.apart.${one}`));
  const things = formatList(named, locale);
  return (
    <p className="og-note">
      {named.length > 0 ? t("day.whileCutSuch", { last, things }) : t("day.whileCut", { last })}
    </p>
  );
}

/**
 * Dashed, in the full colours of what was measured, under one entry of the legend, which says where it is in doubt: pale, two
 * lines that lie upon each other would be one of no colour.
 */
export function expectedSeries({ ahead }: JoinedHours, t: TFunction<"container">): ChartSeries[] {
  if (!ahead) return [];
  const entry = t(ahead.isDoubtful ? "day.expectedDoubtful" : "day.expected");
  const line = { type: "line", dashed: true, entry } as const;
  const title = (name: string) => t("day.expectedOf", { name });
  const { solar, load, soc } = ahead;
  const series: ChartSeries[] = [];
  if (solar)
    series.push({ ...line, id: "solar-ahead", title: title(t("solar")), unit: "W", color: "solar", values: solar });
  if (load) series.push({ ...line, id: "load-ahead", title: title(t("load")), unit: "W", color: "load", values: load });
  series.push({
    ...line,
    id: "soc-ahead",
    title: title(t("soc")),
    unit: "percent",
    axis: "right",
    color: "soc",
    values: soc,
  });
  return series;
}
