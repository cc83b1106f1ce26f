import { isHole } from "@offgrid/contract/core/hole";
import { loadMetrics, lowLastsMs } from "@offgrid/contract/power-cuts/loads-sign";
import { dueOf } from "@offgrid/contract/warnings/due";
import { canHeal } from "@offgrid/contract/warnings/heal";
import { isIdle } from "@offgrid/contract/warnings/idle";
import type { WarningInput } from "@offgrid/contract/warnings/read-condition";
import { stepWarning, type WarningEmit } from "@offgrid/contract/warnings/step-warning";
import type { KnownCutOff, WarningFrame } from "@offgrid/contract/warnings/warning-frame";
import type { WarningState } from "@offgrid/contract/warnings/warning-state";
import { isJudgedOn, warningTypes } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Gap } from "./gaps.store.ts";
import type * as judged from "./judged.store.ts";
import type { KnownPair } from "./known-states.ts";
import type { Pair, RuleFacts } from "./pairs.store.ts";
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
  const cutOff = knownCutOff(container);
  return frames.map(({ atMs, valueOf }) => ({ kind: "frame", atMs, everyMs, valueOf, place, cutOff }));
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

/** A rule as it is judged in a round, at whatever container. */
export interface RoundRule extends RuleFacts {
  rule: WarningRule;
  /** Of its pairs that are as it is now; undefined: that depends on the container. */
  fingerprint: string | undefined;
  /** False: only events, forecasts and the clock move it. */
  isOnFrames: boolean;
}

export function roundRule(facts: RuleFacts, rule: WarningRule): RoundRule {
  const isOnFrames = rule.conditions.some((condition) => isJudgedOn(condition, "frame"));
  return { ...facts, rule, isOnFrames, fingerprint: hasOverrides(rule) ? undefined : String(facts.updatedMs) };
}

/** What of rule and container a state belongs to: where that is something else now, it begins again. */
export function fingerprintOf(
  { updatedMs }: Pick<RuleFacts, "updatedMs">,
  rule: WarningRule,
  container: judged.HeldContainer,
): string {
  // Only overrides make cluster and kit matter: without them a container that is moved goes on as it was.
  return [updatedMs, ...(hasOverrides(rule) ? [container.clusterId, container.kitId] : [])].join(" ");
}

function hasOverrides({ conditions }: WarningRule): boolean {
  return conditions.some(({ overrides = [] }) => overrides.length > 0);
}

/** Is it judged on as it was, whatever the container? */
export function goesOn({ fingerprint }: RoundRule, pair: KnownPair): boolean {
  return fingerprint !== undefined && pair.fingerprint === fingerprint && pair.state !== null;
}

/**
 * Do new frames move nothing but the watermark, which is kept for the container as a whole? So it is with nearly all of
 * them, and a step that finds that out costs several times as much.
 * @param rule As it applies to this container.
 */
export function isLeftAsItIs(
  { failedContainerId, isOnFrames }: RoundRule,
  rule: WarningRule,
  state: WarningState,
  { containerId, watermarkMs }: judged.HeldContainer,
  { frames, gap }: Known,
): boolean {
  if (failedContainerId === containerId) return false;
  if (!isOnFrames && state.flaps.length === 0) return true;
  // Before a gap, each rule says how it was.
  if (gap) return false;
  let beforeMs = Math.max(state.watermarkMs ?? 0, watermarkMs);
  for (const frame of frames) {
    if (frame.atMs <= beforeMs) continue;
    if (!isIdle(rule, state, frame, beforeMs)) return false;
    beforeMs = frame.atMs;
  }
  return true;
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
    (key) => key !== "watermarkMs" && !isSame(one[key], other[key]),
  );
}

/** Of what JSON may hold. Most of what differs does so near its beginning: turning both into texts would go through all of it. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const [keys, count] = [Object.keys(one), Object.keys(other).length];
  return (
    keys.length === count && keys.every((key) => isSame(one[key as keyof typeof one], other[key as keyof typeof other]))
  );
}

export function resumed(state: WarningState, watermarkMs: number): WarningState {
  return { ...state, watermarkMs: Math.max(state.watermarkMs ?? 0, watermarkMs) };
}

/** New rules look back as far as they need to, and at least at the newest frame. */
export function framesAfterMs({ watermarkMs, latestMs }: judged.HeldContainer, cases: Iterable<Case>): number {
  let fromMs = watermarkMs;
  for (const { isFresh, rule } of cases)
    if (isFresh) fromMs = Math.min(fromMs, (latestMs ?? watermarkMs) - lookBackMs(rule) - 1);
  return fromMs;
}

/** How far back a rule has to look to know how it is. */
export function lookBackMs({ conditions }: WarningRule): number {
  const longestS = conditions.flatMap(({ type, duration, window = 0, critical }) => [
    duration + (type === "cut" ? lowLastsMs / 1_000 : 0),
    window,
    critical?.duration ?? 0,
  ]);
  return Math.min(longestLookBackMs, Math.max(...longestS) * 1_000);
}

/** Metrics that any of these looks at. */
export function metricsOfAll(pairs: readonly KnownPair[], rules: ReadonlyMap<string, RoundRule>): Set<string> {
  const found = new Set<string>();
  for (const { ruleId } of pairs) {
    const one = rules.get(ruleId);
    if (one) for (const metric of metricsOf(one.rule)) found.add(metric);
  }
  return found;
}

const metrics = new WeakMap<WarningRule, readonly string[]>();

/** Metrics that a rule looks at. They are asked for each second, and worked out once. */
export function metricsOf(rule: WarningRule): readonly string[] {
  let found = metrics.get(rule);
  if (!found) metrics.set(rule, (found = listMetrics(rule)));
  return found;
}

function listMetrics({ conditions }: WarningRule): string[] {
  return conditions.flatMap((condition) => [
    ...namedMetrics(condition),
    ...(condition.type === "cut" ? loadMetrics : []),
  ]);
}

/** What names metrics of a condition, be it one that is only suggested. */
export interface Naming extends Pick<WarningRule["conditions"][number], "type" | "attributes"> {
  counted?: { attributes: string[] } | undefined;
  when?: { attributes: string[] }[] | undefined;
}

/** Those that the condition names, all of which have to be there. */
export function namedMetrics({ type, attributes, counted, when = [] }: Naming): string[] {
  const own = ["values", "silence"].includes(warningTypes[type].reads) ? attributes : [];
  return [...own, ...(counted?.attributes ?? []), ...when.flatMap((guard) => guard.attributes)];
}

export function knownCutOff({ reserveSoc, cutSoc }: KnownCutOff): KnownCutOff {
  return { reserveSoc, cutSoc };
}

export function placeOf({
  zoneName,
  latitude,
  longitude,
}: Pick<judged.HeldContainer, "zoneName" | "latitude" | "longitude">) {
  if (latitude === null || longitude === null) return { zoneName };
  return { zoneName, latitudeDeg: latitude, longitudeDeg: longitude };
}
