import { randomUUID } from "node:crypto";

import { ruleAt } from "@offgrid/contract/warnings/rule-at";
import { newWarningState } from "@offgrid/contract/warnings/warning-state";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { reasonOf, type Db } from "../../core/db.ts";
import {
  type Case,
  differs,
  fingerprintOf,
  framesFor,
  gapIn,
  ignoresFrames,
  isLeftAsItIs,
  type Known,
  resumed,
  runCase,
  warningFrames,
} from "./case.ts";
import { type Gap, noteGaps } from "./gaps.store.ts";
import * as judged from "./judged.store.ts";
import { type Pair, type SavedState, byContainer, listPairs, saveStates } from "./pairs.store.ts";
import { rememberSaved } from "./known-states.ts";
import { readRules } from "./parsed-rules.ts";
import { readTickFacts, type TickPair } from "./tick-facts.ts";
import { type Said, WarningNews } from "./warning-news.ts";
import * as watched from "./watched.store.ts";

/** Judges rules by what is stored: whichever process does it, and how often, the rows come out the same. */

export type JudgeTools = Pick<FeatureBase, "bus" | "db" | "clock" | "log">;

/** In one transaction: few long ones keep up where each question to the database waits for others. */
const perRound = 200;
/** What is missing of a gap is looked for so much later. */
const gapAfterMs = 60_000;
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
  while (await watched.hasStale(db))
    await db.transaction().execute(async (tx) => {
      await watched.holdRules(tx, "change");
      await watched.watchAgain(tx, await watched.takeStale(tx), clock.now());
    });
}

/** Finds changes that nobody noted. */
export async function sweepWatched(tools: JudgeTools, signal?: AbortSignal): Promise<void> {
  for (const ruleId of await watched.listRuleIds(tools.db)) {
    if (signal?.aborted) return;
    await watched.noteDifference(tools.db, ruleId);
  }
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

function tickPairs(
  containers: readonly judged.HeldContainer[],
  cases: ReadonlyMap<string, readonly Case[]>,
): TickPair[] {
  return containers.flatMap(({ containerId, zoneName }) =>
    (cases.get(containerId) ?? []).map(({ pair: { ownerId }, rule }) => ({ containerId, ownerId, zoneName, rule })),
  );
}

class Round {
  readonly #tx: Db;
  readonly #log: FeatureBase["log"];
  readonly #nowMs: number;
  readonly #isTick: boolean;
  readonly #said = new WarningNews();
  readonly #failed = new Set<string>();
  readonly #recovered = new Set<string>();
  readonly #gaps: Gap[] = [];

  constructor(tx: Db, log: FeatureBase["log"], nowMs: number, isTick: boolean) {
    this.#tx = tx;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#isTick = isTick;
  }

  async judge(containers: readonly judged.HeldContainer[], news: Announcement): Promise<void> {
    const tx = this.#tx;
    const pairs = await listPairs(tx, containers, this.#nowMs);
    const rules = await this.#readableRules(pairs);
    const saved: SavedState[] = [];
    const cases = this.#casesOf(containers, pairs, rules, saved);
    const whole = containers.filter(({ isWhole }) => isWhole);
    const frames = await judged.readLiveFrames(
      tx,
      whole.map((container) => framesFor(container, cases.get(container.containerId) ?? [])),
    );
    const facts = this.#isTick ? await readTickFacts(tx, tickPairs(containers, cases), this.#nowMs) : undefined;
    for (const container of containers) {
      const own = frames.get(container.containerId) ?? [];
      const known = { frames: warningFrames(container, own), facts, gap: gapIn(container, own) };
      for (const one of cases.get(container.containerId) ?? []) {
        if (!this.#isTick && (ignoresFrames(one) || isLeftAsItIs(one, known))) continue;
        const after = await this.#step(one, container, known);
        if (after) saved.push(after);
      }
      if (known.gap && Object.keys(known.gap.states).length > 0) this.#gaps.push(known.gap);
    }
    await noteGaps(tx, this.#gaps, this.#nowMs + gapAfterMs);
    const stored = byContainer(await saveStates(tx, saved, this.#isTick));
    await judged.forgetFailures(
      tx,
      [...this.#recovered].filter((ruleId) => !this.#failed.has(ruleId)),
    );
    const marks = whole.flatMap(({ containerId, latestMs }) => {
      const atMs = Math.max(latestMs ?? 0, frames.get(containerId)?.at(-1)?.atMs ?? 0);
      return atMs > 0 ? [{ containerId, atMs }] : [];
    });
    const before = new Map(whole.map((container) => [container.containerId, container]));
    for (const { containerId, statesKey } of await judged.saveWatermarks(tx, marks)) {
      const container = before.get(containerId);
      if (container) rememberSaved(container, statesKey, stored.get(containerId) ?? []);
    }
    await this.#said.store(tx, news, this.#nowMs);
  }

  /** Without those that this program cannot read: they are paused, and their owners learn of it. */
  async #readableRules(pairs: readonly Pair[]): Promise<Map<string, WarningRule>> {
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
    pairs: readonly Pair[],
    rules: ReadonlyMap<string, WarningRule>,
    saved: SavedState[],
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

  #say({ ruleId, containerId }: Pair, rule: WarningRule, emit: Said["emit"]): void {
    this.#said.say({ ruleId, containerId, rule, emit });
  }

  /** @returns undefined where nothing is to be written. */
  async #step(one: Case, container: judged.HeldContainer, known: Known): Promise<SavedState | undefined> {
    const { pair, rule, fingerprint, isFresh, state: before } = one;
    const { ruleId, containerId, failedContainerId } = pair;
    const key = { ruleId, containerId, fingerprint };
    try {
      const { state, emits, dueMs } = runCase(one, container, known, this.#nowMs);
      for (const emit of emits) this.#say(pair, rule, emit);
      if (failedContainerId === containerId) this.#recovered.add(ruleId);
      if (isFresh || differs(state, before)) return { ...key, state, dueMs };
      // Frames that change nothing make nothing due any earlier.
      return this.#isTick ? { ...key, state: undefined, dueMs } : undefined;
    } catch (error) {
      this.#log.error({ err: error, ruleId, containerId }, "a warning rule could not be judged");
      await this.#noteFailure(pair, rule, error);
      return this.#isTick && !isFresh ? { ...key, state: undefined, dueMs: this.#nowMs + retryMs } : undefined;
    }
  }

  /** The third round in which it fails it is paused, and its owner learns of it. */
  async #noteFailure(pair: Pair, rule: WarningRule, error: unknown): Promise<void> {
    // A rule that fails at many containers has failed once.
    if (this.#failed.has(pair.ruleId)) return;
    this.#failed.add(pair.ruleId);
    if (await judged.noteFailure(this.#tx, pair, this.#nowMs)) this.#notifyOwner(pair, rule.ruleName, reasonOf(error));
  }

  #notifyOwner({ ruleId, ownerId, containerId }: Pair, ruleName: string, reason: string): void {
    const data = { ruleId, ruleName, reason };
    const event = { ts: this.#nowMs, code: "warning.rule_paused", level: "warning", data } as const;
    this.#said.add({ id: randomUUID(), containerId, boot: null, seq: null, event, only: [ownerId] });
  }
}
