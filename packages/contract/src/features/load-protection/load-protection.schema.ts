import { z } from "zod";

import { CommandTarget, LowSide } from "../commands/commands.schema.ts";
import { leastGapPercent, leastGapV, protectionBounds } from "./protection-bounds.ts";

const within = ({ from, to }: { from: number; to: number }) => z.number().min(from).max(to);
const percent = within(protectionBounds.percent);
const volts = within(protectionBounds.volts);

/** An output in the order in which loads are cut. */
const ProtectedLoad = z.strictObject({
  target: CommandTarget,
  /** It is never cut, whatever happens: the controller, the modem, a ventilation. */
  neverCut: z.boolean(),
});

/** Which loads a controller cuts before the battery is empty, and when they come back. */
export const LoadProtection = z
  .strictObject({
    enabled: z.boolean(),
    cutSoc: percent.describe("Loads are cut below this charge, in percent."),
    restoreSoc: percent.describe("They come back from this charge on, in percent."),
    cutVoltage: volts.nullable().describe("Loads are also cut below this voltage, in V; null: voltage does not count."),
    restoreVoltage: volts.nullable().describe("They come back from this voltage on, in V."),
    delaySeconds: within(protectionBounds.delaySeconds)
      .int()
      .describe("Seconds before the first and between two cuts or returns."),
    /** Cut from the first on, back from the last on. */
    loads: z.array(ProtectedLoad).max(64),
  })
  .superRefine(({ cutSoc, restoreSoc, cutVoltage, restoreVoltage, loads }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) => addIssue({ code: "custom", path, message });
    if (restoreSoc < cutSoc + leastGapPercent)
      refuse(["restoreSoc"], "must be above the charge at which loads are cut");
    if ((cutVoltage === null) !== (restoreVoltage === null))
      refuse(["restoreVoltage"], "must be there where the other voltage is, and only there");
    if (cutVoltage !== null && restoreVoltage !== null && restoreVoltage < cutVoltage + leastGapV)
      refuse(["restoreVoltage"], "must be above the voltage at which loads are cut");
    for (const [place, { target }] of loads.entries())
      if (loads.findIndex((load) => load.target === target) < place)
        refuse(["loads", place, "target"], "must be in the list once");
  });
export type LoadProtection = z.infer<typeof LoadProtection>;

const Cut = z.object({
  target: CommandTarget,
  /** Null: it was cut by a program that did not keep it. */
  low: LowSide.nullable().default(null),
  /** False: it had no power anyway, and is only kept from getting some. */
  wasOn: z.boolean(),
  /** What all loads drew before; null: not measured. */
  beforeW: z.number().nullable(),
});

/** What load protection remembers, on disk, so that a restart changes nothing. All instants are epoch ms. */
export const ProtectionState = z.object({
  /** Loads without power, first cut first. */
  cuts: z.array(Cut),
  /** When the last load was cut or came back. */
  movedAtMs: z.number().nullable(),
  /** Since when the battery has been low, or full enough. */
  since: z.object({ is: z.enum(["low", "recovered"]), atMs: z.number() }).nullable(),
  /** The last time that the battery was looked at. */
  seenAtMs: z.number().nullable(),
  /** The effect of the last cut is still to be measured. */
  isJudging: z.boolean(),
  /** Cuts in a row that changed nothing. */
  futileCuts: z.int(),
  /** It cuts no more until all loads are back: cutting has not helped. */
  isStopped: z.boolean(),
});
export type ProtectionState = z.infer<typeof ProtectionState>;
