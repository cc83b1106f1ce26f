import { type Expected, leastDayWh } from "./calibration.ts";
import { type Hourly, valueAt } from "./load-model.ts";
import { type SolarStep, hourMs } from "./solar-model.ts";

/** What the sun of the last day says of a forecast: dirty panels, snow, a switch or a wrong forecast. Pure. */

/** A day that brought less than this part of what was expected refutes the forecast. */
const clearlyLess = 0.6;

/**
 * What came of the sun that was expected, as a part of it.
 * @param came Power of each hour; NaN or infinite: not known.
 * @returns undefined where too little was expected, or too little of it is known, to tell.
 */
export function shareThatCame(expected: readonly Expected[], came: Hourly): number | undefined {
  const sums = { expected: 0, known: 0, came: 0 };
  for (const { atMs, w } of expected) {
    sums.expected += w;
    const value = valueAt(came, atMs);
    if (!Number.isFinite(value)) continue;
    sums.known += w;
    sums.came += value;
  }
  return sums.known < leastDayWh || sums.known < sums.expected / 2 ? undefined : sums.came / sums.known;
}

/** So many of the last bright hours tell whether the panels see the sun now, whatever they gave before. */
const brightHours = 3;
/** An hour is bright where this part of the best one is expected: storms of the evening are no dark panels. */
const brightPart = 0.5;
/** Less than this part of what is expected comes from panels under snow or dirt, or from none at all. */
const nearlyNothing = 0.2;
/** The newest hours tell, be they bright or not, once this part of the sun of a day was expected of them: no mere evening. */
const newestPart = 1 / 6;
/**
 * So do those of a morning, once that many had light and this part of the sun of a day was expected of them: panels may be
 * lost overnight. In a recorded year of a house that refuted 3 more of 8,065 forecasts, and after two of them little came.
 */
const morningHours = 3;
const morningPart = 1 / 50;
/** Less than this is expected of hours without light, W: computed, it is not always 0. */
const leastLightW = 1;
/**
 * Clouds leave more than this of what is expected, also of a low sun: in a recorded year of a house they left less before 3
 * of 7,482 forecasts that nothing else had refuted.
 */
const dark = 0.1;

/**
 * What came of the sun that was expected, as what it says of the coming hours: of the whole day, but of its last bright
 * hours alone where these leave no doubt: the panels have gone dark, or see the sun again. Where neither refutes the
 * forecast, its newest hours do if they were dark: the day before a fault may be unknown, or was bright until then.
 * @param expected Of the last day, oldest first.
 * @param wasLimited The battery allowed no more current for most of that sun.
 * @returns undefined where that cannot be told.
 */
export function shareToExpect(expected: readonly Expected[], came: Hourly, wasLimited = false): number | undefined {
  const share = shareOfBright(expected, came, wasLimited);
  if (share !== undefined && share < clearlyLess) return share;
  const newest = shareOfNewest(expected, came);
  return newest !== undefined && newest < dark ? newest : share;
}

/** @returns undefined where too little was expected since the battery last held the sun back: it shone then. */
function shareOfNewest(expected: readonly Expected[], came: Hourly): number | undefined {
  const dayWh = expected.reduce((sum, { w }) => sum + w, 0);
  const sums = { expected: 0, came: 0, hours: 0 };
  const isEnough = (part: number) => sums.expected >= Math.max(leastDayWh, part * dayWh);
  for (const { atMs, w } of expected.toReversed()) {
    const value = valueAt(came, atMs);
    // Dawn: what came on the day before says nothing of panels that were lost since.
    if (w < leastLightW && sums.hours >= morningHours && isEnough(morningPart)) return sums.came / sums.expected;
    if (w < leastLightW || Number.isNaN(value)) continue;
    if (value === Number.POSITIVE_INFINITY) return undefined;
    sums.expected += w;
    sums.came += value;
    sums.hours++;
    if (isEnough(newestPart)) return sums.came / sums.expected;
  }
  return undefined;
}

function shareOfBright(expected: readonly Expected[], came: Hourly, wasLimited: boolean): number | undefined {
  const brightW = brightPart * Math.max(0, ...expected.map(({ w }) => w));
  const last = expected.filter(({ w }) => w > 0 && w >= brightW).slice(-brightHours);
  const now = shareThatCame(last, came);
  const ofDay = shareThatCame(expected, came);
  // Of a day that cannot be told, such as one with a full battery, its last bright hours are all there is. Beside a limit
  // they are the hours in which the sun was too weak to meet it: they would blame panels for what the battery held back.
  if (now === undefined || (now >= nearlyNothing && now < clearlyLess)) return ofDay ?? (wasLimited ? undefined : now);
  return now < nearlyNothing ? now : Math.max(now, ofDay ?? now);
}

/**
 * Did the battery hold back most of the sun that was expected, since it allowed no more current?
 * @param limited Hours from `fromMs` on in which it allowed no more.
 */
export function wasHeldBack(
  expected: readonly Expected[],
  limited: { fromMs: number; hours: readonly boolean[] },
): boolean {
  const all = expected.reduce((sum, { w }) => sum + w, 0);
  const held = expected.reduce(
    (sum, { atMs, w }) => (limited.hours[Math.floor((atMs - limited.fromMs) / hourMs)] ? sum + w : sum),
    0,
  );
  return all >= leastDayWh && held >= all / 2;
}

export interface Doubted {
  steps: SolarStep[];
  /** Whoever plans by these hours would have been disappointed on the last day. */
  isRefuted: boolean;
  /** What came of the sun that was expected, as a part of it, where it refutes the forecast. */
  share?: number;
}

/** Where the last day refutes a forecast, its low case is that the coming days are like it. */
export function afterLastDay(steps: readonly SolarStep[], exact: number | undefined): Doubted {
  if (exact === undefined || exact >= clearlyLess) return { steps: [...steps], isRefuted: false };
  // As it is said and reckoned with: what is expected would lie outside its own range by the rounding.
  const share = (percentThatCame(exact) ?? 0) / 100;
  return {
    steps: steps.map((step) => ({ ...step, p10: Math.min(step.p10, share * step.p50) })),
    isRefuted: true,
    share,
  };
}

/** What was measured lately of a forecast, in whole percent as screens say it, so that all of them count the same. */
export function percentThatCame(share: number | undefined): number | null {
  return share === undefined ? null : Math.round(share * 100);
}

/** The hours as they are to be reckoned with: in doubt their middle case is what the panels lately gave of it. */
export function sunToReckonWith(steps: readonly SolarStep[], share: number | undefined): SolarStep[] {
  const percent = percentThatCame(share);
  if (percent === null) return [...steps];
  return steps.map((step) => {
    const p50 = (step.p50 * percent) / 100;
    return { ...step, p10: Math.min(step.p10, p50), p50 };
  });
}
