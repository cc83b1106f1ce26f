import type { AckMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { ContainerState } from "./container-state.ts";
import type { EventPart } from "../events/events.store.ts";
import type { BadCell } from "./frame-message.ts";
import { mergeValues } from "../../history/tiers/frame-merge.ts";
import type { FrameRow } from "../../history/tiers/frames.store.ts";
import type { QualityFacts } from "./quality.store.ts";
import type { AnnouncedList, RejectedPart } from "./telemetry.store.ts";

/** The answer to a message once its batch is committed. */
export interface Answer {
  containerId: string;
  /** Undefined for the simple form, which is acknowledged by its times. */
  sender: { boot: string; seq: number } | undefined;
  times: number[];
  error: Extract<AckMessage, { error: string; seq: number }>["error"] | undefined;
  bad: BadCell[];
  /** Names of the columns that `bad` counts, for a sender that has none of its own. */
  names?: readonly string[];
  conflicts: number;
  /** Instants of the conflicts. */
  conflictsAt?: number[];
}

/** What is sent to screens of a container. */
export class LiveChange {
  atMs = 0;
  readonly values = new Map<string, number>();
  readonly #state: ContainerState;

  constructor(state: ContainerState) {
    this.#state = state;
  }

  /** Metrics whose latest value is older than the newest frame; only looked up where somebody watches. */
  get missing(): readonly string[] {
    return [...this.#state.values].flatMap(([name, [, atMs]]) => (atMs < this.atMs ? [name] : []));
  }

  /** Screens get everything, not only what changed. */
  sendEverything(): void {
    this.atMs = Math.max(this.atMs, this.#state.atMs ?? 0);
    for (const [name, [value]] of this.#state.values) this.values.set(name, value);
  }
}

/** Everything that one transaction writes, and what follows from it. */
export class Batch {
  readonly rows: FrameRow[] = [];
  readonly answers: Answer[] = [];
  readonly changed = new Set<ContainerState>();
  readonly events: EventPart[] = [];
  readonly rejected: RejectedPart[] = [];
  readonly lists: AnnouncedList[] = [];
  /** Containers that sent a birth, which are sent the time and whether someone watches. */
  readonly born = new Set<string>();
  readonly live = new Map<ContainerState, LiveChange>();
  /** Containers whose rows are written with this batch, and the rows. */
  saved: readonly ContainerState[] = [];
  savedRows = "[]";
  /** How far off the changed clocks were then; by the time of the write they may have been set. */
  readonly clocks = new Map<ContainerState, number | null>();
  counts = { conflicts: 0, rejected: 0, quarantined: 0 };
  #conflicts: ReadonlyMap<number, number> = new Map();
  readonly #overCap = new Set<string>();
  readonly #quarantined = new Map<string, number>();
  readonly #byKey = new Map<string, number>();
  readonly #answersByRow: Answer[][] = [];

  /** Adds an instant; one that is already in the batch is merged as it would be in the database. */
  addRow(row: FrameRow, answer: Answer): void {
    const key = `${row.containerId} ${row.atMs}`;
    const index = this.#byKey.get(key);
    const earlier = index === undefined ? undefined : this.rows[index];
    if (index === undefined || !earlier) {
      this.#byKey.set(key, this.rows.length);
      this.rows.push(row);
      this.#answersByRow.push([answer]);
      return;
    }
    const merged = mergeValues(earlier.values, row.values);
    this.rows[index] = { ...earlier, values: merged.values };
    this.#answersByRow[index]?.push(answer);
    this.counts.conflicts += merged.conflicts;
    addConflicts(answer, row.atMs, merged.conflicts);
  }

  /** What screens of this container will be sent. */
  liveOf(state: ContainerState): LiveChange {
    let change = this.live.get(state);
    if (!change) this.live.set(state, (change = new LiveChange(state)));
    return change;
  }

  /** Records readings that differ from what was stored, by row, replacing what an earlier attempt found. */
  setConflicts(conflicts: ReadonlyMap<number, number>): void {
    for (const [rowIndex, count] of this.#conflicts) this.#addConflicts(rowIndex, -count);
    for (const [rowIndex, count] of conflicts) this.#addConflicts(rowIndex, count);
    this.#conflicts = conflicts;
  }

  #addConflicts(rowIndex: number, conflicts: number): void {
    this.counts.conflicts += conflicts;
    const answer = this.#answersByRow[rowIndex]?.at(-1);
    if (answer) addConflicts(answer, (this.rows[rowIndex] as FrameRow).atMs, conflicts);
  }

  reject(part: RejectedPart): void {
    this.counts.rejected++;
    this.rejected.push(part);
  }

  /** Records frames of an impossible time. */
  quarantine(containerId: string, frames: number): void {
    if (frames === 0) return;
    this.counts.quarantined += frames;
    this.#quarantined.set(containerId, (this.#quarantined.get(containerId) ?? 0) + frames);
  }

  /** Records a metric for which there was no slot. */
  overCap(containerId: string): void {
    this.#overCap.add(containerId);
  }

  /** What was found wrong, by container; complete once conflicts are set. */
  quality(): Map<string, QualityFacts> {
    const facts = new Map<string, QualityFacts>();
    const of = (containerId: string): QualityFacts => {
      const known = facts.get(containerId);
      if (known) return known;
      const none = { refused: 0, quarantined: 0, conflicts: 0, isOverCap: false, clockOffsetS: undefined };
      facts.set(containerId, none);
      return none;
    };
    for (const { containerId } of this.rejected) of(containerId).refused++;
    for (const [containerId, frames] of this.#quarantined) of(containerId).quarantined = frames;
    for (const containerId of this.#overCap) of(containerId).isOverCap = true;
    for (const { containerId, conflicts } of this.answers) if (conflicts > 0) of(containerId).conflicts += conflicts;
    for (const [{ containerId, savedClockOffsetS }, clockOffsetS] of this.clocks)
      if (clockOffsetS !== savedClockOffsetS) of(containerId).clockOffsetS = clockOffsetS;
    return facts;
  }
}

/** @param conflicts Negative: an attempt that found them failed, and they are taken back. */
function addConflicts(answer: Answer, atMs: number, conflicts: number): void {
  if (conflicts === 0) return;
  answer.conflicts += conflicts;
  answer.conflictsAt ??= [];
  if (conflicts > 0) answer.conflictsAt.push(atMs);
  else answer.conflictsAt.splice(answer.conflictsAt.indexOf(atMs), 1);
}

/** Acks of a committed batch: numbers of one controller's run together, each refusal by itself. */
export function acksOf(answers: readonly Answer[]): { containerId: string; ack: AckMessage }[] {
  const stored = new Map<string, Answer & { boot: string; seqs: number[]; conflictsAt: number[] }>();
  const acks: { containerId: string; ack: AckMessage }[] = [];
  for (const answer of answers) {
    const { containerId, sender, times, error, bad, names } = answer;
    if (!sender) {
      const refused = error ? { error, ...(bad.length > 0 && { bad: namesOf(bad, names ?? []) }) } : {};
      acks.push({ containerId, ack: { ts: times, ...refused, ...conflictsOf(answer) } });
    } else if (error) {
      acks.push({ containerId, ack: { ...sender, error, bad: placesOf(bad), ...conflictsOf(answer) } });
    } else {
      const key = `${containerId} ${sender.boot}`;
      let together = stored.get(key);
      if (!together)
        stored.set(key, (together = { ...answer, boot: sender.boot, seqs: [], conflicts: 0, conflictsAt: [] }));
      together.seqs.push(sender.seq);
      together.conflicts += answer.conflicts;
      together.conflictsAt.push(...(answer.conflictsAt ?? []));
    }
  }
  for (const together of stored.values()) {
    const { containerId, boot, seqs } = together;
    acks.push({ containerId, ack: { boot, seqs, ...conflictsOf(together) } });
  }
  return acks;
}

/** Instants of conflicts that an ack names. */
const mostConflictsAt = 20;

function conflictsOf({ conflicts, conflictsAt = [] }: Answer): { conflicts?: number; conflictsAt?: number[] } {
  if (conflicts === 0) return {};
  const first = [...new Set(conflictsAt)].sort((one, other) => one - other).slice(0, mostConflictsAt);
  return { conflicts, conflictsAt: first };
}

/** A name is longer than a place, so fewer of them fit a packet. */
const mostNamed = 500;

/** Refused cells by the number of their frame and the name of their metric. */
function namesOf(bad: readonly BadCell[], names: readonly string[]): { frame?: number; metric?: string }[] {
  return bad.slice(0, mostNamed).map(([frame, column]) => ({
    ...(frame >= 0 && { frame }),
    ...(column >= 0 && { metric: (names[column] ?? "").slice(0, longestName) }),
  }));
}

/** Names that are too long are among the refused ones. */
const longestName = 64;

/** How many places fit a packet, with the most rows and columns that a message may have beside them. */
const mostBadCells = 8_000;

/** The places of an answer: where there are too many, whole rows instead of their cells, so that none is left out. */
function placesOf(bad: readonly BadCell[]): BadCell[] {
  if (bad.length <= mostBadCells) return [...bad];
  const columns = bad.filter(([row]) => row === -1);
  const rows = new Set(bad.flatMap(([row]) => (row === -1 ? [] : [row])));
  return [...columns, ...[...rows].map((row): BadCell => [row, -1])];
}
