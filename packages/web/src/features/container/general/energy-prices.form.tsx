import { TextInput } from "@mantine/core";
import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";
import { priceLimits } from "@offgrid/contract/energy-costs/price-limits";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../../core/format.ts";
import { columns } from "../../../ui/columns.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { type PriceTexts, priceFields, readPrices, textsOf } from "./energy-price-input.ts";

export interface EnergyPricesFormProps {
  prices: EnergyPrices | null;
  onSave: (prices: EnergyPrices) => Promise<unknown>;
}

/** What fuel and grid cost, and how much fuel the generator uses. */
export function EnergyPricesForm({ prices, onSave }: EnergyPricesFormProps) {
  const { t } = useTranslation("energy-prices");
  const locale = useLocale();
  const before = textsOf(prices, locale);
  const [typed, setTyped] = useState<Partial<PriceTexts>>({});
  const [wrong, setWrong] = useState<readonly (keyof PriceTexts)[]>([]);
  const save = useAct(onSave);
  const texts = { ...before, ...typed };
  const fields = ["currency", ...priceFields] as const;
  const isDirty = fields.some((field) => texts[field] !== before[field]);

  const type = (field: keyof PriceTexts, text: string) => {
    setTyped({ ...typed, [field]: text });
    setWrong(wrong.filter((one) => one !== field));
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const read = readPrices(texts);
    setWrong("wrong" in read ? read.wrong : []);
    if ("prices" in read && (await save.run(read.prices))) setTyped({});
  };
  const help = { currency: t("currencyHelp"), litresPerHour: t("fuelHelp") } as Partial<
    Record<keyof PriceTexts, string>
  >;
  const fault = (field: keyof PriceTexts) =>
    field === "currency" ? t("badCurrency") : t("badNumber", { most: formatCount(priceLimits[field], locale) });
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      <div className="og-grid" style={columns(260, { isFilled: true })}>
        {fields.map((field) => (
          <TextInput
            key={field}
            label={t(field)}
            description={help[field]}
            inputWrapperOrder={["label", "input", "description", "error"]}
            inputMode={field === "currency" ? "text" : "decimal"}
            maxLength={field === "currency" ? 3 : 12}
            value={texts[field]}
            error={wrong.includes(field) && fault(field)}
            onChange={(event) => type(field, event.currentTarget.value)}
          />
        ))}
      </div>
      <FormFoot
        send={t("save")}
        done={t("saved")}
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
      />
    </form>
  );
}
