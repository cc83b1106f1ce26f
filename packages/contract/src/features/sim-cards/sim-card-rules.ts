import { oneLine } from "../../core/one-line.ts";

/** What a record of a SIM card may hold. Pure, and without a schema library, since screens import it. */

export const simCardBounds = {
  bundleMb: { from: 1, to: 1_000_000 },
  renewalDay: { from: 1, to: 31 },
  pricePerMb: { from: 0, to: 1_000_000 },
} as const;
export const simCardLengths = { operator: 64, apn: 100, note: 500 } as const;

/** Everything that may be known of the SIM card of a container; null: not known. */
export interface SimCard {
  operator: string | null;
  iccid: string | null;
  phone: string | null;
  apn: string | null;
  bundleMb: number | null;
  renewalDay: number | null;
  expiresOn: string | null;
  pricePerMb: number | null;
  currency: string | null;
  note: string | null;
}

export const simCardFields = [
  "operator",
  "iccid",
  "phone",
  "apn",
  "bundleMb",
  "renewalDay",
  "expiresOn",
  "pricePerMb",
  "currency",
  "note",
] as const satisfies readonly (keyof SimCard)[];
export type SimCardField = (typeof simCardFields)[number];

/** Why a field is refused, in the sentence that callers get. */
export const simCardFaults = {
  operator: "Please fill the operator's name in one line of at most 64 characters.",
  iccid: "Please fill the 18 to 20 digits of the ICCID, which begins with 89.",
  iccid_check: "Please look for a typing error: the last digit of this ICCID does not follow from the others.",
  phone: "Please fill the phone number with its country code, such as +254712345678.",
  apn: "Please fill the APN with letters, digits, points and hyphens only.",
  bundle: "Please fill 1 to 1000000 MB.",
  renewal: "Please fill a day of the month, 1 to 31.",
  renewal_missing: "Please fill the day of the month on which the bundle is renewed.",
  expires: "Please fill a date of this century, such as 2027-03-31.",
  price: "Please fill a price from 0 to 1000000.",
  currency: "Please fill the three letters of a currency, such as EUR.",
  currency_missing: "Please fill the currency of the price.",
  note: "Please fill at most 500 characters.",
} as const;
export type SimCardFault = keyof typeof simCardFaults;

/** By ITU-T E.118: the code for telecommunications, country, issuer, account, and a check digit. */
const iccidForm = /^89\d{16,18}$/;
/** By ITU-T E.164. */
const phoneForm = /^\+[1-9]\d{6,14}$/;
const apnForm = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;
const dateForm = /^20\d\d-\d\d-\d\d$/;

/** Does the last digit follow from the others, as on every card (Luhn)? */
export function isCheckDigitRight(digits: string): boolean {
  const sum = digits
    .split("")
    .reverse()
    .reduce((total, digit, place) => {
      const weighed = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
  return sum % 10 === 0;
}

function isDate(text: string): boolean {
  const at = dateForm.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function isWithin(value: number, { from, to }: { from: number; to: number }): boolean {
  return value >= from && value <= to;
}

type Check = { [Field in SimCardField]: (value: NonNullable<SimCard[Field]>) => SimCardFault | undefined };

const checks: Check = {
  operator: (text) =>
    text !== "" && text.length <= simCardLengths.operator && oneLine.test(text) ? undefined : "operator",
  iccid: (text) => (!iccidForm.test(text) ? "iccid" : isCheckDigitRight(text) ? undefined : "iccid_check"),
  phone: (text) => (phoneForm.test(text) ? undefined : "phone"),
  apn: (text) => (text.length <= simCardLengths.apn && apnForm.test(text) ? undefined : "apn"),
  bundleMb: (mb) => (Number.isInteger(mb) && isWithin(mb, simCardBounds.bundleMb) ? undefined : "bundle"),
  renewalDay: (day) => (Number.isInteger(day) && isWithin(day, simCardBounds.renewalDay) ? undefined : "renewal"),
  expiresOn: (text) => (isDate(text) ? undefined : "expires"),
  pricePerMb: (price) => (isWithin(price, simCardBounds.pricePerMb) ? undefined : "price"),
  currency: (text) => (/^[A-Z]{3}$/.test(text) ? undefined : "currency"),
  note: (text) => (text.length <= simCardLengths.note ? undefined : "note"),
};

/** What of a record cannot stay as it is, by its field. */
export function faultsOf(card: SimCard): Partial<Record<SimCardField, SimCardFault>> {
  const found: Partial<Record<SimCardField, SimCardFault>> = {};
  const check = <Field extends SimCardField>(field: Field) => {
    const value = card[field];
    const fault = value === null ? undefined : checks[field](value as NonNullable<SimCard[Field]>);
    if (fault) found[field] = fault;
  };
  for (const field of simCardFields) check(field);
  if (card.bundleMb !== null && card.renewalDay === null) found.renewalDay = "renewal_missing";
  if (card.pricePerMb !== null && card.currency === null) found.currency = "currency_missing";
  return found;
}

/** Nothing is known of it. */
export function isEmptyCard(card: SimCard): boolean {
  return simCardFields.every((field) => card[field] === null);
}
