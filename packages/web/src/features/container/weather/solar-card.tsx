import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatAge, formatTime } from "../../../core/time.ts";
import type { ChartSeries } from "../../../chart/chart-series.ts";
import { Chart } from "../../../chart/chart.tsx";
import { ageMs } from "../../../ui/freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";

import type { DayAnswer } from "../container.data.ts";
import { historyOf, outlookOf } from "./solar-outlook.ts";
import type { SolarForecast } from "./weather.data.ts";
import styles from "./weather.module.css";

export interface SolarCardProps {
  forecast: SolarForecast;
  /** Undefined: not here yet, or it failed; the forecast shows without it. */
  actual: Pick<DayAnswer, "t" | "series"> | undefined;
  now: number;
  zone: string;
}

/** Expected solar power with its range beside what was measured, and the energy of three days. */
export function SolarCard({ forecast, actual, now, zone }: SolarCardProps) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const hours = useMemo(
    () =>
      forecast.data.map(({ at, pv_estimate, pv_estimate10, pv_estimate90 }) => ({
        atMs: Date.parse(at),
        low: pv_estimate10,
        likely: pv_estimate,
        high: pv_estimate90,
      })),
    [forecast],
  );
  const measured = useMemo(() => ({ t: actual?.t ?? [], values: actual?.series[0] ?? [] }), [actual]);
  const past = useMemo(
    () => forecast.past.map(({ at, pv_estimate }) => ({ atMs: Date.parse(at), likely: pv_estimate })),
    [forecast],
  );
  const history = useMemo(() => historyOf(hours, measured, past), [hours, measured, past]);
  const series = useMemo<ChartSeries[]>(() => {
    const line = { unit: "W", type: "line" } as const;
    return [
      { ...line, id: "measured", title: t("measured"), type: "area", color: "solar", values: history.measured },
      {
        ...line,
        id: "high",
        title: t("high"),
        type: "area",
        downTo: "low",
        band: t("range"),
        color: "info",
        dashed: true,
        values: history.high,
      },
      { ...line, id: "low", title: t("low"), color: "info", dashed: true, values: history.low },
      // The forecast that was kept goes on into the one that is current: one line over what came and what is to come.
      { ...line, id: "likely", title: t("likely"), color: "info", values: history.likely },
    ];
  }, [history, t]);
  const days = outlookOf(hours, measured, now, zone);
  const energy = (wh: number) => formatQuantityText(wh, "Wh", locale);
  return (
    <>
      {hours.length > 0 && (
        <ul className={styles.outlook}>
          {days.map((day) => (
            <li key={day.fromMs} className={`og-frame ${styles.day}`}>
              <span className="og-small">{formatTime(day.fromMs, "weekday", zone, locale)}</span>
              <strong>{t("expected", { energy: energy(day.likelyWh + (day.measuredWh ?? 0)) })}</strong>
              <span className="og-small">
                {t("between", {
                  low: energy(day.lowWh + (day.measuredWh ?? 0)),
                  high: energy(day.highWh + (day.measuredWh ?? 0)),
                })}
              </span>
              {day.measuredWh !== undefined && (
                <span className="og-small">{t("soFar", { energy: energy(day.measuredWh) })}</span>
              )}
              {day.isPartial && <span className="og-small">{t("partial")}</span>}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Chart title={t("solarChart")} titleShown={false} t={history.t} series={series} zone={zone} />
      </div>
      <p className={styles.note}>
        {t(`source.${forecast.source}`)}
        {forecast.fetchedAt !== null &&
          `, ${t("fetched", { age: formatAge(ageMs(Date.parse(forecast.fetchedAt), now), locale) })}`}
        . {forecast.setting.isGuessed && t("guessed")}
      </p>
    </>
  );
}
