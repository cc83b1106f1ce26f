import { z } from "zod";

import { BackRange, CutOff, GeneratorStart } from "../energy-state/energy-state.schema.ts";
import { ServiceProblem } from "../weather/weather.schema.ts";

/** "auto": Solcast where a resource is named and the portal has a credential, else Open-Meteo, else the clear sky. */
export const ForecastProvider = z.enum(["auto", "solcast", "open_meteo", "clear_sky"]);
export type ForecastProvider = z.infer<typeof ForecastProvider>;

/** What a solar forecast must know about the panels. */
export const forecastFields = {
  provider: ForecastProvider,
  /** Solcast's id of the rooftop site. */
  resourceId: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .optional(),
  capacity: z.number().positive().max(100_000_000).describe("Peak power of the panels, W"),
  tilt: z.number().min(0).max(90).describe("From the horizontal, degrees"),
  azimuth: z
    .number()
    .min(0)
    .max(360)
    .describe("Direction that the panels face, clockwise from north, degrees: 180 is south"),
  loss: z.number().min(0).max(90).describe("Loss between panel and meter (wiring, dust, heat, conversion), percent"),
  limitW: z
    .number()
    .positive()
    .max(100_000_000)
    .optional()
    .describe("What inverter or charge controller let through of the panels at most, W. Left out: nothing limits them"),
  reserveSoc: z
    .number()
    .min(1)
    .max(90)
    .optional()
    .describe(
      "State of charge that should not be used up, percent; loads are taken to be cut there until a cut was seen. Left out: the portal's default",
    ),
};

export const ForecastSetting = z.object({
  ...forecastFields,
  capacity: z
    .number()
    .nonnegative()
    .describe("Peak power of the panels, W; 0: guessed, and nothing is known of it yet"),
  resourceId: z.string().nullable(),
  limitW: z.number().nullable().describe("As set, W; null: nothing limits them"),
  reserveSoc: z.number().nullable().describe("As set, percent"),
  /**
   * Nobody has set the panels: peak power is learned from the best hours so far, tilt and direction are guessed from
   * latitude.
   */
  isGuessed: z.boolean(),
});
export type ForecastSetting = z.infer<typeof ForecastSetting>;

export const SolarSource = z.enum(["solcast", "open_meteo", "clear_sky", "none"]);
export type SolarSource = z.infer<typeof SolarSource>;

/**
 * Expected solar power of the hour that begins at `at`, mean W; nine times in ten above `pv_estimate10`, and nine times
 * in ten below `pv_estimate90`.
 */
export const SolarHour = z.object({
  at: z.iso.datetime(),
  pv_estimate: z.number().describe("W"),
  pv_estimate10: z.number().describe("W"),
  pv_estimate90: z.number().describe("W"),
});
export type SolarHour = z.infer<typeof SolarHour>;

/**
 * safe: above the cut-off for 48 h; dip: falls below it and recovers by itself; blackout: falls below it for more than
 * 6 h or without recovering within 48 h; charging: safe, and full within 24 h; learning: too little history yet, or the
 * battery's capacity is not known yet; blind: the state of charge is stale; none: no battery is measured here.
 */
export const BlackoutState = z.enum(["safe", "dip", "blackout", "charging", "learning", "blind", "none"]);
export type BlackoutState = z.infer<typeof BlackoutState>;

const verdict = {
  state: BlackoutState,
  /** When loads are likely to be cut, also for a dip. */
  likely: z.iso.datetime().nullable(),
  hours: z.number().nullable().describe("Hours from now to then; 0: they are cut already"),
};

/** For lists. */
export const BlackoutBrief = z.object({
  ...verdict,
  chance: z
    .number()
    .optional()
    .describe("Chance that they are cut within 48 h, 0..1, where it is below one half. Left out: none, or not known"),
});
export type BlackoutBrief = z.infer<typeof BlackoutBrief>;

/** What some containers together are expected to generate and use: the quantities that are measured as such. */
export const FleetForecast = z.object({
  t: z.array(z.number().describe("Starts of the coming hours, the present one first, epoch ms")),
  generation: z.array(
    z.number().describe("Wh in each of these hours, of what the sun offers only what loads and batteries can take"),
  ),
  consumption: z.array(z.number().describe("Wh in each of these hours, without loads that are expected to be cut")),
  counted: z.int().describe("Containers that have a forecast; of the others nothing is counted"),
  countedSun: z.int().describe("Those of them that have one of the sun; of the others no generation is counted"),
  of: z.int().describe("Containers that were asked for"),
});
export type FleetForecast = z.infer<typeof FleetForecast>;

export const BlackoutForecast = z.object({
  ...verdict,
  /** There is no solar forecast: solar is counted as 0. */
  loadOnly: z.boolean(),
  /** When this was computed. */
  at: z.iso.datetime(),
  /** Percent, where the forecast starts from. */
  soc: z.object({ value: z.number().describe("Percent"), at: z.iso.datetime() }).nullable(),
  /** Wh; "learned": from the energy that went in and out compared with the state of charge. */
  capacity: z.object({ value: z.number().describe("Wh"), from: z.enum(["reported", "learned"]) }).nullable(),
  reserveSoc: z.number().describe("State of charge that should not be used up, percent: as in lists"),
  cutOff: CutOff,
  /** It has a generator, whose power is not in the forecast. */
  hasGenerator: z.boolean(),
  generatorStart: GeneratorStart.extend({
    withoutAt: z.iso.datetime().describe("When loads would be cut if it did not"),
  })
    .optional()
    .describe(
      "No cut is expected, since the generator has started by itself at this charge on the last days, and comes before one. Left out: it is not known to, has not this time, or no cut would come without it",
    ),
  /** The first time below the cut-off; `to` null: not back within 48 h. */
  partOff: z
    .object({
      from: z
        .enum(["meter", "change", "unknown"])
        .describe(
          "meter: its own meters tell what it draws; change: the load before and after it was switched off; unknown: nothing does, and it is counted as if it were on",
        ),
      isEarly: z
        .boolean()
        .optional()
        .describe(
          "The change was measured for less than an hour, and what fell as it was switched off does not explain it, so that what is on may have paused: only a part of it may be left out yet",
        ),
      isCounted: z
        .literal(true)
        .optional()
        .describe(
          "What it draws is not known well enough, so that at least a part of it is counted: a cut comes then at the earliest. Left out: it is not",
        ),
      percent: z.int().nullable().describe("Percent of the load of the coming 24 h; null: not known"),
      backSoc: z
        .number()
        .nullable()
        .describe("State of charge from which it is counted again, percent; null: not known"),
      backAt: z.iso
        .datetime()
        .nullable()
        .default(null)
        .describe("When that is likely; null: not within 48 h, not known, or in doubt"),
    })
    .optional()
    .describe("A part of the loads that is off now, which `served` leaves out until it is back. Left out: none is"),
  dip: z.object({ from: z.iso.datetime(), to: z.iso.datetime().nullable(), back: BackRange.optional() }).nullable(),
  /** What is known of the first time below the cut-off, even if unlikely (see `chance`). Null: no path goes there. */
  blackout: z
    .object({
      /** With one chance in ten it comes before this. */
      earliest: z.iso.datetime(),
      early: z.iso
        .datetime()
        .optional()
        .describe(
          "With one chance in four it comes before this. Left out: its chance is less, or an earlier version made the forecast",
        ),
      likely: z.iso.datetime(),
      /** With one chance in ten it comes after this; null: or not at all within 48 h. */
      latest: z.iso.datetime().nullable(),
      hours: z.number().describe("Hours from now to `likely`"),
      chance: z.number().describe("Chance that it comes at all within 48 h, 0..1"),
    })
    .nullable(),
  fullAt: z.iso.datetime().nullable(),
  isFull: z.literal(true).optional().describe("The battery was full when it was made: `fullAt` has passed"),
  historyDays: z.int().describe("Days of load that the forecast has learned from"),
  neededDays: z.int().describe("How many it needs"),
  /** What is missing for a forecast. */
  missing: z.array(z.enum(["soc", "load", "capacity", "history"])),
  t: z
    .array(z.number())
    .describe("Ends of 48 hours, epoch s. All arrays have this length; empty where there is no forecast"),
  soc10: z
    .array(z.number())
    .describe("State of charge at those instants, percent: the level below which it is in one case of ten"),
  soc50: z.array(z.number()).describe("The same, in half of all cases"),
  soc90: z.array(z.number()).describe("The same, in nine cases of ten"),
  load: z.array(z.number()).describe("Mean power that the loads are expected to ask for in those hours, W"),
  solar: z
    .array(z.number())
    .describe("Mean power that the panels could give, W; with a `sunPercent`, at that part of what was forecast"),
  /** In forecasts that were made before these were added, they are empty. */
  served: z
    .array(z.number())
    .default([])
    .describe(
      "Of `load`, what is supplied in half of all cases, W: without a part that is off, and only DC loads while it is cut",
    ),
  taken: z
    .array(z.number())
    .default([])
    .describe(
      "Of `solar`, what loads and battery take in half of all cases, W; empty where there is no solar forecast",
    ),
  solarSource: SolarSource,
  sunDays: z
    .int()
    .optional()
    .describe("Days of measured sun by which a clear sky is adjusted. Left out: an earlier version made the forecast"),
  solarFetchedAt: z.iso.datetime().nullable(),
  solarProblem: ServiceProblem.nullable(),
  sunPercent: z
    .int()
    .nullable()
    .default(null)
    .describe(
      "Percent of the expected sun that the panels gave in the last day, where that puts the forecast in doubt; null: it does not, or it is not known",
    ),
  isChargeLimited: z
    .boolean()
    .optional()
    .describe(
      "The battery allowed no more current for most of the last day's sun: no return of power is promised. Left out: it did not, or that is not known",
    ),
  needsClearSky: z
    .boolean()
    .default(false)
    .describe(
      "The expected sun is that of a clear sky, as on most of the last days: no weather service knows better, and a day with clouds brings much less",
    ),
  lastError: z
    .number()
    .nullable()
    .describe(
      "Mean absolute error of the forecast made a day ago, in percentage points of charge; null: none to compare",
    ),
});
export type BlackoutForecast = z.infer<typeof BlackoutForecast>;
