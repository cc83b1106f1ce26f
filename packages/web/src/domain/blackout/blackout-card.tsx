import { toEpochMs } from "@offgrid/contract/core/constants";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { ageMs } from "../../ui/freshness.ts";
import { StatusMark } from "../containers/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./blackout-card.module.css";
import { BlackoutWhy } from "./blackout-why.tsx";
import { type BlackoutCardProps, useBlackoutSentence } from "./blackout-words.ts";
import { socBand } from "./soc-band.ts";

const width = 480;
const height = 96;

/** When the battery reaches its reserve: one sentence, the expected charge of 48 hours with its range, and why. */
export function BlackoutCard({ forecast, zone, now }: BlackoutCardProps) {
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  const { sentence, range } = useBlackoutSentence({ forecast, zone, now });
  const mark = forecast.state === "blackout" ? "critical" : forecast.state === "dip" ? "warning" : undefined;
  return (
    <>
      <p className={styles.sentence} data-state={forecast.state}>
        {mark && <StatusMark state={mark} wordHidden />}
        <strong className="og-strong">{sentence}</strong>
      </p>
      {range !== undefined && <p className={styles.note}>{range}</p>}
      {forecast.loadOnly && <p className={styles.note}>{t("loadOnly")}</p>}
      <Band forecast={forecast} zone={zone} />
      <p className={styles.note}>{t("computed", { age: formatAge(ageMs(Date.parse(forecast.at), now), locale) })}</p>
      <BlackoutWhy forecast={forecast} zone={zone} now={now} />
    </>
  );
}

/** The expected state of charge: the line is as likely above as below, the band holds eight cases of ten. */
function Band({ forecast, zone }: Pick<BlackoutCardProps, "forecast" | "zone">) {
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  const titleId = useId();
  const times = forecast.t.map(toEpochMs);
  const series = { low: forecast.soc10, middle: forecast.soc50, high: forecast.soc90 };
  const band = socBand(times, series, width, height);
  const [first, last] = [times[0], times.at(-1)];
  if (!band || first === undefined || last === undefined) return null;
  const reserveY = height * (1 - forecast.reserveSoc / 100);
  const lowest = times.reduce((low, _, index) => (series.middle[index]! < series.middle[low]! ? index : low), 0);
  const percent = (value: number | undefined) => formatQuantityText(value, "percent", locale);
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        <svg
          className={styles.band}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={titleId}
        >
          <title id={titleId}>
            {t("band", {
              low: percent(series.middle[lowest]),
              at: formatTime(times[lowest] ?? first, "dateTime", zone, locale),
              end: percent(series.middle.at(-1)),
            })}
          </title>
          <path className={styles.area} d={band.area} />
          <path className={styles.reserve} d={`M0 ${reserveY}H${width}`} />
          <path className={styles.line} d={band.line} />
        </svg>
        <span className={styles.reserveWord} style={{ top: `${100 - forecast.reserveSoc}%` }}>
          {t("reserve", { percent: percent(forecast.reserveSoc) })}
        </span>
      </div>
      <figcaption className={styles.axis}>
        <span>{formatTime(first, "dateTime", zone, locale)}</span>
        <span>{formatTime(last, "dateTime", zone, locale)}</span>
      </figcaption>
    </figure>
  );
}
