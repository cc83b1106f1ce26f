import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { SecureContext } from "node:tls";

import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import type { UserMessage } from "@offgrid/contract/live/live.schema";
import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { watchTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import type { Logger } from "pino";

import { Broker } from "./core/broker.ts";
import { openDoors } from "./core/broker-doors.ts";
import { type BrokerLimits, brokerLimits } from "./core/broker-limits.ts";
import type { Clock } from "./core/clock.ts";
import type { Config } from "./core/config.ts";
import type { Db } from "./core/db.ts";
import { listWatchers, maySee } from "./core/watchers.store.ts";
import type { LiveHub } from "./features/live/live-hub.ts";
import { LivePush } from "./features/live/live-push.ts";
import { listRights } from "./features/live/live.store.ts";
import { Screens, sessionKey } from "./features/live/screens.ts";
import { Controllers } from "./features/telemetry/controllers.ts";
import { type InsertedEvent, insertEvents } from "./features/telemetry/events.store.ts";
import { Fleet } from "./features/telemetry/fleet.ts";
import { Ingest, type IngestOutput } from "./features/telemetry/ingest.ts";
import { RollupWorker } from "./features/telemetry/rollup-worker.ts";
import { type TierSettings, TierWorker, rollupPace } from "./features/telemetry/tier-worker.ts";
import { TrafficMeter } from "./features/telemetry/traffic.ts";

export interface Messaging {
  live: LiveHub;
  /** The port that was opened. */
  mqttPort: number;
  /** Figures by name; what counts up ends in `_total`. */
  metrics(): Record<string, number>;
  /** The broker listens and the last write succeeded. */
  isReady(): boolean;
  /** No new messages, the rest stored and acked, connections closed. Call it while the database still runs. */
  stop(): Promise<void>;
}

interface Options {
  config: Pick<Config, "mqttPort" | "mqttHost" | "publicUrl">;
  /** When days are sealed and dropped; left out: they stay in frames. */
  tiers?: TierSettings;
  db: Db;
  clock: Clock;
  log: Logger;
  /** The portal's HTTP server, for the WebSocket. */
  server: Server;
  /** MQTT over TCP speaks TLS with it. */
  tls?: SecureContext | undefined;
  limits?: BrokerLimits;
  /** While the disk has no room, nothing is stored and nothing acked; left out: it always has. */
  hasRoom?: () => boolean;
}

const sweepEveryMs = 1_000;
const watchMs = 75_000;
/** The last acks leave the process before their connections are closed; one that does not costs a resend. */
const flushMs = 50;
const connectionsPerSession = 10;
/** With more messages than this waiting, the database is left to ingest. */
const messagesBehind = 100;

/** Puts broker, ingest and live side together: what runs between the controllers, the database and the screens. */
export async function startMessaging({
  config,
  tiers: settingsOfTiers,
  db,
  clock,
  log,
  server,
  tls,
  limits = brokerLimits,
  hasRoom = () => true,
}: Options): Promise<Messaging> {
  const screens = new Screens(clock);
  const controllers = new Controllers(db, clock, (containerId) => void tellShared(containerId));
  const watchedUntil = new Map<string, number>();

  const fleet = new Fleet(db, clock, log, (containerId, status) => tellStatus(containerId, status));
  await fleet.load();
  const output: IngestOutput = {
    publish: (topic, message) => broker.publish(topic, message, 1),
    live: (containerId, change) => push.changed(containerId, change),
    events: (events) => events.forEach(tellEvent),
    born: (containerId) => {
      if ((watchedUntil.get(containerId) ?? 0) > clock.now()) sendWatch(containerId);
    },
  };
  // Neither summaries nor sealing take from ingest what it needs.
  const isBusy = () => ingest.queue.length > messagesBehind || !hasRoom();
  const rollups = new RollupWorker(db, clock, log, isBusy, settingsOfTiers && rollupPace(settingsOfTiers));
  const tiers = settingsOfTiers && new TierWorker(db, clock, log, settingsOfTiers, isBusy);
  await tiers?.load();
  const ingest = new Ingest(db, clock, log, fleet, output, { keptFromMs: () => tiers?.keptFromMs ?? 0, hasRoom });
  const broker = await Broker.start(
    {
      identify: async (login) => {
        if (!login.clientId.startsWith("portal-")) return controllers.identify(login);
        if (!login.isWebSocket || !/^portal-[A-Za-z0-9]{16}$/.test(login.clientId)) return undefined;
        const identity = screens.identify(login.username, login.password);
        return identity && countOf(identity.kind === "screen" ? identity.sessionKey : "") < connectionsPerSession
          ? identity
          : undefined;
      },
      maySee: (userId, containerId) => maySee(db, userId, containerId),
      isEntitled: (identity) => identity.kind === "controller" || screens.isAlive(identity.sessionKey),
      take: (message) => ingest.queue.put(message),
      heard: (containerId) => fleet.heard(containerId),
      opened: (identity) => {
        if (identity.kind === "controller") fleet.returned(identity.containerId);
      },
      closed: (identity) => {
        if (identity.kind === "controller") fleet.lost(identity.containerId);
      },
    },
    clock,
    log,
    limits,
  );
  const traffic = new TrafficMeter({
    db,
    clock,
    log,
    take: () => broker.takeTraffic(),
    store: (message) => void ingest.queue.put(message),
  });
  const push = new LivePush({
    send: (containerId, message) => broker.publish(containerTopic.name({ containerId }), message, 0),
    isWatched: (containerId) => broker.hasSubscriber(containerTopic.name({ containerId })),
    status: (containerId) => fleet.status(containerId),
    clockOffsetS: (containerId) => fleet.clockOffsetS(containerId),
  });

  const countOf = (key: string) =>
    broker.connections().filter(({ identity }) => identity.kind === "screen" && identity.sessionKey === key).length;
  const notify = (userId: string, message: UserMessage) => broker.publish(userTopic.name({ userId }), message, 0);
  const sendWatch = (containerId: string) =>
    broker.publish(watchTopic.name({ containerId }), { until: watchedUntil.get(containerId) ?? 0 }, 1);

  /** One after the other, so that the last word on a container's state is the right one. */
  let told: Promise<void> = Promise.resolve();
  const tellStatus = (containerId: string, status: ContainerStatus) => {
    push.changed(containerId, { values: new Map(), atMs: 0, missing: [] });
    told = told.then(async () => {
      const present = new Set(
        broker.connections().flatMap(({ identity }) => (identity.kind === "screen" ? [identity.userId] : [])),
      );
      try {
        for (const userId of await listWatchers(db, containerId, [...present])) notify(userId, { containerId, status });
      } catch (error) {
        log.warn({ err: error, containerId }, "screens were not told about a change of state");
      }
    });
  };

  const endForeign = async () => {
    const open = broker.connections().filter(({ identity }) => identity.kind === "screen");
    broker.endWhere((identity) => identity.kind === "screen" && !screens.isAlive(identity.sessionKey));
    screens.sweep();
    if (open.length === 0) return;
    const keys = [...new Set(open.map(({ identity }) => (identity.kind === "screen" ? identity.sessionKey : "")))];
    const rights = await listRights(db, keys, clock.now());
    broker.endWhere((identity, topics) => {
      if (identity.kind !== "screen" || !keys.includes(identity.sessionKey)) return false;
      const containers = rights.get(identity.sessionKey)?.containers;
      if (containers === undefined) screens.end(identity.sessionKey);
      return (
        containers === undefined || (containers !== "all" && [...topics].some((name) => !mayStay(name, containers)))
      );
    });
  };

  let isSweeping = false;
  const sweep = async () => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      broker.sweep();
      ingest.sweep();
      await fleet.sweep();
      await endForeign();
      await traffic.sweep();
    } catch (error) {
      log.warn({ err: error }, "a sweep of the connections failed; the next one follows");
    } finally {
      isSweeping = false;
    }
  };

  const tellEvent = (event: InsertedEvent) => {
    const content = `${event.containerName}: ${event.code.replaceAll(/[._]/g, " ")}${event.device ? ` (${event.device})` : ""}`;
    const command = event.kind === "warning" ? "warningEvent" : "newEventUpdate";
    const data = {
      content,
      containerId: event.containerId,
      code: event.code,
      level: event.level,
      at: Math.round(event.atMs),
    };
    for (const userId of event.userIds) notify(userId, { command, data });
  };

  const tellShared = async (containerId: string) => {
    log.warn({ containerId }, "two devices have one container's secret, or one connects again and again");
    const event = { ts: clock.now(), code: "link.flapping", level: "warning", data: {} } as const;
    try {
      const part = { containerId, boot: null, seq: null, event };
      const events = await db.transaction().execute((tx) => insertEvents(tx, [part], clock.now()));
      events.forEach(tellEvent);
    } catch (error) {
      log.warn({ err: error, containerId }, "people were not told about a container that connects too often");
    }
  };

  ingest.start();
  const { mqttPort: port, mqttHost: host, publicUrl: origin } = config;
  const doors = await openDoors(broker, {
    port,
    host,
    server,
    origin,
    tls,
    limits,
  }).catch(async (error: unknown) => {
    await ingest.stop();
    await broker.stop();
    throw error;
  });
  const timer = setInterval(() => void sweep(), sweepEveryMs);
  rollups.start();
  tiers?.start();

  return {
    mqttPort: doors.mqttPort,
    live: {
      issueCredential: (session) => screens.issue(session),
      watch: (containerId) => {
        const untilMs = clock.now() + watchMs;
        watchedUntil.set(containerId, untilMs);
        sendWatch(containerId);
        return new Date(untilMs);
      },
      endSession: (sessionHash) => {
        const key = sessionKey(sessionHash);
        screens.end(key);
        broker.endWhere((identity) => identity.kind === "screen" && identity.sessionKey === key);
      },
      endUser: (userId) => {
        screens.endUser(userId);
        broker.endWhere((identity) => identity.kind === "screen" && identity.userId === userId);
      },
      accessChanged: (userId) => {
        notify(userId, { command: "accessChanged" });
        broker.endWhere((identity) => identity.kind === "screen" && identity.userId === userId);
      },
      notify,
      disconnectController: (containerId) =>
        broker.endWhere((identity) => identity.kind === "controller" && identity.containerId === containerId),
    },
    metrics: () => {
      const open = broker.connections();
      const { counts } = ingest;
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
        ingest_shed_total: ingest.queue.shed,
        ingest_queue_messages: ingest.queue.length,
        ingest_queue_bytes: ingest.queue.bytes,
        ingest_held_messages: ingest.queue.held,
        rollup_days_total: rollups.counts.days,
        rollup_overtaken_total: rollups.counts.overtaken,
        sealed_days_total: tiers?.counts.sealed ?? 0,
        sealing_failed_total: tiers?.counts.failed ?? 0,
        dropped_months_total: tiers?.counts.droppedMonths ?? 0,
        mqtt_controllers: open.filter(({ identity }) => identity.kind === "controller").length,
        mqtt_screens: open.filter(({ identity }) => identity.kind === "screen").length,
        mqtt_waiting: doors.waiting(),
        mqtt_lagging: open.filter(({ isLagging }) => isLagging).length,
        mqtt_unsent_bytes: open.reduce((sum, { unsentBytes }) => sum + unsentBytes, 0),
        mqtt_slow_readers_total: broker.counts.slowReaders,
        mqtt_refused_packets_total: broker.counts.refusedPackets,
        mqtt_refused_logins_total: broker.counts.refusedLogins,
        mqtt_refused_publishes_total: broker.counts.refusedPublishes,
        mqtt_refused_subscriptions_total: broker.counts.refusedSubscriptions,
      };
    },
    isReady: () => broker.isListening && ingest.isStoring,
    stop: async () => {
      clearInterval(timer);
      push.stop();
      // Acks still leave on the open connections; only then they are closed.
      broker.holdOff();
      await Promise.all([ingest.stop(), rollups.stop(), tiers?.stop()]);
      await told;
      await wait(flushMs);
      await broker.stop();
      await doors.close();
      await traffic.stop();
    },
  };
}

function mayStay(topicName: string, containers: ReadonlySet<string>): boolean {
  const container = containerTopic.match(topicName);
  return container === undefined || containers.has(container.containerId);
}
