import { controllerVersion, metricsPerContainer } from "@offgrid/contract/core/constants";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { BirthMetric, EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type {
  Controller,
  ControllerEvents,
  ControllerLog,
  ControllerOptions,
  HistoryBatch,
  ImportProgress,
} from "./controller.types.ts";
import type { Driver, Frame } from "./drivers/driver.ts";
import { EventQueue } from "./link/event-queue.ts";
import { Identity } from "./link/identity.ts";
import { Link } from "./link/link.ts";
import { Sender } from "./link/sender.ts";
import { startReading } from "./reading.ts";
import { DeadLetters } from "./spool/dead-letters.ts";
import { Spool } from "./spool/spool.ts";

const silent: ControllerLog = { info: () => {}, warn: () => {} };

/**
 * Runs a container's controller: reads the driver, spools the frames, sends them until the portal has committed them.
 * @returns As soon as it reads; the link comes up by itself and comes back by itself.
 * @throws Error with one sentence when the driver's metrics are impossible or the data folder cannot be written.
 */
export async function startController(options: ControllerOptions): Promise<Controller> {
  const { containerId, driver, log = silent, now = Date.now, random = Math.random } = options;
  const metrics = metricNames(driver);
  const spoolDir = join(options.dataDir, "spool");
  mkdirSync(spoolDir, { recursive: true });
  const identity = new Identity(options.dataDir, metrics);
  const spool = new Spool({
    dir: spoolDir,
    metrics,
    ...(options.spoolBytes === undefined ? {} : { maxBytes: options.spoolBytes }),
    isSynced: options.spoolSync ?? true,
  });
  const events = new EventQueue(options.dataDir, identity.boot);
  const deadLetters = new DeadLetters(options.dataDir);
  const emitter = new EventEmitter<ControllerEvents>();
  let clockOffsetMs: number | undefined;
  let last: Frame | undefined;

  const sender = new Sender({
    boot: identity.boot,
    mv: () => identity.mv,
    metrics,
    spool,
    link: () => link,
    events,
    batchMs: options.batchMs ?? 60_000,
    backfillDelayMs: options.backfillDelayMs ?? [0, 300_000],
    resendAfterMs: options.resendAfterMs ?? 10_000,
    portalNow: () => now() + (clockOffsetMs ?? 0),
    random,
    onAcked: (acked) => options.onAcked?.(acked),
    onRefused: (letters) => {
      log.warn({ containerId, refused: letters.length, error: letters[0]?.error }, "the portal refuses what was sent");
      try {
        deadLetters.add(letters, now());
      } catch (error) {
        log.warn({ containerId, reason: String(error) }, "what was refused could not be kept");
      }
    },
  });

  const link: Link = new Link({
    containerId,
    secret: options.secret,
    url: options.url,
    software: options.software ?? controllerVersion,
    identity,
    mayCompress: options.gzip ?? true,
    keepaliveS: options.keepaliveS ?? 60,
    reconnectAfterMs: options.reconnectAfterMs ?? 1_000,
    now,
    random,
    log,
    birth: () => ({
      mv: identity.mv,
      metrics: driver.metrics.map(({ name, unit, kind }, column) => ({
        n: name,
        u: unit ?? findMetric(name)?.unit,
        kind: kind ?? findMetric(name)?.kind,
        v: last?.values[column] ?? null,
      })),
      devices: [...driver.devices],
      capabilities: [...driver.capabilities],
      every: options.everyMs / 1000,
    }),
    onReady: () => {
      emitter.emit("online");
      sender.ready();
    },
    onLost: () => {
      sender.lost();
      emitter.emit("offline");
    },
    onTrouble: (reason) => void emitter.emit("trouble", reason),
    onAck: (ack) => sender.receive(ack),
    onTime: (portalNowMs) => {
      clockOffsetMs = portalNowMs - now();
    },
    onWatch: (untilMs) => {
      sender.watch(untilMs);
      emitter.emit("watch", untilMs);
    },
  });

  const reading = startReading({
    driver,
    everyMs: options.everyMs,
    now,
    onFrame: (frame) => {
      last = frame;
      try {
        spool.append(frame);
      } catch (error) {
        spool.dropped++;
        log.warn({ containerId, reason: String(error) }, "a frame could not be kept");
        return;
      }
      emitter.emit("frame", frame);
      sender.pump();
    },
    onError: (error) => log.warn({ containerId, reason: String(error) }, "the driver could not be read"),
  });
  link.open();

  return {
    containerId,
    stats: () => ({
      online: link.isReady,
      spooled: spool.pending,
      inFlight: sender.inFlight,
      acked: sender.acked,
      refused: sender.refused,
      events: events.events.length,
      dropped: spool.dropped + events.dropped,
      damaged: spool.damaged,
      readErrors: reading.errors(),
      connections: link.connections,
      resent: sender.resent,
      clockOffsetMs,
    }),
    on: (name, listener) => void (emitter as EventEmitter).on(name, listener),
    sendEvent: (code, level, device, data = {}) => {
      sender.sendEvent(EventMessage.omit({ boot: true, seq: true }).parse({ ts: now(), code, level, device, data }));
    },
    importHistory: (source, onProgress) => importHistory(sender, source, onProgress),
    flush: (timeoutMs) => flush(sender, () => spool.pending + events.events.length, timeoutMs),
    pauseLink: () => link.cut(),
    resumeLink: () => link.open(),
    stop: async () => {
      await reading.stop();
      sender.stop();
      await link.close();
      await driver.close();
      spool.close();
    },
  };
}

function metricNames(driver: Driver): string[] {
  const names = driver.metrics.map(({ name }) => name);
  const invalid = driver.metrics.find(({ name, unit }) => !BirthMetric.safeParse({ n: name, u: unit }).success);
  if (invalid) throw new Error(`The metric "${invalid.name}" has a name or unit that the protocol does not allow.`);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice) throw new Error(`The driver names the metric "${twice}" twice.`);
  if (names.length > metricsPerContainer)
    throw new Error(`The driver has ${names.length} metrics; a container may have ${metricsPerContainer}.`);
  return names;
}

async function importHistory(
  sender: Sender,
  source: AsyncIterable<HistoryBatch> | Iterable<HistoryBatch>,
  onProgress: ((progress: ImportProgress) => void) | undefined,
): Promise<ImportProgress> {
  const progress: ImportProgress = { acked: 0, refused: 0 };
  const open = new Set<Promise<void>>();
  for await (const batch of source) {
    let rest = batch.frames;
    while (rest.length > 0) {
      const { count, settled } = await sender.sendHistory(batch.metrics, rest);
      const answered = settled.then((refused) => {
        open.delete(answered);
        progress.acked += count - refused;
        progress.refused += refused;
        onProgress?.({ ...progress });
      });
      open.add(answered);
      rest = rest.slice(count);
    }
  }
  await Promise.race([Promise.all(open), sender.stopped]);
  if (open.size > 0) throw new Error("The controller was stopped before the import was done.");
  return progress;
}

/** Sends what waits at once. Whether all of it was answered in time. */
async function flush(sender: Sender, waiting: () => number, timeoutMs: number): Promise<boolean> {
  const endMs = performance.now() + timeoutMs;
  while (waiting() > 0 && performance.now() < endMs && !sender.isStopped) {
    sender.flush();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return waiting() === 0;
}
