import { randomUUID } from "node:crypto";

import { ruleAt } from "@offgrid/contract/warnings/rule-at";
import { stepWarning, type WarningEmit } from "@offgrid/contract/warnings/step-warning";
import { newWarningState, type WarningState } from "@offgrid/contract/warnings/warning-state";
import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { reasonOf, type Db } from "../../core/db.ts";
import { announceEmit } from "./announce-emit.ts";
import * as judged from "./judged.store.ts";
import { readRules } from "./parsed-rules.ts";
import { watchPairs } from "./rules.store.ts";
import { readTickFacts, type TickFacts } from "./tick-facts.ts";
import { WarningNews } from "./warning-news.ts";
import * as warnings from "./warnings.store.ts";

/** Judges rules by what is stored: whichever process does it, and how often, the rows come out the same. */

export type JudgeTools = Pick<FeatureBase, "bus" | "db" | "clock" | "log">;

/** In one transaction. */
const perRound = 20;
/** How far a new rule looks back, at most. */
const longestLookBackMs = 6 * 3_600_000;

/** Judges the frames that came since the last time. */
export async function judgeFrames(tools: JudgeTools, signal?: AbortSignal): Promise<void> {
  for (let count = perRound; count === perRound && !signal?.aborted;) count = (await judgeRound(tools, "news")).length;
}

/** Judges what only the clock tells, and ends what nobody looks at any more. */
export async function judgeTicks(tools: JudgeTools, signal?: AbortSignal): Promise<void> {
  const { db, clock } = tools;
  await db.transaction().execute(async (tx) => {
    await judged.holdRules(tx, "change");
    await warnings.closeUnjudged(tx, clock.now());
    await watchPairs(tx, clock.now());
    await judged.forgetUnwatched(tx);
  });
  if (!(await judged.hasSettled(db, clock.now()))) return;
  let after: string | undefined = "";
  while (after !== undefined && !signal?.aborted) after = (await judgeRound(tools, { after })).at(-1);
}

/** @returns the containers that were judged. */
function judgeRound(tools: JudgeTools, wanted: "news" | { after: string }): Promise<string[]> {
  const { bus, db, clock, log } = tools;
  return announced<string[]>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      await judged.holdRules(tx, "judge");
      const containers = await judged.holdContainers(tx, wanted, perRound);
      if (containers.length === 0) return [];
      const round = new Round(tx, news, log, clock.now());
      await round.judge(containers, wanted !== "news");
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
  readonly #news: Announcement;
  readonly #log: FeatureBase["log"];
  readonly #nowMs: number;
  readonly #said = new WarningNews();
  readonly #failed = new Set<string>();

  constructor(tx: Db, news: Announcement, log: FeatureBase["log"], nowMs: number) {
    this.#tx = tx;
    this.#news = news;
    this.#log = log;
    this.#nowMs = nowMs;
  }

  async judge(containers: readonly judged.HeldContainer[], isTick: boolean): Promise<void> {
    const tx = this.#tx;
    const ids = containers.map(({ containerId }) => containerId);
    const pairs = await judged.listPairs(tx, ids);
    const rules = await readRules(tx, pairs);
    const cases = new Map<string, Case[]>();
    for (const container of containers) cases.set(container.containerId, await this.#casesOf(container, pairs, rules));
    const frames = await judged.readLiveFrames(
      tx,
      containers.map((container) => framesFor(container, cases.get(container.containerId) ?? [])),
    );
    const facts = isTick ? await readTickFacts(tx, ids, [...rules.values()], this.#nowMs) : undefined;
    const saved: judged.SavedState[] = [];
    for (const container of containers) {
      const { containerId } = container;
      for (const one of cases.get(containerId) ?? []) {
        const state = await this.#step(one, container, frames.get(containerId) ?? [], facts);
        const { pair, fingerprint, isFresh } = one;
        if (state && (isFresh || differs(state, one.state)))
          saved.push({ ruleId: pair.ruleId, containerId, fingerprint, state });
      }
    }
    await judged.saveStates(tx, saved);
    const marks = containers.flatMap(({ containerId, latestMs }) => {
      const atMs = Math.max(latestMs ?? 0, frames.get(containerId)?.at(-1)?.atMs ?? 0);
      return atMs > 0 ? [{ containerId, atMs }] : [];
    });
    await judged.saveWatermarks(tx, marks);
    await this.#said.store(tx, this.#news, this.#nowMs);
  }

  /** The rules of a container as they apply to it; what applied otherwise before is over. */
  async #casesOf(
    container: judged.HeldContainer,
    pairs: readonly judged.Pair[],
    rules: ReadonlyMap<string, WarningRule>,
  ): Promise<Case[]> {
    const cases: Case[] = [];
    for (const pair of pairs.filter(({ containerId }) => containerId === container.containerId)) {
      const whole = rules.get(pair.ruleId);
      const rule = whole && ruleAt(whole, container);
      // Only overrides make cluster and kit matter: without them a container that is moved goes on as it was.
      const hasOverrides = whole?.conditions.some(({ overrides = [] }) => overrides.length > 0) ?? false;
      const places = hasOverrides ? [container.clusterId, container.kitId] : [];
      const fingerprint = [pair.updatedMs, ...places].join(" ");
      const isFresh = pair.fingerprint !== fingerprint;
      if (pair.state && (isFresh || !rule)) {
        await warnings.changeOpen(this.#tx, pair, warnings.closing(this.#nowMs, "rule_changed"));
        await judged.forgetState(this.#tx, pair);
      }
      if (!rule) continue;
      // What the rule says anew holds from now on.
      const fromMs = pair.state ? this.#nowMs : pair.updatedMs;
      const state =
        isFresh || !pair.state
          ? newWarningState(rule.conditions.length, fromMs)
          : resumed(pair.state, container.watermarkMs);
      cases.push({ pair, rule, fingerprint, isFresh, fromMs, state });
    }
    return cases;
  }

  /** @returns undefined where the rule could not be judged, and what it remembers stays as it is. */
  async #step(
    { pair, rule, isFresh, fromMs, state: before }: Case,
    container: judged.HeldContainer,
    frames: readonly judged.LiveFrame[],
    facts: TickFacts | undefined,
  ): Promise<WarningState | undefined> {
    const { containerId } = container;
    let emits: WarningEmit[] = [];
    let state = before;
    try {
      const everyMs = container.everyS * 1_000;
      const place = placeOf(container);
      const take = (input: Parameters<typeof stepWarning>[2]) => {
        const step = stepWarning(rule, state, input);
        state = step.state;
        emits.push(...step.emits);
      };
      const takeFrames = (some: readonly judged.LiveFrame[]) => {
        for (const { atMs, values } of some)
          take({ kind: "frame", atMs, everyMs, valueOf: (metric) => values.get(metric), place });
      };
      const earlier = isFresh ? frames.filter((frame) => frame.atMs < fromMs) : [];
      takeFrames(earlier);
      emits = stillSo(rule, state, emits);
      takeFrames(frames.slice(earlier.length));
      const atMs = this.#nowMs;
      if (facts)
        take({
          kind: "tick",
          atMs,
          everyMs,
          lastFrameMs: container.latestMs ?? undefined,
          instantsOf: facts.instantsOf(containerId, atMs),
          forecast: facts.forecastOf(containerId),
          place,
        });
    } catch (error) {
      this.#log.error({ err: error, ruleId: pair.ruleId, containerId }, "a warning rule could not be judged");
      await this.#noteFailure(pair, rule, error);
      return undefined;
    }
    for (const emit of emits)
      await announceEmit(this.#tx, this.#said, { rule, ruleId: pair.ruleId, containerId, nowMs: this.#nowMs }, emit);
    return state;
  }

  /** The third round in which it fails it is paused, and its owner learns of it. */
  async #noteFailure({ ruleId, ownerId, containerId }: judged.Pair, rule: WarningRule, error: unknown): Promise<void> {
    // A rule that fails at many containers has failed once.
    if (this.#failed.has(ruleId)) return;
    this.#failed.add(ruleId);
    if (!(await judged.noteFailure(this.#tx, ruleId, this.#nowMs))) return;
    const data = { ruleId, ruleName: rule.ruleName, reason: reasonOf(error) };
    const event = { ts: this.#nowMs, code: "warning.rule_paused", level: "warning", data } as const;
    this.#said.add({ id: randomUUID(), containerId, boot: null, seq: null, event, only: [ownerId] });
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
