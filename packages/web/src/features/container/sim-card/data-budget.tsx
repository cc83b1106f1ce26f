import type { SimCard } from "@offgrid/contract/sim-cards/sim-card-rules";
import { useTranslation } from "react-i18next";

import { formatNumber, formatQuantityText, missing } from "../../../core/format.ts";
import { formatAge } from "../../../core/time.ts";
import { budgetText, dayText } from "../../../domain/sim-cards/budget-words.ts";
import type { DataBudget } from "../../../domain/sim-cards/sim-cards.data.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";

export interface DataBudgetProps {
  budget: DataBudget;
  /** Null: nobody has recorded one. */
  card: Pick<SimCard, "currency" | "expiresOn"> | null;
  now: number;
}

/** What the link used since the bundle was renewed, and what that comes to by the next renewal. */
export function DataBudgetSection({ budget, card, now }: DataBudgetProps) {
  const { t } = useTranslation("sim-card");
  const locale = useLocale();
  const { state, usedBytes, bundleBytes, countedAt, countedSince, exceededOn } = budget;
  const day = state === "expired" ? card?.expiresOn : exceededOn;
  const isGood = state === "on_track";
  const isPlain = state === "no_bundle" || state === "unknown";
  return (
    <Section title={t("budget.title")}>
      <p className={`og-flush og-strong ${isGood ? "og-accent" : isPlain ? "" : "og-amber"}`} role="status">
        {t(`budget.state.${state}`, { day: day ? dayText(day, locale) : missing })}
      </p>
      {usedBytes !== null && bundleBytes !== null && (
        <progress className="og-wide" value={Math.min(1, usedBytes / bundleBytes)} aria-label={t("budget.bar")} />
      )}
      <p className="og-flush">{budgetText(budget, t, locale)}</p>
      {usedBytes !== null && <Facts budget={budget} currency={card?.currency ?? null} />}
      <p className="og-note">
        {countedAt !== null && t("budget.countedAt", { age: formatAge(ageMs(Date.parse(countedAt), now), locale) })}{" "}
        {countedSince !== null && t("budget.countedSince", { day: dayText(countedSince, locale) })}
      </p>
    </Section>
  );
}

function Facts({ budget, currency }: { budget: DataBudget; currency: string | null }) {
  const { t } = useTranslation("sim-card");
  const locale = useLocale();
  const { leftBytes, perDayBytes, until, cost } = budget;
  const bytes = (value: number | null) => formatQuantityText(value, "B", locale);
  return (
    <dl className="og-facts og-line">
      <div>
        <dt>{t("budget.left")}</dt>
        <dd>{bytes(leftBytes)}</dd>
      </div>
      <div>
        <dt>{t("budget.perDay")}</dt>
        <dd>{bytes(perDayBytes)}</dd>
      </div>
      <div>
        <dt>{t("budget.renewal")}</dt>
        <dd>{dayText(until, locale)}</dd>
      </div>
      {cost !== null && currency !== null && (
        <div>
          <dt>{t("budget.cost")}</dt>
          <dd>{formatNumber(cost, locale, { style: "currency", currency })}</dd>
        </div>
      )}
    </dl>
  );
}
