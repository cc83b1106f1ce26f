import type { LocaleCode } from "@offgrid/contract/core/constants";
import {
  faultsOf,
  isEmptyCard,
  type SimCard,
  type SimCardFault,
  type SimCardField,
  simCardFields,
} from "@offgrid/contract/sim-cards/sim-card-rules";

import { readNumber, writeNumber } from "../../core/typed-number.ts";

/** What someone types about a SIM card, and what it means. Pure. */

/** As typed; "": nothing. */
export type SimCardTexts = Record<SimCardField, string>;

const numbers = ["bundleMb", "renewalDay", "pricePerMb"] as const satisfies readonly SimCardField[];

export function textsOf(card: SimCard | null, locale: LocaleCode): SimCardTexts {
  const textOf = (field: SimCardField): string => {
    const value = card?.[field] ?? null;
    return typeof value === "number" ? writeNumber(value, locale) : (value ?? "");
  };
  return Object.fromEntries(simCardFields.map((field) => [field, textOf(field)])) as SimCardTexts;
}

/** Numbers are printed and dictated in groups, which mean nothing. */
const grouping = /[\s().-]+/g;

/** @returns Null for a card of which nothing was typed, or the fields that mean nothing. */
export function readSimCard(
  texts: SimCardTexts,
): { card: SimCard | null } | { faults: Partial<Record<SimCardField, SimCardFault>> } {
  const textIn = (field: SimCardField): string | null => texts[field].trim() || null;
  const numberIn = (field: (typeof numbers)[number]): number | null =>
    textIn(field) === null ? null : (readNumber(texts[field]) ?? NaN);
  const card: SimCard = {
    operator: textIn("operator"),
    iccid: textIn("iccid")?.replaceAll(grouping, "") ?? null,
    phone: textIn("phone")?.replaceAll(grouping, "") ?? null,
    apn: textIn("apn"),
    bundleMb: numberIn("bundleMb"),
    renewalDay: numberIn("renewalDay"),
    expiresOn: textIn("expiresOn"),
    pricePerMb: numberIn("pricePerMb"),
    currency: textIn("currency")?.toUpperCase() ?? null,
    note: textIn("note"),
  };
  const faults = faultsOf(card);
  if (Object.keys(faults).length > 0) return { faults };
  return { card: isEmptyCard(card) ? null : card };
}
