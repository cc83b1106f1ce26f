import { z } from "zod";

import { PassedLimit, PhaseNumber } from "../commands/commands.schema.ts";
import { leastGapPercent, phaseBounds, phaseModes, phaseNumbers } from "./phase-bounds.ts";

const { delaySeconds, percent, priority, watts } = phaseBounds;
const priorityMessage = `Please fill a priority: ${priority.from} to ${priority.to}.`;
const wattsMessage = `Please fill a power: ${watts.from} to ${watts.to} W.`;
const percentMessage = `Please fill a charge: ${percent.from} to ${percent.to} %.`;
const delayMessage = `Please fill the seconds between two steps: ${delaySeconds.from} to ${delaySeconds.to}.`;

const between = ({ from, to }: { from: number; to: number }, error: string) =>
  z.number({ error }).min(from, error).max(to, error);

/** What one phase may draw, and at which charge it is disconnected. */
const PhaseSetting = z.strictObject({
  id: PhaseNumber,
  priority: between(priority, priorityMessage).int(priorityMessage).describe("1 is supplied first."),
  limitW: between(watts, wattsMessage)
    .nullable()
    .describe("It may draw so much, in W; null: its power does not count."),
  minSoc: between(percent, percentMessage)
    .nullable()
    .describe("It is disconnected below this charge, in percent; null: the charge does not count."),
  restoreSoc: between(percent, percentMessage).nullable().describe("It comes back from this charge on, in percent."),
});
export type PhaseSetting = z.infer<typeof PhaseSetting>;

/** Which phases of a container have power when there is not enough for all of them. */
export const PhaseControl = z
  .strictObject({
    mode: z
      .enum(phaseModes)
      .describe(
        "limits: each phase has its limits; priorities: the total goes to the most important phases first, too",
      ),
    totalW: between(watts, wattsMessage)
      .nullable()
      .describe("What all phases may draw together, in W, by their priorities; null: only in other modes"),
    delaySeconds: between(delaySeconds, delayMessage)
      .int(delayMessage)
      .describe("Seconds before the first and between two steps"),
    phases: z.array(PhaseSetting).max(phaseNumbers.length),
  })
  .superRefine(({ mode, totalW, phases }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) => addIssue({ code: "custom", path, message });
    if (mode === "priorities" && totalW === null) refuse(["totalW"], wattsMessage);
    for (const [place, { id, priority: rank, minSoc, restoreSoc }] of phases.entries()) {
      const before = phases.slice(0, place);
      if (before.some((phase) => phase.id === id)) refuse(["phases", place, "id"], "must be in the list once");
      if (before.some((phase) => phase.priority === rank))
        refuse(["phases", place, "priority"], "must be unlike those of the other phases");
      if ((minSoc === null) !== (restoreSoc === null))
        refuse(["phases", place, "restoreSoc"], "must be there where the other charge is, and only there");
      else if (minSoc !== null && restoreSoc !== null && restoreSoc < minSoc + leastGapPercent)
        refuse(["phases", place, "restoreSoc"], "must be above the charge at which the phase is disconnected");
    }
  });
export type PhaseControl = z.infer<typeof PhaseControl>;

/** A phase that is kept without power. */
const KeptPhase = PassedLimit.extend({
  id: PhaseNumber,
  atMs: z.number(),
  /** What it drew before; null: not measured, or it had no power anyway. */
  drewW: z.number().nullable(),
  /** False: it had no power anyway, and is only kept from getting some. */
  wasOn: z.boolean(),
});
export type KeptPhase = z.infer<typeof KeptPhase>;

/** What phase control remembers, on disk, so that a restart changes nothing. All instants are epoch ms. */
export const PhaseControlState = z.object({
  kept: z.array(KeptPhase),
  /** Since when something has been so without a break, such as `power.2` or `back.3`. */
  since: z.record(z.string(), z.number()),
  /** Of each phase that drew too much: how often in a row, and when it came back last; null: it has not. */
  overloads: z.array(z.object({ id: PhaseNumber, count: z.int(), backAtMs: z.number().nullable() })),
  /** When a phase was disconnected or came back last. */
  movedAtMs: z.number().nullable(),
  /** The last time that the phases were looked at. */
  seenAtMs: z.number().nullable(),
});
export type PhaseControlState = z.infer<typeof PhaseControlState>;
