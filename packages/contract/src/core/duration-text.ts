import type { LocaleCode } from "./constants.ts";

/** The other units have one symbol in both languages. */
const daySymbol: Record<LocaleCode, string> = { en: "d", fr: "j" };

/**
 * Seconds as the one shape of durations: "40 s", "45 min", "11 h 30", and from two days on "3 d 4 h". Whole units, never
 * rounded up; held together by no-break spaces, as one figure.
 */
export function durationText(seconds: number, locale: LocaleCode): string {
  return breakable(seconds, locale).replaceAll(" ", "\u00a0");
}

/**
 * Hours of a period, which are added up and subtracted: to the nearest minute, "70 h 45" also from two days on, or the
 * minutes of a difference would come from nowhere. What did not happen lasted for no hours, rather than for no seconds.
 */
export function hoursText(hours: number): string {
  const minutes = Math.round(hours * 60);
  return minutes < 1 ? "0\u00a0h" : belowDays(minutes * 60).replaceAll(" ", "\u00a0");
}

/** How long something has lasted so far, where that is drawn again only every half minute: below a minute "<1 min". */
export function lastingText(seconds: number, locale: LocaleCode): string {
  return seconds < 60 ? lessThanMinute : durationText(seconds, locale);
}

const lessThanMinute = "<\u00a01\u00a0min";

/** Below this many hours someone who sets out now has to plan by minutes. */
const minutesBelowHours = 6;
/** As far as forecasts reach; what a present power promises beyond is no plan. */
const farthestHours = 48;

/**
 * How many hours are left, as the one shape of it: "23 h", below six hours "1 h 45" or "45 min", above two days
 * "> 48 h". Rounded, so that it agrees with the instant that stands beside it.
 */
export function hoursAheadText(hours: number, locale: LocaleCode): string {
  const minutes = Math.round(hours * 60);
  if (minutes < 1) return lessThanMinute;
  if (minutes < minutesBelowHours * 60) return durationText(minutes * 60, locale);
  return hours > farthestHours ? `>\u00a0${farthestHours}\u00a0h` : `${Math.round(hours)}\u00a0h`;
}

function belowDays(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  const [minutes, hours] = [Math.floor(whole / 60) % 60, Math.floor(whole / 3_600)];
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${String(minutes).padStart(2, "0")}`;
}

function breakable(seconds: number, locale: LocaleCode): string {
  const hours = Math.floor(seconds / 3_600);
  if (hours < 48) return belowDays(seconds);
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  return `${days} ${daySymbol[locale]}${rest === 0 ? "" : ` ${rest} h`}`;
}
