import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";

/** What someone types about prices, and what it means. Pure. */

export const priceFields = ["fuelPricePerLitre", "litresPerHour", "litresPerKwh", "gridPricePerKwh"] as const;
export type PriceField = (typeof priceFields)[number];

/** As typed. */
export type PriceTexts = Record<PriceField | "currency", string>;

export function textsOf(prices: EnergyPrices | null, locale: "en" | "fr"): PriceTexts {
  const text = (value: number | null | undefined) => {
    if (value === null || value === undefined) return "";
    return locale === "fr" ? String(value).replace(".", ",") : String(value);
  };
  const fields = priceFields.map((field) => [field, text(prices?.[field])]);
  return { currency: prices?.currency ?? "", ...(Object.fromEntries(fields) as Record<PriceField, string>) };
}

/** @returns The fields that mean nothing, if there are any. */
export function readPrices(texts: PriceTexts): { prices: EnergyPrices } | { wrong: (PriceField | "currency")[] } {
  const wrong: (PriceField | "currency")[] = [];
  const currency = texts.currency.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) wrong.push("currency");
  const numbers = priceFields.map((field) => {
    const text = texts[field].trim().replace(",", ".");
    if (text === "") return [field, null] as const;
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0) wrong.push(field);
    return [field, value] as const;
  });
  if (wrong.length > 0) return { wrong };
  return { prices: { currency, ...(Object.fromEntries(numbers) as Record<PriceField, number | null>) } };
}
