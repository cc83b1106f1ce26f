import { z } from "zod";

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
  /** Peak power of the panels, W. */
  capacity: z.number().positive().max(100_000_000),
  /** From the horizontal, degrees. */
  tilt: z.number().min(0).max(90),
  /** Direction that the panels face, clockwise from north, degrees: 180 is south. */
  azimuth: z.number().min(0).max(360),
  /** Loss between panel and meter (wiring, dust, heat, conversion), percent. */
  loss: z.number().min(0).max(90),
  /**
   * State of charge that should not be used up, percent; loads are taken to be cut there until a cut was seen. Left out: the
   * portal's default.
   */
  reserveSoc: z.number().min(1).max(90).optional(),
};

export const ForecastSetting = z.object({
  ...forecastFields,
  /** 0: guessed, and nothing is known of it yet. */
  capacity: z.number().nonnegative(),
  resourceId: z.string().nullable(),
  reserveSoc: z.number().nullable(),
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
  pv_estimate: z.number(),
  pv_estimate10: z.number(),
  pv_estimate90: z.number(),
});
export type SolarHour = z.infer<typeof SolarHour>;

/**
 * safe: above the cut-off for 48 h; dip: falls below it and recovers by itself; blackout: falls below it for more than
 * 6 h or without recovering within 48 h; charging: safe, and full within 24 h; learning: too little history yet, or the
 * battery's capacity is not known yet; blind: the state of charge is stale; none: no battery is measured here.
 */
export const BlackoutState = z.enum(["safe", "dip", "blackout", "charging", "learning", "blind", "none"]);
export type BlackoutState = z.infer<typeof BlackoutState>;

/** The reserve unless another is set, and the cut-off unless one is set or learned, percent. */
export const defaultReserveSoc = 20;

/** For lists. */
export const BlackoutBrief = z.object({
  state: BlackoutState,
  /** When loads are likely to be cut, also for a dip. */
  likely: z.iso.datetime().nullable(),
  /** Hours from now to then; 0: they are cut already. */
  hours: z.number().nullable(),
});
export type BlackoutBrief = z.infer<typeof BlackoutBrief>;

/** What some containers together are expected to generate and use. */
export const FleetForecast = z.object({
  /** Starts of the coming hours, the present one first, epoch ms. */
  t: z.array(z.number()),
  /** Wh in each of these hours. */
  generation: z.array(z.number()),
  consumption: z.array(z.number()),
  /** Containers that have a forecast, of all that were asked for; of the others nothing is counted. */
  counted: z.int(),
  of: z.int(),
});
export type FleetForecast = z.infer<typeof FleetForecast>;

export const BlackoutForecast = z.object({
  ...BlackoutBrief.shape,
  /** There is no solar forecast: solar is counted as 0. */
  loadOnly: z.boolean(),
  /** When this was computed. */
  at: z.iso.datetime(),
  /** Percent, where the forecast starts from. */
  soc: z.object({ value: z.number(), at: z.iso.datetime() }).nullable(),
  /** Wh; "learned": from the energy that went in and out compared with the state of charge. */
  capacity: z.object({ value: z.number(), from: z.enum(["reported", "learned"]) }).nullable(),
  /** State of charge that should not be used up, percent. */
  reserveSoc: z.number(),
  /** State of charge at which loads are cut, percent; "learned": from the last cut; "assumed": neither set nor learned. */
  cutOff: z.object({ soc: z.number(), from: z.enum(["setting", "learned", "assumed"]) }),
  /** It has a generator, whose power is not in the forecast. */
  hasGenerator: z.boolean(),
  /** The first time below the cut-off; `to` null: not back within 48 h. */
  dip: z.object({ from: z.iso.datetime(), to: z.iso.datetime().nullable() }).nullable(),
  /** What is known of the first time below the cut-off, even if unlikely (see `chance`). Null: no path goes there. */
  blackout: z
    .object({
      /** With one chance in ten it comes before this. */
      earliest: z.iso.datetime(),
      likely: z.iso.datetime(),
      /** With one chance in ten it comes after this; null: or not at all within 48 h. */
      latest: z.iso.datetime().nullable(),
      /** From now to `likely`. */
      hours: z.number(),
      /** Chance that it comes at all within 48 h, 0..1. */
      chance: z.number(),
    })
    .nullable(),
  fullAt: z.iso.datetime().nullable(),
  /** Days of load that the forecast has learned from, and how many it needs. */
  historyDays: z.int(),
  neededDays: z.int(),
  /** What is missing for a forecast. */
  missing: z.array(z.enum(["soc", "load", "capacity", "history"])),
  /** Ends of 48 hours, epoch s. All arrays have this length; empty where there is no forecast. */
  t: z.array(z.number()),
  /**
   * State of charge at those instants, percent: the level below which it is in one case of ten, in half, in nine of
   * ten.
   */
  soc10: z.array(z.number()),
  soc50: z.array(z.number()),
  soc90: z.array(z.number()),
  /** Expected mean power in those hours, W. */
  load: z.array(z.number()),
  solar: z.array(z.number()),
  solarSource: SolarSource,
  solarFetchedAt: z.iso.datetime().nullable(),
  solarProblem: ServiceProblem.nullable(),
  /** Mean absolute error of the forecast made a day ago, in percentage points of charge; null: none to compare. */
  lastError: z.number().nullable(),
});
export type BlackoutForecast = z.infer<typeof BlackoutForecast>;
