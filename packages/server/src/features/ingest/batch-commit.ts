import { ackTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import type { Logger } from "pino";

import type { Bus } from "../../bus/bus.ts";
import type { ContainerChange } from "../../bus/bus.events.ts";
import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { type Tracing, traced } from "../../core/tracing.ts";
import { ensurePartitions, writeFrames } from "../../history/tiers/frames.store.ts";
import type { Month } from "../../history/tiers/partitions.store.ts";
import type { Write } from "../../postgres/role-lease.ts";
import { insertEvents } from "../events/events.store.ts";
import { saveCutOutputs } from "../energy-state/cut-outputs.store.ts";
import { type Batch, acksOf } from "./batch.ts";
import type { DayRecompute } from "./day-recompute.ts";
import type { Fleet } from "./fleet.ts";
import { saveQuality } from "./quality.store.ts";
import { saveLists, saveRejected, savingStates } from "./telemetry.store.ts";

/** What ingest works with, whichever part of it. */
export interface IngestTools {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined;
  bus: Pick<Bus, "announce">;
  /** Commits only while this process is the one that ingests. */
  write: Write;
}

/** The consequences of a commit. */
export interface IngestOutput {
  /** To a controller. */
  publish(topic: string, message: unknown): void;
  born(containerId: string): void;
}

export interface CommitOptions extends IngestTools {
  fleet: Fleet;
  output: IngestOutput;
}

/** Writes a batch in one transaction, and then acknowledges and announces it. */
export class BatchCommit {
  readonly counts = { messages: 0, acked: 0, stored: 0, merged: 0, conflicts: 0, rejected: 0, quarantined: 0 };
  readonly #options: CommitOptions;
  readonly #recompute: DayRecompute;
  readonly #partitions = new Set<Month>();

  constructor(options: CommitOptions, recompute: DayRecompute) {
    this.#options = options;
    this.#recompute = recompute;
  }

  /** Partitions are looked for again: they may have been dropped meanwhile. */
  forgetPartitions(): void {
    this.#partitions.clear();
  }

  /** @throws what the database throws; then nothing of the batch is stored. */
  run(batch: Batch, messages: number): Promise<void> {
    const notes = { "offgrid.messages": messages, "offgrid.frames": batch.rows.length };
    return traced(this.#options.tracing, { name: "ingest batch", notes }, () => this.#run(batch, messages));
  }

  async #run(batch: Batch, messages: number): Promise<void> {
    const { db, clock, bus, write, fleet } = this.#options;
    const { counts } = this;
    const nowMs = clock.now();
    await ensurePartitions(db, batch.rows, this.#partitions);
    const news = bus.announce();
    const changes = new Map<string, ContainerChange>();
    const frames = await write(async (tx) => {
      const written = await writeFrames(tx, batch.rows, nowMs);
      await saveLists(tx, batch.lists, nowMs);
      await saveRejected(tx, batch.rejected, nowMs);
      batch.setConflicts(written.conflicts);
      const warnings = await saveQuality(tx, batch.quality(), nowMs);
      const events = await insertEvents(tx, [...batch.events, ...warnings], nowMs);
      // Under high load other processes hear of a container when its row is written, which is what they read.
      news.add("framesCommitted", { containerIds: batch.saved.map(({ containerId }) => containerId) }, { changes });
      news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
      await news.send(tx, batch.saved.length > 0 ? savingStates(batch.savedRows) : undefined);
      // After the rows, which the first events of a container come with.
      await saveCutOutputs(tx, events);
      return written;
    });
    counts.messages += messages;
    counts.stored += frames.stored;
    counts.merged += frames.merged;
    counts.conflicts += batch.counts.conflicts;
    counts.rejected += batch.counts.rejected;
    counts.quarantined += batch.counts.quarantined;
    this.#committed(batch, changes, nowMs);
    news.deliver();
    fleet.publishChanges();
  }

  /** @param changes What screens are sent is added to it. */
  #committed(batch: Batch, changes: Map<string, ContainerChange>, nowMs: number): void {
    const { fleet, output } = this.#options;
    for (const { containerId, ack } of acksOf(batch.answers)) output.publish(ackTopic.name({ containerId }), ack);
    this.counts.acked += batch.answers.length;
    for (const containerId of batch.born) {
      output.publish(timeTopic.name({ containerId }), { now: nowMs });
      output.born(containerId);
    }
    for (const [state, clockOffsetS] of batch.clocks) {
      if (state.savedClockOffsetS === clockOffsetS) continue;
      state.savedClockOffsetS = clockOffsetS;
      // Screens are notified even when nothing else has changed.
      batch.liveOf(state);
    }
    for (const state of batch.saved) state.savedContactMs = state.lastContactMs;
    for (const [state, change] of batch.live) changes.set(state.containerId, fleet.changeOf(state, change));
    for (const state of batch.changed) {
      fleet.note(state);
      this.#recompute.note(state);
    }
  }
}
