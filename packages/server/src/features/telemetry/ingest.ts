import { setTimeout as wait } from "node:timers/promises";

import { ackTopic, rebirthTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import type { Logger } from "pino";

import type { UpMessage } from "../../core/broker.types.ts";
import type { Clock } from "../../core/clock.ts";
import { type Db, isDatabaseAway } from "../../core/db.ts";
import { energyMarginMs } from "../../core/energy.ts";
import { readSamples } from "../../core/samples.store.ts";
import { localDay } from "../../core/zone-time.ts";
import { Batch, type LiveChange, acksOf } from "./batch.ts";
import { type ContainerState, mayAskRebirth } from "./container-state.ts";
import { dayFromSamples, energyMetrics } from "./day-energy.ts";
import { type InsertedEvent, insertEvents } from "./events.store.ts";
import type { Fleet } from "./fleet.ts";
import { ensurePartitions, writeFrames } from "./frames.store.ts";
import { IngestQueue } from "./ingest-queue.ts";
import { Intake } from "./intake.ts";
import { saveQuality } from "./quality.store.ts";
import { saveList, saveRejected, saveStates } from "./telemetry.store.ts";

/** What follows from a commit. */
export interface IngestOutput {
  publish(topic: string, message: unknown): void;
  live(containerId: string, change: LiveChange): void;
  events(events: readonly InsertedEvent[]): void;
  born(containerId: string): void;
}

const gatherMs = 50;
const rowsPerBatch = 1_000;
const messagesPerBatch = 1_000;
/** So much waits for nothing more: about a thousand frames of a few dozen metrics. */
const bytesPerBatch = 256 * 1024;
const shortestRetryMs = 200;
const longestRetryMs = 5_000;
/** A day is computed again from its frames this often at most, per container. */
const recomputeEveryMs = 10_000;
/** On a full disk: how often to look whether there is room again. */
const roomEveryMs = 200;

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
  readonly #partitions = new Set<string>();
  readonly #recomputedMs = new Map<string, number>();
  #isStopping = false;
  #isAway = false;
  #running: Promise<void> = Promise.resolve();

  /** @param hasRoom While the disk has none, messages wait unacked. */
  constructor(db: Db, clock: Clock, log: Logger, fleet: Fleet, output: IngestOutput, hasRoom: () => boolean) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#fleet = fleet;
    this.#output = output;
    this.#hasRoom = hasRoom;
    this.#intake = new Intake(db, (state, reason) => {
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

  /** Holes in the numbers of a controller that did not fill ask for a birth; days that wait get their turn. Each second. */
  sweep(): void {
    const nowMs = this.#clock.now();
    for (const state of this.#fleet.all()) if (state.sequence.isGapOverdue(nowMs)) this.askRebirth(state, "gap");
    if (this.#recomputedMs.size > 0) this.queue.wake();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping || this.queue.length > 0) {
      await this.queue.some();
      if (!this.#hasRoom()) {
        if (this.#isStopping) break;
        await wait(roomEveryMs);
        continue;
      }
      const isWorthIt = this.queue.length >= messagesPerBatch || this.queue.bytes >= bytesPerBatch;
      if (!this.#isStopping && !isWorthIt) await wait(gatherMs);
      const messages: UpMessage[] = [];
      await this.#patiently(async () => {
        if (messages.length === 0) await this.#store(messages, () => this.queue.take());
        else await this.#storeAgain(messages);
      });
      if (this.#isStopping && this.#isAway) break;
      await this.#recomputeOne();
    }
    this.queue.close();
  }

  /** Tries until the database takes it. */
  async #patiently(work: () => Promise<void>): Promise<void> {
    for (let retryMs = shortestRetryMs; ; retryMs = Math.min(longestRetryMs, retryMs * 2)) {
      try {
        await work();
        this.#isAway = false;
        return;
      } catch (error) {
        if (!this.#isAway) this.#log.error({ err: error }, "the database takes nothing; ingest waits and tries again");
        this.#isAway = true;
        this.counts.retries++;
        if (this.#isStopping) return;
        await wait(retryMs);
      }
    }
  }

  /** A batch that failed: as before when the database was away, else message by message, to find the one it refuses. */
  async #storeAgain(messages: readonly UpMessage[]): Promise<void> {
    try {
      const again = [...messages];
      await this.#store([], () => again.shift(), true);
    } catch (error) {
      if (isTransient(error)) throw error;
      for (const message of messages) await this.#storeAlone(message);
    }
  }

  async #storeAlone(message: UpMessage): Promise<void> {
    const one = [message];
    try {
      await this.#store([], () => one.shift(), true);
    } catch (error) {
      if (isTransient(error)) throw error;
      this.counts.rejected++;
      this.#fleet.forget([message.containerId]);
      this.#log.error(
        { err: error, containerId: message.containerId, topic: message.topic },
        "a message cannot be stored",
      );
    }
  }

  /**
   * @param taken Grows by the messages of the batch, for another try.
   * @param isAgain The messages were looked at before: what they changed in memory no longer looks like a change.
   */
  async #store(taken: UpMessage[], next: () => UpMessage | undefined, isAgain = false): Promise<void> {
    const nowMs = this.#clock.now();
    const batch = new Batch();
    let count = 0;
    while (batch.rows.length < rowsPerBatch && count < messagesPerBatch) {
      const message = next();
      if (!message) break;
      taken.push(message);
      count++;
      const state = await this.#fleet.find(message.containerId);
      if (state) await this.#intake.take(state, message, batch, nowMs);
    }
    if (count === 0) return;
    for (const state of batch.changed) state.lastContactMs = Math.max(state.lastContactMs ?? 0, nowMs);
    await ensurePartitions(this.#db, batch.rows, this.#partitions);
    const { frames, events } = await this.#db.transaction().execute(async (tx) => {
      const written = await writeFrames(tx, batch.rows, nowMs);
      for (const list of batch.lists) await saveList(tx, list.containerId, list.boot, list.mv, list.names, nowMs);
      await saveStates(tx, [...batch.changed], nowMs);
      await saveRejected(tx, batch.rejected, nowMs);
      for (const [row, conflicts] of written.conflicts) batch.addConflicts(row, conflicts);
      const warnings = await saveQuality(tx, batch.quality(), nowMs);
      return { frames: written, events: await insertEvents(tx, [...batch.events, ...warnings], nowMs) };
    });
    this.counts.messages += count;
    this.counts.stored += frames.stored;
    this.counts.merged += frames.merged;
    this.counts.conflicts += batch.counts.conflicts;
    this.counts.rejected += batch.counts.rejected;
    this.counts.quarantined += batch.counts.quarantined;
    if (isAgain) await this.#showAll(batch);
    this.#committed(batch, events, nowMs);
  }

  async #showAll(batch: Batch): Promise<void> {
    for (const [containerId, change] of batch.live) {
      const state = await this.#fleet.find(containerId);
      change.values = new Map([...(state?.values ?? [])].map(([name, [value]]) => [name, value]));
    }
  }

  #committed(batch: Batch, events: readonly InsertedEvent[], nowMs: number): void {
    for (const { containerId, ack } of acksOf(batch.answers)) this.#output.publish(ackTopic.name({ containerId }), ack);
    this.counts.acked += batch.answers.length;
    for (const containerId of batch.born) {
      this.#output.publish(timeTopic.name({ containerId }), { now: nowMs });
      this.#output.born(containerId);
    }
    for (const [containerId, change] of batch.live) this.#output.live(containerId, change);
    for (const state of batch.changed) {
      state.savedContactMs = state.lastContactMs;
      if (state.savedClockOffsetS !== state.clockOffsetS) {
        state.savedClockOffsetS = state.clockOffsetS;
        this.#output.live(state.containerId, { atMs: 0, values: new Map(), missing: [] });
      }
      this.#fleet.tell(state);
      // Energy of a day that was never looked at since the start, or that a late frame went into.
      if (!state.energy || state.energy.isStale)
        this.#recomputedMs.set(state.containerId, this.#recomputedMs.get(state.containerId) ?? -Infinity);
    }
    if (events.length > 0) this.#output.events(events);
  }

  /** One container's energy of today out of its frames; between batches, so that no frame comes in meanwhile. */
  async #recomputeOne(): Promise<void> {
    const nowMs = this.#clock.now();
    for (const [containerId, atMs] of this.#recomputedMs) {
      if (nowMs - atMs < recomputeEveryMs && nowMs >= atMs) continue;
      const state = await this.#fleet.find(containerId).catch(() => undefined);
      if (!state || (state.energy && !state.energy.isStale)) {
        this.#recomputedMs.delete(containerId);
        continue;
      }
      try {
        const { startMs, endMs } = localDay(state.zone, nowMs);
        const samples = await readSamples(this.#db, containerId, energyMetrics, {
          fromMs: startMs - energyMarginMs,
          toMs: endMs,
        });
        state.energy = dayFromSamples(state.zone, nowMs, samples.atMs, samples.columns, state.everyS * 1000);
        await saveStates(this.#db, [state], nowMs);
        this.#recomputedMs.delete(containerId);
        this.#recomputedMs.set(containerId, nowMs);
      } catch (error) {
        this.#recomputedMs.set(containerId, nowMs);
        if (!isDatabaseAway(error)) this.#log.warn({ err: error, containerId }, "today's energy could not be computed");
      }
      return;
    }
  }
}

/** SQLSTATEs of what passes: two writers in each other's way, a statement that took too long, no space or memory. */
const passing = /^(40P01|40001|57014|55P03|53|58030)/;

/** Worth the same try again. */
function isTransient(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isDatabaseAway(error) || (typeof code === "string" && passing.test(code));
}
