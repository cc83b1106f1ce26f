import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { BlackoutBrief, BlackoutState } from "@offgrid/contract/forecast/forecast.schema";

import { hoursAheadText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText, missing } from "../../core/format.ts";
import { timeLeft } from "../energy-flow/time-left.ts";
import type { EnergyWords } from "./use-energy-words.ts";

/** How long the loads of a container will have power. */
export type HoursLeft =
  | { kind: "cut" }
  /** At least: it counts what is off; how likely the cut is, 0..1, where no word of its state of energy warns of it; from when on it may come, where that word speaks of a sooner one. */
  | { kind: "hours"; hours: number; isLeast?: true; cutChance?: number; earlyHours?: number }
  /** No forecast says it, but the battery would be used up so soon if its power stayed. */
  | { kind: "at_power"; hours: number }
  /** As far as the forecast reaches, which is 48 hours; how likely a cut is before that, 0..1, where it is worth saying; by a generator that starts by itself. */
  | { kind: "lasting"; cutChance?: number; byGenerator?: true }
  /** As long as its generator runs. */
  | { kind: "generator" }
  | { kind: "unknown"; why: "blind" | "coming" | "learning" };

const lastingStates: ReadonlySet<BlackoutState> = new Set(["safe", "charging"]);
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** A cut that is less likely than this does not spoil "no cut expected". */
export const leastCutChance = 0.1;

/** From this chance on, a cut is said to come without how likely it is: a forecast is never sure, and "100 %" would say so. */
const almostCertain = 0.99;

export function isAlmostCertain(chance: number): boolean {
  return chance >= almostCertain;
}

/** What a battery holds and gives now; undefined: not known, or old. */
export interface BatteryNow {
  /** Percent. */
  soc: number | undefined;
  /** W, positive while charging. */
  powerW: number | undefined;
}

/** @param forecast The container's; null: not yet computed. */
export function hoursLeft(
  energy: EnergyState,
  forecast: BlackoutBrief | null,
  battery: BatteryNow,
  nowMs: number,
): HoursLeft {
  if (energy.level === "cut") return { kind: "cut" };
  const cutInMs = energy.cutAt === null ? undefined : Date.parse(energy.cutAt) - nowMs;
  // One that has long passed is the last that is known of a silent container: nobody knows whether it came.
  if (cutInMs !== undefined && cutInMs > -hourMs)
    return { kind: "hours", hours: Math.max(0, cutInMs) / hourMs, ...doubtOf(energy, nowMs) };
  if (forecast?.state === "none" || energy.level === "unknown" || cutInMs !== undefined)
    return { kind: "unknown", why: "blind" };
  if (forecast && lastingStates.has(forecast.state)) {
    if (energy.generatorStart) return { kind: "lasting", byGenerator: true };
    const { chance = 0 } = forecast;
    return chance < leastCutChance ? { kind: "lasting" } : { kind: "lasting", cutChance: chance };
  }
  if (energy.level === "generator_running") return { kind: "generator" };
  const atPower = hoursAtPower(energy, battery);
  if (atPower !== undefined) return { kind: "at_power", hours: atPower };
  if (forecast === null) return { kind: "unknown", why: "coming" };
  // Of a cut that has come and gone nothing is expected until the next forecast.
  const why = forecast.state === "blind" || forecast.state === "learning" ? forecast.state : "coming";
  return { kind: "unknown", why };
}

/** What keeps the hours until a cut from being all that is known of it. */
function doubtOf(
  { level, countsOff, cutChance, cutEarlyAt }: EnergyState,
  nowMs: number,
): { isLeast?: true; cutChance?: number; earlyHours?: number } {
  if (countsOff) return { isLeast: true };
  if (cutEarlyAt !== undefined) return { earlyHours: Math.max(minuteMs, Date.parse(cutEarlyAt) - nowMs) / hourMs };
  const isWarnedOf = level === "cut_ahead" || level === "generator_ahead" || level === "cut_partly";
  return isWarnedOf || cutChance === undefined || isAlmostCertain(cutChance) ? {} : { cutChance };
}

/** Until the battery is at its cut-off, as the card of its forecast says it. */
function hoursAtPower({ battery }: EnergyState, { soc, powerW }: BatteryNow): number | undefined {
  if (!battery || soc === undefined || powerW === undefined || powerW >= 0) return undefined;
  return timeLeft(battery.capacityWh, soc, powerW, battery.cutOff)?.hours;
}

/** Order from the fewest; what lasts comes after all that does not, a generator between. Undefined: not known. */
export function hoursLeftOrder(left: HoursLeft): number | undefined {
  switch (left.kind) {
    case "cut":
      return -1;
    case "hours":
    case "at_power":
      return left.hours;
    case "generator":
      return Number.MAX_SAFE_INTEGER - 1;
    case "lasting":
      return Number.MAX_SAFE_INTEGER - (left.cutChance === undefined ? 0 : 2);
    case "unknown":
      return undefined;
  }
}

/** A figure, and what has to be said beside it. */
export interface HoursLeftText {
  figure: string;
  note?: string;
}

/**
 * "cut now", "23 h", "1 h 45", "on generator", "> 48 h"; a dash where it is not known. With a note: "at least", "maybe 13 h", "at this power", "70 % likely within 48 h", "30 % chance of a cut", "with generator".
 * @param age How long ago it was known, where nothing has come since: that is said with it.
 */
export function hoursLeftText(left: HoursLeft, words: EnergyWords, age?: string): HoursLeftText {
  const text = presentText(left, words);
  if (age === undefined || left.kind === "unknown") return text;
  const figure = left.kind === "cut" ? words.t("hoursLeft.wasCut") : text.figure;
  const asOf = words.t("hoursLeft.asOf", { age });
  return { figure, note: text.note === undefined ? asOf : `${text.note}, ${asOf}` };
}

function presentText(left: HoursLeft, words: EnergyWords): HoursLeftText {
  switch (left.kind) {
    case "cut":
      return { figure: words.t("hoursLeft.cut") };
    case "hours":
      return {
        figure: hoursAheadText(left.hours, words.locale),
        ...(left.isLeast && { note: words.t("hoursLeft.atLeast") }),
        ...(left.earlyHours !== undefined && {
          note: words.t("hoursLeft.early", { hours: hoursAheadText(left.earlyHours, words.locale) }),
        }),
        ...(left.cutChance !== undefined && chanceNote("likely", left.cutChance, words)),
      };
    case "at_power":
      return { figure: hoursAheadText(left.hours, words.locale), note: words.t("hoursLeft.atPower") };
    case "generator":
      return { figure: words.t("hoursLeft.generator") };
    case "lasting":
      return {
        figure: words.t("hoursLeft.lasting"),
        ...(left.cutChance !== undefined && chanceNote("cutChance", left.cutChance, words)),
        ...(left.byGenerator && { note: words.t("hoursLeft.byGenerator") }),
      };
    case "unknown":
      return { figure: missing };
  }
}

function chanceNote(key: "likely" | "cutChance", chance: number, { t, locale }: EnergyWords): { note: string } {
  return { note: t(`hoursLeft.${key}`, { percent: chanceText(chance, locale) }) };
}

/** How likely a cut is in whole percent: the one rounding, so that all parts of a screen say the same. */
export function chanceText(chance: number, locale: LocaleCode): string {
  return formatQuantityText(chance * 100, "percent", locale);
}
