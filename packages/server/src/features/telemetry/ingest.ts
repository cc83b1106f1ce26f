import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

import { ackTopic, rebirthTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import type { Logger } from "pino";

import type { UpMessage } from "../../core/broker.types.ts";
import type { Clock } from "../../core/clock.ts";
import { type Db, isDatabaseAway } from "../../core/db.ts";
import { type Month, isPartitionGone } from "../../core/partitions.store.ts";
import { Batch, type LiveChange, acksOf } from "./batch.ts";
import { type ContainerState, mayAskRebirth } from "./container-state.ts";
import { DayRecompute } from "./day-recompute.ts";
import { type InsertedEvent, insertEvents } from "./events.store.ts";
import type { Fleet } from "./fleet.ts";
import { ensurePartitions, writeFrames } from "./frames.store.ts";
import { IngestQueue } from "./ingest-queue.ts";
import { Intake } from "./intake.ts";
import { saveQuality } from "./quality.store.ts";
import { saveLists, saveRejected, saveStates, stateRows } from "./telemetry.store.ts";

/** What follows from a commit. */
export interface IngestOutput {
  publish(topic: string, message: unknown): void;
  live(containerId: string, change: LiveChange): void;
  events(events: readonly InsertedEvent[]): void;
  born(containerId: string): void;
}

const gatherMs = 50;
const rowsPerBatch = 2_000;
const messagesPerBatch = 2_000;
/** So much waits for nothing more: about a thousand frames of a few dozen metrics. */
const bytesPerBatch = 256 * 1024;
const shortestRetryMs = 200;
const longestRetryMs = 5_000;
/** Taking messages apart lets others have their turn this often: answers of the database, calls, sockets. */
const longestTurnMs = 4;
/** In batches of more frames than this, the row of one container is written every two seconds at most. */
const calmRows = 200;
const saveEveryMs = 2_000;
/** On a full disk: how often to look whether there is room again. */
const roomEveryMs = 200;

export interface IngestLimits {
  /** Frames before this are refused: their days were dropped. */
  keptFromMs: () => number;
  /** While the disk has none, messages wait unacked. */
  hasRoom: () => boolean;
}

/** The way of a message into the database: queue, batch, one transaction, and only then the ack. */
export class Ingest {
  readonly queue = new IngestQueue();
  readonly counts = {
    messages: 0,
    acked: 0,
    stored: 0,
    merged: 0,
    conflicts: 0,
    rejected: 0,
    quarantined: 0,
    retries: 0,
    unknownMetrics: 0,
  };
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #fleet: Fleet;
  readonly #output: IngestOutput;
  readonly #hasRoom: () => boolean;
  readonly #intake: Intake;
  readonly #recompute: DayRecompute;
  readonly #partitions = new Set<Month>();
  /** Whose rows in the database are behind. */
  readonly #unsaved = new Set<ContainerState>();
  #isStopping = false;
  #isAway = false;
  #running: Promise<void> = Promise.resolve();

  constructor(
    db: Db,
    clock: Clock,
    log: Logger,
    fleet: Fleet,
    output: IngestOutput,
    { keptFromMs, hasRoom }: IngestLimits,
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#fleet = fleet;
    this.#output = output;
    this.#hasRoom = hasRoom;
    this.#recompute = new DayRecompute(db, log, fleet);
    this.#intake = new Intake(db, keptFromMs, (state, reason) => {
      this.counts.unknownMetrics++;
      this.askRebirth(state, reason);
    });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stores what has come in so far, acks it and ends. When the database is away, what waits is given up unacked. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.queue.wake();
    await this.#running;
  }

  /** The last try to write succeeded. */
  get isStoring(): boolean {
    return !this.#isAway;
  }

  askRebirth(state: ContainerState, reason: string): void {
    if (!mayAskRebirth(state, this.#clock.now())) return;
    this.#output.publish(rebirthTopic.name({ containerId: state.containerId }), { reason });
  }

  /** Holes in the numbers of a controller that did not fill ask for a birth; what waits gets its turn. Each second. */
  sweep(): void {
    const nowMs = this.#clock.now();
    for (const state of this.#fleet.all()) if (state.sequence.isGapOverdue(nowMs)) this.askRebirth(state, "gap");
    if (this.#recompute.size > 0 || this.#unsaved.size > 0) this.queue.wake();
  }

  /** While a batch is being written, the next one is taken apart; they are written in the order in which they came. */
  async #run(): Promise<void> {
    let writing: Promise<void> = Promise.resolve();
    while (!this.#isStopping || this.queue.length > 0 || this.#unsaved.size > 0) {
      if (!this.#isStopping) await this.queue.some();
      if (!this.#hasRoom()) {
        if (this.#isStopping) break;
        await wait(roomEveryMs);
        continue;
      }
      const isWorthIt = this.queue.length >= messagesPerBatch || this.queue.bytes >= bytesPerBatch;
      if (!this.#isStopping && !isWorthIt) await wait(gatherMs);
      const messages: UpMessage[] = [];
      const batch = await this.#takeApart(messages, () => this.queue.take());
      await writing;
      if (this.#isStopping && this.#isAway) break;
      writing = this.#write(batch, messages);
      const nowMs = this.#clock.now();
      if (!this.#recompute.isDue(nowMs)) continue;
      await writing;
      await this.#recompute.some(nowMs);
    }
    await writing;
    this.queue.close();
  }

  /** @param taken Grows by the messages of the batch. */
  async #takeApart(taken: UpMessage[], next: () => UpMessage | undefined): Promise<Batch> {
    const nowMs = this.#clock.now();
    const batch = new Batch();
    let sinceMs = performance.now();
    while (batch.rows.length < rowsPerBatch && taken.length < messagesPerBatch) {
      const message = next();
      if (!message) break;
      taken.push(message);
      await this.#patiently(
        async () => {
          const state = await this.#fleet.find(message.containerId);
          if (state) await this.#intake.take(state, message, batch, nowMs);
        },
        (error) => this.#giveUp(message, error),
      );
      if (performance.now() - sinceMs < longestTurnMs) continue;
      await turn();
      sinceMs = performance.now();
    }
    for (const state of batch.changed) {
      state.lastContactMs = Math.max(state.lastContactMs ?? 0, nowMs);
      batch.clocks.set(state, state.clockOffsetS);
    }
    this.#addRows(batch, batch.rows.length <= calmRows || this.#isStopping, nowMs);
    return batch;
  }

  /** The rows of containers as they are after this batch; in a rush they need not keep up with every frame. */
  #addRows(batch: Batch, isCalm: boolean, nowMs: number): void {
    const isDue = (state: ContainerState) => isCalm || Math.abs(nowMs - state.savedMs) >= saveEveryMs;
    const late = [...this.#unsaved].filter(isDue);
    // A snapshot that was asked for meanwhile did not have it all.
    for (const state of late) batch.liveOf(state).tellAll();
    batch.saved = [...new Set([...late, ...[...batch.changed].filter(isDue)])];
    for (const state of batch.changed) this.#unsaved.add(state);
    for (const state of batch.saved) {
      this.#unsaved.delete(state);
      state.savedMs = nowMs;
    }
    batch.savedRows = stateRows(batch.saved, nowMs);
  }

  /** Tries until the database takes it. @param refused Told when it never will. */
  async #patiently(work: () => Promise<void>, refused: (error: unknown) => Promise<void> | void): Promise<void> {
    for (let retryMs = shortestRetryMs; ; retryMs = Math.min(longestRetryMs, retryMs * 2)) {
      try {
        await work();
        return;
      } catch (error) {
        if (!isTransient(error)) return refused(error);
        if (!this.#isAway) this.#log.error({ err: error }, "the database takes nothing; ingest waits and tries again");
        this.#isAway = true;
        this.#partitions.clear();
        this.counts.retries++;
        if (this.#isStopping) return;
        await wait(retryMs);
      }
    }
  }

  /** A batch that is refused is written message by message, to find the one that is at fault. */
  async #write(batch: Batch, messages: readonly UpMessage[]): Promise<void> {
    if (messages.length === 0 && batch.saved.length === 0) return;
    await this.#patiently(
      () => this.#commit(batch, messages.length),
      async (error) => {
        if (messages.length === 1 && messages[0]) return this.#giveUp(messages[0], error);
        for (const message of messages) await this.#writeAlone(message);
      },
    );
  }

  async #writeAlone(message: UpMessage): Promise<void> {
    const one = [message];
    const taken: UpMessage[] = [];
    const batch = await this.#takeApart(taken, () => one.shift());
    // It was looked at before: what it changed in memory no longer looks like a change.
    for (const change of batch.live.values()) change.tellAll();
    await this.#write(batch, taken);
  }

  #giveUp({ containerId, topic }: UpMessage, error: unknown): void {
    this.counts.rejected++;
    this.#fleet.forget([containerId]);
    this.#log.error({ err: error, containerId, topic }, "a message cannot be stored");
  }

  async #commit(batch: Batch, messages: number): Promise<void> {
    const nowMs = this.#clock.now();
    await ensurePartitions(this.#db, batch.rows, this.#partitions);
    const { frames, events } = await this.#db.transaction().execute(async (tx) => {
      const written = await writeFrames(tx, batch.rows, nowMs);
      await saveLists(tx, batch.lists, nowMs);
      if (batch.saved.length > 0) await saveStates(tx, batch.savedRows);
      await saveRejected(tx, batch.rejected, nowMs);
      batch.setConflicts(written.conflicts);
      const warnings = await saveQuality(tx, batch.quality(), nowMs);
      return { frames: written, events: await insertEvents(tx, [...batch.events, ...warnings], nowMs) };
    });
    this.#isAway = false;
    this.counts.messages += messages;
    this.counts.stored += frames.stored;
    this.counts.merged += frames.merged;
    this.counts.conflicts += batch.counts.conflicts;
    this.counts.rejected += batch.counts.rejected;
    this.counts.quarantined += batch.counts.quarantined;
    this.#committed(batch, events, nowMs);
  }

  #committed(batch: Batch, events: readonly InsertedEvent[], nowMs: number): void {
    for (const { containerId, ack } of acksOf(batch.answers)) this.#output.publish(ackTopic.name({ containerId }), ack);
    this.counts.acked += batch.answers.length;
    for (const containerId of batch.born) {
      this.#output.publish(timeTopic.name({ containerId }), { now: nowMs });
      this.#output.born(containerId);
    }
    for (const [state, clockOffsetS] of batch.clocks) {
      if (state.savedClockOffsetS === clockOffsetS) continue;
      state.savedClockOffsetS = clockOffsetS;
      // Screens are told, also when nothing else has changed.
      batch.liveOf(state);
    }
    for (const [{ containerId }, change] of batch.live) this.#output.live(containerId, change);
    for (const state of batch.saved) state.savedContactMs = state.lastContactMs;
    for (const state of batch.changed) {
      this.#fleet.tell(state);
      this.#recompute.note(state);
    }
    if (events.length > 0) this.#output.events(events);
  }
}

/** SQLSTATEs of what passes: two writers in each other's way, a statement that took too long, no space or memory. */
const passing = /^(40P01|40001|57014|55P03|53|58030)/;

/** Worth the same try again. */
function isTransient(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isDatabaseAway(error) || isPartitionGone(error) || (typeof code === "string" && passing.test(code));
}
