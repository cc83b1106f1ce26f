import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

import { birthTopic, rebirthTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import type { Logger } from "pino";

import type { UpMessage } from "../../broker/broker.types.ts";
import type { Clock } from "../../core/clock.ts";
import { BatchCommit, type CommitOptions, type IngestOutput } from "./batch-commit.ts";
import { Batch } from "./batch.ts";
import { type ContainerState, mayAskRebirth } from "./container-state.ts";
import { DayRecompute } from "./day-recompute.ts";
import type { Fleet } from "./fleet.ts";
import { IngestQueue } from "./ingest-queue.ts";
import { Intake, refuseUnstorable } from "./intake.ts";
import { Retries } from "./retries.ts";
import { stateRows } from "./telemetry.store.ts";

const gatherMs = 50;
const rowsPerBatch = 2_000;
const messagesPerBatch = 2_000;
/** A batch of this size is written without waiting for more: about a thousand frames of a few dozen metrics. */
const bytesPerBatch = 256 * 1024;
/** Parsing messages yields this often to others: answers of the database, calls, sockets. */
const longestTurnMs = 4;
/** In batches of more frames than this, the row of one container is written every two seconds at most. */
const calmRows = 200;
const saveEveryMs = 2_000;
/** On a full disk: how often to check whether there is room again. */
const roomEveryMs = 200;

interface Options extends CommitOptions {
  /** Frames before this are refused: their days were dropped. */
  keptFromMs: () => number;
  /** While false, messages wait unacked: the disk has no room, or another process may be the one that ingests. */
  mayStore: () => boolean;
  /** Does someone look at a container? Its row is written with each batch, for other processes. */
  isWatched: (containerId: string) => boolean;
}

/** The path of a message into the database: queue, batch, one transaction, and only then the ack. */
export class Ingest {
  readonly queue = new IngestQueue();
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #fleet: Fleet;
  readonly #output: IngestOutput;
  readonly #mayStore: () => boolean;
  readonly #isWatched: (containerId: string) => boolean;
  readonly #intake: Intake;
  readonly #recompute: DayRecompute;
  readonly #commit: BatchCommit;
  readonly #retries: Retries;
  /** Containers whose rows in the database are behind. */
  readonly #unsaved = new Set<ContainerState>();
  #rejected = 0;
  #unknownMetrics = 0;
  #isStopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor({ keptFromMs, mayStore, isWatched, ...options }: Options) {
    const { db, clock, log, fleet, write, output } = options;
    this.#clock = clock;
    this.#log = log;
    this.#fleet = fleet;
    this.#output = output;
    this.#mayStore = mayStore;
    this.#isWatched = isWatched;
    this.#recompute = new DayRecompute(db, log, fleet, write);
    this.#commit = new BatchCommit(options, this.#recompute);
    this.#retries = new Retries(log, () => this.#commit.forgetPartitions());
    this.#intake = new Intake(db, keptFromMs, (state, reason) => {
      this.#unknownMetrics++;
      this.askRebirth(state, reason);
    });
  }

  get counts() {
    const { counts } = this.#commit;
    return {
      ...counts,
      rejected: counts.rejected + this.#rejected,
      retries: this.#retries.count,
      unknownMetrics: this.#unknownMetrics,
    };
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stores what has arrived so far, acks it and ends. When the database is away, what waits is discarded unacked. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#retries.stop();
    this.queue.wake();
    await this.#running;
  }

  /** The last attempt to write succeeded. */
  get isStoring(): boolean {
    return !this.#retries.isAway;
  }

  askRebirth(state: ContainerState, reason: string): void {
    if (!mayAskRebirth(state, this.#clock.now())) return;
    this.#output.publish(rebirthTopic.name({ containerId: state.containerId }), { reason });
  }

  /** Today's energy of these containers is computed again from what is stored. */
  historyChanged(containerIds: readonly string[]): void {
    for (const containerId of containerIds) this.#recompute.again(containerId);
  }

  /** Called each second: unfilled gaps in a controller's numbers ask for a birth; waiting work gets its turn. */
  sweep(): void {
    const nowMs = this.#clock.now();
    for (const state of this.#fleet.all()) if (state.sequence.isGapOverdue(nowMs)) this.askRebirth(state, "gap");
    if (this.#recompute.size > 0 || this.#unsaved.size > 0) this.queue.wake();
  }

  /** While a batch is being written, the next one is parsed; they are written in the order in which they came. */
  async #run(): Promise<void> {
    let writing: Promise<void> = Promise.resolve();
    while (!this.#isStopping || this.queue.length > 0 || this.#unsaved.size > 0) {
      if (!this.#isStopping) await this.queue.some();
      if (!this.#mayStore()) {
        if (this.#isStopping) break;
        await wait(roomEveryMs);
        continue;
      }
      const isWorthIt = this.queue.length >= messagesPerBatch || this.queue.bytes >= bytesPerBatch;
      if (!this.#isStopping && !isWorthIt) await wait(gatherMs);
      const messages: UpMessage[] = [];
      const batch = await this.#takeApart(messages, () => this.queue.take());
      await writing;
      if (this.#isStopping && this.#retries.isAway) break;
      writing = this.#writeBatch(batch, messages);
      const nowMs = this.#clock.now();
      if (!this.#recompute.isDue(nowMs)) continue;
      await writing;
      await this.#recompute.some(nowMs);
    }
    await writing;
    this.queue.close();
  }

  /** @param taken The messages of the batch are appended to it. */
  async #takeApart(taken: UpMessage[], next: () => UpMessage | undefined): Promise<Batch> {
    const batch = new Batch();
    let sinceMs = performance.now();
    while (batch.rows.length < rowsPerBatch && taken.length < messagesPerBatch) {
      const message = next();
      if (!message) break;
      taken.push(message);
      await this.#retries.run(
        async () => {
          const state = await this.#fleet.find(message.containerId);
          // The clock as it is now: a message before may have waited for the database, and what is live must not look early.
          if (state) await this.#intake.take(state, message, batch, this.#clock.now());
        },
        (error) => this.#refuse(message, error, batch),
      );
      if (performance.now() - sinceMs < longestTurnMs) continue;
      await turn();
      sinceMs = performance.now();
    }
    const nowMs = this.#clock.now();
    for (const state of batch.changed) {
      state.lastContactMs = Math.max(state.lastContactMs ?? 0, nowMs);
      batch.clocks.set(state, state.clockOffsetS);
    }
    this.#addRows(batch, batch.rows.length <= calmRows || this.#isStopping, nowMs);
    return batch;
  }

  /** The rows of containers as they are after this batch; under high load they need not keep up with every frame. */
  #addRows(batch: Batch, isCalm: boolean, nowMs: number): void {
    const isDue = (state: ContainerState) =>
      isCalm || Math.abs(nowMs - state.savedMs) >= saveEveryMs || this.#isWatched(state.containerId);
    const late = [...this.#unsaved].filter(isDue);
    // A snapshot that was requested meanwhile did not have all of it.
    for (const state of late) batch.liveOf(state).sendEverything();
    batch.saved = [...new Set([...late, ...[...batch.changed].filter(isDue)])];
    for (const state of batch.changed) this.#unsaved.add(state);
    for (const state of batch.saved) {
      this.#unsaved.delete(state);
      state.savedMs = nowMs;
    }
    batch.savedRows = stateRows(batch.saved, nowMs);
  }

  async #write(batch: Batch, messages: number): Promise<void> {
    await this.#commit.run(batch, messages);
    this.#retries.succeeded();
  }

  /** A refused batch is written piece by piece, to find the message, or the row of a container, that is at fault. */
  async #writeBatch(batch: Batch, messages: readonly UpMessage[]): Promise<void> {
    if (messages.length === 0 && batch.saved.length === 0) return;
    await this.#retries.run(
      () => this.#write(batch, messages.length),
      async (error) => {
        const senders = new Set(messages.map(({ containerId }) => containerId));
        const others = batch.saved.filter(({ containerId }) => !senders.has(containerId));
        const [message] = messages;
        const [state] = others;
        if (message && messages.length + others.length === 1) return this.#discard(message, error);
        if (state && messages.length + others.length === 1) return this.#discardRow(state, error);
        for (const one of messages) await this.#writeAlone(one, batch);
        for (const other of others) await this.#writeRow(other);
      },
    );
  }

  /** @param refused The batch that the message was in. */
  async #writeAlone(message: UpMessage, refused: Batch): Promise<void> {
    const one = [message];
    const taken: UpMessage[] = [];
    const batch = await this.#takeApart(taken, () => one.shift());
    // It was processed before: what it changed in memory no longer looks like a change.
    for (const change of batch.live.values()) change.sendEverything();
    const { containerId, topic } = message;
    if (topic === birthTopic.name({ containerId }) && batch.lists.length === 0)
      batch.lists.push(...refused.lists.filter((list) => list.containerId === containerId));
    await this.#writeBatch(batch, taken);
  }

  async #writeRow(state: ContainerState): Promise<void> {
    const nowMs = this.#clock.now();
    const batch = new Batch();
    batch.saved = [state];
    batch.savedRows = stateRows(batch.saved, nowMs);
    batch.liveOf(state).sendEverything();
    await this.#writeBatch(batch, []);
  }

  /** What is remembered of a container is not accepted: it is read again, and built up from the next messages. */
  #discardRow({ containerId }: ContainerState, error: unknown): void {
    this.#fleet.forget([containerId]);
    this.#log.error({ err: error, containerId }, "the latest values of a container cannot be stored");
  }

  async #discard(message: UpMessage, error: unknown): Promise<void> {
    const refusal = new Batch();
    await this.#refuse(message, error, refusal);
    if (refusal.answers.length === 0) return;
    await this.#retries.run(
      () => this.#write(refusal, 1),
      (again) => {
        const { containerId, topic } = message;
        this.#log.error({ err: again, containerId, topic }, "the refusal of a message cannot be stored");
      },
    );
  }

  /** Without an answer its sender would send it again for ever, and no longer send what comes after it. */
  async #refuse(message: UpMessage, error: unknown, batch: Batch): Promise<void> {
    const { containerId, topic, isOwn } = message;
    this.#fleet.forget([containerId]);
    this.#log.error({ err: error, containerId, topic }, "a message cannot be stored");
    if (isOwn) this.#rejected++;
    else await refuseUnstorable(message, batch);
  }
}
