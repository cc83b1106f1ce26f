import { IconMapPin } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import type { WeatherReport } from "../../../domain/weather/weather.data.ts";
import { Problem } from "../../../domain/weather/weather-source.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import type { problemsOf } from "./problems-of.ts";

type Info = TabProps["info"];

export interface PlaceProps {
  location: NonNullable<Info["location"]>;
  address: Info["address"];
  zone: string;
}

/** Address, position and time zone. */
export function PlaceWords({ location, address, zone }: PlaceProps) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const degrees = [location.lat, location.long].map((value) =>
    formatNumber(value, locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
  );
  return (
    <p className="og-flush og-row og-top">
      <IconMapPin className="og-icon" size={20} aria-hidden />
      <span>
        {address ?? t("noAddress")}
        <br />
        <span className="og-small">{[...degrees, zone].join(" · ")}</span>
      </span>
    </p>
  );
}

/** In place of all cards of the weather where there is none: why, what can be done, the place, and its sun. */
export function PlaceLine({
  problems,
  sun: { sunrise, sunset },
  ...place
}: PlaceProps & { problems: ReturnType<typeof problemsOf>; sun: Pick<WeatherReport, "sunrise" | "sunset"> }) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const clock = (instant: string) => formatTime(Date.parse(instant), "time", place.zone, locale);
  return (
    <section className="og-card og-stack og-mid" aria-label={t("place")}>
      {problems.map((one) => (
        <Problem key={one.problem} {...one} />
      ))}
      <div className="og-head">
        <PlaceWords {...place} />
        {sunrise !== null && sunset !== null && (
          <dl className="og-facts">
            <dt>{t("fact.sun")}</dt>
            <dd className="og-nowrap">{t("sun", { sunrise: clock(sunrise), sunset: clock(sunset) })}</dd>
          </dl>
        )}
      </div>
    </section>
  );
}
