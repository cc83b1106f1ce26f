import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { EpochSeconds } from "../../core/moments.schema.ts";
import { worksStates } from "./works-moves.ts";

export const WorksState = z.enum(worksStates);

/**
 * Whether the controller goes by works:
 *
 * - `known`: it has reported them as they are.
 * - `waiting`: it does not know of them yet, or knows another end.
 * - `unsupported`: its software knows no works, or it has never connected.
 */
export const WorksKnowledge = z.enum(["known", "waiting", "unsupported"]);
export type WorksKnowledge = z.infer<typeof WorksKnowledge>;

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
  knowledge: WorksKnowledge.nullable().describe("Null: they are over"),
});
export type Works = z.infer<typeof Works>;

/** Works that are not over, by id, as a controller is to know them: a section of its configuration. */
export const WorksSection = z.record(
  z.string().regex(/^[\w-]{1,64}$/),
  z.strictObject({ from: EpochSeconds, to: EpochSeconds.describe("When they are to be over") }),
);

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
