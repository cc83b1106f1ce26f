import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatAge } from "../../core/time.ts";
import { ageMs } from "../../ui/freshness.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { SolarForecast, WeatherReport } from "./weather.data.ts";
import styles from "./weather.module.css";

/** How old the weather is, whose it is, and why there is nothing newer. */
export function WeatherSource({
  report,
  now,
  problemShown = true,
}: {
  report: WeatherReport;
  now: number;
  problemShown?: boolean;
}) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const { attribution, fetchedAt, problem } = report;
  return (
    <>
      {problemShown && <Problem problem={problem} isOldShown={fetchedAt !== null} />}
      {fetchedAt !== null && (
        <p className={`og-small ${styles.note}`}>
          {t("fetched", { age: formatAge(ageMs(Date.parse(fetchedAt), now), locale) })}{" "}
          {attribution && (
            <a href={attribution.url} target="_blank" rel="noreferrer">
              {attribution.text}
            </a>
          )}
        </p>
      )}
    </>
  );
}

/** Of these somebody can do something. */
const remedied = ["unreachable", "off", "refused"] as const;

/** Why an outside service has no newer answer; nothing where it has. */
export function Problem({ problem, isOldShown }: { problem: SolarForecast["problem"]; isOldShown: boolean }) {
  const { t } = useTranslation("weather");
  if (problem === null) return null;
  const remedy = remedied.find((one) => one === problem);
  return (
    <p className="og-note og-row og-top" role="status">
      <IconInfoCircle className="og-fixed" color="var(--og-info)" size={18} aria-hidden />
      <span>
        {[
          t(`problem.${problem}`),
          isOldShown && problem !== "waiting" && t("lastGood"),
          remedy !== undefined && t(`remedy.${remedy}`),
        ]
          .filter(Boolean)
          .join(" ")}
      </span>
    </p>
  );
}
