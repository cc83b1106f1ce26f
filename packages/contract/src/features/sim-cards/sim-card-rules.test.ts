import { expect, test } from "vitest";

import { faultsOf, isCheckDigitRight, isEmptyCard, type SimCard } from "./sim-card-rules.ts";
import { SimCard as SimCardSchema } from "./sim-cards.schema.ts";

const empty: SimCard = {
  operator: null,
  iccid: null,
  phone: null,
  apn: null,
  bundleMb: null,
  renewalDay: null,
  expiresOn: null,
  pricePerMb: null,
  currency: null,
  note: null,
};
const card: SimCard = {
  operator: "Safaricom",
  iccid: "8925402100012345676",
  phone: "+254712345678",
  apn: "internet.m2m",
  bundleMb: 500,
  renewalDay: 31,
  expiresOn: "2028-02-29",
  pricePerMb: 0.02,
  currency: "KES",
  note: "Spare card in the cabinet.",
};

test("a card with everything and one of which nothing is known are both right", () => {
  expect(faultsOf(card)).toEqual({});
  expect(faultsOf(empty)).toEqual({});
  expect(isEmptyCard(empty)).toBe(true);
  expect(isEmptyCard({ ...empty, note: "Lost." })).toBe(false);
});

test("each digit of an ICCID that is typed wrong shows in its check digit", () => {
  const digits = card.iccid as string;
  for (let place = 2; place < digits.length; place++)
    for (let digit = 0; digit < 10; digit++) {
      const typed = digits.slice(0, place) + String(digit) + digits.slice(place + 1);
      expect(isCheckDigitRight(typed)).toBe(typed === digits);
    }
});

test.each([
  ["iccid", "8925402100012345675", "iccid_check"],
  ["iccid", "1234567890123456789", "iccid"],
  ["iccid", "89254021000123456", "iccid"],
  ["phone", "0712345678", "phone"],
  ["phone", "+0712345678", "phone"],
  ["operator", "", "operator"],
  ["operator", "Two\nlines", "operator"],
  ["apn", "-internet", "apn"],
  ["bundleMb", 0, "bundle"],
  ["bundleMb", 1.5, "bundle"],
  ["renewalDay", 32, "renewal"],
  ["renewalDay", null, "renewal_missing"],
  ["expiresOn", "2027-02-29", "expires"],
  ["expiresOn", "soon", "expires"],
  ["pricePerMb", -1, "price"],
  ["currency", "euro", "currency"],
  ["currency", null, "currency_missing"],
  ["note", "x".repeat(501), "note"],
] as const)("%s %j is refused as %s, and nothing else is", (field, value, fault) => {
  const wrong = { ...card, [field]: value };
  expect(faultsOf(wrong)).toEqual({ [field]: fault });
  const paths = SimCardSchema.safeParse(wrong).error?.issues.map(({ path }) => path);
  expect(paths).toEqual([[field]]);
});
