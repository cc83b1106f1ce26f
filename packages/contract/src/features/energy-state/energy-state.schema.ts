import { z } from "zod";

import { OutputChange } from "../commands/commands.schema.ts";
import { protectingReasons } from "../commands/output-reasons.ts";
import { energyLevels, noReturns } from "./energy-levels.ts";

export const EnergyLevel = z.enum(energyLevels);
export type EnergyLevel = z.infer<typeof EnergyLevel>;

/** Between which instants loads are likely to have power again. */
export const BackRange = z.object({
  /** With one chance in ten they have it before this. */
  earliest: z.iso.datetime(),
  /** With one chance in ten they have it after this; null: or not at all within 48 h. */
  latest: z.iso.datetime().nullable(),
  /** The panels lately gave clearly less than the same forecast said: nobody should count on the expected instant. */
  isDoubtful: z.boolean().optional(),
  /** Left out: not doubtful, or not known. */
  sunPercent: z.int().optional().describe("Percent of what was forecast that the panels lately gave"),
});
export type BackRange = z.infer<typeof BackRange>;

/**
 * Why nobody knows when loads that are cut, or will be, have power again. computing: the forecast is being computed. charge: the state of
 * charge is not known. history, capacity: there is too little history for a forecast, or the battery's capacity is not known.
 * sun: there is no forecast of the sun. horizon: not within 48 h. passed: they were expected to have it by now. protection: it
 * keeps them off, and has not said until when. charge_limit: the battery limits its charging, and nobody knows what it will
 * allow.
 */
export const NoReturn = z.enum(noReturns);
export type NoReturn = z.infer<typeof NoReturn>;

/** What may be supplied apart from the loads that a container cuts. */
export const StillOn = z.enum(["air_conditioning", "dc_loads"]);
export type StillOn = z.infer<typeof StillOn>;

/**
 * What a running generator does beside supplying the loads. charging: the battery charges. supplying: it neither charges
 * nor discharges. short: it discharges all the same.
 */
export const GeneratorWork = z.enum(["charging", "supplying", "short"]);
export type GeneratorWork = z.infer<typeof GeneratorWork>;

/** State of charge at which loads are cut; "learned": from the last cut; "assumed": neither set nor learned. */
export const CutOff = z.object({
  soc: z.number().describe("Percent"),
  from: z.enum(["setting", "learned", "assumed"]),
  seenSoc: z
    .number()
    .optional()
    .describe(
      "Percent; charge at the last cut, where it is not used: loads have power at a lower one. Left out: it is used, or none is known",
    ),
});
export type CutOff = z.infer<typeof CutOff>;

/** Why an output is without power, as its controller said; what it did not say, or has not happened, is left out. */
export const CutCause = OutputChange.pick({
  low: true,
  limit: true,
  passed: true,
  restoreSoc: true,
  times: true,
}).extend({
  /** `no_supply`: what feeds it is one of the others. */
  reason: z.enum([...protectingReasons, "no_supply"]),
  retryAt: z.iso.datetime().optional().describe("When phase control tries the phase again at the earliest"),
  feeder: z.object({ target: z.string(), name: z.string().nullable() }).optional(),
});
export type CutCause = z.infer<typeof CutCause>;

/** At which charge a generator usually starts by itself. */
export const GeneratorStart = z.object({ soc: z.int().describe("Percent, by its starts on the last 14 days") });

export const EnergyState = z.object({
  level: EnergyLevel,
  /** Since when the loads, or the part of them that is cut, have had no power, at the latest; null unless they are cut. */
  since: z.iso.datetime().nullable(),
  /**
   * When they are expected to be cut, or what is left of them, within 48 hours; null: not expected, all cut already, or no
   * forecast, or a generator runs that the forecast does not count.
   */
  cutAt: z.iso.datetime().nullable(),
  cutEarlyAt: z.iso
    .datetime()
    .optional()
    .describe(
      "Of a cut that is ahead: it comes before this with one chance in ten. Left out: `cutAt` is within 24 hours, or not known",
    ),
  cutChance: z.number().optional().describe("How likely that is, 0..1. Left out: it is not expected, or not known"),
  countsOff: z
    .literal(true)
    .optional()
    .describe(
      "`cutAt` counts at least a part of what is switched off, whose power is not known: it would come then if that drew power again, and else later. Left out: it does not",
    ),
  /** When they are expected to have power again after that; null: not within 48 hours, or no forecast. */
  backAt: z.iso.datetime().nullable(),
  /**
   * Of loads that are cut, or expected to be, and not expected back. Left out: they are, or no cut is expected, or `back` says
   * why not, or the forecast ends too soon after the cut to tell.
   */
  noReturn: NoReturn.optional(),
  /** Around `backAt`; where that is null, left out unless it is a doubtful one. */
  back: BackRange.optional(),
  /**
   * Of loads that are partly cut: which outputs protection has switched off, in the order of their kinds and numbers, and then
   * what they feed.
   */
  cutOutputs: z
    .array(
      z.object({
        target: z.string(),
        name: z.string().nullable().describe("Null: nobody has named it"),
        cause: CutCause.optional().describe("Left out: not known"),
      }),
    )
    .optional(),
  /** When the part of them that is cut is expected to have power again. Left out: not known, or there is no such part. */
  partBackAt: z.iso.datetime().optional(),
  /** What draws power although the loads are cut. Left out: nothing is known to, or they are not cut. */
  stillOn: z.array(StillOn).optional(),
  /** Left out: it has none, or it does not run, or that is not known now. */
  generator: z
    .object({
      powerW: z.int().nullable().describe("W; null: not measured"),
      /** Null: what the battery does is not known. */
      work: GeneratorWork.nullable(),
    })
    .optional(),
  generatorStart: GeneratorStart.optional().describe(
    "Its loads would be cut within 48 h, if its generator did not start by itself before, as it has done on the last days. Left out: it is not known to, or has not started this time",
  ),
  /**
   * By what its charge and its power tell how long the battery lasts. Left out: the forecast tells that, or it reports no
   * capacity.
   */
  battery: z
    .object({
      capacityWh: z.number(),
      cutOff: CutOff.describe("It is counted down to this, as forecasts are"),
    })
    .optional(),
  /**
   * When the readings behind the level were measured. Where that is longer ago than three intervals, the level is the last
   * that is known. Null: never measured.
   */
  at: z.iso.datetime().nullable(),
  /** Cuts that ended in the last 24 hours, from the first to the last. Left out: none. The present one is none of them. */
  ended: z
    .object({
      /** When the first of them began. */
      from: z.iso.datetime(),
      /** When the loads had power again after the last of them; where readings are missing then, the last that showed none. */
      to: z.iso.datetime(),
      count: z.int(),
      seconds: z.int().describe("Without power, of all of them together"),
    })
    .optional(),
});
export type EnergyState = z.infer<typeof EnergyState>;
