import { z } from "zod";

import { ClockTime, Weekdays } from "../../core/moments.schema.ts";
import { acRunFields } from "../commands/commands.schema.ts";
import { acBounds, mostHours } from "./ac-plan.ts";

const differentMessage = "Please fill two different times; without hours it runs day and night.";
const hoursMessage = `Please fill at most ${mostHours} spans.`;
const chargeMessage = `Please fill a charge: ${acBounds.minSoc.from} to ${acBounds.minSoc.to} %.`;

const Hours = z
  .strictObject({
    from: ClockTime,
    to: ClockTime,
    days: Weekdays.optional().describe("Days on which it begins, 1 is Monday; left out: every day"),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], error: differentMessage });

const Charge = z
  .int({ error: chargeMessage })
  .min(acBounds.minSoc.from, chargeMessage)
  .max(acBounds.minSoc.to, chargeMessage);

/** How an air conditioner works by itself: the section `ac` of a configuration. Its times are those of the section `place`. */
export const AcPlan = z.strictObject({
  enabled: z.boolean().describe("False: nothing is asked of the unit, it is as people leave it"),
  ...acRunFields,
  hours: z
    .array(Hours)
    .max(mostHours, hoursMessage)
    .describe("When it runs, by the clocks of the place, also across midnight; empty: day and night"),
  minSoc: Charge.nullable().describe(
    "Below this charge of the battery it does not run, in percent; null: it runs at any charge",
  ),
});
