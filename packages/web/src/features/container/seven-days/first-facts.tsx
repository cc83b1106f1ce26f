import { hoursText } from "@offgrid/contract/core/duration-text";
import { forecastHours } from "@offgrid/contract/energy-state/energy-levels";
import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";

export interface FirstFactsProps {
  /** Without power in these days; undefined or null: not known. */
  hours: number | null | undefined;
  /** On how many of them. */
  darkDays: number;
  /** Undefined: none is here. */
  forecast: Pick<BlackoutForecast, "state" | "fullAt" | "isFull" | "sunPercent" | "blackout"> | undefined;
  energy: Pick<EnergyState, "level" | "cutAt" | "countsOff">;
  zone: string;
  now: number;
}

/** In so many hours a forecast tells when the battery is full. */
const fullWithinHours = 24;

/** Which days were dark, and when it is cut and full next, as far as they are known: what is looked for first. */
export function FirstFacts({ hours, darkDays, forecast, energy, zone, now }: FirstFactsProps) {
  const { t } = useTranslation("seven-days");
  const locale = useLocale();
  const about = (instant: string) =>
    t("about", {
      day: formatTime(Date.parse(instant), "weekday", zone, locale),
      time: formatTime(Date.parse(instant), "time", zone, locale),
    });
  const ahead = (instant: string | null | undefined) =>
    instant && Date.parse(instant) > now ? about(instant) : undefined;
  const isCalm = forecast?.state === "safe" || forecast?.state === "charging";
  const cut =
    energy.level === "cut"
      ? t("cutNow")
      : energy.countsOff
        ? undefined
        : (ahead(energy.cutAt) ?? (isCalm ? t("notWithin", { hours: forecastHours }) : undefined));
  const isKnown = isCalm || forecast?.state === "blackout" || forecast?.state === "dip";
  const isDoubtful = typeof forecast?.sunPercent === "number";
  const full = forecast?.isFull
    ? t("fullNow")
    : isDoubtful || !isKnown
      ? undefined
      : (ahead(forecast?.fullAt) ?? (forecast?.fullAt ? undefined : t("notWithin", { hours: fullWithinHours })));
  return (
    <>
      {typeof hours === "number" && (
        <div>
          <dt>{t("withoutPower")}</dt>
          <dd className={hours > 0 ? "og-danger" : undefined}>
            {hours > 0 ? hoursText(hours) : t("always")}{" "}
            {hours > 0 && <small>{t("withoutPowerDays", { count: darkDays })}</small>}
          </dd>
        </div>
      )}
      {cut !== undefined && (
        <div>
          <dt>{t("nextCut")}</dt>
          <dd>{cut}</dd>
        </div>
      )}
      {full !== undefined && (
        <div>
          <dt>{t("nextFull")}</dt>
          <dd>{full}</dd>
        </div>
      )}
    </>
  );
}
