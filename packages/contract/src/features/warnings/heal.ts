import type { WarningInput } from "./read-condition.ts";
import type { WarningFrame } from "./warning-frame.ts";
import { calmed, isSilence, stepWarning, type WarningEmit } from "./step-warning.ts";
import type { WarningState } from "./warning-state.ts";
import { isJudgedOn, type WarningSeverity } from "./warning-types.ts";
import type { WarningRule } from "./warnings.schema.ts";

/** What history would be if frames that came late had come in time. Pure. */

/**
 * Only what is read from frames, and does not move without them: what the clock said while a container was dark, such as
 * that it was silent, stays true.
 */
export function canHeal({ conditions }: WarningRule): boolean {
  return conditions.every(
    (condition) =>
      condition.type !== "silent" &&
      condition.noData === "hold" &&
      isJudgedOn(condition, "frame") &&
      !isSilence(condition),
  );
}

/** One time that a rule was true, from raised to cleared. */
export interface Episode {
  raisedMs: number;
  /** Null: it still is. */
  clearedMs: number | null;
  /** As a stored warning has it: that of its end, which may be lower than what it had reached. */
  severity: WarningSeverity;
  /** The gravest that it reached. */
  worst: WarningSeverity;
  isFlapping: boolean;
  /** How it began; undefined: before what was replayed. */
  begin: Extract<WarningEmit, { kind: "raised" }> | undefined;
}

/** Goes through what was known, in the order in which it is judged, from how a rule was before it. */
export class Replay {
  readonly #rule: WarningRule;
  #state: WarningState;
  #last: WarningFrame | undefined;
  readonly #episodes: Episode[] = [];

  constructor(rule: WarningRule, state: WarningState) {
    this.#rule = rule;
    this.#state = state;
    const { raisedMs, isCritical, isFlapping } = state;
    const severity = isCritical ? "critical" : rule.severity;
    if (raisedMs === null) return;
    this.#episodes.push({ raisedMs, clearedMs: null, severity, worst: severity, isFlapping, begin: undefined });
  }

  get state(): WarningState {
    return this.#state;
  }

  /** The newest frame. */
  get last(): WarningFrame | undefined {
    return this.#last;
  }

  /** In the order of time; all but the last are over. */
  get episodes(): readonly Episode[] {
    return this.#episodes;
  }

  take(input: WarningInput): void {
    const { state, emits } = stepWarning(this.#rule, this.#state, input);
    this.#state = state;
    if (input.kind === "frame") this.#last = input;
    for (const emit of emits) this.#note(emit);
  }

  /** A frame that moves nothing but the watermark (`isIdle`). */
  pass(frame: WarningFrame): void {
    this.#state = { ...this.#state, watermarkMs: frame.atMs };
    this.#last = frame;
  }

  /** Nothing else came until then. */
  end(atMs: number): void {
    const wasFlapping = this.#state.isFlapping;
    this.#state = calmed(this.#state, { kind: "tick", atMs });
    if (wasFlapping && !this.#state.isFlapping) this.#note({ kind: "flapping", isFlapping: false });
  }

  #note(emit: WarningEmit): void {
    const open = this.#episodes.at(-1);
    if (emit.kind === "raised") {
      const { atMs, severity, isFlapping } = emit;
      this.#episodes.push({ raisedMs: atMs, clearedMs: null, severity, worst: severity, isFlapping, begin: emit });
    } else if (open?.clearedMs === null) {
      if (emit.kind === "severity") open.severity = emit.severity;
      if (emit.kind === "severity" && emit.isUp) open.worst = emit.severity;
      if (emit.kind === "flapping") open.isFlapping = emit.isFlapping;
      if (emit.kind === "cleared") open.clearedMs = emit.atMs;
    }
  }
}

/** A warning as it is stored. */
export interface StoredEpisode {
  id: string;
  raisedMs: number;
  clearedMs: number | null;
  severity: WarningSeverity;
  isFlapping: boolean;
}

export interface Healed<Row extends StoredEpisode> {
  kept: { row: Row; episode: Episode }[];
  added: Episode[];
  /** What would never have been: it was part of another one. */
  surplus: Row[];
}

/**
 * Which stored warnings stand for which episodes. One that is open keeps its id, however much earlier it began.
 * @returns undefined while both do not agree on whether one is open now: what came late neither opens nor closes anything.
 */
export function healed<Row extends StoredEpisode>(
  rows: readonly Row[],
  episodes: readonly Episode[],
): Healed<Row> | undefined {
  const isOpen = ({ clearedMs }: { clearedMs: number | null }) => clearedMs === null;
  if (rows.some(isOpen) !== episodes.some(isOpen)) return undefined;
  const left = new Set(rows);
  const found = new Map<Episode, Row>();
  const match = (fits: (episode: Episode, row: Row) => boolean) => {
    for (const episode of episodes) {
      const row = found.has(episode) ? undefined : [...left].find((one) => fits(episode, one));
      if (!row) continue;
      found.set(episode, row);
      left.delete(row);
    }
  };
  match((episode, row) => isOpen(episode) && isOpen(row));
  match((episode, row) => !isOpen(row) && episode.raisedMs === row.raisedMs);
  match((episode, row) => !isOpen(row) && overlaps(episode, row));
  return {
    kept: [...found].map(([episode, row]) => ({ row, episode: withBeginning(episode, row) })),
    added: episodes.filter((episode) => !found.has(episode)),
    surplus: [...left],
  };
}

/** Of what began before the replay, history knows the beginning better: a rule may have found it so when it was saved. */
function withBeginning(episode: Episode, { raisedMs }: StoredEpisode): Episode {
  return episode.begin ? episode : { ...episode, raisedMs: Math.min(raisedMs, episode.raisedMs) };
}

/** Of what both do not agree on: episodes that are over, and of which nothing is stored. */
export function unknownPast(rows: readonly StoredEpisode[], episodes: readonly Episode[]): Episode[] {
  return episodes.filter((episode) => episode.clearedMs !== null && !rows.some((row) => overlaps(episode, row)));
}

type Span = Pick<Episode, "raisedMs" | "clearedMs">;

function overlaps(one: Span, other: Span): boolean {
  return one.raisedMs <= (other.clearedMs ?? Infinity) && other.raisedMs <= (one.clearedMs ?? Infinity);
}

export function isSame(row: StoredEpisode, episode: Episode): boolean {
  return (
    row.raisedMs === episode.raisedMs &&
    row.clearedMs === episode.clearedMs &&
    row.severity === episode.severity &&
    row.isFlapping === episode.isFlapping
  );
}
