import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { formatQuantityText, formatShare } from "../../../core/format.ts";
import { hoursText } from "@offgrid/contract/core/duration-text";
import { litresText, moneyText } from "../../../domain/period-figures/figure-text.ts";
import { Async, type Pending, quiet } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";

export type Costs = Answer<"getEnergyCosts">["data"];

/** Nothing where there is neither generator nor grid: then nothing can cost. It is named by what there is. */
export function CostsSection({ costs }: { costs: Pending<Costs> }) {
  const { t } = useTranslation("analysis");
  const { data } = costs;
  if (data && data.generator === null && data.grid === null) return null;
  return (
    <Section title={t(data?.generator === null ? "costs.gridTitle" : "costs.title")}>
      <Async of={quiet(costs)} height={96}>
        {(known) => <CostsCard costs={known} />}
      </Async>
    </Section>
  );
}

/** How long the generator ran, about how much fuel it used, and what it and the grid cost, where there is one of them. */
export function CostsCard({ costs }: { costs: Costs }) {
  const { t } = useTranslation(["analysis", "period-figures"]);
  const locale = useLocale();
  const { generator, grid, prices, coverage } = costs;
  const costOf = (amount: number) => ({ amount, currency: prices?.currency ?? "EUR" });
  const isEstimate = generator?.fuelL !== null && generator?.fuelL !== undefined;
  return (
    <>
      <div className="og-grid" style={columns(160, { gap: "16px 32px", isFilled: true })}>
        {generator && (
          <div>
            <h3 className="og-note og-after og-medium">{t("costs.generator")}</h3>
            <p className="og-big og-figure og-flush">
              {generator.hours === null ? t("notKnown") : hoursText(generator.hours)}
            </p>
            <p className="og-note">
              {generator.hours === null ? t("costs.hoursNone") : t("costs.running")}{" "}
              {generator.wh !== null && t("costs.energy", { energy: formatQuantityText(generator.wh, "Wh", locale) })}
            </p>
          </div>
        )}
        {generator && isEstimate && (
          <div>
            <h3 className="og-note og-after og-medium">{t("costs.fuel")}</h3>
            <p className="og-big og-figure og-flush">
              {t("costs.about", { amount: litresText(generator.fuelL ?? 0, locale) })}
            </p>
            <p className="og-note">
              {generator.cost === null
                ? t("costs.estimate")
                : t("costs.estimateMoney", {
                    money: moneyText({ ...costOf(generator.cost), isEstimate: true }, locale),
                  })}
            </p>
          </div>
        )}
        {grid && (
          <div>
            <h3 className="og-note og-after og-medium">{t("period-figures:figure.gridIn")}</h3>
            <p className="og-big og-figure og-flush">{formatQuantityText(grid.wh, "Wh", locale)}</p>
            {grid.cost !== null && <p className="og-note">{moneyText(costOf(grid.cost), locale)}</p>}
          </div>
        )}
      </div>
      {generator && !isEstimate && <p className="og-note">{t("costs.noFuel")}</p>}
      {generator && generator.hours !== null && coverage < 0.99 && (
        <p className="og-note">{t("costs.partly", { percent: formatShare(coverage, locale) })}</p>
      )}
    </>
  );
}
