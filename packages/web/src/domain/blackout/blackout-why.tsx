import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText } from "../../core/format.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { columns } from "../../ui/columns.ts";
import { ageMs } from "../../ui/freshness.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type BlackoutCardProps, cutOffKnown } from "./blackout-words.ts";
import styles from "./blackout-card.module.css";
import { chargeText } from "../container/charge-text.ts";

/** Wh of the first 24 hours; undefined: there is no forecast of them. */
function day(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.slice(0, 24).reduce((sum, value) => sum + value, 0);
}

const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(", ");

/** Whose forecast of the sun it is; a clear sky is adjusted only where the panels were ever measured. */
function sunFrom(
  { solar, solarSource, sunDays = 0, solarFetchedAt }: BlackoutForecast,
  now: number,
  t: TFunction<"blackout">,
  locale: LocaleCode,
): string | undefined {
  if (solar.length === 0 && solarSource !== "none") return undefined;
  const source = solarSource === "clear_sky" && sunDays === 0 ? "clear_sky_alone" : solarSource;
  return joined(
    t(`source.${source}`),
    solarFetchedAt !== null && formatAge(ageMs(Date.parse(solarFetchedAt), now), locale),
  );
}

/** What the forecast is made from: charge, expected load and sun, the cut-off, and how far off it was a day ago. */
export function BlackoutWhy(props: Pick<BlackoutCardProps, "forecast" | "energy" | "zone" | "now">) {
  const { forecast, energy, zone, now } = props;
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  const percent = (value: number | undefined) => formatQuantityText(value, "percent", locale);
  const isPartOff = forecast.partOff !== undefined && forecast.partOff.from !== "unknown";
  const { soc, capacity, lastError, cutOff } = forecast;
  const known = cutOffKnown(forecast, energy);
  const [expectedLoad, expectedSun] = [day(isPartOff ? forecast.served : forecast.load), day(forecast.solar)];
  const energyText = (wh: number | undefined) => formatQuantityText(wh, "Wh", locale);
  const learned = joined(t("from.history"), isPartOff && t("from.part"));
  const facts = [
    {
      id: "soc",
      value: soc ? chargeText(soc.value, forecast.reserveSoc, locale) : undefined,
      about: soc ? formatTime(Date.parse(soc.at), "dateTime", zone, locale) : undefined,
    },
    {
      id: "capacity",
      value: capacity ? formatQuantityText(capacity.value, "Wh", locale) : undefined,
      about: capacity ? t(`from.${capacity.from}`) : undefined,
    },
    { id: "load", value: energyText(expectedLoad), about: expectedLoad === undefined ? undefined : learned },
    { id: "solar", value: energyText(expectedSun), about: sunFrom(forecast, now, t, locale) },
    { id: "cutOff", value: percent(cutOff.soc), about: t(`cutOffFrom.${known}`, { seen: percent(cutOff.seenSoc) }) },
    {
      id: "error",
      value:
        lastError === null
          ? undefined
          : t("points", { count: Math.round(lastError), points: formatCount(lastError, locale) }),
      about: lastError === null ? t("errorNone") : undefined,
    },
  ] as const;
  return (
    <details className="og-details">
      <summary>{t("why")}</summary>
      <dl className={`og-facts og-grid og-before ${styles.facts}`} style={columns(200, { gap: "8px 16px" })}>
        {facts.map(({ id, value, about }) => (
          <div key={id}>
            <dt>{t(`fact.${id}`)}</dt>
            <dd>
              {value ?? "—"} {about !== undefined && <span className="og-beside og-text-12">{about}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
