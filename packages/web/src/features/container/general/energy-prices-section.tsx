import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { saveEnergyPrices, useMaySetEnergyPrices, useEnergyPrices } from "./energy-prices.data.ts";
import { priceFields, textsOf } from "./energy-price-input.ts";
import { EnergyPricesForm } from "./energy-prices.form.tsx";

/** What energy costs at a container: kept for those who may change it, read by the others. */
export function EnergyPricesSection({ containerId }: { containerId: string }) {
  const { t } = useTranslation("energy-prices");
  const prices = useEnergyPrices(containerId);
  const mayChange = useMaySetEnergyPrices();
  return (
    <Section title={t("prices")}>
      <p className="og-note">{t("why")}</p>
      <Async of={quiet(prices)} height={320}>
        {({ prices: known }) =>
          mayChange ? (
            <EnergyPricesForm prices={known} onSave={(next) => saveEnergyPrices(containerId, next)} />
          ) : (
            <Prices prices={known} />
          )
        }
      </Async>
    </Section>
  );
}

/** For those who may not change them. */
function Prices({ prices }: { prices: EnergyPrices | null }) {
  const { t } = useTranslation("energy-prices");
  const texts = textsOf(prices, useLocale());
  if (!prices) return <p>{t("notSet")}</p>;
  return (
    <dl className="og-facts og-stack og-mid">
      {(["currency", ...priceFields] as const).map((field) => (
        <div key={field}>
          <dt>{t(field)}</dt>
          <dd>{texts[field] || missing}</dd>
        </div>
      ))}
    </dl>
  );
}
