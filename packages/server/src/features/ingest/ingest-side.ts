import { setTimeout as wait } from "node:timers/promises";

import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import { earliestFrameMs } from "@offgrid/contract/core/constants";
import {
  commandResultTopic,
  commandTopic,
  configReportTopic,
  configSetTopic,
  firmwareReportTopic,
  firmwareSetTopic,
  testReadTopic,
  watchTopic,
} from "@offgrid/contract/telemetry/telemetry.topics";
import type { ConfigSetMessage } from "@offgrid/contract/configuration/configuration.schema";
import type { CommandMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { FirmwareSetMessage } from "@offgrid/contract/upgrades/upgrades.schema";

import type { Broker } from "../../broker/broker.ts";
import type { Identity } from "../../broker/broker-access.ts";
import type { Login, UpMessage } from "../../broker/broker.types.ts";
import { announced } from "../../bus/announcement.ts";
import type { Bus } from "../../bus/bus.ts";
import { type Retention, keptFromMs } from "../../history/tiers/retention.store.ts";
import { insertEvents } from "../events/events.store.ts";
import { TrafficMeter } from "../traffic/traffic.ts";
import type { IngestTools } from "./batch-commit.ts";
import type { ContainerState } from "./container-state.ts";
import { Controllers } from "./controllers.ts";
import { Fleet } from "./fleet.ts";
import { Ingest } from "./ingest.ts";
import { listWatched } from "./telemetry.store.ts";

/** The last acks leave the process before their connections are closed; one that does not costs a resend. */
const flushMs = 50;
/** With more messages than this waiting, background work leaves the database to ingest. */
const messagesBehind = 100;
const keptFromEveryMs = 10 * 60_000;

export interface IngestOptions extends IngestTools {
  broker: Pick<Broker, "publish" | "endWhere" | "takeTraffic" | "connections">;
  bus: Bus;
  /** False: messages wait unacked. */
  mayStore: () => boolean;
  /** Frames of earlier days are refused; undefined: none is too old. */
  retention: Pick<Retention, "rawDays" | "earliestMs"> | undefined;
}

/** What controllers answer with to what they were sent. */
const answerTopics = [commandResultTopic, configReportTopic, firmwareReportTopic, testReadTopic] as const;
type AnswerTopic = (typeof answerTopics)[number];

/** Takes what controllers say about what they were sent. */
export interface ControllerAnswers {
  /** Resolves when it is stored: only then does the controller forget it. */
  take(message: UpMessage): Promise<void>;
  metrics(): Record<string, number>;
}

/** Takes controllers' messages into the database, for as long as this process is the one that ingests. */
export class IngestSide {
  readonly #options: IngestOptions;
  readonly #controllers: Controllers;
  readonly #fleet: Fleet;
  readonly #ingest: Ingest;
  readonly #traffic: TrafficMeter;
  /** Containers that someone looks at, until when; epoch ms. */
  readonly #watched = new Map<string, number>();
  readonly #answers = new Map<AnswerTopic, ControllerAnswers>();
  #keptFromMs = earliestFrameMs;
  #keptFromReadMs = -Infinity;
  #isSweeping = false;

  constructor(options: IngestOptions) {
    this.#options = options;
    const { broker, bus, db, clock, log, tracing, write, mayStore } = options;
    this.#controllers = new Controllers(db, clock, (containerId) => void this.#notifyShared(containerId));
    this.#fleet = new Fleet(db, clock, log, write, (changed) => this.#publishStatus(changed));
    this.#ingest = new Ingest({
      db,
      clock,
      log,
      tracing,
      fleet: this.#fleet,
      write,
      bus,
      output: {
        publish: (topic, message) => broker.publish(topic, message, 1),
        born: (containerId) => this.#sendWatch(containerId),
      },
      keptFromMs: () => this.#keptFromMs,
      mayStore,
      isWatched: (containerId) => this.#isWatched(containerId),
    });
    this.#traffic = new TrafficMeter({
      db,
      clock,
      log,
      take: () => broker.takeTraffic(),
      store: (message) => void this.#ingest.queue.put(message),
    });
  }

  /** Loads what was known when the previous ingesting process ended. */
  async start(): Promise<void> {
    await this.#fleet.load();
    await this.reread();
    await this.#readKeptFrom();
    this.#ingest.start();
  }

  /** Stores and acknowledges what has arrived, as far as that is still possible; connections stay open. */
  async drain(): Promise<void> {
    await this.#ingest.stop();
    await wait(flushMs);
  }

  /** Writes the broker's traffic counts; call it when the connections of controllers are closed. */
  async stop(): Promise<void> {
    await this.#traffic.stop();
  }

  identify(login: Login): Promise<Identity | undefined> {
    return this.#controllers.identify(login);
  }

  take(message: UpMessage): Promise<void> {
    const { containerId, topic } = message;
    const answered = answerTopics.find((one) => one.name({ containerId }) === topic);
    // Each connection begins with a report of the configuration: while nobody takes them they are dropped.
    const isDropped = answered === configReportTopic && !this.#answers.has(answered);
    if (answered && !isDropped) return this.#takeAnswer(message, this.#answers.get(answered));
    return this.#ingest.queue.put(message);
  }

  /** Who takes the answers on a topic; undefined: nobody does any more. */
  serveAnswers(topic: AnswerTopic, answers: ControllerAnswers | undefined): void {
    if (answers) this.#answers.set(topic, answers);
    else this.#answers.delete(topic);
  }

  /** Is the controller connected, and does it keep up with what it is sent? */
  canReach(containerId: string): boolean {
    const topic = commandTopic.name({ containerId });
    return this.#options.broker.connections().some(({ topics, isLagging }) => topics.has(topic) && !isLagging);
  }

  sendCommand(containerId: string, message: CommandMessage): void {
    this.#options.broker.publish(commandTopic.name({ containerId }), message, 1);
  }

  sendConfig(containerId: string, message: ConfigSetMessage): void {
    this.#options.broker.publish(configSetTopic.name({ containerId }), message, 1);
  }

  sendRelease(containerId: string, message: FirmwareSetMessage): void {
    this.#options.broker.publish(firmwareSetTopic.name({ containerId }), message, 1);
  }

  /** Commits only while this process is the one that ingests. */
  get write(): IngestOptions["write"] {
    return this.#options.write;
  }

  sawContact(containerId: string): void {
    this.#fleet.sawContact(containerId);
  }

  opened(containerId: string): void {
    this.#fleet.returned(containerId);
  }

  closed(containerId: string): void {
    this.#fleet.lost(containerId);
  }

  /** Someone looks at a container until then: its controller is asked to send at once. */
  watched(containerId: string, untilMs: number): void {
    this.#watched.set(containerId, Math.max(untilMs, this.#watched.get(containerId) ?? 0));
    this.#sendWatch(containerId);
  }

  /** Reads who is watched from the database. */
  async reread(): Promise<void> {
    const { db, clock } = this.#options;
    for (const { containerId, untilMs } of await listWatched(db, clock.now())) this.watched(containerId, untilMs);
  }

  /** Containers were edited or removed; the connection of a removed one ends. */
  async changed(containerIds: readonly string[]): Promise<void> {
    for (const containerId of await this.#fleet.reread(containerIds)) {
      this.#watched.delete(containerId);
      this.revoke(containerId);
    }
  }

  /** Readings came or went without ingest. */
  historyChanged(containerIds: readonly string[]): void {
    this.#ingest.historyChanged(containerIds);
  }

  /** Compares everything known about containers with the database. */
  async rereadAll(): Promise<void> {
    const known = [...this.#fleet.all()].map(({ containerId }) => containerId);
    await this.changed(known);
    this.historyChanged(known);
    await this.reread();
  }

  /** Ends the connection of a controller. */
  revoke(containerId: string): void {
    this.#options.broker.endWhere((identity) => identity.kind === "controller" && identity.containerId === containerId);
  }

  /** Called each second. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    try {
      this.#ingest.sweep();
      await this.#fleet.sweep();
      await this.#traffic.sweep();
      await this.#readKeptFrom();
      const nowMs = this.#options.clock.now();
      for (const [containerId, untilMs] of this.#watched) if (untilMs <= nowMs) this.#watched.delete(containerId);
    } catch (error) {
      this.#options.log.warn({ err: error }, "a sweep of the containers failed; the next one will retry");
    } finally {
      this.#isSweeping = false;
    }
  }

  /** Is so much waiting that other work should leave the database alone? */
  get isBehind(): boolean {
    return this.#ingest.queue.length > messagesBehind;
  }

  /** The last write succeeded. */
  get isStoring(): boolean {
    return this.#ingest.isStoring;
  }

  metrics(): Record<string, number> {
    const { counts, queue } = this.#ingest;
    return {
      ingest_messages_total: counts.messages,
      ingest_acked_total: counts.acked,
      ingest_stored_total: counts.stored,
      ingest_merged_total: counts.merged,
      ingest_conflicts_total: counts.conflicts,
      ingest_rejected_total: counts.rejected,
      ingest_quarantined_total: counts.quarantined,
      ingest_unknown_metrics_total: counts.unknownMetrics,
      ingest_retries_total: counts.retries,
      ingest_shed_total: queue.shed,
      ingest_queue_messages: queue.length,
      ingest_queue_bytes: queue.bytes,
      ingest_held_messages: queue.held,
      ...Object.assign({}, ...[...this.#answers.values()].map((one) => one.metrics())),
    };
  }

  /** An answer that cannot be stored is not acknowledged: the controller sends it again when it connects again. */
  async #takeAnswer(message: UpMessage, answers: ControllerAnswers | undefined): Promise<void> {
    const { containerId, topic } = message;
    try {
      if (!answers) return this.revoke(containerId);
      await answers.take(message);
    } catch (error) {
      this.#options.log.warn({ err: error, containerId, topic }, "an answer of a controller cannot be stored yet");
      this.revoke(containerId);
    }
  }

  #isWatched(containerId: string): boolean {
    return (this.#watched.get(containerId) ?? 0) > this.#options.clock.now();
  }

  #sendWatch(containerId: string): void {
    if (!this.#isWatched(containerId)) return;
    this.#options.broker.publish(watchTopic.name({ containerId }), { until: this.#watched.get(containerId) }, 1);
  }

  /** One event per state, however many containers have it now. */
  #publishStatus(changed: ReadonlyMap<ContainerState, ContainerStatus>): void {
    const nothing = { values: new Map<string, number>(), atMs: 0, missing: [] };
    for (const status of new Set(changed.values())) {
      const states = [...changed].flatMap(([state, its]) => (its === status ? [state] : []));
      const changes = new Map(states.map((state) => [state.containerId, this.#fleet.changeOf(state, nothing)]));
      this.#options.bus.publish("statusChanged", { status, containerIds: [...changes.keys()] }, { changes });
    }
  }

  async #notifyShared(containerId: string): Promise<void> {
    const { bus, clock, log, write } = this.#options;
    log.warn({ containerId }, "two devices share one container's secret, or one reconnects again and again");
    const event = { ts: clock.now(), code: "link.flapping", level: "warning", data: {} } as const;
    try {
      await announced<void>(bus, write, async (tx, news) => {
        const events = await insertEvents(tx, [{ containerId, boot: null, seq: null, event }], clock.now());
        news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
      });
    } catch (error) {
      log.warn({ err: error, containerId }, "people could not be notified of a container that connects too often");
    }
  }

  async #readKeptFrom(): Promise<void> {
    const { db, clock, retention } = this.#options;
    const nowMs = clock.now();
    if (!retention || Math.abs(nowMs - this.#keptFromReadMs) < keptFromEveryMs) return;
    this.#keptFromMs = await keptFromMs(db, retention, nowMs);
    this.#keptFromReadMs = nowMs;
  }
}
