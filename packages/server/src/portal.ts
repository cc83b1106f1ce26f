import { frontVersion } from "@offgrid/contract/core/constants";
import type { Logger } from "pino";

import { PostgresBus, busApplication } from "./bus/postgres.bus.ts";
import type { Pipeline } from "./calls/dispatch.ts";
import { CallMetrics } from "./calls/call-metrics.ts";
import { type Feature, type Unsubscribe, openFeatures } from "./calls/feature.ts";
import { InventedTokens } from "./calls/invented-tokens.ts";
import { Limits } from "./calls/limits.ts";
import { isLoopback } from "./config/config.schemas.ts";
import type { Config } from "./config/config.ts";
import { LiveConfig, type RunningConfig, withMore } from "./config/live-config.ts";
import { type Clock, systemClock } from "./core/clock.ts";
import { openTracing } from "./core/collector.ts";
import type { Database, Db } from "./core/db.ts";
import { Proxies } from "./http/proxies.ts";
import { openLog } from "./core/log.ts";
import { hashCounts } from "./core/password-hash.ts";
import { openSecretBox } from "./core/secret-box.ts";
import { StartError } from "./core/start-error.ts";
import type { Tracing } from "./core/tracing.ts";
import { ExternalServices } from "./external/external-services.ts";
import { features } from "./features.ts";
import { reloadSettings } from "./features/settings/reload.ts";
import { FleetFigures } from "./features/containers/fleet-figures.ts";
import { noteControllerAddress } from "./features/containers/controller-address.store.ts";
import { type AllHandlers, handlers } from "./handlers.ts";
import { openApp } from "./http/app.ts";
import type { Health } from "./http/health.ts";
import { openHealthApp } from "./http/health-app.ts";
import { openMailer } from "./mail/mailer.ts";
import { Outbox } from "./mail/outbox.ts";
import { ApiPart } from "./parts/api.part.ts";
import { BrokerPart } from "./parts/broker.part.ts";
import { CertificatePart } from "./parts/certificate.part.ts";
import { IngestPart } from "./parts/ingest.part.ts";
import { IngestStatus } from "./parts/ingest-status.part.ts";
import { LivePart } from "./parts/live.part.ts";
import { MailInPart } from "./parts/mail-in.part.ts";
import { type Part, Parts } from "./parts/part.ts";
import { WorkerPart } from "./parts/worker.part.ts";
import { DiskGuard, type DiskSpace } from "./postgres/disk-guard.ts";
import { checkPortalKey } from "./postgres/portal-key.ts";
import { type Store, openStore } from "./postgres/store.ts";

export interface Portal {
  /** Address of the web app, without a trailing slash. */
  url: string;
  /** The port that HTTP listens on. */
  port: number;
  /** Port for controllers; the configured one where another process has it. */
  mqttPort: number;
  /** Port for mails that answer tickets; undefined: this process takes none. */
  mailInPort: number | undefined;
  database: Database;
  /** Takes a certificate that was renewed; false: its files cannot be used, and the one before stays. */
  reload(): boolean;
  /** Ends everything in order (quality.md, section 7); a second call waits for the first. */
  stop(): Promise<void>;
}

/** What programs add, and tests substitute. */
export interface PortalParts {
  /** An external database that is not there yet is waited for until it is aborted; left out: it has to be there. */
  signal?: AbortSignal;
  clock?: Clock;
  /** Runs on the migrated database before anyone can call or connect. */
  beforeOpening?: (db: Db) => Promise<void>;
  log?: Logger;
  webFolder?: string;
  /** The space of a disk, which is then watched even though the database is not the embedded one. */
  readDisk?: (folder: string) => Promise<DiskSpace>;
  handlers?: AllHandlers;
  features?: readonly [...typeof features, ...Feature[]];
}

/**
 * Starts the parts that ROLES names, on one database with the other processes of this portal.
 * @throws StartError in one sentence; whatever was started by then is stopped again.
 */
export async function startPortal(config: Config, replaced: PortalParts = {}): Promise<Portal> {
  const log = replaced.log ?? openLog(config.logLevel);
  const clock = replaced.clock ?? systemClock;
  const parts = new Parts(log);
  let isStopping = false;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    isStopping = true;
    return (stopped ??= parts.stop());
  };
  try {
    if (config.demo && !isLoopback(config.host)) {
      throw new StartError(
        `The demo has accounts whose password everyone knows, so it listens on this machine alone; HOST is "${config.host}", unset it.`,
      );
    }
    const tracing = config.collector && (await openTracing(config.collector, aboutProcess(config), log));
    if (tracing) await parts.start(tracingPart(tracing));
    const tls = config.mqttTls && new CertificatePart(config.mqttTls, { clock, log });
    const store = await openStore(config, log, replaced.signal);
    await parts.start(storePart(store));
    const disk = watchedDisk(config, store, log, replaced.readDisk);
    if (disk) await parts.start(disk);
    const liveConfig = new LiveConfig(config);
    const portal = new PortalProcess({
      config: liveConfig.config,
      liveConfig,
      clock,
      log,
      tracing,
      parts,
      store,
      disk,
      replaced,
      isStopping: () => isStopping,
    });
    return { ...(await portal.start(tls)), database: store.database, reload: () => tls?.reload() ?? true, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface ProcessParts {
  config: RunningConfig;
  liveConfig: LiveConfig;
  clock: Clock;
  log: Logger;
  tracing: Tracing | undefined;
  parts: Parts;
  store: Store;
  disk: DiskGuard | undefined;
  replaced: PortalParts;
  isStopping: () => boolean;
}

/** The list of parts, in the order in which they are started. */
class PortalProcess {
  readonly #about: ProcessParts;
  readonly #bus: PostgresBus;
  readonly #callMetrics: CallMetrics;
  readonly #proxies: Proxies;
  #pipeline: Pipeline | undefined;

  constructor(about: ProcessParts) {
    this.#about = about;
    this.#bus = new PostgresBus(about.store.database, about.log);
    this.#callMetrics = new CallMetrics(about.log);
    this.#proxies = new Proxies(about.config.trustedProxies, about.log);
  }

  async start(tls: CertificatePart | undefined): Promise<Pick<Portal, "url" | "port" | "mqttPort" | "mailInPort">> {
    const { config, liveConfig, clock, log, tracing, parts, store } = this.#about;
    const { database } = store;
    const { db } = database;
    const has = (role: Config["roles"][number]) => config.roles.includes(role);
    const bus = this.#bus;
    await parts.start({ name: "bus", start: () => bus.start(), stop: () => bus.stop() });
    const ingestStatus = new IngestStatus({ bus, db, clock, log });
    await parts.start(ingestStatus);
    const hasRoom = () => this.#about.disk?.hasRoom ?? true;
    const ingestStartedAtMs = () => ingestStatus.startedAtMs;
    const shared = openShared(this.#about, () => worker.wake());
    // With the bus running: of two processes that start at once, each sees the other.
    await checkPortalKey({ db, log, ofProcess: busApplication }, shared.box, config);
    await reloadSettings(db, liveConfig, shared.box);
    const isBusy = () => ingest.isBehind || ingestStatus.isBehind || !hasRoom();
    const base = { config, liveConfig, db, clock, log, hasRoom, bus, isBusy, ...shared };
    const opened = openFeatures(this.#about.replaced.features ?? features, base);

    const health = this.#health(new FleetFigures({ db, clock, portalStartedAtMs: ingestStartedAtMs }));
    const api = new ApiPart(has("api") ? this.#openApp(health) : openHealthApp(health), config);
    const server = has("api") ? api.server : undefined;
    const broker = new BrokerPart({
      config,
      clock,
      log,
      server,
      tls,
      addressOf: (request) => this.#proxies.addressOf(request),
    });
    const live = new LivePart({
      broker,
      bus,
      db,
      clock,
      log,
      ingestStartedAtMs,
      subscribe: (side) => opened.subscribe("live", side),
    });
    const ingest = new IngestPart({
      broker,
      bus,
      database: store.ingestDatabase,
      clock,
      log,
      tracing,
      hasRoom,
      retention: config,
      listening: (mqttPort = config.mqttPort) => noteControllerAddress(db, { ...config, mqttPort }),
      subscribe: (side) => opened.subscribe("ingest", side),
    });
    const jobs = [...shared.outbox.jobs, shared.limits.job, ...opened.jobs];
    const worker = new WorkerPart({ db, clock, log, tracing, tiers: config, jobs, isBusy });

    await this.#about.replaced.beforeOpening?.(db);
    await parts.start(sharedPart(shared));
    await parts.start(featuresPart(() => opened.subscribe("process", undefined)));
    if (has("worker")) await parts.start(worker);
    await parts.start(api);
    if (tls) await parts.start(tls);
    if (has("api") || has("ingest")) await parts.start(broker);
    if (has("api")) await parts.start(live);
    if (has("ingest")) await parts.start(ingest);
    const mailIn = config.mailIn && new MailInPart({ ...base, mailIn: config.mailIn, tls });
    if (mailIn && has("api")) await parts.start(mailIn);
    await api.listen();

    const { port } = api;
    const url = config.publicUrl ?? `http://localhost:${port}`;
    const mqttPort = broker.mqttPort ?? config.mqttPort;
    if (has("api")) {
      const about = this.#about;
      this.#pipeline = {
        ...opened.services,
        config: withMore(config, { mqttPort }),
        liveConfig,
        db,
        clock,
        log,
        tracing,
        bus,
        live: live.side,
        hasRoom,
        ...shared,
        url,
        get portalStartedAtMs() {
          return ingestStatus.startedAtMs;
        },
        callMetrics: this.#callMetrics,
        handlers: about.replaced.handlers ?? handlers,
      };
    }
    log.info({ url, mqttPort, roles: config.roles }, "the portal runs");
    return { url, port, mqttPort, mailInPort: mailIn?.port };
  }

  #openApp(health: Health) {
    const { config, log, replaced } = this.#about;
    return openApp(
      { config, log, proxies: this.#proxies },
      {
        services: () => this.#pipeline,
        ...(replaced.webFolder !== undefined && { webFolder: replaced.webFolder }),
        health,
      },
    );
  }

  #health(fleet: FleetFigures): Health {
    const { config, parts, store, disk, isStopping } = this.#about;
    return {
      pool: store.database.pool,
      schema: store.schema,
      unready: () => parts.unready(),
      standingBy: () => parts.standingBy(),
      isStopping,
      diskShortage: () => disk?.shortage,
      callMetrics: () => this.#callMetrics.text(),
      fleetFigures: () => fleet.read(),
      metricsToken: config.metricsToken,
      metrics: () => ({ ...parts.metrics(), ...ownMetrics(store.database) }),
    };
  }
}

/** What calls and background work share. */
function openShared({ config, clock, log, store }: ProcessParts, wake: () => void) {
  const { db } = store.database;
  const box = openSecretBox(config.dataDir);
  const outbox = new Outbox({ db, clock, box, mailer: openMailer(config), wake });
  const external = new ExternalServices(config, { db, clock, log });
  const limits = new Limits({ db: store.limitsDatabase.db, clock });
  return { box, limits, inventedTokens: new InventedTokens({ limits, log }), outbox, external };
}

function sharedPart({ outbox, external }: ReturnType<typeof openShared>): Part {
  return {
    name: "shared",
    start: async () => {},
    stop: async () => {
      external.stop();
      outbox.close();
    },
    metrics: () => ({
      mails_sent_total: outbox.counts.sent,
      mails_failed_total: outbox.counts.failed,
      mails_dropped_total: outbox.counts.dropped,
    }),
  };
}

/** What features keep up to date in every process. */
function featuresPart(subscribe: () => Unsubscribe): Part {
  let unsubscribe: Unsubscribe | undefined;
  return {
    name: "features",
    start: async () => void (unsubscribe = subscribe()),
    stop: async () => unsubscribe?.(),
  };
}

/** What traces say of the process that they come from. */
function aboutProcess({ roles }: Config) {
  return { "service.version": frontVersion, "offgrid.roles": roles.join(",") };
}

/** The first to start, so that what the others do at their ends is traced too. */
function tracingPart(tracing: Tracing): Part {
  return { name: "tracing", start: async () => {}, stop: () => tracing.close() };
}

function storePart({ close }: Store): Part {
  return { name: "store", start: async () => {}, stop: close };
}

/** The disk of the embedded database; another database's disk is not ours to watch. */
function watchedDisk(config: Config, store: Store, log: Logger, read: PortalParts["readDisk"]): DiskGuard | undefined {
  if (config.databaseUrl !== undefined && !read) return undefined;
  const { dataDir, diskMinFreePercent, diskMinFreeBytes, diskBallastBytes } = config;
  const limits = {
    minFreePercent: diskMinFreePercent,
    minFreeBytes: diskMinFreeBytes,
    get ballastBytes() {
      return store.keepsDatabase ? diskBallastBytes : 0;
    },
  };
  return new DiskGuard(dataDir, limits, log, read);
}

function ownMetrics({ pool }: Database): Record<string, number> {
  const { rss, heapUsed } = process.memoryUsage();
  return {
    hashes_total: hashCounts.done,
    hashes_refused_total: hashCounts.refused,
    hashes_in_flight: hashCounts.inFlight,
    hashes_waiting: hashCounts.waiting,
    pool_connections: pool.totalCount,
    pool_idle: pool.idleCount,
    pool_waiting: pool.waitingCount,
    process_rss_bytes: rss,
    process_heap_bytes: heapUsed,
    process_uptime_seconds: Math.round(process.uptime()),
  };
}
