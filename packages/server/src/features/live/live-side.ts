import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import type { UserMessage } from "@offgrid/contract/live/live.schema";
import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import type { Logger } from "pino";

import type { Broker } from "../../broker/broker.ts";
import type { Identity } from "../../broker/broker-access.ts";
import type { Login } from "../../broker/broker.types.ts";
import type { Bus } from "../../bus/bus.ts";
import type { ContainerChange } from "../../bus/bus.events.ts";
import type { Clock } from "../../core/clock.ts";
import { type Db, reasonOf } from "../../core/db.ts";
import { containerStatus } from "../containers/container-status.ts";
import { contentOf, doerOf } from "../events/event-facts.store.ts";
import { Now } from "../../core/now.ts";
import { Gathered } from "../../bus/gathered.ts";
import { LivePush } from "./live-push.ts";
import * as store from "./live.store.ts";
import { Screens } from "./screens.ts";

const watchMs = 75_000;
/** Limits of one session at one process. */
const connectionsPerSession = 10;
/** Rights are read when they change; this is for changes nobody announced, such as by hand in the database. */
const checkAllEveryMs = 60_000;
/** Updates that wait for the database beyond these are dropped; screens get them with the lists that they request. */
const mostEvents = 5_000;
const mostContainers = 50_000;

/** What calls need of the live side. */
export interface Live {
  /** A credential for the browser's live connection, bound to a session. */
  issueCredential(sessionHash: Buffer): Promise<{ password: string; expiresAt: Date }>;
  /** Someone looks at a container: its controller is asked to send at once. @returns when to repeat this. */
  watch(containerId: string): Promise<Date>;
}

declare module "../../calls/services.ts" {
  interface Services {
    live: Live;
  }
}

interface Options {
  broker: Pick<Broker, "publish" | "endWhere" | "connections" | "hasSubscriber">;
  bus: Bus;
  db: Db;
  clock: Clock;
  log: Logger;
  /** When ingest started, at whichever process; epoch ms. */
  ingestStartedAtMs: () => number;
}

/** The screens connected to this process: who they are, what they may receive, and what they are sent. */
export class LiveSide implements Live {
  readonly screens: Screens;
  readonly #options: Options;
  readonly #push: LivePush;
  readonly #statuses: Gathered<ContainerStatus>;
  readonly #events: Gathered<true>;
  /** Containers with screens here that another process reported, with their state if it reported one. */
  readonly #stored: Gathered<ContainerStatus | undefined>;
  /** Of those: up to which instant values were sent to screens, epoch ms. */
  readonly #sentMs = new Map<string, number>();
  #checkedMs: number;
  #isSweeping = false;

  constructor(options: Options) {
    this.#options = options;
    const { broker, db, clock, log } = options;
    this.screens = new Screens(db, clock);
    this.#push = new LivePush({
      send: (containerId, message) => broker.publish(containerTopic.name({ containerId }), message, 0),
      isWatched: (containerId) => this.#isWatched(containerId),
    });
    this.#statuses = new Gathered(log, mostContainers, (batch) => this.#sendStatuses(batch));
    this.#events = new Gathered(log, mostEvents, (batch) => this.#sendEvents([...batch.keys()]));
    this.#stored = new Gathered(log, mostContainers, (batch) => this.#readStored(batch));
    this.#checkedMs = clock.now();
  }

  issueCredential(sessionHash: Buffer): Promise<{ password: string; expiresAt: Date }> {
    return this.screens.issue(sessionHash);
  }

  async watch(containerId: string): Promise<Date> {
    const untilMs = this.#options.clock.now() + watchMs;
    await store.saveWatch(this.#options.db, containerId, untilMs);
    this.#options.bus.publish("watched", { containerId, untilMs });
    return new Date(untilMs);
  }

  async identify({ clientId, isWebSocket, username, password }: Login): Promise<Identity | undefined> {
    if (!isWebSocket || !/^portal-[A-Za-z0-9]{16}$/.test(clientId)) return undefined;
    const identity = await this.screens.identify(username, password);
    if (identity?.kind !== "screen") return undefined;
    const key = identity.sessionKey;
    return this.#screens().filter((screen) => screen.sessionKey === key).length < connectionsPerSession
      ? identity
      : undefined;
  }

  async maySee(userId: string, containerId: string): Promise<boolean> {
    return (await store.listViewers(this.#options.db, [userId], [containerId])).has(userId);
  }

  isEntitled(key: string): boolean {
    return this.screens.isAlive(key);
  }

  endSession(key: string): void {
    this.screens.end(key);
    this.#endWhere((screen) => screen.sessionKey === key);
  }

  endUser(userId: string): void {
    this.screens.endUser(userId);
    this.#endWhere((screen) => screen.userId === userId);
  }

  /** Notifies a person's screens and closes them; they reconnect with new rights. */
  accessChanged(userId: string): void {
    this.send(userId, { command: "accessChanged" });
    this.#endWhere((screen) => screen.userId === userId);
  }

  /** Sends to one person's screens at this process. */
  send(userId: string, message: UserMessage): void {
    this.#options.broker.publish(userTopic.name({ userId }), message, 0);
  }

  /** Sends each message to those with a screen here who may be sent something about its container. */
  async sendAbout(messages: readonly { containerId: string; message: UserMessage }[]): Promise<void> {
    const containerIds = new Set(messages.map(({ containerId }) => containerId));
    const viewers = await store.listViewers(this.#options.db, this.present(), [...containerIds]);
    for (const [userId, containers] of viewers) {
      for (const { containerId, message } of messages) if (containers.has(containerId)) this.send(userId, message);
    }
  }

  changed(changes: ReadonlyMap<string, ContainerChange>): void {
    for (const [containerId, change] of changes) this.#push.changed(containerId, change);
  }

  /** Another process has stored frames of these containers, or they have this state now. */
  stored(containerIds: readonly string[], status?: ContainerStatus): void {
    for (const containerId of containerIds) {
      if (this.#isWatched(containerId)) this.#stored.put(containerId, status);
      else this.#sentMs.delete(containerId);
    }
  }

  statusChanged(status: ContainerStatus, containerIds: readonly string[]): void {
    for (const containerId of containerIds) this.#statuses.put(containerId, status);
  }

  peopleNotified(eventIds: readonly string[]): void {
    for (const eventId of eventIds) this.#events.put(eventId, true);
  }

  /** Events of other processes may have been missed: rights are read again, and screens take fresh snapshots. */
  missed(): void {
    this.#checkedMs = -Infinity;
    this.#sentMs.clear();
    for (const userId of this.present()) this.send(userId, { command: "resync" });
  }

  /** Called each second: credentials expire, and what could not be sent is retried. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    try {
      for (const gathered of [this.#statuses, this.#events, this.#stored]) gathered.retry();
      await this.#checkRights();
    } catch (error) {
      this.#options.log.warn({ reason: reasonOf(error) }, "the rights of screens could not be read; retrying");
    } finally {
      this.#endWhere((screen) => !this.screens.isAlive(screen.sessionKey));
      this.screens.keepOnly(new Set(this.#screens().map((screen) => screen.sessionKey)));
      this.#isSweeping = false;
    }
  }

  async stop(): Promise<void> {
    this.#push.stop();
    await Promise.all([this.#statuses, this.#events, this.#stored].map((gathered) => gathered.idle()));
  }

  /** Sessions that may be over, and now and then all of them. */
  async #checkRights(): Promise<void> {
    const { db, clock } = this.#options;
    const nowMs = clock.now();
    const isAll = Math.abs(nowMs - this.#checkedMs) >= checkAllEveryMs;
    const keys = new Set(isAll ? this.screens.keys() : this.screens.due());
    const sessions = await store.listSessions(db, [...keys], nowMs);
    for (const key of keys) {
      const untilMs = sessions.get(key);
      if (untilMs === undefined) this.screens.end(key);
      else this.screens.prolong(key, untilMs);
    }
    if (!isAll) return;
    const present = new Set(this.present());
    const watched = new Set(
      this.#options.broker.connections().flatMap(({ topics }) => [...topics].flatMap(containersOf)),
    );
    const viewers = await store.listViewers(db, [...present], [...watched]);
    // Screens that connected meanwhile were checked on the way in.
    const isOver = (userId: string, containerId: string) =>
      present.has(userId) && watched.has(containerId) && !viewers.get(userId)?.has(containerId);
    this.#endWhere(({ userId }, topics) =>
      [...topics].flatMap(containersOf).some((containerId) => isOver(userId, containerId)),
    );
    this.#checkedMs = nowMs;
  }

  async #sendStatuses(statuses: ReadonlyMap<string, ContainerStatus>): Promise<void> {
    await this.sendAbout(
      [...statuses].map(([containerId, status]) => ({ containerId, message: { containerId, status } })),
    );
  }

  async #sendEvents(eventIds: readonly string[]): Promise<void> {
    for (const event of await store.listEventsFor(this.#options.db, eventIds, this.present())) {
      const { userId, containerId, containerName, code, device, outputName, data, at } = event;
      const { byName, givenReason, groupId, groupBy, groupCount, incidentId, incidentContainers } = event;
      // An incident is as grave as its person sees it now, not as its first warning was.
      const level = event.incidentSeverity ?? event.level;
      const command = event.type === "event" ? "newEventUpdate" : "warningEvent";
      const by = doerOf({ ...event, byName: groupBy ?? byName });
      const group = groupId === null ? {} : { group: { groupId, count: groupCount ?? 1 } };
      const incident = incidentId === null ? {} : { incident: { id: incidentId, containers: incidentContainers ?? 0 } };
      const place = containerId === null || containerName === null ? {} : { containerId, containerName };
      const facts = { ...place, code, level, device, outputName, data, by, at: at.getTime() };
      this.send(userId, {
        command,
        data: {
          content: contentOf({ ...event, level, byName: groupBy ?? byName }),
          ...facts,
          ...group,
          ...incident,
          ...(givenReason !== null && { givenReason }),
        },
      });
    }
  }

  /** The latest values compared with what was sent to screens; the first time everything. */
  async #readStored(batch: ReadonlyMap<string, ContainerStatus | undefined>): Promise<void> {
    const { db, clock, ingestStartedAtMs } = this.#options;
    for (const row of await store.listLatest(db, [...batch.keys()])) {
      const sentMs = this.#sentMs.get(row.containerId) ?? -Infinity;
      const atMs = row.at?.getTime() ?? 0;
      const latest = Object.entries(row.liveValues);
      const values = new Map(latest.flatMap(([name, [value, ms]]) => (ms > sentMs ? [[name, value] as const] : [])));
      const missing = latest.flatMap(([name, [, ms]]) => (ms < atMs ? [name] : []));
      const status = batch.get(row.containerId) ?? containerStatus(row, new Now(clock.now()), ingestStartedAtMs());
      const change = { values, atMs: values.size > 0 ? atMs : 0, missing, status, clockOffsetS: row.clockOffsetS };
      this.#push.changed(row.containerId, change);
      this.#sentMs.set(row.containerId, Math.max(sentMs, ...latest.map(([, [, ms]]) => ms)));
    }
  }

  #isWatched(containerId: string): boolean {
    return this.#options.broker.hasSubscriber(containerTopic.name({ containerId }));
  }

  #screens(): Screen[] {
    return this.#options.broker.connections().flatMap(({ identity }) => (identity.kind === "screen" ? [identity] : []));
  }

  /** The people who have a screen open here. */
  present(): string[] {
    return [...new Set(this.#screens().map(({ userId }) => userId))];
  }

  #endWhere(isMeant: (screen: Screen, topics: ReadonlySet<string>) => boolean): void {
    this.#options.broker.endWhere((identity, topics) => identity.kind === "screen" && isMeant(identity, topics));
  }
}

type Screen = Extract<Identity, { kind: "screen" }>;

/** The container whose live topic this is, if it is one. */
function containersOf(topicName: string): string[] {
  const container = containerTopic.match(topicName);
  return container ? [container.containerId] : [];
}
