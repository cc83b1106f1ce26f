/** Runs members of the fleet: real controllers on simulated plants, with their past brought in behind them. */
import path from "node:path";

import { startController } from "@offgrid/controller/controller";
import type { Controller, ControllerLog, ControllerOptions, HistoryBatch } from "@offgrid/controller/controller.types";

import { type PlantDriver, plantDriver } from "../plant/plant.driver.ts";
import { advancePlant, type PlantState } from "../plant/plant.ts";
import type { PlantSpec } from "../plant/plant.spec.ts";
import { type FleetMember, memberPlant } from "./fleet.ts";
import { dayFrames, frameCount, type HistoryDay, historyStepMs, newSpan, runThrough } from "./fleet.history.ts";
import { linkDown } from "./fleet.links.ts";
import { type FleetMemory, type PendingSpan, readMemory, writeMemory } from "./fleet.memory.ts";

export interface FleetOptions {
  /** Who runs, each with the secret that the portal gave it. */
  members: readonly { member: FleetMember; secret: string }[];
  /** Address of the broker as the controller takes it. */
  url: string;
  /** A folder for spools and memory, one folder in it per member; made when absent. */
  stateDir: string;
  everyMs: number;
  /** Days of history that a new member brings in; 0 for none. Default 90. */
  historyDays?: number;
  /** Default Date.now. */
  now?: () => number;
  /** Members with a bad link lose it now and then. Default true. */
  badLinks?: boolean;
  /** How often a bad link's plan is looked at. Default 5,000. */
  linkEveryMs?: number;
  /** Called after each message of history that the portal has committed; frames over all members. */
  onProgress?: (progress: FleetProgress) => void;
  log?: ControllerLog;
  /** Settings of the controllers beyond the above: shorter waits, a ledger of what was acked. */
  controller?: Partial<Omit<ControllerOptions, "containerId" | "secret" | "url" | "dataDir" | "driver" | "everyMs">>;
}

export interface FleetProgress {
  /** Frames of history that are in the portal, and all that are to be there. */
  done: number;
  total: number;
}

export interface FleetHandle {
  readonly member: FleetMember;
  /** The plant; lives on while its controller is away. */
  readonly plant: PlantDriver;
  /** Undefined while stopped. */
  controller(): Controller | undefined;
  /** The controller says goodbye; the plant's state is written down. */
  stop(): Promise<void>;
  /** The controller comes back, the plant goes on as if time had passed, and unfinished history is taken up again. */
  start(): Promise<void>;
}

export interface Fleet {
  /** @throws Error when no such member runs here. */
  handle(containerId: string): FleetHandle;
  readonly handles: readonly FleetHandle[];
  progress(): FleetProgress;
  /** When all history is in the portal; also when the fleet was stopped before that. */
  readonly historyDone: Promise<void>;
  stop(): Promise<void>;
}

/** A silence longer than this before a start is filled with history, as a controller's spool would have done. */
const shortestFillMs = 15 * 60_000;
const dayMs = 86_400_000;
const defaultHistoryDays = 90;
/** So many days go in one import; a killed fleet repeats at most these. */
const daysPerImport = 3;
const memoryEveryMs = 60_000;
const defaultLinkEveryMs = 5_000;

/**
 * Starts the members: each goes on from its memory file, or is put up anew with its history to be brought in.
 * @returns As soon as all controllers read; links and history come up behind.
 */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const nowMs = (options.now ?? Date.now)();
  const running = await Promise.all(
    options.members.map(({ member, secret }) => openMember(options, member, secret, nowMs)),
  );
  const progress = (): FleetProgress => ({
    done: running.reduce((sum, one) => sum + one.progress().done, 0),
    total: running.reduce((sum, one) => sum + one.progress().total, 0),
  });
  for (const one of running) one.onProgress(() => options.onProgress?.(progress()));
  try {
    await Promise.all(running.map((one) => one.start()));
  } catch (error) {
    await Promise.all(running.map((one) => one.close()));
    throw error;
  }
  return {
    handles: running,
    handle: (containerId) => {
      const found = running.find(({ member }) => member.containerId === containerId);
      if (!found) throw new Error(`No member of the running fleet is called ${containerId}.`);
      return found;
    },
    progress,
    historyDone: Promise.all(running.map((one) => one.historyDone)).then(() => undefined),
    stop: async () => {
      await Promise.all(running.map((one) => one.close()));
    },
  };
}

interface RunningMember extends FleetHandle {
  progress(): FleetProgress;
  onProgress(listener: () => void): void;
  readonly historyDone: Promise<void>;
  /** Stops for good. */
  close(): Promise<void>;
}

interface OpenSpan {
  pending: PendingSpan;
  days: readonly HistoryDay[];
}

/** What to do at a start: where the plant goes on, and which history is missing. */
async function openMemory(options: FleetOptions, spec: PlantSpec, file: string, nowMs: number): Promise<FleetMemory> {
  const historyDays = options.historyDays ?? defaultHistoryDays;
  const known = await readMemory(file);
  const awayMs = known ? nowMs - known.live.atMs : Infinity;
  // Also when the clock was set back: a plant cannot wait for months until it is its time again.
  if (!known || awayMs > Math.max(defaultHistoryDays, historyDays) * dayMs || awayMs < -shortestFillMs) {
    const span = newSpan(spec, nowMs, historyDays);
    return { version: 1, live: span.start, pending: [{ ...span, daysDone: [] }] };
  }
  if (awayMs < shortestFillMs || historyDays === 0) return known;
  // Frames may have gone out after the state was last written; history begins safely behind them.
  const fromMs = known.live.atMs + 2 * memoryEveryMs;
  const { state: start } = advancePlant(spec, known.live, fromMs, {}, options.everyMs);
  const toMs = Math.floor(nowMs / historyStepMs) * historyStepMs;
  return { ...known, pending: [...known.pending, { start, toMs, daysDone: [] }] };
}

async function openMember(
  options: FleetOptions,
  member: FleetMember,
  secret: string,
  nowMs: number,
): Promise<RunningMember> {
  const now = options.now ?? Date.now;
  const spec = memberPlant(member);
  const folder = path.join(options.stateDir, member.containerId);
  const file = path.join(folder, "plant.json");
  const { live, pending } = await openMemory(options, spec, file, nowMs);

  const open: OpenSpan[] = [];
  let liveStart: PlantState = live;
  for (const span of pending) {
    const { days, end } = await runThrough(spec, span);
    open.push({ pending: span, days });
    if (end.atMs > liveStart.atMs) liveStart = end;
  }

  let controller: Controller | undefined;
  const plant = plantDriver(spec, liveStart, options.everyMs, (event) =>
    controller?.sendEvent(event.code, event.level, event.device, event.data),
  );

  // One write at a time; a state that comes while one is written goes out with the next.
  let writing: Promise<void> = Promise.resolve();
  const remember = () => {
    writing = writing
      .then(() =>
        writeMemory(file, {
          version: 1,
          live: plant.state(),
          pending: open
            .filter(({ pending: span, days }) => span.daysDone.length < days.length)
            .map(({ pending: span }) => span),
        }),
      )
      .catch((error: unknown) => {
        options.log?.warn({ err: error, containerId: member.containerId }, "The plant's state could not be written.");
      });
    return writing;
  };
  await remember();

  let listener = () => {};
  let ackedOfImport = 0;
  const framesOf = (days: readonly HistoryDay[]) =>
    days.reduce((sum, day) => sum + frameCount(day.fromMs, day.toMs), 0);
  const isDone = (span: PendingSpan) => (day: HistoryDay) => span.daysDone.includes(day.fromMs);
  const total = open.reduce((sum, { days }) => sum + framesOf(days), 0);
  let finished = open.reduce((sum, { pending: span, days }) => sum + framesOf(days.filter(isDone(span))), 0);

  let finish: () => void = () => {};
  const historyDone = new Promise<void>((resolve) => {
    finish = resolve;
  });

  /** Brings in what is missing, newest first, a few days at a time. */
  async function bringHistory(through: Controller): Promise<void> {
    for (const { pending: span, days } of [...open].reverse()) {
      const left = days.filter((day) => !isDone(span)(day)).reverse();
      for (let index = 0; index < left.length; index += daysPerImport) {
        const some = left.slice(index, index + daysPerImport);
        await through.importHistory(batches(some), ({ acked, refused }) => {
          ackedOfImport = acked + refused;
          listener();
        });
        ackedOfImport = 0;
        finished += framesOf(some);
        span.daysDone.push(...some.map((day) => day.fromMs));
        listener();
        await remember();
      }
    }
    finish();
  }

  async function* batches(days: readonly HistoryDay[]): AsyncGenerator<HistoryBatch> {
    const metrics = plant.metrics.map(({ name }) => name);
    for (const day of days) yield { metrics, frames: dayFrames(spec, day) };
  }

  let timers: NodeJS.Timeout[] = [];
  let history: Promise<void> = Promise.resolve();
  let down = false;

  async function start(): Promise<void> {
    if (controller) return;
    const started = await startController({
      ...options.controller,
      containerId: member.containerId,
      secret,
      url: options.url,
      dataDir: folder,
      driver: plant,
      everyMs: options.everyMs,
      now,
      ...(options.log && { log: options.log }),
    });
    controller = started;
    down = false;
    timers = [setInterval(() => void remember(), memoryEveryMs)];
    if (member.badLink && options.badLinks !== false) {
      timers.push(
        setInterval(() => {
          const wanted = linkDown(spec.seed, now());
          if (wanted === down) return;
          down = wanted;
          if (down) started.pauseLink();
          else started.resumeLink();
        }, options.linkEveryMs ?? defaultLinkEveryMs),
      );
    }
    for (const timer of timers) timer.unref();
    history = bringHistory(started).catch((error: unknown) => {
      // A stop in the middle is no fault; the days that are left stay in the memory file.
      if (controller === started) {
        options.log?.warn({ err: error, containerId: member.containerId }, "History could not be brought in.");
      }
    });
  }

  async function stop(): Promise<void> {
    const stopping = controller;
    if (!stopping) return;
    controller = undefined;
    for (const timer of timers) clearInterval(timer);
    await stopping.stop();
    await history;
    ackedOfImport = 0;
    await remember();
  }

  return {
    member,
    plant,
    controller: () => controller,
    start,
    stop,
    close: async () => {
      await stop();
      finish();
    },
    historyDone,
    progress: () => ({ done: finished + ackedOfImport, total }),
    onProgress: (wanted) => {
      listener = wanted;
    },
  };
}
