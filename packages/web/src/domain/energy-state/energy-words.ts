import { runningW } from "@offgrid/contract/energy-state/energy-levels";
import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";

import { durationText, hoursAheadText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText } from "../../core/format.ts";
import { formatAge, formatSilence, formatTime, isoDay } from "../../core/time.ts";
import { chargeText } from "../container/charge-text.ts";
import { ageMs } from "../../ui/freshness.ts";
import { cutWords, nextTry, unfedSentences } from "./cut-words.ts";
import { chanceText, isAlmostCertain } from "./hours-left.ts";
import { phrase, withoutHalf } from "./instants.ts";
import { silentMs } from "./known-age.ts";
import { partReturn, withReturn } from "./return-words.ts";
import type { EnergyWords } from "./use-energy-words.ts";

/** What the sentence is told from. */
export interface EnergyFacts {
  energy: EnergyState;
  /** Percent. */
  soc: number | null | undefined;
  /** Percent; absent: not known. */
  reserveSoc?: number | undefined;
  /** What is drawn now, W; undefined where that is not known. */
  loadW: number | undefined;
  /** The container's, in which times are written. */
  zone: string;
  /** Expected seconds between two values. */
  everyS: number;
  /** It is in contact with the portal: more will come. */
  isOnline: boolean;
  /** The present, epoch ms, from the tick. */
  now: number;
  /** It has never been in contact with the portal, which says more than that nothing is measured. */
  isNever?: boolean;
  /** Where there is little room: fewer names, and of what is expected no range. */
  isShort?: boolean;
  /** How likely a cut is within 48 hours stands in a sentence of its own beside it. */
  isChanceApart?: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;

/**
 * How a container is supplied, in a sentence, what belongs to it in others, and at last the cuts that have ended: the same
 * on every screen. Without full stops.
 */
export function energySentences(facts: EnergyFacts, words: EnergyWords): string[] {
  const ended = facts.isShort && isCutAhead(facts) ? undefined : endedSentence(facts, words);
  return [...levelSentences(facts, words), ...(ended === undefined ? [] : [ended])];
}

/** How many of them come first where there is little room: who has no power asks at once when it is back, and who would have none, why not. */
export function leadCount({ energy: { level, generatorStart } }: EnergyFacts): number {
  return level === "cut" || generatorStart ? 2 : 1;
}

/** Do these sentences name an instant, which is by the clocks of the container? */
export function tellsTimes({ level, ended }: EnergyState): boolean {
  return ended !== undefined || timedLevels.has(level);
}

const timedLevels: ReadonlySet<EnergyState["level"]> = new Set(["cut", "cut_partly", "cut_ahead", "generator_ahead"]);

/** Where there is little room, a cut that is over is no reason to look beside one that is to come. */
function isCutAhead({ energy: { level, cutAt } }: EnergyFacts): boolean {
  return cutAt !== null && (level === "cut_partly" || level === "cut_ahead" || level === "generator_ahead");
}

/** All of them as one text, without full stop at its end. */
export function energySentence(facts: EnergyFacts, words: EnergyWords): string {
  return asText(energySentences(facts, words));
}

export function asText(sentences: readonly string[]): string {
  return sentences.join(". ");
}

/** Cuts that ended in the last 24 hours: when, how many, and how long; undefined: there was none. */
export function endedSentence({ energy: { ended }, zone, now }: EnergyFacts, words: EnergyWords): string | undefined {
  if (!ended) return undefined;
  const { t, locale } = words;
  const [fromMs, toMs] = [Date.parse(ended.from), Date.parse(ended.to)];
  const span = durationText(ended.seconds, locale);
  // The first of several is only the first of these hours, and would move on with the clock.
  if (ended.count > 1 && now - fromMs < dayMs) {
    const keys = { today: "when.until", another: "when.untilDay" } as const;
    const until = phrase(toMs, "dayMonth", zone, now, words, keys);
    return t("sentence.endedInDay", { count: ended.count, until, span });
  }
  const isOneDay = isoDay(fromMs, zone) === isoDay(toMs, zone);
  const time = (atMs: number) => formatTime(atMs, "time", zone, locale);
  const day = (atMs: number) => formatTime(atMs, "dayMonth", zone, locale);
  if (isOneDay) {
    const said = { count: ended.count, from: withoutHalf(time(fromMs), time(toMs)), to: time(toMs), span };
    if (isoDay(toMs, zone) === isoDay(now, zone))
      return t(ended.count === 1 ? "sentence.endedOnce" : "sentence.endedTimes", said);
    return t(ended.count === 1 ? "sentence.endedOnceOn" : "sentence.endedTimesOn", { ...said, day: day(fromMs) });
  }
  const withDay = (atMs: number) => t("when.dayTime", { day: day(atMs), time: time(atMs) });
  return t(ended.count === 1 ? "sentence.endedOnce" : "sentence.endedTimes", {
    count: ended.count,
    from: withDay(fromMs),
    to: withDay(toMs),
    span,
  });
}

/** How a container is supplied now, and what its generator does if it runs, in a sentence each; the first is on the state. */
export function levelSentences(facts: EnergyFacts, words: EnergyWords): string[] {
  const { generator, generatorStart, level } = facts.energy;
  if (!generator) {
    const supplied = suppliedSentences(facts, words);
    return generatorStart ? [...supplied, startSentence(generatorStart, words)] : supplied;
  }
  const running = withAge(generatorSentence(generator, words), facts, words);
  return level === "generator_running" ? [running] : [...suppliedSentences(facts, words), running];
}

/** At which charge the generator starts by itself, as it has done on the last days: the one sentence on it. */
export function startSentence({ soc }: NonNullable<EnergyState["generatorStart"]>, { t, locale }: EnergyWords): string {
  return t("sentence.generatorStarts", { percent: formatQuantityText(soc, "percent", locale) });
}

/** That the generator runs, its power, and what it does, as far as they are known. */
function generatorSentence(
  { powerW, work }: NonNullable<EnergyState["generator"]>,
  { t, locale }: EnergyWords,
): string {
  const running =
    powerW === null
      ? t("sentence.generatorRunning")
      : t("sentence.generatorPower", { power: formatQuantityText(powerW, "W", locale) });
  return work === null ? running : t(`sentence.generatorWork.${work}`, { running });
}

/** When the loads would be cut if the generator did not run, as a forecast expects that does not count it. */
export function withoutGenerator(expected: string, { zone, now }: EnergyFacts, words: EnergyWords): string {
  const keys = { today: "when.at", another: "when.atDay" } as const;
  return words.t("sentence.withoutGenerator", {
    at: phrase(Date.parse(expected), "weekday", zone, now, words, keys),
  });
}

function suppliedSentences(facts: EnergyFacts, words: EnergyWords): string[] {
  const { energy, soc, reserveSoc } = facts;
  const { t, locale } = words;
  switch (energy.level) {
    case "cut":
      return withReturn(cutSentence(facts, words), facts, words, isEnergyOld(facts, words));
    case "cut_partly":
      return partSentences(facts, words);
    case "cut_ahead":
    case "generator_ahead":
      return aheadSentences(facts, energy.level === "generator_ahead", words) ?? [t(`word.${energy.level}`)];
    case "below_reserve":
      return [withAge(t("sentence.belowReserve", { percent: chargeText(soc, reserveSoc, locale) }), facts, words)];
    case "computing":
      return [withAge(t("sentence.computing"), facts, words)];
    case "unknown":
      if (facts.isNever) return [t("sentence.neverConnected")];
      // Beside the first charge that has come, it would contradict it.
      return [energy.at === null && typeof soc === "number" ? t("word.unknown") : unknownSentence(facts, words)];
    default:
      return [withAge(t(`word.${energy.level}`, { count: 1 }), facts, words)];
  }
}

/** Why nobody knows how a container is supplied: the one sentence on it. */
export function unknownSentence(
  { energy, now }: Pick<EnergyFacts, "energy" | "now">,
  { t, locale }: EnergyWords,
): string {
  if (energy.at === null) return t("sentence.unknownNever");
  return t("sentence.unknown", { age: formatAge(ageMs(Date.parse(energy.at), now), locale) });
}

/** Where nothing new has come, a state is what it was, and how long ago is said at once. */
function withAge(sentence: string, facts: EnergyFacts, words: EnergyWords): string {
  const silent = silentMs(facts, words);
  return silent > 0 ? words.t("sentence.lastKnown", { sentence, age: formatSilence(silent, words.locale) }) : sentence;
}

/**
 * When the loads will be cut, and have power again; undefined: not within 48 hours.
 * @param hasGenerator It then has to start, unless it runs already, and nobody knows whether it will.
 */
export function aheadSentences(facts: EnergyFacts, hasGenerator: boolean, words: EnergyWords): string[] | undefined {
  const { energy, zone, now } = facts;
  if (energy.cutAt === null) return undefined;
  const { t } = words;
  const atMs = Date.parse(energy.cutAt);
  const at = phrase(atMs, "weekday", zone, now, words, { today: "when.at", another: "when.atDay" });
  // An expected instant that has passed is not named: nobody would know whether it came.
  const isNow = atMs - now < hourMs / 60;
  const silent = silentMs(facts, words);
  const age = formatSilence(silent, words.locale);
  // Of a container in contact a late reading makes no past of what lies ahead.
  const isStillAhead = facts.isOnline && !words.isLastKnown && !isNow;
  if (silent > 0 && !isStillAhead) {
    return [t(hasGenerator ? "sentence.generatorLastKnown" : "sentence.aheadLastKnown", { at, age })];
  }
  if (hasGenerator && !energy.generator)
    return [isNow ? t("sentence.generatorNow") : likelySentence("generator", at, facts, words)];
  const ahead = isNow ? t("sentence.aheadNow") : likelySentence("ahead", at, facts, words);
  return withReturn(ahead, facts, words, silent > 0);
}

/**
 * What is expected at an instant, how likely that is where it is not almost certain, and how old what it is known from; in
 * doubt, on what it depends.
 */
function likelySentence(
  what: "ahead" | "rest" | "generator",
  at: string,
  facts: EnergyFacts,
  words: EnergyWords,
): string {
  const { energy, now, isChanceApart = false } = facts;
  const { cutAt, cutEarlyAt, cutChance, countsOff } = energy;
  const { t, locale } = words;
  const hoursTo = (instant: string) => hoursAheadText(Math.max(minuteMs, Date.parse(instant) - now) / hourMs, locale);
  const hours = hoursTo(cutAt ?? "");
  const isLikely = !countsOff && cutChance !== undefined && !isAlmostCertain(cutChance);
  const sentence =
    cutEarlyAt !== undefined && what !== "rest"
      ? t(`sentence.early.${what}`, { early: hoursTo(cutEarlyAt), at, hours })
      : t(`sentence.${countsOff ? "ifOn." : isLikely ? "likely." : ""}${what}`, { at, hours });
  const silent = silentMs(facts, words);
  const age = formatSilence(silent, locale);
  if (!isLikely || isChanceApart) return silent > 0 ? t("sentence.asOf", { sentence, age }) : sentence;
  // The chance is of a cut at any time of these hours, and not of one at that instant.
  return t(silent > 0 ? "sentence.chanceAsOf" : "sentence.chance", {
    sentence,
    percent: chanceText(cutChance, locale),
    age,
  });
}

/** Is how a container is supplied what it was, and not what it is now? */
export function isEnergyOld(facts: Pick<EnergyFacts, "energy" | "everyS" | "now">, words: EnergyWords): boolean {
  return silentMs(facts, words) > 0;
}

/** How long they have been cut, or where the container went silent since, when that was last known. */
function cutSentence(facts: EnergyFacts, words: EnergyWords): string {
  const sentence = sinceSentence(facts, "cut", words);
  return sentence !== undefined && silentMs(facts, words) > 0
    ? sentence
    : withRunning(sentence ?? words.t("word.cut"), facts, words);
}

/** Since when something is cut and for how long, or when that was last known; undefined: nobody knows since when. */
function sinceSentence(facts: EnergyFacts, key: "cut" | "partly" | "outputs", words: EnergyWords): string | undefined {
  const { energy, zone, now } = facts;
  const { t, locale } = words;
  if (energy.since === null) return undefined;
  const sinceMs = Date.parse(energy.since);
  const since = phrase(sinceMs, "dayMonth", zone, now, words, { today: "when.since", another: "when.sinceDay" });
  const silent = silentMs(facts, words);
  const { outputs, by, cause } = cutWords(energy, words, facts.isShort) ?? {};
  const sentence =
    silent > 0
      ? t(`sentence.${key}LastKnown`, { since, outputs, by, age: formatSilence(silent, locale) })
      : t(`sentence.${key}`, { since, outputs, by, span: durationText((now - sinceMs) / 1_000, locale) });
  return cause === undefined ? sentence : t("sentence.because", { sentence, cause });
}

/** Which part of the loads is cut and why, for a narrow column; undefined: no part is, or it is not known which. */
export function cutPart({ energy }: EnergyFacts, words: EnergyWords): string | undefined {
  const { outputs, cause } = cutWords(energy, words, true) ?? {};
  return outputs === undefined || cause === undefined
    ? outputs
    : words.t("sentence.because", { sentence: outputs, cause });
}

/** Which part of them is cut and since when, and when the rest will be, as long as more is known than its last readings. */
function partSentences(facts: EnergyFacts, words: EnergyWords): string[] {
  const { energy } = facts;
  const { t } = words;
  const part = sinceSentence(facts, energy.cutOutputs?.length ? "outputs" : "partly", words);
  if (silentMs(facts, words) > 0) return [part ?? t("word.cut_partly")];
  return [
    part ?? t("word.cut_partly"),
    ...tryAgain(facts, words),
    ...unfedSentences(energy, words),
    ...aheadOfPart(facts, words),
  ];
}

/** What is expected where a part of the loads is cut: of the rest, or else of that part. */
export function aheadOfPart(facts: EnergyFacts, words: EnergyWords): string[] {
  const { energy, zone, now } = facts;
  const { t } = words;
  if (silentMs(facts, words) > 0) return [];
  if (energy.cutAt === null) return partReturn(facts, words);
  const atMs = Date.parse(energy.cutAt);
  const at = phrase(atMs, "weekday", zone, now, words, { today: "when.at", another: "when.atDay" });
  const rest = atMs - now < hourMs / 60 ? t("sentence.restNow") : likelySentence("rest", at, facts, words);
  return withReturn(rest, facts, words, false);
}

/** When a phase that drew too much is tried again. */
function tryAgain({ energy, zone, now }: EnergyFacts, words: EnergyWords): string[] {
  const next = nextTry(energy, now, words);
  if (!next) return [];
  const at = phrase(next.atMs, "weekday", zone, now, words, { today: "when.at", another: "when.atDay" });
  return [words.t("sentence.triedAgain", { ...next, at })];
}

/** The sentence on a cut, and what is supplied all the same, so that it does not contradict the power beside it. */
function withRunning(sentence: string, facts: EnergyFacts, words: EnergyWords): string {
  const running = stillRuns(facts, words);
  if (running === undefined) return sentence;
  const what = facts.energy.stillOn?.map((one) => words.t(`stillOn.${one}`)).join(", ");
  return words.t(what === undefined ? "sentence.with" : "sentence.withWhat", { sentence, running, what });
}

/** The power that is drawn although the loads are cut, in a few words; undefined: none, or they are not cut. */
export function stillRuns(
  { energy: { level }, loadW = 0 }: EnergyFacts,
  { t, locale }: EnergyWords,
): string | undefined {
  if (level !== "cut" || loadW < runningW) return undefined;
  return t("sentence.stillRuns", { power: formatQuantityText(loadW, "W", locale) });
}

/** Since when the loads are cut, or when they will be, for a narrow column; undefined: neither, or not known. */
export function cutTime(
  { energy, zone, now }: Pick<EnergyFacts, "energy" | "zone" | "now">,
  words: EnergyWords,
): string | undefined {
  const { level, since, cutAt } = energy;
  if (level === "cut" || level === "cut_partly") {
    const keys = { today: "when.since", another: "when.sinceDay" } as const;
    return since === null ? undefined : phrase(Date.parse(since), "dayMonth", zone, now, words, keys);
  }
  const isAhead = level === "cut_ahead" || level === "generator_ahead";
  // An expected instant that has passed is not named, as in the sentence.
  if (!isAhead || cutAt === null || Date.parse(cutAt) <= now) return undefined;
  const keys = { today: "when.at", another: "when.atDay" } as const;
  return phrase(Date.parse(cutAt), "weekday", zone, now, words, keys);
}
