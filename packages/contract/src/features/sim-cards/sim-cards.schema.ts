import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { faultsOf, type SimCard as SimCardRecord, type SimCardField, simCardFaults } from "./sim-card-rules.ts";

const fields = {
  operator: z.string().trim().max(256).nullable().describe("Name of the operator, such as Safaricom"),
  iccid: z
    .string()
    .max(32)
    .nullable()
    .describe("Number of the card: 18 to 20 digits of which the last is a check digit"),
  phone: z.string().max(32).nullable().describe("Its phone number with the country code, such as +254712345678"),
  apn: z.string().max(256).nullable().describe("Access point name"),
  bundleMb: z.number().nullable().describe("MB (millions of bytes) that may be used until the bundle is renewed"),
  renewalDay: z
    .number()
    .nullable()
    .describe("Day of the month on which it is renewed, in the zone of the container; of shorter months, the last day"),
  expiresOn: z.string().max(32).nullable().describe("The last day on which the card works, YYYY-MM-DD"),
  pricePerMb: z.number().nullable().describe("For each MB beyond the bundle, in the currency below"),
  currency: z.string().max(32).nullable().describe("Of the price, by ISO 4217"),
  note: z.string().trim().max(2_000).nullable(),
};

/** The SIM card of a container; null in a field: not known. */
export const SimCard = z.strictObject(fields).superRefine((card: SimCardRecord, { addIssue }) => {
  for (const [field, fault] of Object.entries(faultsOf(card)))
    addIssue({ code: "custom", path: [field as SimCardField], message: simCardFaults[fault] });
});
export type SimCard = z.infer<typeof SimCard>;

/** How the use of data stands against its bundle. */
export const budgetStates = ["unknown", "no_bundle", "on_track", "will_exceed", "exceeded", "expired"] as const;

const Day = z.iso.date();
const bytes = z.number();

/** What the link of a container used since its bundle was renewed. All days are days of its zone. */
export const DataBudget = z.object({
  state: z.enum(budgetStates),
  from: Day.describe("The day of the last renewal; the first of the month where none is set"),
  until: Day.describe("The day of the next renewal"),
  daysLeft: z.int().describe("Days up to the next renewal, today among them"),
  usedBytes: bytes.nullable().describe("Sent and received since the last renewal; null: nothing was counted yet"),
  countedSince: Day.nullable().describe(
    "The first day that was counted, where that is after `from`; what was used before is not known",
  ),
  countedAt: Instant.nullable().describe("Up to when it is counted"),
  bundleBytes: bytes.nullable().describe("Null: no bundle is set"),
  leftBytes: bytes.nullable().describe("Never below 0"),
  perDayBytes: bytes
    .nullable()
    .describe("Mean of the last seven whole days, or of as many as were counted; null: no whole day was"),
  projectedBytes: bytes.nullable().describe("What `usedBytes` will be at the next renewal, at that pace"),
  exceededOn: Day.nullable().describe(
    "The day on which the bundle is used up at that pace, where that is before the next renewal",
  ),
  cost: z.number().nullable().describe("Of what was used, in the currency of the price; null: no price is set"),
});
export type DataBudget = z.infer<typeof DataBudget>;
