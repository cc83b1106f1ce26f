import { spreadLevelsMv } from "@offgrid/contract/devices/battery-alarms";
import { useTranslation } from "react-i18next";

import { formatNumber, formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { useAgeWords, useFreshness } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./batteries.module.css";
import type { CellSpread } from "./battery-facts.ts";

export interface CellStripProps {
  spread: CellSpread;
  everyS: number;
  now: number;
  zone: string;
}

/** Each cell as a bar up or down from the mean of all, coloured only where the cells are too far apart. */
export function CellStrip({ spread, everyS, now, zone }: CellStripProps) {
  const { t } = useTranslation("batteries");
  const locale = useLocale();
  const freshnessOf = useFreshness();
  const { ageOf } = useAgeWords();
  const volt = (value: number) =>
    `${formatNumber(value, locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 })}\u00a0V`;
  const { cells, lowest, highest, lowestV, highestV, spreadMv, atMs } = spread;
  // Deviations of a few mV must not look like a mountain range.
  const scaleMv = Math.max(spreadLevelsMv.watch, ...cells.map(({ deviationMv }) => Math.abs(deviationMv)));
  const words = { low: volt(lowestV), high: volt(highestV), spread: formatQuantityText(spreadMv, "mV", locale) };
  const signed = (mv: number) => `${mv > 0 ? "+" : ""}${formatQuantityText(mv, "mV", locale)}`;
  return (
    <div className={freshnessOf(atMs, everyS, now) === "stale" ? "og-muted" : undefined}>
      <p className="og-flush">
        {lowest === undefined ? t("spreadTotals", words) : t("spread", { ...words, lowest, highest })}{" "}
        <span className="og-small" title={formatTime(atMs, "dateTime", zone, locale)}>
          {ageOf(atMs, now)}
        </span>
      </p>
      {cells.length > 0 && (
        <p className="og-note">{t("deviation", { scale: formatQuantityText(scaleMv, "mV", locale) })}</p>
      )}
      {cells.length > 0 && (
        <ol className={styles.strip} aria-label={t("cells")}>
          {cells.map(({ number, voltageV, deviationMv, isMarked }) => {
            const mark = number === lowest ? "lowest" : number === highest ? "highest" : undefined;
            return (
              <li key={number} data-marked={isMarked || undefined}>
                <span className={styles.track} aria-hidden>
                  <span
                    data-down={deviationMv < 0 || undefined}
                    style={{ height: `${(Math.abs(deviationMv) / scaleMv) * 50}%` }}
                  />
                </span>
                <span className="og-strong">{number}</span>
                <span className="og-number" data-deviation>
                  {signed(deviationMv)}
                </span>
                <span className="og-number og-muted og-nowrap">{volt(voltageV)}</span>
                {mark && <span className="og-strong">{t(mark)}</span>}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
