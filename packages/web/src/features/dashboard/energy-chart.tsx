import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import type { ChartSeries } from "../../ui/chart/chart-series.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import type { TimeRange } from "../../ui/period-range.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { EnergyBalance } from "./dashboard.data.ts";
import { toCourse } from "./energy-balance.ts";
import styles from "./energy-chart.module.css";

export interface EnergyChartProps {
  balance: EnergyBalance;
  range: TimeRange;
  zone: string;
}

/** Generation against consumption as bars side by side, with their totals in words. */
export function EnergyChart({ balance, range, zone }: EnergyChartProps) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  const course = useMemo(() => toCourse(balance), [balance]);
  const titles = { generated: t("energy.generated"), used: t("energy.used") };
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        id: "generation",
        title: titles.generated,
        unit: "Wh",
        type: "bar",
        color: "solar",
        values: course.generated,
      },
      { id: "consumption", title: titles.used, unit: "Wh", type: "bar", color: "load", values: course.used },
    ],
    [course, titles.generated, titles.used],
  );
  const difference = course.generatedWh - course.usedWh;
  return (
    <>
      <dl className={styles.totals}>
        <div data-series="solar">
          <dt>{titles.generated}</dt>
          <dd>{formatQuantityText(course.generatedWh, "Wh", locale)}</dd>
        </div>
        <div data-series="load">
          <dt>{titles.used}</dt>
          <dd>{formatQuantityText(course.usedWh, "Wh", locale)}</dd>
        </div>
        <div>
          <dt>{t(difference < 0 ? "energy.missing" : "energy.surplus")}</dt>
          <dd>{formatQuantityText(Math.abs(difference), "Wh", locale)}</dd>
        </div>
      </dl>
      <div className={styles.chart}>
        <Chart
          title={t("energy.chart")}
          titleShown={false}
          t={course.t}
          series={series}
          zone={zone}
          fromMs={range.fromMs}
          toMs={range.toMs}
        />
      </div>
      <p className={styles.note}>
        {course.poorCoverage !== undefined && (
          <span>
            {t("energy.coverage", { percent: formatQuantityText(course.poorCoverage * 100, "percent", locale) })}{" "}
          </span>
        )}
        {t("energy.zone", { zone })}
      </p>
    </>
  );
}
