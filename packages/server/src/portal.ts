import type { AddressInfo } from "node:net";

import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";

import { openApp } from "./app.ts";
import { type Clock, systemClock } from "./core/clock.ts";
import { type Config, isLoopback } from "./core/config.ts";
import { type Database, reasonOf } from "./core/db.ts";
import { DiskGuard, type DiskSpace } from "./core/disk-guard.ts";
import type { Services } from "./core/dispatch.ts";
import { Limits } from "./core/limits.ts";
import { openLog } from "./core/log.ts";
import { openMailer } from "./core/mailer.ts";
import { readMqttCertificate } from "./core/mqtt-certificate.ts";
import { Outbox } from "./core/outbox.ts";
import { Outside } from "./core/outside.ts";
import { hashCounts } from "./core/password-hash.ts";
import { openSecretBox } from "./core/secret-box.ts";
import { StartError } from "./core/start-error.ts";
import { openStore } from "./core/store.ts";
import { startSealing } from "./features/audit/audit-seals.ts";
import { Forecaster } from "./features/forecast/forecaster.ts";
import { handlers } from "./handlers.ts";
import { startMessaging } from "./messaging.ts";

export interface Portal {
  /** Where the web app is, without a slash at the end. */
  url: string;
  /** That HTTP listens on. */
  port: number;
  mqttPort: number;
  database: Database;
  /** Ends everything in order (quality.md, section 7); a second call waits for the first. */
  stop(): Promise<void>;
}

/** What tests put in place of the real. */
export interface PortalParts {
  clock?: Clock;
  log?: Logger;
  webFolder?: string;
  /** The space of a disk, which is then watched although the database is not the embedded one. */
  readDisk?: (folder: string) => Promise<DiskSpace>;
}

const certificateWarningMs = 30 * 24 * 3_600_000;

/**
 * Starts database, schema, broker and HTTP.
 * @throws StartError in one sentence; whatever was started by then is stopped again.
 */
export async function startPortal(config: Config, parts: PortalParts = {}): Promise<Portal> {
  const log = parts.log ?? openLog(config.logLevel);
  const clock = parts.clock ?? systemClock;
  const undo: (() => Promise<void>)[] = [];
  let isStopping = false;
  let stopped: Promise<void> | undefined;
  const stop = () =>
    (stopped ??= (async () => {
      isStopping = true;
      for (const step of undo.splice(0).reverse()) {
        await step().catch((error: unknown) => log.error({ err: error }, "a step of the stop failed"));
      }
    })());

  try {
    if (config.demo && !isLoopback(config.host)) {
      throw new StartError(
        `The demo has accounts whose password everyone knows, so it listens on this machine alone; HOST is "${config.host}", unset it.`,
      );
    }
    const certificate = config.mqttTls && readMqttCertificate(config.mqttTls);
    if (certificate && certificate.validUntil.getTime() - clock.now() < certificateWarningMs)
      log.warn({ validUntil: certificate.validUntil }, "the certificate of MQTT_TLS_CERT ends soon; renew it");
    const store = await openStore(config, log);
    undo.push(store.close);
    const { database } = store;
    const disk = watchedDisk(config, log, parts.readDisk);
    await disk?.start();
    if (disk) undo.push(() => disk.stop());
    const hasRoom = () => disk?.hasRoom ?? true;

    const box = openSecretBox(config.dataDir);
    const outbox = new Outbox({ db: database.db, clock, log, box, mailer: openMailer(config) });
    undo.push(() => outbox.stop());
    outbox.start();
    const outside = new Outside(config, { db: database.db, clock, log });
    undo.push(async () => outside.stop());
    const forecaster = new Forecaster({ db: database.db, clock, log, outside, config });
    undo.push(() => forecaster.stop());
    forecaster.start();
    const sealing = startSealing(database.db, clock, log);
    undo.push(() => sealing.stop());

    let services: Services | undefined;
    let messaging: Awaited<ReturnType<typeof startMessaging>> | undefined;
    const app = openApp(
      { config, log },
      {
        services: () => services,
        ...(parts.webFolder !== undefined && { webFolder: parts.webFolder }),
        health: {
          pool: database.pool,
          schema: store.schema,
          isBrokerReady: () => messaging?.isReady() ?? false,
          isStopping: () => isStopping,
          diskShortage: () => disk?.shortage,
          metrics: () => ({
            ...messaging?.metrics(),
            ...disk?.metrics(),
            ...ownMetrics(database),
            ...outboxMetrics(outbox),
          }),
        },
      },
    );
    await app.ready();
    const tls = certificate?.context;
    messaging = await startMessaging({
      config,
      tiers: config,
      db: database.db,
      clock,
      log,
      server: app.server,
      tls,
      hasRoom,
    });
    const { mqttPort } = messaging;
    const stopMessaging = messaging.stop;
    undo.push(async () => {
      // Accepting ends first; then the broker, since the screens' live connections hold this very server open; running
      // requests are answered meanwhile.
      const closed = app.close();
      await stopMessaging();
      await closed;
    });
    await listen(app, config);
    const { port } = app.server.address() as AddressInfo;
    const url = config.publicUrl ?? `http://localhost:${port}`;
    services = {
      config: { ...config, mqttPort },
      db: database.db,
      clock,
      live: messaging.live,
      log,
      hasRoom,
      limits: new Limits(clock),
      box,
      outbox,
      outside,
      forecaster,
      url,
      portalStartedAtMs: clock.now(),
      handlers,
    };
    log.info({ url, mqttPort }, "the portal runs");
    return { url, port, mqttPort, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The disk of the embedded database; another database's disk is not ours to watch. */
function watchedDisk(config: Config, log: Logger, read: PortalParts["readDisk"]): DiskGuard | undefined {
  if (config.databaseUrl !== undefined && !read) return undefined;
  const { dataDir, diskMinFreePercent, diskMinFreeBytes, diskBallastBytes } = config;
  const limits = {
    minFreePercent: diskMinFreePercent,
    minFreeBytes: diskMinFreeBytes,
    ballastBytes: config.databaseUrl === undefined ? diskBallastBytes : 0,
  };
  return new DiskGuard(dataDir, limits, log, read);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new StartError(
        `Port ${port} on ${host} is taken by another program; stop that one, or set PORT to a free port.`,
        { cause: error },
      );
    }
    if (code === "EACCES") {
      throw new StartError(`This user may not open port ${port}; set PORT to one above 1023.`, { cause: error });
    }
    throw new StartError(`HTTP cannot listen on ${host}:${port} (${reasonOf(error)}); correct HOST and PORT.`, {
      cause: error,
    });
  }
}

function outboxMetrics({ counts }: Outbox): Record<string, number> {
  return {
    mails_sent_total: counts.sent,
    mails_failed_total: counts.failed,
    mails_dropped_total: counts.dropped,
    hashes_total: hashCounts.done,
    hashes_refused_total: hashCounts.refused,
    hashes_in_flight: hashCounts.inFlight,
    hashes_waiting: hashCounts.waiting,
  };
}

function ownMetrics({ pool }: Database): Record<string, number> {
  const { rss, heapUsed } = process.memoryUsage();
  return {
    pool_connections: pool.totalCount,
    pool_idle: pool.idleCount,
    pool_waiting: pool.waitingCount,
    process_rss_bytes: rss,
    process_heap_bytes: heapUsed,
    process_uptime_seconds: Math.round(process.uptime()),
  };
}
