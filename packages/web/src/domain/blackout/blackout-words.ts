import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatTime, isoDay } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";
import {
  aheadOfPart,
  aheadSentences,
  asText,
  type EnergyFacts,
  endedSentence,
  levelSentences,
  startSentence,
  withoutGenerator,
} from "../energy-state/energy-words.ts";
import { chanceText, isAlmostCertain, leastCutChance } from "../energy-state/hours-left.ts";
import { rangeWidth } from "../energy-state/return-words.ts";
import { type EnergyWords, useEnergyWords } from "../energy-state/use-energy-words.ts";

export interface BlackoutCardProps {
  forecast: BlackoutForecast;
  /** The container's, as told from this forecast; its headline is this one's too. */
  energy: EnergyState;
  zone: string;
  /** The present, epoch ms, from the tick. */
  now: number;
  /** Expected seconds between two values. */
  everyS: number;
  isOnline: boolean;
  /** What is drawn now, W; undefined where that is not known. */
  loadW: number | undefined;
}

/** The risk comes before what follows it, each without full stop, and notes with theirs. */
interface BlackoutSentences {
  /** Of the headline. */
  sentences: readonly string[];
  /** How likely a cut is, and between which instants. */
  range?: string;
  /** What comes after that: the return of power, or a full battery. */
  after?: string;
  /** Cuts that are over. */
  ended?: string;
}

/**
 * What a forecast says in its headline, and where it expects a cut how likely that is and between which instants, in the
 * words of the header. Of a cut that has come, since when and why is left to the header.
 */
export function useBlackoutSentences(props: BlackoutCardProps): BlackoutSentences {
  const { forecast, energy, now } = props;
  const words = useEnergyWords();
  const state = useStateSentence(props);
  const range = useRange(props);
  const low = useLowCase(props);
  const facts: EnergyFacts = { ...props, soc: forecast.soc?.value, isChanceApart: range !== undefined };
  const ended = endedSentence(facts, words);
  const past = ended === undefined ? {} : { ended };
  const level = levelSentences(facts, words);
  if (energy.level === "cut") {
    const [, ...expected] = level;
    const now = asText([words.t("word.cut"), ...expected]);
    return { sentences: expected.length > 0 ? [now] : level, ...past };
  }
  if (energy.level === "cut_partly") {
    const expected = orAll(aheadOfPart(facts, words), [...level, state]);
    return { ...(energy.cutAt === null ? { sentences: expected } : riskFirst(expected)), ...also(range), ...past };
  }
  if (energy.level === "generator_running") {
    // The forecast does not count it, so its cut is not one to wait for.
    return { sentences: level, ...withoutIt(forecast, facts, words), ...past };
  }
  // That nobody knows is said as everywhere; a forecast has nothing to add.
  if (energy.level === "unknown") return { sentences: level, ...past };
  const ahead = aheadSentences(facts, forecast.hasGenerator, words);
  if (ahead !== undefined) return { ...riskFirst(ahead), ...also(range), ...past };
  if (forecast.generatorStart) {
    const low = energy.level === "below_reserve" ? level.slice(0, 1) : [];
    const starts = startSentence(forecast.generatorStart, words);
    return { sentences: [...low, starts], ...withoutIt(forecast, facts, words), ...past };
  }
  // The cut that it expected has come and gone.
  const isOver = forecast.state === "blackout" || forecast.state === "dip";
  const before = energy.level !== "below_reserve" && !isOver ? [] : level;
  // Nobody looks for a cut below a battery that will be full.
  if (isCutPossible(forecast) && range !== undefined && fullMs(forecast, now) !== undefined)
    return { sentences: [...before, range.replace(/\.$/, "")], after: state, ...past };
  // Whoever reads that none is expected has to know how likely one is all the same.
  return { sentences: [...before, state], ...also(isCutPossible(forecast) ? range : low), ...past };
}

/** When loads would be cut without the generator, as the forecast has it; nothing: they would not. */
function withoutIt(
  { likely, generatorStart }: BlackoutForecast,
  facts: EnergyFacts,
  words: EnergyWords,
): Pick<BlackoutSentences, "range"> {
  const cutAt = likely ?? generatorStart?.withoutAt;
  return cutAt === undefined ? {} : { range: `${withoutGenerator(cutAt, facts, words)}.` };
}

/** The cut, and apart from it what is said of the return. */
function riskFirst([risk, after]: readonly string[]): Pick<BlackoutSentences, "sentences" | "after"> {
  return { sentences: risk === undefined ? [] : [risk], ...(after === undefined ? {} : { after }) };
}

function also(range: string | undefined): Pick<BlackoutSentences, "range"> {
  return range === undefined ? {} : { range };
}

/** What is expected, or all that is known where that is nothing. */
function orAll(expected: readonly string[], all: readonly string[]): readonly string[] {
  return expected.length > 0 ? expected : all;
}

/** None is expected, but one is likely enough to be spoken of. */
function isCutPossible({ blackout }: BlackoutForecast): boolean {
  return (blackout?.chance ?? 0) >= leastCutChance;
}

/** When the battery is full, as far as that may be said; undefined: it may not. */
function fullMs({ state, fullAt, sunPercent }: BlackoutForecast, now: number): number | undefined {
  // That it will be full counts on a sun that is in doubt.
  if (state !== "charging" || fullAt === null || sunPercent !== null) return undefined;
  const at = Date.parse(fullAt);
  // A time that has passed would read as one to come.
  return at <= now ? undefined : at;
}

/** Does what is drawn stand and fall with a clear sky, and no sentence above says so? */
export function needsSkyNote({ forecast, energy, now }: BlackoutCardProps): boolean {
  const { needsClearSky, sunPercent, t } = forecast;
  const isSaid = fullMs(forecast, now) !== undefined && calmLevels.has(energy.level) && energy.cutAt === null;
  return needsClearSky && sunPercent === null && t.length > 1 && !isSaid;
}

/** In these, what the forecast says where no cut is expected is the headline, or a part of it. */
const calmLevels: ReadonlySet<EnergyState["level"]> = new Set([
  "normal",
  "charging",
  "full",
  "computing",
  "below_reserve",
]);

/** What is said where no cut is expected. */
function useStateSentence({ forecast, energy, zone, now }: BlackoutCardProps): string {
  const { t } = useTranslation("blackout");
  const { locale, isLastKnown } = useEnergyWords();
  const { state, historyDays, neededDays, missing } = forecast;
  const isRest = energy.level === "cut_partly";
  const probably = t(isRest ? "probablySafeRest" : "probablySafe");
  const safe = isCutPossible(forecast) ? probably : t(isRest ? "safeRest" : "safe");
  switch (state) {
    case "charging": {
      const at = fullMs(forecast, now);
      if (at === undefined) return safe;
      const time = formatTime(at, "time", zone, locale);
      const isToday = isoDay(at, zone) === isoDay(now, zone);
      const day = formatTime(at, "weekday", zone, locale);
      const full = forecast.needsClearSky ? "chargingIfClear" : "charging";
      return t(full, { at: isToday ? t("atTime", { time }) : t("onDay", { day, time }) });
    }
    case "learning":
      if (missing.includes("load")) return t("noLoad");
      if (missing.includes("history") || historyDays < neededDays)
        return t("learning", { days: historyDays, count: neededDays });
      return t("noCapacity");
    // The charge has come since.
    case "blind":
    case "none":
    case "blackout":
    case "dip":
      return t(isLastKnown ? "renewedLater" : "renewed");
    default:
      return safe;
  }
}

/** Points of charge by which the low case has to lie below the likely one to be worth a sentence. */
const leastFall = 5;

/** How far the charge falls in one case of ten, where that is to the reserve, and clearly further than it is likely to; undefined: it is not. */
function useLowCase({ forecast, zone }: BlackoutCardProps): string | undefined {
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  const lowest = Math.min(...forecast.soc10);
  const endS = forecast.t[forecast.soc10.indexOf(lowest)];
  if (endS === undefined || lowest > forecast.reserveSoc || Math.min(...forecast.soc50) - lowest < leastFall)
    return undefined;
  const [day, time] = (["weekday", "time"] as const).map((part) => formatTime(endS * 1_000, part, zone, locale));
  return t("lowCase", { percent: formatQuantityText(lowest, "percent", locale), at: t("onDay", { day, time }) });
}

/** That a part of the loads is off, and not counted until it is back; undefined: none is. */
export function usePartOff({ partOff }: BlackoutForecast): string | undefined {
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  if (!partOff) return undefined;
  const percent = (value: number | null) => formatQuantityText(value, "percent", locale);
  const counted = t(`partOff.${partOff.isEarly ? "early" : partOff.from}`, { percent: percent(partOff.percent) });
  if (partOff.from === "unknown") return counted;
  const back = partOff.backSoc === null ? t("partOff.open") : t("partOff.back", { percent: percent(partOff.backSoc) });
  return `${counted} ${back}`;
}

/** How the cut-off is known; a cut that was seen is never denied, though the charge at it may tell nothing. */
export function cutOffKnown({ cutOff }: BlackoutForecast, { level, ended }: EnergyState): CutOffKnown {
  if (cutOff.from !== "assumed") return cutOff.from;
  if (cutOff.seenSoc !== undefined) return "passed";
  return ended !== undefined || level === "cut" ? "unknown" : "assumed";
}

type CutOffKnown = BlackoutForecast["cutOff"]["from"] | "passed" | "unknown";

/** How likely a cut is, and when it comes at the earliest and latest, as far as that helps. */
function useRange({ forecast: { blackout, hasGenerator }, energy, zone, now }: BlackoutCardProps): string | undefined {
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  // How likely a cut is depends on what is off, too.
  if (blackout === null || energy.countsOff) return undefined;
  const today = isoDay(now, zone);
  // Below a headline with another day, a time alone would be read as one of that day.
  const isAllToday = energy.cutAt === null || isoDay(Date.parse(energy.cutAt), zone) === today;
  const say = (at: number) => {
    const time = formatTime(at, "time", zone, locale);
    if (isAllToday && isoDay(at, zone) === today) return time;
    return t("dayAndTime", { day: formatTime(at, "weekday", zone, locale), time });
  };
  const percent = chanceText(blackout.chance, locale);
  const isSure = isAlmostCertain(blackout.chance);
  const earliest = Math.max(now, Date.parse(blackout.earliest));
  const latest = blackout.latest === null ? undefined : Date.parse(blackout.latest);
  const width = latest === undefined ? undefined : rangeWidth(earliest, latest);
  if (energy.cutAt !== null) {
    // What is likely, and the instant that is, stand in the headline.
    const sure = isSure ? t("within.almostCertain") : t("within.likely", { percent });
    if (latest === undefined) return t("rangeEarliest", { sure, earliest: say(earliest) });
    if (width === "none") return t("rangeAbout", { sure });
    return t("rangeBoth", { sure, earliest: say(earliest), latest: say(latest) });
  }
  const what = energy.level === "cut_partly" ? "rest" : hasGenerator ? "generator" : "all";
  const sure = isSure ? t(`almostCertain.${what}`) : t(`likely.${what}`, { percent });
  if (latest === undefined) return t("rangeFrom", { sure, earliest: say(earliest) });
  if (width === "none") return t("rangeAbout", { sure });
  if (width === "wide") return t("rangeBefore", { sure, latest: say(latest) });
  return t("range", { sure, earliest: say(earliest), latest: say(latest) });
}
