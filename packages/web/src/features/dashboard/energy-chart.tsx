import { dayS } from "@offgrid/contract/core/constants";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText, formatShare } from "../../core/format.ts";
import { addCalendar } from "../../core/time.ts";
import { Chart } from "../../chart/chart.tsx";
import { type ShownMetric, useDefinition } from "../../chart/use-definition.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import type { datesApart } from "../../domain/containers/zones-apart.ts";
import type { ChartZoom } from "../../chart/use-chart-view.ts";
import type { Period, TimeRange } from "../../ui/period-range.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { FleetEnergy, FleetForecast } from "./dashboard.data.ts";
import { comingHours, isByHour } from "./chart-range.ts";
import { energySeries } from "./energy-series.ts";
import { type FleetHistory, toHistory } from "./fleet-energy.ts";
import styles from "./energy-chart.module.css";

const energies = ["solar.power", "load.power"].map((metric): ShownMetric => ({
  metric,
  func: "energy",
  type: "bar",
}));
/** A chart adds up 500 containers, counted for each of its series. Of more there is none: it would be that of a part of them. */
const mostSummed = 250;

export interface EnergyChartProps {
  energy: FleetEnergy;
  range: TimeRange;
  /** What the range was chosen by. */
  period: Period;
  /** The part that is looked at closely, by the hour. */
  hours: Pick<FleetEnergy, "generation" | "consumption"> | undefined;
  zoom: ChartZoom;
  /** Start of the period before, epoch ms. */
  beforeMs: number;
  /** Drawn after the range, where the range reaches the present. */
  forecast: FleetForecast | undefined;
  /** Containers that ever sent something. */
  connected: number;
  zone: string;
  /** How many zones there are whose clocks show other times. */
  otherZones: number;
  /** Containers that have another date now, where the range goes on. */
  apart: ReturnType<typeof datesApart>;
}

const dayMs = dayS * 1000;

/**
 * Generation above and consumption below one line, with the previous period as dotted and the coming hours as dashed
 * lines, and the totals as text.
 */
export const EnergyChart = memo(function EnergyChart({
  energy,
  range,
  period,
  hours,
  zoom,
  beforeMs,
  forecast,
  connected,
  zone,
  otherZones,
  apart,
}: EnergyChartProps) {
  const { t } = useTranslation("dashboard");
  const { fromMs, toMs } = range;
  const isDay = isByHour(range);
  const coming = isDay && forecast && forecast.t.length > 0 ? forecast : undefined;
  const history = useMemo(() => {
    const days = Math.round((fromMs - beforeMs) / dayMs);
    const ahead = coming && { expected: coming, hours: comingHours(toMs) };
    return toHistory(energy, (atMs) => addCalendar(atMs, days, "day", zone), ahead);
  }, [energy, coming, fromMs, toMs, beforeMs, zone]);
  const seen = useMemo(() => (hours ? toHistory(hours, (atMs) => atMs) : history), [hours, history]);
  const series = useMemo(
    () => energySeries(t, { ...seen, coverage: history.coverage }, isDay),
    [t, seen, history, isDay],
  );
  const lastMs = history.generatedAhead ? (history.t.at(-1) ?? toMs) + dayMs / 24 : toMs;
  const files = useFleetDefinition({ range, period });
  return (
    <>
      <Totals history={history} />
      <p className="og-small">
        <Notes history={history} forecast={coming} connected={connected} />
        {isDay ? <HourWords zone={zone} otherZones={otherZones} /> : <DayWords apart={apart} />}
      </p>
      <div className="og-before">
        <Chart
          {...files}
          hasForecast={coming !== undefined}
          title={t("energy.chart")}
          titleShown={false}
          t={seen.t}
          series={series}
          zoom={zoom}
          zone={zone}
          fromMs={fromMs}
          toMs={lastMs}
          navigator={false}
          groupBy={(hours ?? energy).generation.groupBy}
          ownDays={!isDay && !hours}
        />
      </div>
    </>
  );
});

/** The same containers as a chart of one's own, or why there is none. */
function useFleetDefinition(time: Pick<EnergyChartProps, "range" | "period">) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  const containers = useContainerChoices() ?? [];
  const isTooMany = containers.length > mostSummed;
  const containerIds = isTooMany ? [] : containers.map(({ id }) => id);
  const files = useDefinition({ name: t("energy.chart"), ...time, metrics: energies, containerIds });
  const [most, count] = [mostSummed, containers.length].map((number) => formatCount(number, locale));
  return { ...files, whyNoFiles: isTooMany ? t("energy.tooMany", { most, count }) : undefined };
}

/** Whose hours they are: nobody shall take them for those of containers whose clocks show other times. */
function HourWords({ zone, otherZones }: Pick<EnergyChartProps, "zone" | "otherZones">) {
  const { t } = useTranslation("dashboard");
  return (
    <>
      {t("energy.hours", { zone })}
      {otherZones > 0 && <span> {t("energy.otherZones", { count: otherZones })}</span>}
    </>
  );
}

/** Whose days they are, and whose present day is not the last one. */
function DayWords({ apart: { ahead, behind } }: Pick<EnergyChartProps, "apart">) {
  const { t } = useTranslation("dashboard");
  return (
    <>
      {t("energy.ownDays")}
      {ahead > 0 && <span> {t("energy.ahead", { count: ahead })}</span>}
      {behind > 0 && <span> {t("energy.behind", { count: behind })}</span>}
    </>
  );
}

function Totals({ history: { generatedWh, usedWh } }: { history: FleetHistory }) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  const totals = [
    [t("energy.generated"), generatedWh],
    [t("energy.used"), usedWh],
  ] as const;
  return (
    <dl className={styles.totals}>
      {totals.map(([title, wh]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{formatQuantityText(wh, "Wh", locale)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the figures leave out, as so many containers: of how many, the title of the page says. */
function Notes({
  history,
  forecast,
  connected,
}: Pick<EnergyChartProps, "forecast" | "connected"> & { history: FleetHistory }) {
  const { t } = useTranslation(["dashboard", "shared"]);
  const locale = useLocale();
  const { poorCoverage } = history;
  return (
    <>
      {poorCoverage !== undefined && (
        <span>{t("shared:partlyMeasured", { percent: formatShare(poorCoverage, locale) })} </span>
      )}
      {forecast && forecast.counted < connected && (
        <span>{t("energy.forecastWithout", { count: connected - forecast.counted })} </span>
      )}
      {forecast && forecast.countedSun < forecast.counted && (
        <span>{t("energy.sunWithout", { count: forecast.counted - forecast.countedSun })} </span>
      )}
    </>
  );
}
