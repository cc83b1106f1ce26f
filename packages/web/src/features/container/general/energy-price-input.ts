import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";
import { priceLimits } from "@offgrid/contract/energy-costs/price-limits";

import { readNumber, writeNumber } from "../../../core/typed-number.ts";

/** What someone types about prices, and what it means. Pure. */

export const priceFields = ["fuelPricePerLitre", "litresPerHour", "litresPerKwh", "gridPricePerKwh"] as const;
export type PriceField = (typeof priceFields)[number];

/** As typed. */
export type PriceTexts = Record<PriceField | "currency", string>;

export function textsOf(prices: EnergyPrices | null, locale: "en" | "fr"): PriceTexts {
  const fields = priceFields.map((field) => [field, writeNumber(prices?.[field], locale)]);
  return { currency: prices?.currency ?? "", ...(Object.fromEntries(fields) as Record<PriceField, string>) };
}

/** @returns The fields that mean nothing, if there are any. */
export function readPrices(texts: PriceTexts): { prices: EnergyPrices } | { wrong: (PriceField | "currency")[] } {
  const wrong: (PriceField | "currency")[] = [];
  const currency = texts.currency.trim().toUpperCase();
  if (!Intl.supportedValuesOf("currency").includes(currency)) wrong.push("currency");
  const numbers = priceFields.map((field) => {
    if (texts[field].trim() === "") return [field, null] as const;
    const value = readNumber(texts[field]) ?? NaN;
    if (!(value <= priceLimits[field])) wrong.push(field);
    return [field, value] as const;
  });
  if (wrong.length > 0) return { wrong };
  return { prices: { currency, ...(Object.fromEntries(numbers) as Record<PriceField, number | null>) } };
}
