import { dayS } from "@offgrid/contract/core/constants";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { addCalendar } from "../../core/time.ts";
import type { ChartSeries } from "../../chart/chart-series.ts";
import { Chart } from "../../chart/chart.tsx";
import type { TimeRange } from "../../ui/period-range.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { FleetEnergy } from "./dashboard.data.ts";
import { toHistory } from "./fleet-energy.ts";
import styles from "./energy-chart.module.css";

export interface EnergyChartProps {
  balance: FleetEnergy;
  range: TimeRange;
  /** Start of the period before, epoch ms. */
  beforeMs: number;
  zone: string;
}

const dayMs = dayS * 1000;

/** Generation and consumption as bars beside those of the previous period, with their totals as text. */
export function EnergyChart({ balance, range, beforeMs, zone }: EnergyChartProps) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  const { fromMs } = range;
  const history = useMemo(() => {
    const days = Math.round((fromMs - beforeMs) / dayMs);
    return toHistory(balance, (atMs) => addCalendar(atMs, days, "day", zone));
  }, [balance, fromMs, beforeMs, zone]);
  const titles = { generated: t("energy.generated"), used: t("energy.used") };
  const isDay = range.toMs - fromMs <= 1.5 * dayMs;
  const ghostOf = (title: string) => t(isDay ? "energy.dayBefore" : "energy.before", { title });
  const ghosts = { generated: ghostOf(titles.generated), used: ghostOf(titles.used) };
  const series = useMemo<ChartSeries[]>(() => {
    const bar = { unit: "Wh", type: "bar" } as const;
    const { generated, used, generatedBefore, usedBefore } = history;
    return [
      { ...bar, id: "generation", title: titles.generated, color: "solar" as const, values: generated },
      ...(generatedBefore
        ? [
            {
              ...bar,
              id: "generation-before",
              title: ghosts.generated,
              color: "solar" as const,
              values: generatedBefore,
              ghost: true,
            },
          ]
        : []),
      { ...bar, id: "consumption", title: titles.used, color: "load" as const, values: used },
      ...(usedBefore
        ? [
            {
              ...bar,
              id: "consumption-before",
              title: ghosts.used,
              color: "load" as const,
              values: usedBefore,
              ghost: true,
            },
          ]
        : []),
    ];
  }, [history, titles.generated, titles.used, ghosts.generated, ghosts.used]);
  const difference = history.generatedWh - history.usedWh;
  return (
    <>
      <dl className={styles.totals}>
        <div>
          <dt>{titles.generated}</dt>
          <dd>{formatQuantityText(history.generatedWh, "Wh", locale)}</dd>
        </div>
        <div>
          <dt>{titles.used}</dt>
          <dd>{formatQuantityText(history.usedWh, "Wh", locale)}</dd>
        </div>
        <div>
          <dt>{t(difference < 0 ? "energy.missing" : "energy.surplus")}</dt>
          <dd>{formatQuantityText(Math.abs(difference), "Wh", locale)}</dd>
        </div>
      </dl>
      <p className={styles.note}>
        {history.poorCoverage !== undefined && (
          <span>
            {t("energy.coverage", { percent: formatQuantityText(history.poorCoverage * 100, "percent", locale) })}{" "}
          </span>
        )}
        {t(isDay ? "energy.hours" : "energy.zone", { zone })}
      </p>
      <div className={styles.chart}>
        <Chart
          title={t("energy.chart")}
          titleShown={false}
          t={history.t}
          series={series}
          zone={zone}
          fromMs={range.fromMs}
          toMs={range.toMs}
        />
      </div>
    </>
  );
}
