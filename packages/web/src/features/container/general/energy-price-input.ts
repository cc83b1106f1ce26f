import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";
import { priceLimits } from "@offgrid/contract/energy-costs/price-limits";

import { formatLocales } from "../../../core/format.ts";

/** What someone types about prices, and what it means. Pure. */

export const priceFields = ["fuelPricePerLitre", "litresPerHour", "litresPerKwh", "gridPricePerKwh"] as const;
export type PriceField = (typeof priceFields)[number];

/** As typed. */
export type PriceTexts = Record<PriceField | "currency", string>;

export function textsOf(prices: EnergyPrices | null, locale: "en" | "fr"): PriceTexts {
  // Every digit that it has, as it can be typed again.
  const format = new Intl.NumberFormat(formatLocales[locale], { useGrouping: false, maximumFractionDigits: 20 });
  const text = (value: number | null | undefined) => {
    return value === null || value === undefined ? "" : format.format(value);
  };
  const fields = priceFields.map((field) => [field, text(prices?.[field])]);
  return { currency: prices?.currency ?? "", ...(Object.fromEntries(fields) as Record<PriceField, string>) };
}

/** What people write: Number() also reads "0x10" and "1e5". */
const plainNumber = /^(?:\d+\.?\d*|\.\d+)$/;

/** @returns The fields that mean nothing, if there are any. */
export function readPrices(texts: PriceTexts): { prices: EnergyPrices } | { wrong: (PriceField | "currency")[] } {
  const wrong: (PriceField | "currency")[] = [];
  const currency = texts.currency.trim().toUpperCase();
  if (!Intl.supportedValuesOf("currency").includes(currency)) wrong.push("currency");
  const numbers = priceFields.map((field) => {
    const text = texts[field].trim().replace(",", ".");
    if (text === "") return [field, null] as const;
    const value = Number(text);
    if (!plainNumber.test(text) || value > priceLimits[field]) wrong.push(field);
    return [field, value] as const;
  });
  if (wrong.length > 0) return { wrong };
  return { prices: { currency, ...(Object.fromEntries(numbers) as Record<PriceField, number | null>) } };
}
