import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText } from "../../core/format.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { columns } from "../../ui/columns.ts";
import { ageMs } from "../../ui/freshness.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { BlackoutCardProps } from "./blackout-words.ts";
import styles from "./blackout-card.module.css";

/** What the forecast is made from: charge, expected load and sun, the cut-off, and how far off it was a day ago. */
export function BlackoutWhy({ forecast, zone, now }: Pick<BlackoutCardProps, "forecast" | "zone" | "now">) {
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  const day = (values: readonly number[]) =>
    values.length === 0 ? undefined : values.slice(0, 24).reduce((sum, value) => sum + value, 0);
  const percent = (value: number) => formatQuantityText(value, "percent", locale);
  const { soc, capacity, solarFetchedAt, lastError, partOff } = forecast;
  const isPartOff = partOff !== undefined && partOff.from !== "unknown";
  const facts = [
    {
      id: "soc",
      value: soc ? percent(soc.value) : undefined,
      about: soc ? formatTime(Date.parse(soc.at), "dateTime", zone, locale) : undefined,
    },
    {
      id: "capacity",
      value: capacity ? formatQuantityText(capacity.value, "Wh", locale) : undefined,
      about: capacity ? t(`from.${capacity.from}`) : undefined,
    },
    {
      id: "load",
      value: formatQuantityText(day(isPartOff ? forecast.served : forecast.load), "Wh", locale),
      about: [t("from.history"), isPartOff ? t("from.part") : undefined].filter(Boolean).join(", "),
    },
    {
      id: "solar",
      value: formatQuantityText(day(forecast.solar), "Wh", locale),
      about: [
        t(`source.${forecast.solarSource}`),
        solarFetchedAt === null ? undefined : formatAge(ageMs(Date.parse(solarFetchedAt), now), locale),
      ]
        .filter(Boolean)
        .join(", "),
    },
    { id: "cutOff", value: percent(forecast.cutOff.soc), about: t(`cutOffFrom.${forecast.cutOff.from}`) },
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
