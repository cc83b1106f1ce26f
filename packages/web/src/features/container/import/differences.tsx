import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { decimalsApart, exactText } from "./exact-text.ts";
import type { FileReport } from "./import.data.ts";
import styles from "./import.module.css";

type Differing = NonNullable<FileReport["stored"]>["metrics"][number];

/** Which readings of a file differ from what is stored, by metric: how many, and the first of them. */
export function Differences({ metrics, zone }: { metrics: readonly Differing[]; zone: string }) {
  return (
    <div className="og-close-stack">
      {metrics.map((one, place) => (
        <OfMetric key={one.metric} one={one} zone={zone} isOpen={place === 0} />
      ))}
    </div>
  );
}

function OfMetric({ one, zone, isOpen }: { one: Differing; zone: string; isOpen: boolean }) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  const { metric, differing, first } = one;
  const known = findMetric(metric);
  const decimals = decimalsApart(first);
  return (
    <details className="og-details" open={isOpen}>
      <summary>{t("differ.metric", { metric: known?.[locale] ?? metric, count: differing })}</summary>
      <table className={`og-table ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{t("check.time")}</th>
            <th scope="col" className="og-amount">
              {t("differ.stored")}
            </th>
            <th scope="col" className="og-amount">
              {t("differ.file")}
            </th>
          </tr>
        </thead>
        <tbody>
          {first.map(({ at, stored, file }) => (
            <tr key={at}>
              <td className="og-number">{formatTime(Date.parse(at), "dateTime", zone, locale)}</td>
              <td className="og-amount">{exactText(stored, metric, locale, decimals)}</td>
              <td className="og-amount">{exactText(file, metric, locale, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing > first.length && <p className="og-note">{t("check.more", { count: differing - first.length })}</p>}
    </details>
  );
}
