import { useTranslation } from "react-i18next";

import { formatLocales, formatQuantityText } from "../../../core/format.ts";
import { formatAge, formatTime } from "../../../core/time.ts";
import { ageMs, freshnessOf } from "../../../ui/freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./batteries.module.css";
import type { CellSpread } from "./battery-facts.ts";

export interface CellStripProps {
  spread: CellSpread;
  everyS: number;
  now: number;
  zone: string;
}

/** Each cell as a bar between the lowest and the highest, which are named. */
export function CellStrip({ spread, everyS, now, zone }: CellStripProps) {
  const { t } = useTranslation("batteries");
  const locale = useLocale();
  const volt = (value: number) =>
    `${new Intl.NumberFormat(formatLocales[locale], { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(value)}\u00a0V`;
  const { cells, lowest, highest, lowestV, highestV, spreadMv, atMs } = spread;
  // A spread of a few mV must not look like a mountain range.
  const span = Math.max(0.05, highestV - lowestV);
  const words = { low: volt(lowestV), high: volt(highestV), spread: formatQuantityText(spreadMv, "mV", locale) };
  return (
    <div data-old={freshnessOf(atMs, everyS, now) === "stale" || undefined} className={styles.cells}>
      <p className="og-flush">
        {lowest === undefined ? t("spreadTotals", words) : t("spread", { ...words, lowest, highest })}{" "}
        <span className={styles.age} title={formatTime(atMs, "dateTime", zone, locale)}>
          {formatAge(ageMs(atMs, now), locale)}
        </span>
      </p>
      {cells.length > 0 && (
        <ol className={styles.strip} aria-label={t("cells")}>
          {cells.map(({ number, voltageV }) => {
            const mark = number === lowest ? "lowest" : number === highest ? "highest" : undefined;
            return (
              <li key={number} data-mark={mark}>
                <span className={styles.track} aria-hidden>
                  <span style={{ height: `${20 + ((voltageV - lowestV) / span) * 80}%` }} />
                </span>
                <span className="og-strong">{number}</span>
                <span className={styles.volt}>{volt(voltageV)}</span>
                {mark && <span className="og-strong">{t(mark)}</span>}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
