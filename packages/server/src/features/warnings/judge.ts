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
  framesAfterMs,
  gapIn,
  goesOn,
  isLeftAsItIs,
  type Known,
  metricsOfAll,
  resumed,
  roundRule,
  type RoundRule,
  runCase,
  warningFrames,
} from "./case.ts";
import { type Gap, noteGaps } from "./gaps.store.ts";
import * as judged from "./judged.store.ts";
import { type KnownPair, rememberSaved } from "./known-states.ts";
import { listKnown, listRuleFacts, type Pair, type SavedState, saveJudged } from "./pairs.store.ts";
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

type Cases = ReadonlyMap<string, ReadonlyMap<string, Case>>;

function tickPairs(containers: readonly judged.HeldContainer[], cases: Cases): TickPair[] {
  return containers.flatMap(({ containerId, zoneName }) =>
    Array.from(cases.get(containerId)?.values() ?? [], ({ pair: { ownerId }, rule }) => {
      return { containerId, ownerId, zoneName, rule };
    }),
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
  readonly #saved: SavedState[] = [];

  constructor(tx: Db, log: FeatureBase["log"], nowMs: number, isTick: boolean) {
    this.#tx = tx;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#isTick = isTick;
  }

  async judge(containers: readonly judged.HeldContainer[], news: Announcement): Promise<void> {
    const tx = this.#tx;
    const pairs = await listKnown(tx, containers, this.#nowMs);
    const rules = await this.#readableRules(pairs);
    const cases = this.#casesOf(containers, pairs, rules);
    const whole = containers.filter(({ isWhole }) => isWhole);
    const frames = await judged.readLiveFrames(
      tx,
      whole.map((container) => ({
        container,
        afterMs: framesAfterMs(container, cases.get(container.containerId)?.values() ?? []),
        metrics: metricsOfAll(pairs.get(container.containerId) ?? [], rules),
      })),
    );
    const facts = this.#isTick ? await readTickFacts(tx, tickPairs(containers, cases), this.#nowMs) : undefined;
    for (const container of containers) {
      const { containerId } = container;
      const own = frames.get(containerId) ?? [];
      const known = { frames: warningFrames(container, own), facts, gap: gapIn(container, own) };
      for (const pair of pairs.get(containerId) ?? []) {
        const one = this.#toStep(pair, rules.get(pair.ruleId), cases.get(containerId), container, known);
        // Nearly none has one: waiting for each would cost more than all else here.
        const after = one && (await this.#step(one, container, known));
        if (after) this.#saved.push(after);
      }
      if (known.gap && Object.keys(known.gap.states).length > 0) this.#gaps.push(known.gap);
    }
    await noteGaps(tx, this.#gaps, this.#nowMs + gapAfterMs);
    const marks = whole.flatMap(({ containerId, latestMs }) => {
      const atMs = Math.max(latestMs ?? 0, frames.get(containerId)?.at(-1)?.atMs ?? 0);
      return atMs > 0 ? [{ containerId, atMs }] : [];
    });
    const stored = await saveJudged(tx, this.#saved, marks, this.#isTick);
    for (const container of containers) {
      const changed = stored.pairs.get(container.containerId);
      rememberSaved(container, changed ? stored.statesKey : container.statesKey, changed ?? []);
    }
    await judged.forgetFailures(
      tx,
      [...this.#recovered].filter((ruleId) => !this.#failed.has(ruleId)),
    );
    await this.#said.store(tx, news, this.#nowMs);
  }

  /** Without those that this program cannot read: they are paused, and their owners learn of it. */
  async #readableRules(pairs: ReadonlyMap<string, readonly KnownPair[]>): Promise<Map<string, RoundRule>> {
    const facts = await listRuleFacts(this.#tx, pairs.values());
    const rules = await readRules(this.#tx, facts);
    const found = new Map<string, RoundRule>();
    for (const one of facts) {
      const { ruleId, ownerId } = one;
      const rule = rules.get(ruleId);
      if (rule) {
        found.set(ruleId, roundRule(one, rule));
        continue;
      }
      this.#failed.add(ruleId);
      const { ruleName, reason } = await judged.whyUnreadable(this.#tx, ruleId);
      if (!(await judged.pauseRule(this.#tx, ruleId, this.#nowMs))) continue;
      const [containerId = ""] = [...pairs].find(([, own]) => own.some((pair) => pair.ruleId === ruleId)) ?? [];
      this.#notifyOwner({ ruleId, ownerId, containerId }, ruleName, reason);
    }
    return found;
  }

  /** By container and rule: with the clock all, else those that begin, which look back. */
  #casesOf(
    containers: readonly judged.HeldContainer[],
    pairs: ReadonlyMap<string, readonly KnownPair[]>,
    rules: ReadonlyMap<string, RoundRule>,
  ): Cases {
    const cases = new Map<string, Map<string, Case>>();
    for (const container of containers) {
      const own = new Map<string, Case>();
      for (const pair of pairs.get(container.containerId) ?? []) {
        const rule = rules.get(pair.ruleId);
        if (!rule || (!this.#isTick && goesOn(rule, pair))) continue;
        const one = this.#caseOf(pair, rule, container);
        if (one) own.set(pair.ruleId, one);
      }
      cases.set(container.containerId, own);
    }
    return cases;
  }

  /** A rule as it applies to a container; what applied otherwise before is over. Undefined: it is not judged there now. */
  #caseOf(known: KnownPair, of: RoundRule, container: judged.HeldContainer): Case | undefined {
    const { ruleId } = known;
    const { containerId } = container;
    const whole = of.rule;
    const fingerprint = of.fingerprint ?? fingerprintOf(of, whole, container);
    const isFresh = known.fingerprint !== fingerprint;
    // It needs frames to look back at: it is judged with the next ones.
    if (isFresh && !container.isWhole) return undefined;
    const rule = ruleAt(whole, container);
    if (known.state && (isFresh || !rule))
      this.#say({ ruleId, containerId }, whole, { kind: "closed", atMs: this.#nowMs, reason: "rule_changed" });
    if (!rule) {
      if (isFresh || known.state || this.#isTick)
        this.#saved.push({ ruleId, containerId, fingerprint, state: null, dueMs: undefined });
      return undefined;
    }
    // What the rule says anew holds from now on.
    const fromMs = known.state ? this.#nowMs : of.updatedMs;
    const state =
      isFresh || !known.state
        ? newWarningState(rule.conditions.length, fromMs)
        : resumed(known.state, container.watermarkMs);
    const { ownerId, failedContainerId } = of;
    return { pair: { ruleId, containerId, ownerId, failedContainerId }, rule, fingerprint, isFresh, fromMs, state };
  }

  /** @returns undefined where nothing moves it. */
  #toStep(
    pair: KnownPair,
    rule: RoundRule | undefined,
    cases: ReadonlyMap<string, Case> | undefined,
    container: judged.HeldContainer,
    known: Known,
  ): Case | undefined {
    if (!rule) return undefined;
    const one = cases?.get(pair.ruleId);
    if (this.#isTick || one?.isFresh) return one;
    const state = one ? one.state : pair.state;
    if (!state || (!one && !goesOn(rule, pair))) return undefined;
    if (isLeftAsItIs(rule, one?.rule ?? rule.rule, state, container, known)) return undefined;
    return one ?? this.#caseOf(pair, rule, container);
  }

  #say({ ruleId, containerId }: Pick<Pair, "ruleId" | "containerId">, rule: WarningRule, emit: Said["emit"]): void {
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

  #notifyOwner(
    { ruleId, ownerId, containerId }: Omit<Pair, "failedContainerId">,
    ruleName: string,
    reason: string,
  ): void {
    const data = { ruleId, ruleName, reason };
    const event = { ts: this.#nowMs, code: "warning.rule_paused", level: "warning", data } as const;
    this.#said.add({ id: randomUUID(), containerId, boot: null, seq: null, event, only: [ownerId] });
  }
}
