import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { columns } from "../../ui/columns.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { skyIcons } from "./sky.ts";
import type { WeatherReport } from "./weather.data.ts";
import { WeatherSource } from "./weather-source.tsx";

/** The weather at the container's place now, with sunrise and sunset and where the figures come from. */
export function WeatherNow({
  report,
  now,
  problemShown = true,
}: {
  report: WeatherReport;
  now: number;
  /** False where the page says above its cards why there is nothing newer. */
  problemShown?: boolean;
}) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const { current, sunrise, sunset, zoneName } = report;
  const clock = (instant: string | null) =>
    instant === null ? "—" : formatTime(Date.parse(instant), "time", zoneName, locale);
  const Sky = current?.sky ? skyIcons[current.sky] : undefined;
  const facts = current
    ? ([
        ["feels", formatQuantityText(current.feelsLikeDegC, "degC", locale)],
        ["clouds", formatQuantityText(current.cloudPercent, "percent", locale)],
        ["wind", formatQuantityText(current.windMPerS, "m/s", locale)],
        ["humidity", formatQuantityText(current.humidityPercent, "percent", locale)],
        ["light", formatQuantityText(current.irradianceWPerM2, "W/m2", locale)],
      ] as const)
    : [];
  return (
    <div className="og-stack og-mid">
      {!current && report.problem === null && <p className="og-small">{t("noHours")}</p>}
      {current && (
        <p className="og-flush og-line og-fine">
          {Sky && <Sky size={36} color="var(--og-solar)" aria-hidden />}
          <strong className="og-figure og-big">{formatQuantityText(current.temperatureDegC, "degC", locale)}</strong>
          {current.sky && <span>{t(`sky.${current.sky}`)}</span>}
        </p>
      )}
      <dl className="og-facts og-grid" style={columns(140, { gap: "8px 16px" })}>
        {facts.map(([id, value]) => (
          <div key={id}>
            <dt>{t(`fact.${id}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {report.problem !== "no_position" && (
          <div>
            <dt>{t("fact.sun")}</dt>
            <dd className="og-nowrap">{t("sun", { sunrise: clock(sunrise), sunset: clock(sunset) })}</dd>
          </div>
        )}
      </dl>
      <WeatherSource report={report} now={now} problemShown={problemShown} />
    </div>
  );
}
