import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { skyIcons } from "../../../domain/weather/sky.ts";
import type { WeatherReport } from "../../../domain/weather/weather.data.ts";
import styles from "../../../domain/weather/weather.module.css";

/** Two days of weather by the hour, from left to right. */
export function WeatherHours({ report }: { report: WeatherReport }) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const { hourly, zoneName } = report;
  const rows = [
    ["temperature", (hour) => formatQuantityText(hour.temperatureDegC, "degC", locale)],
    ["clouds", (hour) => formatQuantityText(hour.cloudPercent, "percent", locale)],
    ["rainChance", (hour) => formatQuantityText(hour.rainChancePercent, "percent", locale)],
    ["wind", (hour) => formatQuantityText(hour.windMPerS, "m/s", locale)],
    ["light", (hour) => formatQuantityText(hour.irradianceWPerM2, "W/m2", locale)],
  ] as const satisfies readonly (readonly [string, (hour: WeatherReport["hourly"][number]) => string])[];
  return (
    <ScrollBox label={t("hours")}>
      <table className={styles.hours}>
        <thead>
          <tr>
            <th scope="col">{t("fact.hour")}</th>
            {hourly.map(({ at, sky }) => {
              const Sky = sky ? skyIcons[sky] : undefined;
              const atMs = Date.parse(at);
              return (
                <th key={at} scope="col">
                  <span className="og-small">{formatTime(atMs, "dayMonth", zoneName, locale)}</span>
                  <span>{formatTime(atMs, "hour", zoneName, locale)}</span>
                  {Sky && sky && <Sky size={20} aria-label={t(`sky.${sky}`)} role="img" />}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(([id, write]) => (
            <tr key={id}>
              <th scope="row" className="og-muted">
                {t(`fact.${id}`)}
              </th>
              {hourly.map((hour) => (
                <td key={hour.at}>{write(hour)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
