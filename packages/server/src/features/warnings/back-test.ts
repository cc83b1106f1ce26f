import type { Episode } from "@offgrid/contract/warnings/heal";
import type { WarningBacktest } from "@offgrid/contract/warnings/rule-trials.calls";
import { ruleAt } from "@offgrid/contract/warnings/rule-at";
import { warningLimits as limits } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Db } from "../../core/db.ts";
import type { Range } from "../../history/tiers/samples.store.ts";
import { TimeLimit, tryRules, type Unjudged } from "./trials.ts";
import { type JudgedWarning, listRatedWarnings, type TrialContainer } from "./trials.store.ts";

/** What a rule would have raised, beside what it raises as it is saved. */

/** Long enough for what people try, and short enough that nobody waits for nothing. */
export const longestMs = 10_000;
const mostNamed = 200;

export interface BackTestOrder {
  rule: WarningRule;
  /** The rule as it is saved; undefined: it is a new one. */
  saved: { id: string; rule: WarningRule } | undefined;
  containers: readonly TrialContainer[];
  range: Range;
}

/** An episode at a container. */
export interface Found extends Episode {
  container: TrialContainer;
}

interface Tried {
  container: TrialContainer;
  episodes: Found[];
  savedEpisodes: Found[];
  unjudged: Unjudged;
}

/** @param signal Aborted: whoever asked is gone, and the rest is left. */
export async function backTest(db: Db, order: BackTestOrder, signal: AbortSignal): Promise<WarningBacktest> {
  const { rule, saved, containers, range } = order;
  const timeLimit = new TimeLimit(signal, longestMs);
  const rules = [rule, ...(saved ? [saved.rule] : [])].map(enabled);
  const chosen = containers.slice(0, limits.backTestContainers);
  const tried: Tried[] = [];
  let forecastsFromMs: number | undefined;
  for (const container of chosen) {
    const found = timeLimit.isOver ? undefined : await tryRules(db, container, rules, range, timeLimit);
    if (!found) break;
    const [episodes = [], savedEpisodes = []] = found.trials.map(({ test }) =>
      (test?.episodes ?? []).map((episode) => ({ ...episode, container })),
    );
    tried.push({ container, episodes, savedEpisodes, unjudged: found.unjudged });
    if (found.forecastsFromMs !== undefined)
      forecastsFromMs = Math.min(forecastsFromMs ?? Infinity, found.forecastsFromMs);
  }
  const rated = saved ? await listRatedWarnings(db, saved.id, idsOf(tried), range.fromMs) : [];
  return shown(order, tried, rated, forecastsFromMs);
}

/** What it would do if it were on. */
export function enabled(rule: WarningRule): WarningRule {
  return { ...rule, enabled: true };
}

function idsOf(tried: readonly Tried[]): string[] {
  return tried.map(({ container: { containerId } }) => containerId);
}

function shown(
  { rule, saved, containers, range }: BackTestOrder,
  tried: readonly Tried[],
  rated: readonly JudgedWarning[],
  forecastsFromMs: number | undefined,
): WarningBacktest {
  const all = tried.flatMap(({ episodes }) => episodes);
  const newest = all.toSorted((one, other) => other.raisedMs - one.raisedMs).slice(0, mostNamed);
  const lengthMs = range.toMs - range.fromMs;
  return {
    from: iso(range.fromMs),
    to: iso(range.toMs),
    concerned: containers.length,
    tried: tried.map(({ container, episodes, unjudged: { forMs, lacked } }) => ({
      containerId: container.containerId,
      containerName: container.containerName,
      clusterId: container.clusterId,
      kitId: container.kitId,
      raised: episodes.length,
      seconds: secondsOf(episodes, range.toMs),
      unjudged: Math.min(1, forMs / lengthMs),
      lacked,
    })),
    isCutShort: tried.length < Math.min(containers.length, limits.backTestContainers),
    totals: totalsOf(all, range.toMs),
    episodes: newest.map((one) => ({
      containerId: one.container.containerId,
      containerName: one.container.containerName,
      raisedAt: iso(one.raisedMs),
      clearedAt: one.clearedMs === null ? null : iso(one.clearedMs),
      severity: one.severity,
      worst: one.worst,
      condition: conditionOf(rule, one),
      attribute: one.begin?.attribute ?? null,
      value: one.begin?.value ?? null,
    })),
    forecastsFrom: forecastsFromMs === undefined ? null : iso(forecastsFromMs),
    saved: saved ? comparison(tried, all, rated, range.toMs) : null,
  };
}

/** Of a rule of which one condition is enough: which it was. Some may not apply to the container. */
function conditionOf(rule: WarningRule, { container, begin }: Found): string | null {
  if (!begin || rule.match === "all" || rule.conditions.length < 2) return null;
  return ruleAt(rule, container)?.conditions[begin.condition]?.name ?? null;
}

function comparison(
  tried: readonly Tried[],
  all: readonly Found[],
  rated: readonly JudgedWarning[],
  toMs: number,
): NonNullable<WarningBacktest["saved"]> {
  const before = tried.flatMap(({ savedEpisodes }) => savedEpisodes);
  const isKept = (warning: JudgedWarning) => isAmong(warning, all);
  const valued = rated.filter((one) => one.isValued);
  const noise = rated.filter((one) => one.isNoise);
  return {
    ...totalsOf(before, toMs),
    valued: valued.length,
    kept: valued.filter(isKept).length,
    noise: noise.length,
    noiseKept: noise.filter(isKept).length,
  };
}

/** Would there still be a warning at that container at that time? */
export function isAmong(warning: JudgedWarning, episodes: readonly Found[]): boolean {
  return episodes.some(
    ({ container, raisedMs, clearedMs }) =>
      container.containerId === warning.containerId &&
      raisedMs <= (warning.clearedMs ?? Infinity) &&
      warning.raisedMs <= (clearedMs ?? Infinity),
  );
}

function totalsOf(episodes: readonly Found[], toMs: number): WarningBacktest["totals"] {
  return {
    raised: episodes.length,
    containers: new Set(episodes.map(({ container }) => container.containerId)).size,
    seconds: secondsOf(episodes, toMs),
    longestSeconds: Math.max(0, ...episodes.map((episode) => lengthMsOf(episode, toMs) / 1_000)),
    critical: episodes.filter(({ worst }) => worst === "critical").length,
  };
}

function secondsOf(episodes: readonly Episode[], toMs: number): number {
  return episodes.reduce((sum, episode) => sum + lengthMsOf(episode, toMs), 0) / 1_000;
}

function lengthMsOf({ raisedMs, clearedMs }: Episode, toMs: number): number {
  return Math.max(0, (clearedMs ?? toMs) - raisedMs);
}

const iso = (ms: number) => new Date(ms).toISOString();
