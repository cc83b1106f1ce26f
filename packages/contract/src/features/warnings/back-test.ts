import type { Place } from "../../core/moments.ts";
import { dueOf } from "./due.ts";
import { canHeal, type Episode, Replay } from "./heal.ts";
import { isIdle } from "./idle.ts";
import type { WarningInput, WarningTick } from "./read-condition.ts";
import type { WarningFrame } from "./warning-frame.ts";
import { newWarningState, type WarningState } from "./warning-state.ts";
import type { WarningRule } from "./warnings.schema.ts";

/** What a rule would have done at one container, by the code that judges it live. Pure. */

/** The clock is looked at so often, live and here. */
export const ticksEveryMs = 15_000;

/** What is known of the container besides its frames. */
export interface PastFacts {
  everyMs: number;
  place: Place | undefined;
  /** As in `WarningTick`, as it was known at an instant. */
  cutOff?: WarningFrame["cutOff"];
  instantsOf: (atMs: number) => WarningTick["instantsOf"];
  forecastAt: (atMs: number) => WarningTick["forecast"];
  neighboursAt: (atMs: number) => WarningTick["neighbours"];
  bundleAt: (atMs: number) => WarningTick["bundle"];
}

/** The last thing that was looked at, with what was remembered before it. */
export interface LastLook {
  before: WarningState;
  input: WarningInput;
}

/**
 * As if the rule had been saved at an instant: nothing is raised earlier, and of what was before it counts only what is
 * still so. Frames that came late are judged in the order of time where that heals history, else as they came.
 */
export class BackTest {
  readonly #rule: WarningRule;
  readonly #facts: PastFacts;
  readonly fromMs: number;
  readonly #replay: Replay;
  /** Only what is read from frames alone needs no clock. */
  readonly hasClock: boolean;
  #hasBegun = false;
  #skipped = 0;
  #dueMs: number | undefined;
  #lastTickMs = -Infinity;
  /** Up to when everything has been looked at. */
  #nowMs = -Infinity;
  #firstFrameMs: number | undefined;
  #lastFrameMs: number | undefined;
  /** Of the last frame. */
  #everyMs: number;
  #looks = new Map<"frame" | "tick", LastLook>();

  /** @param rule As it applies to this container (`ruleAt`). */
  constructor(rule: WarningRule, facts: PastFacts, fromMs: number) {
    this.#rule = rule;
    this.#facts = facts;
    this.#everyMs = facts.everyMs;
    this.fromMs = fromMs;
    this.#replay = new Replay(rule, newWarningState(rule.conditions.length, fromMs));
    this.hasClock = !canHeal(rule);
  }

  get state(): WarningState {
    return this.#replay.state;
  }

  /** Of anything before nothing is known; undefined: there was no frame. */
  get firstFrameMs(): number | undefined {
    return this.#firstFrameMs;
  }

  /** In the order of time. */
  get episodes(): readonly Episode[] {
    return this.#hasBegun ? this.#replay.episodes.slice(this.#skipped) : [];
  }

  /** The last frame, and the last time that the clock was looked at. */
  lastLook(kind: "frame" | "tick"): LastLook | undefined {
    return this.#looks.get(kind);
  }

  /**
   * @param knownMs When the portal had it. Frames are given in the order in which they are to be judged, see `hasClock`.
   * @param facts `everyMs`: how often the container was measured then; left out: as often as now.
   */
  frame(
    atMs: number,
    valueOf: WarningFrame["valueOf"],
    knownMs: number,
    { everyMs = this.#facts.everyMs }: { everyMs?: number } = {},
  ): void {
    const isBefore = atMs < this.fromMs;
    if (!isBefore) this.#begin();
    if (this.hasClock && !isBefore) this.#ticksUntil(knownMs);
    this.#nowMs = Math.max(this.#nowMs, knownMs);
    this.#everyMs = everyMs;
    const { place, cutOff } = this.#facts;
    this.#take({ kind: "frame", atMs, everyMs, valueOf, place, cutOff });
    this.#firstFrameMs ??= atMs;
    this.#lastFrameMs = Math.max(this.#lastFrameMs ?? atMs, atMs);
  }

  /** Something that comes without frames has come. In one order with frames. */
  wake(atMs: number): void {
    if (atMs < this.fromMs || !this.hasClock) return;
    this.#begin();
    this.#ticksUntil(atMs);
    this.#nowMs = Math.max(this.#nowMs, atMs);
    this.#dueMs = minOf(this.#dueMs, atMs);
  }

  /** Nothing else came until then. */
  end(atMs: number): void {
    this.#begin();
    if (this.hasClock) this.#ticksUntil(atMs + 1);
    else this.#replay.end(atMs);
  }

  /** Looks at the clock at an instant up to which everything was gone through: what is not due changes nothing. */
  look(atMs: number): void {
    this.end(atMs);
    if (this.hasClock && atMs > this.#lastTickMs) this.#tick(atMs);
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    // What was over by then is nobody's news.
    this.#skipped = this.#replay.episodes.filter(({ clearedMs }) => clearedMs !== null).length;
    this.#dueMs = this.fromMs;
  }

  #ticksUntil(endMs: number): void {
    for (let dueMs = this.#dueMs; dueMs !== undefined && dueMs < endMs; dueMs = this.#dueMs) {
      const earliestMs = Math.ceil(Math.max(dueMs, this.#nowMs) / ticksEveryMs) * ticksEveryMs;
      const atMs = Math.max(earliestMs, this.#lastTickMs + ticksEveryMs);
      if (atMs >= endMs) return;
      this.#tick(atMs);
    }
  }

  #tick(atMs: number): void {
    const { place, instantsOf, forecastAt, neighboursAt, bundleAt } = this.#facts;
    const everyMs = this.#everyMs;
    const lastFrameMs = this.#lastFrameMs;
    const [forecast, neighbours] = [forecastAt(atMs), neighboursAt(atMs)];
    this.#lastTickMs = atMs;
    const bundle = bundleAt(atMs);
    const what = { instantsOf: instantsOf(atMs), forecast, neighbours, bundle };
    this.#take({ kind: "tick", atMs, everyMs, lastFrameMs, ...what, place });
  }

  #take(input: WarningInput): void {
    const before = this.#replay.state;
    this.#looks.set(input.kind, { before, input });
    if (input.kind === "frame" && isIdle(this.#rule, before, input)) {
      this.#replay.pass(input);
      // All that was due moves on with the newest frame.
      if (this.#dueMs !== undefined) return;
    } else this.#replay.take(input);
    if (!this.hasClock) return;
    const nextMs = dueOf(this.#rule, this.#replay.state, input);
    // What was due stays so until a tick.
    this.#dueMs = input.kind === "tick" ? nextMs : minOf(this.#dueMs, nextMs);
  }
}

function minOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
