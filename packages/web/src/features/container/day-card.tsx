import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { Async, type Pending } from "../../ui/async.tsx";
import type { ChartSeries, SeriesColor } from "../../chart/chart-series.ts";
import { Chart } from "../../chart/chart.tsx";
import type { ChartZoom } from "../../chart/use-chart-view.ts";
import { useLastAnswer } from "../../ui/use-last-answer.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { BesideMetric, DayAnswer, DayDownload } from "./container.data.ts";
import styles from "./day-card.module.css";
import type { LocalDay } from "./local-day.ts";
import { Downloads } from "./downloads.tsx";
import { nightsBetween } from "./nights.ts";

export interface DayCardProps {
  info: ContainerInfoV4;
  day: LocalDay;
  history: Pending<DayAnswer>;
  /** What the history has after generation, consumption and charge. */
  beside?: readonly BesideMetric[];
  /** The part of the day that is looked at. */
  zoom?: ChartZoom;
  /** Undefined: not for this person. */
  download: DayDownload | undefined;
  onStep: (step: -1 | 1) => void;
  onToday: () => void;
}

/** Generation, consumption, state of charge, and battery and generator where they are metered, over a local day of the container. */
export function DayCard({ info, day, history, beside = nothing, zoom, download, onStep, onToday }: DayCardProps) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const drawn = useLastAnswer(day, history, info.containerId);
  return (
    <section className="og-card" aria-labelledby="container-day">
      <div className={styles.head}>
        <h2 className="og-title" id="container-day">
          {t("day.title")}
        </h2>
        <fieldset className="og-plain-group og-row" aria-label={t("day.choose")}>
          {!day.isToday && (
            <Button variant="default" size="compact-sm" h={32} onClick={onToday}>
              {t("day.today")}
            </Button>
          )}
          <ActionIcon variant="default" size={32} aria-label={t("day.earlier")} onClick={() => onStep(-1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span className={styles.date} aria-live="polite">
            {day.isToday
              ? t("day.todayDate", { date: formatTime(day.fromMs, "dayMonth", info.zoneName, locale) })
              : formatTime(day.fromMs, "date", info.zoneName, locale)}
          </span>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t("day.later")}
            disabled={day.isToday}
            onClick={() => onStep(1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </fieldset>
      </div>
      <div className={styles.chart}>
        <Async of={drawn} height={480}>
          {({ question, answer }) => (
            <DayChart answer={answer} beside={beside} info={info} day={question} zoom={zoom} />
          )}
        </Async>
      </div>
      {download && <Downloads download={download} />}
    </section>
  );
}

const nothing: readonly BesideMetric[] = [];

const besideLooks: Record<BesideMetric, { id: "battery" | "generator"; color: SeriesColor }> = {
  "battery.power": { id: "battery", color: "battery-out" },
  "generator.power": { id: "generator", color: "generator" },
};

function DayChart({
  answer,
  beside,
  info,
  day,
  zoom,
}: {
  answer: DayAnswer;
  beside: readonly BesideMetric[];
  info: ContainerInfoV4;
  day: LocalDay;
  zoom: ChartZoom | undefined;
}) {
  const { t } = useTranslation("container");
  const series = useMemo<ChartSeries[]>(() => {
    const [solar = [], load = [], soc = [], ...others] = answer.series;
    return [
      { id: "solar", title: t("solar"), unit: "W", type: "area", color: "solar", values: solar },
      { id: "load", title: t("load"), unit: "W", type: "line", color: "load", values: load },
      { id: "soc", title: t("soc"), unit: "percent", type: "line", axis: "right", color: "soc", values: soc },
      ...beside.map((metric, place): ChartSeries => {
        const { id, color } = besideLooks[metric];
        return { id, title: t(`day.${id}`), unit: "W", type: "line", color, values: others[place] ?? [] };
      }),
    ];
  }, [answer, beside, t]);
  const { fromMs, toMs } = day;
  const nights = useMemo(
    () => (info.location ? nightsBetween(info.location, fromMs, toMs) : undefined),
    [info.location, fromMs, toMs],
  );
  const everyMs = answer.groupBy === "raw" ? Math.max(60, info.everyS) * 1000 : 15 * 60_000;
  return (
    <Chart
      title={t("day.chart")}
      titleShown={false}
      t={answer.t}
      series={series}
      zone={info.zoneName}
      fromMs={fromMs}
      toMs={toMs}
      gapMs={3 * everyMs}
      zoom={zoom}
      {...(nights ? { nights } : {})}
    />
  );
}
