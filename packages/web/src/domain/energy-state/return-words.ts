import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";

import { formatQuantityText } from "../../core/format.ts";
import { formatTime, isoDay } from "../../core/time.ts";
import { phrase, withoutHalf } from "./instants.ts";
import type { EnergyWords } from "./use-energy-words.ts";

/** When loads that are cut, or will be, have power again. */

/** What that is told from, a part of what the whole state is. */
interface ReturnFacts {
  energy: EnergyState;
  zone: string;
  now: number;
  isShort?: boolean;
}

const hourMs = 3_600_000;
const widestRangeMs = 12 * hourMs;

/** When the part that is cut is expected to have power again, as long as that is to come. */
export function partReturn({ energy, zone, now }: ReturnFacts, words: EnergyWords): string[] {
  const backMs = Date.parse(energy.partBackAt ?? "");
  if (!(backMs > now)) return [];
  const keys = { today: "when.back", another: "when.backDay" } as const;
  const back = phrase(backMs, "weekday", zone, now, words, keys);
  return [words.t("sentence.back", { back })];
}

/**
 * When they are expected to have power again, unless that has passed, and between which instants that is likely.
 * @param isOld How they are supplied is what was last known.
 */
export function withReturn(sentence: string, facts: ReturnFacts, words: EnergyWords, isOld: boolean): string[] {
  const { energy, zone, now } = facts;
  // Of a cut that may not come, nobody waits for the end.
  if (energy.countsOff) return [sentence];
  const isUnknown = energy.level === "cut" ? !isOld : energy.noReturn !== undefined;
  const without = (why = energy.noReturn) => (isUnknown ? [sentence, unknownReturn(why, words)] : [sentence]);
  if (energy.backAt === null)
    return energy.back?.isDoubtful ? [sentence, uncertainReturn(energy.back, words)] : without();
  const keys = { today: "when.back", another: "when.backDay" } as const;
  const backMs = Date.parse(energy.backAt);
  // They are still cut, or will be: an instant that has passed would be read as a return.
  if (backMs <= now) return without("passed");
  const back = phrase(backMs, "weekday", zone, now, words, keys);
  // It was computed with as little sun as the panels lately gave, and holds if they go on so, as the curve does.
  if (energy.back?.isDoubtful) return [sentence, returnIfSo(back, energy.back, words)];
  const range = energy.back && !facts.isShort && backRange(energy.back, backMs, facts, words);
  return [sentence, `${words.t("sentence.back", { back })}${range || ""}`];
}

/** That nobody knows when they have power again, and why, as far as that is known. */
function unknownReturn(why: EnergyState["noReturn"], { t }: EnergyWords): string {
  return t(why === undefined ? "sentence.backUnknown" : `sentence.backWhy.${why}`);
}

/** Why no return is promised, with how little the panels gave where that is known. */
function uncertainReturn({ sunPercent }: NonNullable<EnergyState["back"]>, { t, locale }: EnergyWords): string {
  if (sunPercent === undefined) return t("sentence.backUncertain");
  return t("sentence.backPanels", { percent: formatQuantityText(sunPercent, "percent", locale) });
}

/** When they have power again with as little sun as the panels lately gave; where nobody knows how little, not when. */
function returnIfSo(back: string, range: NonNullable<EnergyState["back"]>, words: EnergyWords): string {
  if (range.sunPercent === undefined) return uncertainReturn(range, words);
  const percent = formatQuantityText(range.sunPercent, "percent", words.locale);
  return words.t("sentence.backIfSo", { back, percent });
}

/** Both ends fall on the day that the expected instant has been given with, unless they name another. */
function backRange(
  { earliest, latest }: NonNullable<EnergyState["back"]>,
  backMs: number,
  { zone, now }: ReturnFacts,
  words: EnergyWords,
): string {
  const { t, locale } = words;
  const say = (atMs: number) => {
    const time = formatTime(atMs, "time", zone, locale);
    if (isoDay(atMs, zone) === isoDay(backMs, zone)) return time;
    return t("when.dayTime", { day: formatTime(atMs, "weekday", zone, locale), time });
  };
  const fromMs = Math.max(now, Date.parse(earliest));
  if (latest === null) return fromMs > now ? t("sentence.backFrom", { earliest: say(fromMs) }) : "";
  const toMs = Date.parse(latest);
  const width = rangeWidth(fromMs, toMs);
  if (width === "none") return "";
  const [from, to] = [say(fromMs), say(toMs)];
  if (width === "wide") return t("sentence.backBefore", { latest: to });
  const isOneDay = isoDay(fromMs, zone) === isoDay(toMs, zone);
  return t("sentence.backRange", { earliest: isOneDay ? withoutHalf(from, to) : from, latest: to });
}

/**
 * What is worth saying of the instants between which something is likely: none, where they are as close as "about" leaves
 * open; of a wide range only the end that matters, since nobody can plan by both.
 */
export function rangeWidth(fromMs: number, toMs: number): "none" | "narrow" | "wide" {
  if (toMs - fromMs < hourMs / 2) return "none";
  return toMs - fromMs > widestRangeMs ? "wide" : "narrow";
}
