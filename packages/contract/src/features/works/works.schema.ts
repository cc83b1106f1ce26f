import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { worksStates } from "./works-moves.ts";

export const WorksState = z.enum(worksStates);

/** Works at a container: while they are under way, nobody else switches anything in it. */
export const Works = z.object({
  worksId: z.string(),
  containerId: z.string(),
  state: WorksState,
  reason: z.string(),
  by: z.object({ userId: z.string(), name: z.string().nullable() }),
  startsAt: Instant,
  endsAt: Instant.describe("When they are to be over; nothing ends them then but whoever works there, or half a day"),
  /** When they were ended or cancelled. */
  endedAt: Instant.nullable(),
});
export type Works = z.infer<typeof Works>;

/** Works that are under way, as lists and headers show them. */
export const WorksBrief = z.object({
  worksId: z.string(),
  by: z.object({ userId: z.string(), name: z.string().nullable() }),
  reason: z.string(),
  since: Instant,
  /** When they are to be over. */
  until: Instant,
});
export type WorksBrief = z.infer<typeof WorksBrief>;
