import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { columns } from "../../../ui/columns.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { skyIcons } from "../../../domain/weather/sky.ts";
import type { WeatherReport } from "../../../domain/weather/weather.data.ts";

/** Seven days of weather with sunrise and sunset. */
export function WeatherDays({ report }: { report: WeatherReport }) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const { daily, zoneName } = report;
  const clock = (instant: string | null) =>
    instant === null ? "—" : formatTime(Date.parse(instant), "time", zoneName, locale);
  return (
    <ul className="og-plain-list og-grid og-mid" style={columns(132, { isFilled: true })}>
      {daily.map((day) => {
        const Sky = day.sky ? skyIcons[day.sky] : undefined;
        return (
          <li key={day.date} className="og-stack og-top og-tight">
            {/* Noon of the day, whatever the zone: only its date is read. */}
            <span className="og-small">
              {formatTime(Date.parse(`${day.date}T12:00:00Z`), "weekday", "UTC", locale)}
            </span>
            {Sky && day.sky && <Sky size={24} color="var(--og-solar)" aria-label={t(`sky.${day.sky}`)} role="img" />}
            <strong className="og-figure">
              {formatQuantityText(day.lowDegC, "degC", locale)} – {formatQuantityText(day.highDegC, "degC", locale)}
            </strong>
            <span className="og-small">
              {t("rain", { rain: day.rainMm === null ? "—" : formatQuantityText(day.rainMm, "count", locale) })}
            </span>
            <span className="og-small">{t("sun", { sunrise: clock(day.sunrise), sunset: clock(day.sunset) })}</span>
          </li>
        );
      })}
    </ul>
  );
}
