import { controllerVersion, metricsPerContainer } from "@offgrid/contract/core/constants";
import { testReadOp } from "@offgrid/contract/telemetry/device-reading.schema";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { BirthMetric, EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { commandResultTopic, firmwareReportTopic, testReadTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { announcedCapabilities, criticalOutputs } from "./announced.ts";
import { openArbiter } from "./arbitration.ts";
import { CommandLedger } from "./commands/command-ledger.ts";
import { Executor } from "./commands/executor.ts";
import { OutputBook } from "./commands/output-book.ts";
import { OutputLocks } from "./commands/output-locks.ts";
import { announcedDevices } from "./configuration/device-paces.ts";
import { type Configuring, openConfiguring } from "./configuration/configuring.ts";
import type { Controller, ControllerEvents, ControllerOptions, ControllerStats } from "./controller.types.ts";
import type { Driver, Frame } from "./drivers/driver.ts";
import { EventQueue } from "./link/event-queue.ts";
import { Identity } from "./link/identity.ts";
import { importHistory } from "./link/import-history.ts";
import { Link, type LinkOptions } from "./link/link.ts";
import type { ControllerLog } from "./link/log.ts";
import { PortalClock } from "./link/portal-clock.ts";
import { Sender } from "./link/sender.ts";
import { type Reading, startReading } from "./reading.ts";
import { openRebooting } from "./rebooting.ts";
import { openTestReads } from "./test-reads.ts";
import { DeadLetters } from "./spool/dead-letters.ts";
import { Spool } from "./spool/spool.ts";

const silent: ControllerLog = { info: () => {}, warn: () => {} };

/**
 * Runs a container's controller: reads the driver, spools the frames, and sends them until the portal has committed
 * them.
 * @returns As soon as it reads; the link connects and reconnects by itself.
 * @throws Error with one sentence when the driver's metrics are impossible or the data folder cannot be written.
 */
export async function startController(options: ControllerOptions): Promise<Controller> {
  const { containerId, driver, now = Date.now } = options;
  const metrics = metricNames(driver);
  const stored = openStorage(options, metrics);
  const { spool, events } = stored;
  const emitter = new EventEmitter<ControllerEvents>();
  const clock = new PortalClock();
  let last: Frame | undefined;

  const sender = openSender(options, stored, metrics, clock, () => link);
  const sendEvent: Controller["sendEvent"] = (code, level, device, data = {}) => {
    sender.sendEvent(EventMessage.omit({ boot: true, seq: true }).parse({ ts: now(), code, level, device, data }));
  };
  const { outputs: book, locks } = stored;
  const configuring = openConfiguring(options, { link: () => link, reading: () => reading });
  const { settings } = configuring;
  const trustedNow = () => timeAsKnown(options, clock);
  const deciding = { book, locks, executor: () => executor, metrics, sendEvent, settings, clock, trustedNow };
  const arbiter = openArbiter(options, deciding);
  const executor = new Executor({
    outputs: driver.outputs,
    ledger: stored.commands,
    locks,
    portalNow: () => clock.now(),
    now,
    restart: options.restart,
    send: (result, onTaken) => link.publish(commandResultTopic, JSON.stringify(result), { onTaken }),
    obstacle: (...asked) => arbiter.obstacle(...asked),
    onChanged: (target, value, command, isOwn) => {
      // Only a reading tells where an output is: whoever switched it must not wait for the next one.
      reading.readNow();
      arbiter.changed(target, value, command, isOwn);
    },
  });
  const link: Link = openLink(options, stored.identity, () => last, settings, {
    onReady: () => {
      configuring.connected();
      emitter.emit("online");
      sender.ready();
      executor.ready();
    },
    onLost: () => {
      sender.lost();
      emitter.emit("offline");
    },
    onTrouble: (reason) => void emitter.emit("trouble", reason),
    onAck: (ack) => sender.receive(ack),
    onTime: (portalNowMs) => {
      clock.set(portalNowMs, now());
      configuring.confirmed();
      emitter.emit("clock");
    },
    onWatch: (untilMs) => {
      sender.watch(untilMs);
      emitter.emit("watch", untilMs);
    },
    onCommand: (command) => (command.op === testReadOp ? testRead(command) : executor.receive(command)),
    onConfig: (message) => configuring.receive(message),
    onFirmware: (release) => void emitter.emit("firmware", release),
  });
  const testRead = openTestReads(options, {
    settings,
    portalNow: () => clock.now(),
    send: (answer) => link.publish(testReadTopic, JSON.stringify(answer)),
  });
  executor.start();
  const reading: Reading = openReading(options, configuring, spool, sender, (frame, isKept) => {
    last = frame;
    arbiter.receive(frame);
    if (isKept) emitter.emit("frame", frame);
  });
  link.open();
  const endRebooting = openRebooting(options, { executor, locks, sendEvent, settings, trustedNow });

  return {
    containerId,
    stats: () => ({ ...statsOf(stored, sender, link), readErrors: reading.errors(), clockOffsetMs: clock.offsetMs }),
    on: (name, listener) => void (emitter as EventEmitter).on(name, listener),
    sendEvent,
    portalNow: () => clock.now(),
    reportFirmware: (report) => link.publish(firmwareReportTopic, JSON.stringify(report)),
    importHistory: (source, onProgress) => importHistory(sender, source, onProgress),
    flush: (timeoutMs) => flush(sender, () => spool.pending + events.events.length, timeoutMs),
    pauseLink: () => link.cut(),
    resumeLink: () => link.open(),
    stop: async () => {
      endRebooting();
      configuring.stop();
      await reading.stop();
      await arbiter.stop();
      await executor.stop();
      sender.stop();
      await link.close();
      await driver.close();
      spool.close();
    },
  };
}

/** Times count as soon as the portal has sent its own, or the machine knows that its clock is right. */
function timeAsKnown(
  { now = Date.now, isClockRight = () => false }: ControllerOptions,
  { offsetMs }: PortalClock,
): number | undefined {
  return offsetMs === undefined && !isClockRight() ? undefined : now() + (offsetMs ?? 0);
}

/** What is on the controller's disk. */
interface Storage {
  identity: Identity;
  spool: Spool;
  events: EventQueue;
  deadLetters: DeadLetters;
  commands: CommandLedger;
  locks: OutputLocks;
  outputs: OutputBook;
}

function openStorage(options: ControllerOptions, metrics: string[]): Storage {
  const { containerId, dataDir, spoolBytes, spoolSync, log = silent } = options;
  const dir = join(dataDir, "spool");
  mkdirSync(dir, { recursive: true });
  const identity = new Identity(dataDir, metrics);
  const spool = new Spool({
    dir,
    metrics,
    ...(spoolBytes === undefined ? {} : { maxBytes: spoolBytes }),
    isSynced: spoolSync ?? true,
  });
  for (const file of spool.setAside) {
    log.warn(
      { containerId, file },
      "a file of the spool could not be read and was put aside: its frames were not sent",
    );
  }
  for (const file of spool.deleted) {
    log.warn(
      { containerId, file },
      "a file of the spool that could not be read was deleted: there are enough newer ones to look into",
    );
  }
  return {
    identity,
    spool,
    events: new EventQueue(dataDir, identity.boot),
    deadLetters: new DeadLetters(dataDir),
    commands: new CommandLedger(dataDir),
    locks: new OutputLocks(dataDir, options.driver.outputs?.list.map(({ target }) => target) ?? []),
    outputs: new OutputBook(dataDir),
  };
}

function openSender(
  options: ControllerOptions,
  { identity, spool, events, deadLetters }: Storage,
  metrics: string[],
  clock: PortalClock,
  link: () => Link,
): Sender {
  const { containerId, log = silent, now = Date.now, random = Math.random } = options;
  return new Sender({
    boot: identity.boot,
    mv: () => identity.mv,
    metrics,
    spool,
    link,
    events,
    batchMs: options.batchMs ?? 60_000,
    backfillDelayMs: options.backfillDelayMs ?? [0, 300_000],
    resendAfterMs: options.resendAfterMs ?? 10_000,
    portalNow: () => now() + (clock.offsetMs ?? 0),
    random,
    onAcked: (acked) => options.onAcked?.(acked),
    onRefused: (letters) => {
      log.warn({ containerId, refused: letters.length, error: letters[0]?.error }, "the portal refuses what was sent");
      options.onRefused?.(letters);
      try {
        deadLetters.add(letters, now());
      } catch (error) {
        log.warn({ containerId, reason: String(error) }, "what was refused could not be kept");
      }
    },
  });
}

/** @param onFrame Called with each frame, before it is sent. */
function openReading(
  { containerId, driver, log = silent, now = Date.now }: ControllerOptions,
  { settings }: Configuring,
  spool: Spool,
  sender: Sender,
  onFrame: (frame: Frame, isKept: boolean) => void,
): Reading {
  const keep = (frame: Frame): boolean => {
    try {
      spool.append(frame);
      return true;
    } catch (error) {
      spool.dropped++;
      log.warn({ containerId, reason: String(error) }, "a frame could not be kept");
      return false;
    }
  };
  return startReading({
    driver,
    everyMs: () => settings().everyMs,
    now,
    onFrame: (frame, isChanged) => {
      const isKept = keep(frame);
      onFrame(frame, isKept);
      if (!isKept) return;
      if (isChanged) sender.flush();
      else sender.pump();
    },
    onError: (error) => log.warn({ containerId, reason: String(error) }, "the driver could not be read"),
  });
}

type LinkListeners = Pick<
  LinkOptions,
  "onReady" | "onLost" | "onTrouble" | "onAck" | "onTime" | "onWatch" | "onCommand" | "onConfig" | "onFirmware"
>;

function openLink(
  options: ControllerOptions,
  identity: Identity,
  last: () => Frame | undefined,
  settings: Configuring["settings"],
  listeners: LinkListeners,
): Link {
  const { containerId, driver, log = silent, now = Date.now, random = Math.random } = options;
  return new Link({
    containerId,
    secret: options.secret,
    settings,
    software: options.software ?? controllerVersion,
    identity,
    mayCompress: options.gzip ?? true,
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
        v: last()?.values[column] ?? null,
      })),
      devices: announcedDevices(driver),
      capabilities: announcedCapabilities(options),
      critical: criticalOutputs(driver),
      every: settings().everyMs / 1000,
    }),
    ...listeners,
  });
}

function statsOf(
  { spool, events }: Storage,
  sender: Sender,
  link: Link,
): Omit<ControllerStats, "readErrors" | "clockOffsetMs"> {
  return {
    online: link.isReady,
    spooled: spool.pending,
    inFlight: sender.inFlight,
    acked: sender.acked,
    refused: sender.refused,
    conflicts: sender.conflicts,
    conflictsAt: [...sender.conflictsAt].sort((one, other) => one - other),
    events: events.events.length,
    dropped: spool.dropped + events.dropped,
    damaged: spool.damaged,
    setAside: spool.setAside.length,
    connections: link.connections,
    resent: sender.resent,
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

/** Sends everything that waits. Returns whether all of it was answered in time. */
async function flush(sender: Sender, waiting: () => number, timeoutMs: number): Promise<boolean> {
  const endMs = performance.now() + timeoutMs;
  while (waiting() > 0 && performance.now() < endMs && !sender.isStopped) {
    sender.flush();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return waiting() === 0;
}
