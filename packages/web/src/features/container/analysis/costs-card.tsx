import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { durationText } from "../../../core/duration.ts";
import { formatQuantityText, formatLocales } from "../../../core/format.ts";
import { columns } from "../../../ui/columns.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./analysis.module.css";

export type Costs = Answer<"getEnergyCosts">["data"];

/** How long the generator ran, about how much fuel it used, and what it and the grid cost. */
export function CostsCard({ costs }: { costs: Costs }) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const { generator, grid, prices, coverage } = costs;
  if (!generator && !grid) return <p className="og-note">{t("costs.none")}</p>;
  const money = (amount: number) =>
    new Intl.NumberFormat(formatLocales[locale], { style: "currency", currency: prices?.currency ?? "EUR" }).format(
      amount,
    );
  const litres = (amount: number) =>
    `${new Intl.NumberFormat(formatLocales[locale], { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(amount)} L`;
  const isEstimate = generator?.fuelL !== null && generator?.fuelL !== undefined;
  return (
    <>
      <div className="og-grid" style={columns(160, { gap: "16px 32px", isFilled: true })}>
        {generator && (
          <div>
            <h3 className={styles.subtitle}>{t("costs.generator")}</h3>
            <p className="og-big og-figure og-flush">
              {generator.hours === null ? t("notKnown") : runTime(generator.hours, locale)}
            </p>
            <p className="og-note">
              {generator.hours === null ? t("costs.hoursNone") : t("costs.running")}{" "}
              {generator.wh !== null && t("costs.energy", { energy: formatQuantityText(generator.wh, "Wh", locale) })}
            </p>
          </div>
        )}
        {generator && isEstimate && (
          <div>
            <h3 className={styles.subtitle}>{t("costs.fuel")}</h3>
            <p className="og-big og-figure og-flush">{t("costs.about", { amount: litres(generator.fuelL ?? 0) })}</p>
            <p className="og-note">
              {generator.cost === null
                ? t("costs.estimate")
                : t("costs.estimateMoney", { money: money(generator.cost) })}
            </p>
          </div>
        )}
        {grid && (
          <div>
            <h3 className={styles.subtitle}>{t("part.gridIn")}</h3>
            <p className="og-big og-figure og-flush">{formatQuantityText(grid.wh, "Wh", locale)}</p>
            {grid.cost !== null && <p className="og-note">{money(grid.cost)}</p>}
          </div>
        )}
      </div>
      {generator && !isEstimate && <p className="og-note">{t("costs.noFuel")}</p>}
      {generator && generator.hours !== null && coverage < 0.99 && (
        <p className="og-note">
          {t("costs.partly", { percent: formatQuantityText(coverage * 100, "percent", locale) })}
        </p>
      )}
    </>
  );
}

/** A generator that stood still has run for no hours, rather than for no seconds. */
function runTime(hours: number, locale: LocaleCode): string {
  return hours * 60 < 1 ? "0 h" : durationText(hours * 3_600, locale);
}
