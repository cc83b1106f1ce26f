import { randomUUID } from "node:crypto";

import { dueOf } from "@offgrid/contract/warnings/due";
import type { WarningInput } from "@offgrid/contract/warnings/read-condition";
import { ruleAt } from "@offgrid/contract/warnings/rule-at";
import { stepWarning, type WarningEmit } from "@offgrid/contract/warnings/step-warning";
import { newWarningState, type WarningState } from "@offgrid/contract/warnings/warning-state";
import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { reasonOf, type Db } from "../../core/db.ts";
import * as judged from "./judged.store.ts";
import { readRules } from "./parsed-rules.ts";
import { readTickFacts, type TickFacts } from "./tick-facts.ts";
import { type Said, WarningNews } from "./warning-news.ts";
import * as watched from "./watched.store.ts";

/** Judges rules by what is stored: whichever process does it, and how often, the rows come out the same. */

export type JudgeTools = Pick<FeatureBase, "bus" | "db" | "clock" | "log">;

/** In one transaction. */
const perRound = 50;
/** How far a new rule looks back, at most. */
const longestLookBackMs = 6 * 3_600_000;
/** What could not be judged is looked at again so much later. */
const retryMs = 15_000;

/** Judges the frames that came since the last time. */
export async function judgeFrames(tools: JudgeTools, signal?: AbortSignal): Promise<void> {
  await followChanges(tools);
  for (let count = perRound; count === perRound && !signal?.aborted;) count = (await judgeRound(tools, "news")).length;
}

/** Judges what is due by the clock, and what looks at something that comes without frames. */
export async function judgeTicks(tools: JudgeTools, signal?: AbortSignal): Promise<void> {
  const { db, clock } = tools;
  await followChanges(tools);
  const dueMs = clock.now();
  if (!(await judged.hasSettled(db, dueMs))) return;
  await db.transaction().execute((tx) => watched.wake(tx, dueMs));
  let after: string | undefined = "";
  while (after !== undefined && !signal?.aborted) after = (await judgeRound(tools, { dueMs, after })).at(-1);
}

/** Rules, containers and rights that changed: from now on other rules look at other containers. */
async function followChanges({ db, clock }: JudgeTools): Promise<void> {
  if (!(await watched.hasStale(db))) return;
  await db.transaction().execute(async (tx) => {
    await watched.holdRules(tx, "change");
    await watched.watchAgain(tx, await watched.takeStale(tx), clock.now());
  });
}

/** Finds changes that nobody noted. */
export async function sweepWatched(tools: JudgeTools): Promise<void> {
  await tools.db.transaction().execute((tx) => watched.noteDifferences(tx));
  await followChanges(tools);
}

/** @returns the containers that were judged. */
function judgeRound(tools: JudgeTools, wanted: "news" | { dueMs: number; after: string }): Promise<string[]> {
  const { bus, db, clock, log } = tools;
  return announced<string[]>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      await watched.holdRules(tx, "judge");
      const containers = await judged.holdContainers(tx, wanted, perRound);
      if (containers.length === 0) return [];
      const round = new Round(tx, log, clock.now(), wanted !== "news");
      await round.judge(containers, news);
      return containers.map(({ containerId }) => containerId);
    },
  );
}

/** A rule at a container, with what is remembered of it. */
interface Case {
  pair: judged.Pair;
  rule: WarningRule;
  fingerprint: string;
  isFresh: boolean;
  /** Of a fresh one: frames of before only lead up to how it is then. */
  fromMs: number;
  state: WarningState;
}

class Round {
  readonly #tx: Db;
  readonly #log: FeatureBase["log"];
  readonly #nowMs: number;
  readonly #isTick: boolean;
  readonly #said = new WarningNews();
  readonly #failed = new Set<string>();
  readonly #recovered = new Set<string>();

  constructor(tx: Db, log: FeatureBase["log"], nowMs: number, isTick: boolean) {
    this.#tx = tx;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#isTick = isTick;
  }

  async judge(containers: readonly judged.HeldContainer[], news: Announcement): Promise<void> {
    const tx = this.#tx;
    const pairs = await judged.listPairs(tx, containers, this.#nowMs);
    const rules = await this.#readableRules(pairs);
    const saved: judged.SavedState[] = [];
    const cases = this.#casesOf(containers, pairs, rules, saved);
    const whole = containers.filter(({ isWhole }) => isWhole);
    const frames = await judged.readLiveFrames(
      tx,
      whole.map((container) => framesFor(container, cases.get(container.containerId) ?? [])),
    );
    const ids = containers.map(({ containerId }) => containerId);
    const facts = this.#isTick ? await readTickFacts(tx, ids, [...rules.values()], this.#nowMs) : undefined;
    for (const container of containers)
      for (const one of cases.get(container.containerId) ?? []) {
        const after = await this.#step(one, container, frames.get(container.containerId) ?? [], facts);
        if (after) saved.push(after);
      }
    await judged.saveStates(tx, saved, this.#isTick);
    await judged.forgetFailures(
      tx,
      [...this.#recovered].filter((ruleId) => !this.#failed.has(ruleId)),
    );
    const marks = whole.flatMap(({ containerId, latestMs }) => {
      const atMs = Math.max(latestMs ?? 0, frames.get(containerId)?.at(-1)?.atMs ?? 0);
      return atMs > 0 ? [{ containerId, atMs }] : [];
    });
    await judged.saveWatermarks(tx, marks);
    await this.#said.store(tx, news, this.#nowMs);
  }

  /** Without those that this program cannot read: they are paused, and their owners learn of it. */
  async #readableRules(pairs: readonly judged.Pair[]): Promise<Map<string, WarningRule>> {
    const rules = await readRules(this.#tx, pairs);
    for (const pair of pairs) {
      if (rules.has(pair.ruleId) || this.#failed.has(pair.ruleId)) continue;
      this.#failed.add(pair.ruleId);
      const { ruleName, reason } = await judged.whyUnreadable(this.#tx, pair.ruleId);
      if (await judged.pauseRule(this.#tx, pair.ruleId, this.#nowMs)) this.#notifyOwner(pair, ruleName, reason);
    }
    return rules;
  }

  /** The rules of each container as they apply to it; what applied otherwise before is over. */
  #casesOf(
    containers: readonly judged.HeldContainer[],
    pairs: readonly judged.Pair[],
    rules: ReadonlyMap<string, WarningRule>,
    saved: judged.SavedState[],
  ): Map<string, Case[]> {
    const held = new Map(containers.map((container) => [container.containerId, container]));
    const cases = new Map<string, Case[]>(containers.map(({ containerId }) => [containerId, []]));
    for (const pair of pairs) {
      const whole = rules.get(pair.ruleId);
      const container = held.get(pair.containerId);
      if (!whole || !container) continue;
      const fingerprint = fingerprintOf(pair, whole, container);
      const isFresh = pair.fingerprint !== fingerprint;
      // It needs frames to look back at: it is judged with the next ones.
      if (isFresh && !container.isWhole) continue;
      const rule = ruleAt(whole, container);
      if (pair.state && (isFresh || !rule))
        this.#say(pair, whole, { kind: "closed", atMs: this.#nowMs, reason: "rule_changed" });
      if (!rule) {
        const { ruleId, containerId } = pair;
        saved.push({ ruleId, containerId, fingerprint, state: null, dueMs: undefined });
        continue;
      }
      // What the rule says anew holds from now on.
      const fromMs = pair.state ? this.#nowMs : pair.updatedMs;
      const state =
        isFresh || !pair.state
          ? newWarningState(rule.conditions.length, fromMs)
          : resumed(pair.state, container.watermarkMs);
      cases.get(pair.containerId)?.push({ pair, rule, fingerprint, isFresh, fromMs, state });
    }
    return cases;
  }

  #say({ ruleId, containerId }: judged.Pair, rule: WarningRule, emit: Said["emit"]): void {
    this.#said.say({ ruleId, containerId, rule, emit });
  }

  /** @returns undefined where nothing is to be written. */
  async #step(
    one: Case,
    container: judged.HeldContainer,
    frames: readonly judged.LiveFrame[],
    facts: TickFacts | undefined,
  ): Promise<judged.SavedState | undefined> {
    const { pair, rule, fingerprint, isFresh, state: before } = one;
    const { ruleId, containerId, failedContainerId } = pair;
    const known = { ruleId, containerId, fingerprint };
    try {
      const { state, emits, dueMs } = runCase(one, container, frames, facts, this.#nowMs);
      for (const emit of emits) this.#say(pair, rule, emit);
      if (failedContainerId === containerId) this.#recovered.add(ruleId);
      if (isFresh || differs(state, before)) return { ...known, state, dueMs };
      // Frames that change nothing make nothing due any earlier.
      return this.#isTick ? { ...known, state: undefined, dueMs } : undefined;
    } catch (error) {
      this.#log.error({ err: error, ruleId, containerId }, "a warning rule could not be judged");
      await this.#noteFailure(pair, rule, error);
      return this.#isTick && !isFresh ? { ...known, state: undefined, dueMs: this.#nowMs + retryMs } : undefined;
    }
  }

  /** The third round in which it fails it is paused, and its owner learns of it. */
  async #noteFailure(pair: judged.Pair, rule: WarningRule, error: unknown): Promise<void> {
    // A rule that fails at many containers has failed once.
    if (this.#failed.has(pair.ruleId)) return;
    this.#failed.add(pair.ruleId);
    if (await judged.noteFailure(this.#tx, pair, this.#nowMs)) this.#notifyOwner(pair, rule.ruleName, reasonOf(error));
  }

  #notifyOwner({ ruleId, ownerId, containerId }: judged.Pair, ruleName: string, reason: string): void {
    const data = { ruleId, ruleName, reason };
    const event = { ts: this.#nowMs, code: "warning.rule_paused", level: "warning", data } as const;
    this.#said.add({ id: randomUUID(), containerId, boot: null, seq: null, event, only: [ownerId] });
  }
}

/** What of rule and container a state belongs to: where that is something else now, it begins again. */
function fingerprintOf({ updatedMs }: judged.Pair, rule: WarningRule, container: judged.HeldContainer): string {
  // Only overrides make cluster and kit matter: without them a container that is moved goes on as it was.
  const hasOverrides = rule.conditions.some(({ overrides = [] }) => overrides.length > 0);
  return [updatedMs, ...(hasOverrides ? [container.clusterId, container.kitId] : [])].join(" ");
}

/** @throws whatever the rule throws. */
function runCase(
  { rule, isFresh, fromMs, state: before }: Case,
  container: judged.HeldContainer,
  frames: readonly judged.LiveFrame[],
  facts: TickFacts | undefined,
  nowMs: number,
): { state: WarningState; emits: WarningEmit[]; dueMs: number | undefined } {
  const { containerId } = container;
  const everyMs = container.everyS * 1_000;
  const place = placeOf(container);
  let state = before;
  let emits: WarningEmit[] = [];
  const take = (input: WarningInput) => {
    const step = stepWarning(rule, state, input);
    state = step.state;
    emits.push(...step.emits);
    return input;
  };
  const takeFrames = (some: readonly judged.LiveFrame[]) =>
    some.map(({ atMs, values }) =>
      take({ kind: "frame", atMs, everyMs, valueOf: (metric) => values.get(metric), place }),
    );
  const earlier = isFresh ? frames.filter((frame) => frame.atMs < fromMs) : [];
  let last = takeFrames(earlier).at(-1);
  emits = stillSo(rule, state, emits);
  last = takeFrames(frames.slice(earlier.length)).at(-1) ?? last;
  if (facts)
    last = take({
      kind: "tick",
      atMs: nowMs,
      everyMs,
      lastFrameMs: container.latestMs ?? undefined,
      instantsOf: facts.instantsOf(containerId, nowMs),
      forecast: facts.forecastOf(containerId),
      place,
    });
  return { state, emits, dueMs: last && dueOf(rule, state, last) };
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
function differs(one: WarningState, other: WarningState): boolean {
  return JSON.stringify({ ...one, watermarkMs: 0 }) !== JSON.stringify({ ...other, watermarkMs: 0 });
}

function resumed(state: WarningState, watermarkMs: number): WarningState {
  return { ...state, watermarkMs: Math.max(state.watermarkMs ?? 0, watermarkMs) };
}

/** New rules look back as far as they need to, and at least at the newest frame. */
function framesFor(container: judged.HeldContainer, cases: readonly Case[]): judged.FrameQuery {
  const { containerId, watermarkMs, latestMs } = container;
  const backMs = cases.flatMap(({ isFresh, rule }) => (isFresh ? [lookBackMs(rule)] : []));
  const fromMs = Math.min(watermarkMs, ...backMs.map((ms) => (latestMs ?? watermarkMs) - ms - 1));
  return { containerId, afterMs: fromMs, metrics: [...new Set(cases.flatMap(({ rule }) => metricsOf(rule)))] };
}

function lookBackMs({ conditions }: WarningRule): number {
  const longestS = conditions.flatMap(({ duration, window = 0, critical }) => [
    duration,
    window,
    critical?.duration ?? 0,
  ]);
  return Math.min(longestLookBackMs, Math.max(...longestS) * 1_000);
}

/** Metrics that a rule looks at. */
export function metricsOf({ conditions }: WarningRule): string[] {
  return conditions.flatMap(({ type, attributes, when = [] }) => {
    const own = ["values", "silence"].includes(warningTypes[type].reads) ? attributes : [];
    return [...own, ...when.flatMap((guard) => guard.attributes)];
  });
}

function placeOf({ zoneName, latitude, longitude }: judged.HeldContainer) {
  if (latitude === null || longitude === null) return { zoneName };
  return { zoneName, latitudeDeg: latitude, longitudeDeg: longitude };
}
