import { z } from "zod";

import { clockTime, type Moment as MomentType, mostOffsetMinutes } from "./moments.ts";

const timeMessage = "Please fill a time such as 18:30, or sunrise or sunset.";
const minutesMessage = `Please fill the minutes after it, or with a minus before it: -${mostOffsetMinutes} to ${mostOffsetMinutes}.`;

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
