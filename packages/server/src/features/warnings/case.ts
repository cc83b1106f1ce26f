import { isHole } from "@offgrid/contract/core/hole";
import { dueOf } from "@offgrid/contract/warnings/due";
import { canHeal } from "@offgrid/contract/warnings/heal";
import { isIdle } from "@offgrid/contract/warnings/idle";
import type { WarningInput } from "@offgrid/contract/warnings/read-condition";
import { stepWarning, type WarningEmit } from "@offgrid/contract/warnings/step-warning";
import type { WarningFrame } from "@offgrid/contract/warnings/warning-frame";
import type { WarningState } from "@offgrid/contract/warnings/warning-state";
import { isJudgedOn, warningTypes } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Gap } from "./gaps.store.ts";
import type * as judged from "./judged.store.ts";
import type { Pair } from "./pairs.store.ts";
import type { TickFacts } from "./tick-facts.ts";

/** A rule at one container: what it needs to know, and what becomes of it. Pure. */

/** How far a new rule looks back, at most. */
const longestLookBackMs = 6 * 3_600_000;

/** Frames as every rule of their container takes them. */
export function warningFrames(
  container: judged.HeldContainer,
  frames: readonly judged.LiveFrame[],
): readonly WarningFrame[] {
  const place = placeOf(container);
  const everyMs = container.everyS * 1_000;
  return frames.map(({ atMs, values }) => ({
    kind: "frame",
    atMs,
    everyMs,
    valueOf: (metric) => values.get(metric),
    place,
  }));
}

/** A rule at a container, with what is remembered of it. */
export interface Case {
  pair: Pair;
  rule: WarningRule;
  fingerprint: string;
  isFresh: boolean;
  /** Of a fresh one: frames of before only lead up to how it is then. */
  fromMs: number;
  state: WarningState;
}

/** What of rule and container a state belongs to: where that is something else now, it begins again. */
export function fingerprintOf({ updatedMs }: Pair, rule: WarningRule, container: judged.HeldContainer): string {
  // Only overrides make cluster and kit matter: without them a container that is moved goes on as it was.
  const hasOverrides = rule.conditions.some(({ overrides = [] }) => overrides.length > 0);
  return [updatedMs, ...(hasOverrides ? [container.clusterId, container.kitId] : [])].join(" ");
}

/** Is it a rule that only events, forecasts and the clock move, and of which nothing is to be said anew? Frames leave it as it is. */
export function ignoresFrames({ pair, rule, isFresh, state }: Case): boolean {
  if (isFresh || state.flaps.length > 0 || pair.failedContainerId === pair.containerId) return false;
  return !rule.conditions.some((condition) => isJudgedOn(condition, "frame"));
}

/**
 * Do new frames move nothing but the watermark, which is kept for the container as a whole? So it is with nearly all of
 * them, and a step that finds that out costs several times as much.
 */
export function isLeftAsItIs({ pair, rule, isFresh, state }: Case, { frames, gap }: Known): boolean {
  // Before a gap, each rule says how it was.
  if (isFresh || gap || pair.failedContainerId === pair.containerId) return false;
  return frames.every((frame) => isIdle(rule, state, frame));
}

/** What is known of a container in a round. */
export interface Known {
  frames: readonly WarningFrame[];
  facts: TickFacts | undefined;
  gap: (Gap & { endMs: number }) | undefined;
}

/**
 * The first span between new frames that is so long that frames of it may come late; `endMs` is the first frame after it.
 * Its states are filled while rules are judged.
 */
export function gapIn(
  { containerId, watermarkMs, everyS }: judged.HeldContainer,
  frames: readonly judged.LiveFrame[],
): Known["gap"] {
  let beforeMs = watermarkMs;
  let gap: Known["gap"];
  for (const { atMs } of frames) {
    if (atMs <= beforeMs) continue;
    if (isHole(atMs - beforeMs, everyS * 1_000)) {
      gap ??= { containerId, fromMs: beforeMs, toMs: atMs, states: {}, endMs: atMs };
      gap.toMs = atMs;
    }
    beforeMs = atMs;
  }
  return gap;
}

/** @throws whatever the rule throws. */
export function runCase(
  one: Case,
  container: judged.HeldContainer,
  { frames, facts, gap }: Known,
  nowMs: number,
): { state: WarningState; emits: WarningEmit[]; dueMs: number | undefined } {
  const { pair, rule, isFresh, fromMs } = one;
  const run = new Run(one, gap);
  const newer = isFresh ? frames.findIndex(({ atMs }) => atMs >= fromMs) : 0;
  const earlier = newer === -1 ? frames.length : newer;
  run.takeFrames(frames, 0, earlier);
  run.emits = stillSo(rule, run.state, run.emits);
  run.takeFrames(frames, earlier, frames.length);
  if (facts) {
    const { containerId } = container;
    run.take({
      kind: "tick",
      atMs: nowMs,
      everyMs: container.everyS * 1_000,
      lastFrameMs: container.latestMs ?? undefined,
      instantsOf: facts.instantsOf(containerId, nowMs),
      forecast: facts.forecastOf(containerId),
      bundle: facts.bundleOf(containerId),
      neighbours: facts.neighboursOf(containerId, pair.ownerId),
      place: placeOf(container),
    });
  }
  const { state, emits, last } = run;
  return { state, emits, dueMs: last && dueOf(rule, state, last) };
}

/** What a rule takes at a container, one after the other. */
class Run {
  state: WarningState;
  emits: WarningEmit[] = [];
  last: WarningInput | undefined;
  readonly #case: Case;
  readonly #gap: Known["gap"];

  constructor(one: Case, gap: Known["gap"]) {
    this.#case = one;
    this.#gap = gap;
    this.state = one.state;
  }

  take(input: WarningInput): void {
    const step = stepWarning(this.#case.rule, this.state, input);
    this.state = step.state;
    this.emits.push(...step.emits);
    this.last = input;
  }

  takeFrames(frames: readonly WarningFrame[], from: number, to: number): void {
    const { pair, rule, fingerprint, isFresh } = this.#case;
    for (const frame of frames.slice(from, to)) {
      // How it was before the gap, from where it is replayed once what is missing has come.
      if (this.#gap && frame.atMs === this.#gap.endMs && !isFresh && canHeal(rule))
        this.#gap.states[pair.ruleId] = { fingerprint, state: this.state };
      this.take(frame);
    }
  }
}

/** Of what was said while it looked back: what is so at the end. What was over by then is nobody's news. */
function stillSo(rule: WarningRule, state: WarningState, emits: readonly WarningEmit[]): WarningEmit[] {
  if (state.raisedMs === null) return [];
  const begin = emits.findLastIndex(({ kind }) => kind === "raised");
  const severity = state.isCritical ? "critical" : rule.severity;
  return emits.slice(Math.max(0, begin)).flatMap((emit): WarningEmit[] => {
    if (emit.kind === "severity") return [];
    return emit.kind === "raised" ? [{ ...emit, severity }] : [emit];
  });
}

/** States are written only when more than the newest frame has changed in them: that is kept for the container as a whole. */
export function differs(one: WarningState, other: WarningState): boolean {
  return (Object.keys(one) as (keyof WarningState)[]).some(
    (key) =>
      key !== "watermarkMs" && one[key] !== other[key] && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  );
}

export function resumed(state: WarningState, watermarkMs: number): WarningState {
  return { ...state, watermarkMs: Math.max(state.watermarkMs ?? 0, watermarkMs) };
}

/** New rules look back as far as they need to, and at least at the newest frame. */
export function framesFor(container: judged.HeldContainer, cases: readonly Case[]): judged.FrameQuery {
  const { containerId, watermarkMs, latestMs } = container;
  const backMs = cases.flatMap(({ isFresh, rule }) => (isFresh ? [lookBackMs(rule)] : []));
  const fromMs = Math.min(watermarkMs, ...backMs.map((ms) => (latestMs ?? watermarkMs) - ms - 1));
  return { containerId, afterMs: fromMs, metrics: [...new Set(cases.flatMap(({ rule }) => metricsOf(rule)))] };
}

/** How far back a rule has to look to know how it is. */
export function lookBackMs({ conditions }: WarningRule): number {
  const longestS = conditions.flatMap(({ duration, window = 0, critical }) => [
    duration,
    window,
    critical?.duration ?? 0,
  ]);
  return Math.min(longestLookBackMs, Math.max(...longestS) * 1_000);
}

/** Metrics that a rule looks at. */
export function metricsOf({ conditions }: WarningRule): string[] {
  return conditions.flatMap(({ type, attributes, counted, when = [] }) => {
    const own = ["values", "silence"].includes(warningTypes[type].reads) ? attributes : [];
    return [...own, ...(counted?.attributes ?? []), ...when.flatMap((guard) => guard.attributes)];
  });
}

export function placeOf({
  zoneName,
  latitude,
  longitude,
}: Pick<judged.HeldContainer, "zoneName" | "latitude" | "longitude">) {
  if (latitude === null || longitude === null) return { zoneName };
  return { zoneName, latitudeDeg: latitude, longitudeDeg: longitude };
}
