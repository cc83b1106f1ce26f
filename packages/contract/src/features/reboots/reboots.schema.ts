import { z } from "zod";

import { ClockTime, EpochSeconds, Weekdays } from "../../core/moments.schema.ts";
import { rebootObstacles } from "./next-reboot.ts";

/** When a controller restarts by itself, by the clocks of the section `place`. */
export const RebootSection = z.strictObject({
  enabled: z.boolean(),
  days: Weekdays.describe("Local days of the week; 1 is Monday"),
  time: ClockTime.describe("As clocks at the container show it, such as 03:30"),
});
export type RebootSection = z.infer<typeof RebootSection>;

/** Why a planned restart is put off, as in `next-reboot.ts`. */
export const RebootObstacle = z.enum(rebootObstacles);

/** What the events `reboot.planned` and `reboot.skipped` say. */
export const RebootNews = z.object({
  /** For when it was planned, epoch s. */
  due: EpochSeconds,
  /** Of one that was skipped. */
  reason: RebootObstacle.optional(),
});
export type RebootNews = z.infer<typeof RebootNews>;
