import { performance } from "node:perf_hooks";
import { setImmediate as others } from "node:timers/promises";

import { liveWindowMs } from "@offgrid/contract/core/constants";
import { longestGap } from "@offgrid/contract/core/hole";
import { Refusal } from "@offgrid/contract/core/refusal";
import { BackTest, type PastFacts } from "@offgrid/contract/warnings/back-test";
import { dayKnownMs, type NeighbourDay } from "@offgrid/contract/warnings/neighbour-days";
import { neighboursUnknownMs } from "@offgrid/contract/warnings/read-neighbours";
import { ruleAt } from "@offgrid/contract/warnings/rule-at";
import { type WarningLack, warningTypes } from "@offgrid/contract/warnings/warning-types";
import type { WarningCondition, WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Db } from "../../core/db.ts";
import { dayOf } from "../../history/quarter-hours.ts";
import { readArrivals } from "../../history/tiers/arrivals.store.ts";
import { type Range, readSamples, type Samples } from "../../history/tiers/samples.store.ts";
import { pastDataBudgets } from "../sim-cards/sim-cards.store.ts";
import { knownCutOff, lookBackMs, metricsOf, placeOf } from "./case.ts";
import { readNeighbourDays } from "./neighbours.store.ts";
import { bundleOf, looksAtBundle, neighbourDaysNeeded, oldForecastMs, windowMs } from "./tick-facts.ts";
import * as past from "./trials.store.ts";

/** Rules on what is stored of one container, by the code that judges them live. */

/** Others have their turn after so long. */
const sliceMs = 8;
/** The clock of the process is looked at after so many frames. */
const framesAtOnce = 256;

/** Ends work that takes too long, or that nobody waits for any more. */
export class TimeLimit {
  readonly #signal: AbortSignal;
  readonly #endMs: number;
  #sliceEndMs = performance.now() + sliceMs;

  constructor(signal: AbortSignal, forMs: number) {
    this.#signal = signal;
    this.#endMs = performance.now() + forMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endMs;
  }

  /** @throws Refusal too_many: whoever asked is gone. @returns false: time is up. */
  async goOn(): Promise<boolean> {
    if (performance.now() < this.#sliceEndMs) return true;
    await others();
    this.#sliceEndMs = performance.now() + sliceMs;
    if (this.#signal.aborted) throw new Refusal("too_many", { retryAfterS: 1 });
    return !this.isOver;
  }
}

/** What a rule made of the past of a container. */
export interface Trial {
  /** As it applies to the container; undefined: it does not. */
  rule: WarningRule | undefined;
  test: BackTest | undefined;
}

/** For so long nothing was known that the first of the rules looks at. */
export interface Unjudged {
  forMs: number;
  lacked: WarningLack;
}

export interface Trials {
  trials: Trial[];
  unjudged: Unjudged;
  /** Since when forecasts are stored; undefined: there are none, or none is looked at. */
  forecastsFromMs: number | undefined;
}

/**
 * Goes through the past of a container with some rules, up to the end of the range.
 * @param leadMs How long before the range readings lead up to it at least.
 * @returns undefined: time is up.
 */
export async function tryRules(
  db: Db,
  container: past.TrialContainer,
  rules: readonly WarningRule[],
  range: Range,
  timeLimit: TimeLimit,
  leadMs = 0,
): Promise<Trials | undefined> {
  const own = rules.map((rule) => ruleAt(rule, container));
  const known = own.filter((rule) => rule !== undefined);
  const pastOf = await readPast(db, container, known, range, leadMs);
  const trials: Trial[] = [];
  for (const rule of own) {
    const test = rule && new BackTest(rule, pastOf.facts, range.fromMs);
    if (rule && test && !(await goThrough(test, rule, pastOf, range, timeLimit))) return undefined;
    trials.push({ rule, test });
  }
  return { trials, unjudged: unjudgedOf(pastOf, own[0], range), forecastsFromMs: pastOf.forecasts[0]?.atMs };
}

interface Past {
  everyMs: number;
  samples: Samples;
  placeOf: ReadonlyMap<string, number>;
  /** Of rules that look at the clock: all frames that came while they were live, in the order in which they came. */
  live: { atMs: number; knownMs: number; index: number }[];
  facts: PastFacts;
  events: past.PastInstant[];
  commands: past.PastInstant[];
  forecasts: past.PastForecast[];
  /** Oldest first. */
  neighbours: NeighbourDay[];
}

async function readPast(
  db: Db,
  container: past.TrialContainer,
  rules: readonly WarningRule[],
  { fromMs, toMs }: Range,
  atLeastMs: number,
): Promise<Past> {
  const { containerId, everyS } = container;
  const everyMs = everyS * 1_000;
  const conditions = rules.flatMap((rule) => rule.conditions);
  const reading = (reads: Reads) => conditions.filter(({ type }) => warningTypes[type].reads === reads);
  const [counted, commanded] = [reading("events"), reading("commands")];
  const leadMs = Math.max(atLeastMs, Math.max(0, ...rules.map(lookBackMs)) + longestGap(everyMs));
  const metrics = [...new Set(rules.flatMap(metricsOf))];
  const whole = { fromMs: fromMs - leadMs, toMs };
  const samples = metrics.length > 0 ? await readSamples(db, containerId, metrics, whole) : { atMs: [], columns: [] };
  const needsClock = rules.some((rule) => new BackTest(rule, noFacts, fromMs).hasClock);
  const arrivals = needsClock ? await readArrivals(db, containerId, whole) : undefined;
  const eventRange = { fromMs: fromMs - Math.max(0, ...counted.map(windowMs)), toMs };
  const codes = [...new Set(counted.flatMap(({ attributes }) => attributes))];
  const commandRange = { fromMs: fromMs - Math.max(0, ...commanded.map(windowMs)), toMs };
  const events = await past.readPastEvents(db, containerId, codes, eventRange);
  const commands = commanded.length > 0 ? await past.readPastCommands(db, containerId, commandRange) : [];
  const looksAhead = reading("forecast").length > 0;
  const forecasts = looksAhead
    ? await past.readPastForecasts(db, containerId, { fromMs: fromMs - oldForecastMs, toMs })
    : [];
  const neighbours = await readNeighbours(db, container, rules, { fromMs, toMs });
  const budgetAt = rules.some(looksAtBundle) ? await pastDataBudgets(db, containerId, { fromMs }) : undefined;
  const facts: PastFacts = {
    everyMs,
    place: placeOf(container),
    cutOff: knownCutOff(container),
    instantsOf: (nowMs) => (condition) => instantsIn(condition.type === "event" ? events : commands, condition, nowMs),
    forecastAt: (nowMs) => forecastAt(forecasts, nowMs),
    bundleAt: (nowMs) => bundleOf(budgetAt?.(nowMs)),
    neighboursAt: (nowMs) => neighbours.filter((day) => dayKnownMs(day) <= nowMs),
  };
  return {
    everyMs,
    samples,
    placeOf: new Map(metrics.map((metric, place) => [metric, place])),
    live: arrivals ? liveOf(arrivals, samples.atMs) : [],
    facts,
    events,
    commands,
    forecasts,
    neighbours,
  };
}

/** Days that are over, of a rule of whoever tries it out. */
async function readNeighbours(
  db: Db,
  { containerId, viewerId, zoneName }: past.TrialContainer,
  rules: readonly WarningRule[],
  { fromMs, toMs }: Range,
): Promise<NeighbourDay[]> {
  const needed = neighbourDaysNeeded(rules);
  if (needed === 0) return [];
  const span = { fromDay: dayOf(fromMs) - needed, toDay: dayOf(toMs) - 1 };
  const [days = []] = await readNeighbourDays(db, [{ containerId, ownerId: viewerId, zoneName }], span);
  return days;
}

/** What lies so far apart is not sent now and then by a bad link: it was measured so seldom, such as what was imported. */
const seldom = { fromMs: 5 * 60_000, toMs: 60 * 60_000, times: 5 };

/**
 * How often a reading and those around it were measured, ms: as often as the container sends now, unless what is stored lies
 * clearly further apart, which is no hole in it.
 */
function everyMsAt(atMs: readonly number[], index: number, everyMs: number): number {
  const at = atMs[index] as number;
  const gapMs = Math.min(at - (atMs[index - 1] ?? -Infinity), (atMs[index + 1] ?? Infinity) - at);
  const isSeldom = gapMs >= Math.max(seldom.fromMs, seldom.times * everyMs) && gapMs <= seldom.toMs;
  return isSeldom ? gapMs : everyMs;
}

type Reads = (typeof warningTypes)[WarningCondition["type"]]["reads"];
const noFacts: PastFacts = {
  everyMs: 0,
  place: undefined,
  instantsOf: () => () => [],
  forecastAt: () => undefined,
  neighboursAt: () => [],
  bundleAt: () => undefined,
};

/** As `readTickFacts` does live. */
function instantsIn(all: readonly past.PastInstant[], condition: WarningCondition, nowMs: number): number[] {
  const { attributes, type } = condition;
  const fromMs = nowMs - windowMs(condition);
  return all
    .filter(
      ({ name, atMs, knownMs }) =>
        atMs > fromMs &&
        knownMs <= nowMs &&
        (attributes.includes(name) || (type !== "event" && attributes.length === 0)),
    )
    .map(({ atMs }) => atMs)
    .sort((one, other) => one - other);
}

function forecastAt(all: readonly past.PastForecast[], nowMs: number): ReturnType<PastFacts["forecastAt"]> {
  const found = all[countUntil(all, nowMs) - 1];
  if (!found || found.isUnknown || found.atMs < nowMs - oldForecastMs) return undefined;
  const { atMs, hours, lowestSoc, chance } = found;
  return { atMs, values: { hours_to_reserve: hours, lowest_soc: lowestSoc, chance } };
}

/** How many of them are not later than an instant. */
function countUntil(all: readonly { atMs: number }[], ms: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] as { atMs: number }).atMs <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Frames that came later than live ones never moved a warning that the clock moves too. */
function liveOf(
  { atMs, receivedMs }: { atMs: number[]; receivedMs: number[] },
  sampled: readonly number[],
): Past["live"] {
  const live: Past["live"] = [];
  let next = 0;
  for (const [place, ms] of atMs.entries()) {
    while (next < sampled.length && (sampled[next] as number) < ms) next++;
    const knownMs = receivedMs[place] as number;
    if (knownMs - ms > liveWindowMs.past || ms - knownMs > liveWindowMs.future) continue;
    live.push({ atMs: ms, knownMs, index: sampled[next] === ms ? next : -1 });
  }
  return live.sort((one, other) => one.knownMs - other.knownMs);
}

/** @returns false: time is up. */
async function goThrough(
  test: BackTest,
  { conditions }: WarningRule,
  { samples, everyMs, placeOf: places, live, events, commands, forecasts }: Past,
  { toMs }: Range,
  timeLimit: TimeLimit,
): Promise<boolean> {
  const { atMs, columns } = samples;
  const frameAt = (ms: number, index: number, knownMs: number) =>
    test.frame(ms, (metric) => columns[places.get(metric) ?? -1]?.[index] ?? undefined, knownMs, {
      everyMs: index < 0 ? everyMs : everyMsAt(atMs, index, everyMs),
    });
  if (!test.hasClock) {
    for (let index = 0; index < atMs.length; index++) {
      frameAt(atMs[index] as number, index, atMs[index] as number);
      if (index % framesAtOnce === 0 && !(await timeLimit.goOn())) return false;
    }
  } else {
    const reads = new Set(conditions.map(({ type }) => warningTypes[type].reads));
    const wakes = [
      ...(reads.has("events") ? events.map(({ knownMs }) => knownMs) : []),
      ...(reads.has("commands") ? commands.map(({ knownMs }) => knownMs) : []),
      ...(reads.has("forecast") ? forecasts.map((one) => one.atMs) : []),
    ].sort((one, other) => one - other);
    let next = 0;
    const wakeUntil = (endMs: number) => {
      for (; next < wakes.length && (wakes[next] as number) < endMs; next++) test.wake(wakes[next] as number);
    };
    for (const [place, { atMs: ms, knownMs, index }] of live.entries()) {
      if (knownMs > toMs) break;
      wakeUntil(knownMs);
      frameAt(ms, index, knownMs);
      if (place % framesAtOnce === 0 && !(await timeLimit.goOn())) return false;
    }
    wakeUntil(toMs);
  }
  test.end(toMs);
  return true;
}

/** The longest of what was lacking: one condition that is not known is enough to leave a rule open. */
function unjudgedOf(known: Past, rule: WarningRule | undefined, range: Range): Unjudged {
  const found: Unjudged[] = [{ forMs: 0, lacked: "readings" }];
  const reads = new Set(rule?.conditions.map(({ type }) => warningTypes[type].reads));
  // Whoever never came cannot fall silent, and reports nothing.
  if ((reads.has("silence") || reads.has("events")) && known.live.length === 0)
    found.push({ forMs: range.toMs - range.fromMs, lacked: "contact" });
  if (reads.has("neighbours"))
    found.push({ forMs: neighboursUnknownMs(known.neighbours, range), lacked: "neighbours" });
  if (rule && metricsOf(rule).length > 0) found.push({ forMs: withoutReadingsMs(known, range), lacked: "readings" });
  return found.reduce((most, one) => (one.forMs > most.forMs ? one : most));
}

function withoutReadingsMs({ samples, everyMs }: Past, { fromMs, toMs }: Range): number {
  let [beforeMs, missingMs] = [fromMs, 0];
  let beforeEveryMs = everyMs;
  const missing = (ms: number, ownMs: number) => (ms > longestGap(Math.max(ownMs, beforeEveryMs)) ? ms : 0);
  for (const [index, ms] of samples.atMs.entries()) {
    if (ms < fromMs) continue;
    const ownMs = everyMsAt(samples.atMs, index, everyMs);
    missingMs += missing(ms - beforeMs, ownMs);
    [beforeMs, beforeEveryMs] = [ms, ownMs];
  }
  return missingMs + missing(toMs - beforeMs, everyMs);
}
