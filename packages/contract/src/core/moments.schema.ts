import { z } from "zod";

import { clockTime, type Moment as MomentType, mostOffsetMinutes } from "./moments.ts";

const timeMessage = "Please fill a time such as 18:30, or sunrise or sunset.";
const clockMessage = "Please fill a time such as 18:30.";
const dayMessage = "Please choose at least one day of the week: 1 is Monday, 7 is Sunday.";
const minutesMessage = `Please fill the minutes after it, or with a minus before it: -${mostOffsetMinutes} to ${mostOffsetMinutes}.`;

/** An instant that every clock and the database can hold: until the end of the year 9999. */
export const EpochSeconds = z.int().min(0).max(253_402_300_799);

/** Hours and minutes as clocks show them. */
export const ClockTime = z.string({ error: clockMessage }).regex(clockTime, clockMessage);

/** Days of the week: 1 is Monday. */
export const Weekdays = z
  .array(z.int({ error: dayMessage }).min(1, dayMessage).max(7, dayMessage), { error: dayMessage })
  .min(1, dayMessage)
  .max(7, dayMessage)
  .refine((days) => new Set(days).size === days.length, "Please choose each day once.");

/** A time of day, by the clocks of the place or by its sun. */
export const Moment: z.ZodType<MomentType> = z
  .union(
    [
      z.strictObject({ time: z.string({ error: timeMessage }).regex(clockTime, timeMessage) }),
      z.strictObject({
        sun: z.enum(["sunrise", "sunset"], { error: timeMessage }),
        offsetMinutes: z
          .int({ error: minutesMessage })
          .min(-mostOffsetMinutes, minutesMessage)
          .max(mostOffsetMinutes, minutesMessage)
          .optional(),
      }),
    ],
    { error: timeMessage },
  )
  .meta({ id: "Moment" });
