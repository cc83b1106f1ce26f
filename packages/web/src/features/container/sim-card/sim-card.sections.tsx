import { type SimCard, simCardFields } from "@offgrid/contract/sim-cards/sim-card-rules";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { dayText } from "../../../domain/sim-cards/budget-words.ts";
import { textsOf } from "../../../domain/sim-cards/sim-card-input.ts";
import { saveSimCard, useMaySaveSimCard, useSimCard } from "../../../domain/sim-cards/sim-cards.data.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { DataBudgetSection } from "./data-budget.tsx";
import { SimCardForm } from "./sim-card.form.tsx";

/** What the link of a container has used of its data, and the SIM card that pays for it. */
export function SimCardSections({ containerId, now }: { containerId: string; now: number }) {
  const { t } = useTranslation("sim-card");
  const known = useSimCard(containerId);
  const mayChange = useMaySaveSimCard();
  return (
    <Async of={quiet(known)} height={480}>
      {({ card, budget }) => (
        <div className="og-stack">
          <DataBudgetSection budget={budget} card={card} now={now} />
          <Section title={t("title")}>
            <p className="og-note">{t("why")}</p>
            {mayChange ? (
              <SimCardForm card={card} onSave={(next) => saveSimCard(containerId, next)} />
            ) : (
              <SimCardFacts card={card} />
            )}
          </Section>
        </div>
      )}
    </Async>
  );
}

/** For those who may not change it. */
export function SimCardFacts({ card }: { card: SimCard | null }) {
  const { t } = useTranslation("sim-card");
  const locale = useLocale();
  const texts = textsOf(card, locale);
  if (!card) return <p>{t("none")}</p>;
  return (
    <dl className="og-facts og-stack og-mid">
      {simCardFields.map((field) => (
        <div key={field}>
          <dt>{t(`field.${field}`)}</dt>
          <dd className="og-anywhere">
            {(field === "expiresOn" && card.expiresOn !== null ? dayText(card.expiresOn, locale) : texts[field]) ||
              missing}
          </dd>
        </div>
      ))}
    </dl>
  );
}
