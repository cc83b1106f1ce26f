/** Runs one member of the fleet: a real controller on its plant, and a file that remembers where both are. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { startController } from "@offgrid/controller/controller";
import type { Controller } from "@offgrid/controller/controller.types";

import { type PlantDriver, plantDriver } from "../plant/plant.driver.ts";
import type { PlantDesign } from "../plant/plant.design.ts";
import { lightPlans, placeOf } from "../plant/plant.lights.ts";
import { advancePlant } from "../plant/plant.ts";
import { type FleetMember, memberPlant } from "./fleet.member.ts";
import { historyStepMs, newSpan, runThrough } from "./fleet.history.ts";
import { linkDown } from "./fleet.links.ts";
import { type FleetMemory, readMemory, writeMemory } from "./fleet.memory.ts";
import type { FleetHandle, FleetOptions, FleetProgress } from "./fleet.types.ts";
import { HistoryImport } from "./history-import.ts";

/**
 * A silence before a start that is longer than this is filled with history, as a controller's spool would have done.
 */
const shortestFillMs = 15 * 60_000;
/** At first even a bad link is up, so that a demo shows at once what there is to see. */
const calmStartMs = 15 * 60_000;
const dayMs = 86_400_000;
const defaultHistoryDays = 90;
/** By then the portal knows what ran before somebody changed it on site. */
const editAfterMs = 90_000;
const memoryEveryMs = 60_000;
const defaultLinkEveryMs = 5_000;
const defaultRestartMs = 5_000;

/** What to do at a start: the state from which the plant goes on, and the history that is missing. */
function openMemory(
  options: FleetOptions,
  design: PlantDesign,
  known: FleetMemory | undefined,
  nowMs: number,
): FleetMemory {
  const historyDays = options.historyDays ?? defaultHistoryDays;
  const awayMs = known ? nowMs - known.live.atMs : Infinity;
  // This also covers a clock that was set back: a plant cannot wait for months until its time comes round again.
  if (!known || awayMs > Math.max(defaultHistoryDays, historyDays) * dayMs || awayMs < -shortestFillMs) {
    const span = newSpan(design, nowMs, historyDays);
    return { version: 1, live: span.start, pending: [{ ...span, daysDone: [] }] };
  }
  if (awayMs < shortestFillMs || historyDays === 0) return known;
  // Frames may have been sent after the state was last saved; history begins safely after them.
  const fromMs = known.live.atMs + 2 * memoryEveryMs;
  // Nobody set the lamps and the air conditioner meanwhile.
  const alone = { ...known.live, lightLevels: null, acSetting: null };
  const { state: start } = advancePlant(design, alone, fromMs, {}, options.everyMs);
  const toMs = Math.floor(nowMs / historyStepMs) * historyStepMs;
  return { ...known, pending: [...known.pending, { start, toMs, daysDone: [] }] };
}

/** @returns The member with its plant, not started yet. */
export async function openMember(
  options: FleetOptions,
  member: FleetMember,
  secret: string,
  nowMs: number,
): Promise<RunningMember> {
  const folder = join(options.stateDir, member.containerId);
  const file = join(folder, "plant.json");
  const known = await readMemory(file);
  const firstStartMs = known?.firstStartMs ?? nowMs;
  const design = memberPlant(member, firstStartMs);
  const { live, pending } = openMemory(options, design, known, nowMs);
  const spans = await Promise.all(pending.map(async (span) => ({ span, ...(await runThrough(design, span)) })));
  const start = spans.reduce((latest, { end }) => (end.atMs > latest.atMs ? end : latest), live);
  const running = new RunningMember(
    options,
    { member, design, secret, folder, file, firstStartMs },
    start,
    (plant, remember) => {
      const metrics = plant.metrics.map(({ name }) => name);
      return new HistoryImport(design, metrics, spans, remember);
    },
  );
  await running.remember();
  return running;
}

interface MemberPlace {
  member: FleetMember;
  design: PlantDesign;
  secret: string;
  /** Of its controller and its memory. */
  folder: string;
  /** Its memory. */
  file: string;
  firstStartMs: number;
}

export class RunningMember implements FleetHandle {
  readonly member: FleetMember;
  readonly plant: PlantDriver;
  readonly #options: FleetOptions;
  readonly #place: MemberPlace;
  readonly #history: HistoryImport;
  #controller: Controller | undefined;
  #isClosed = false;
  #timers: NodeJS.Timeout[] = [];
  #bringing: Promise<void> = Promise.resolve();
  /** One write at a time; a state that arrives during a write is saved by the next one. */
  #writing: Promise<void> = Promise.resolve();

  constructor(
    options: FleetOptions,
    place: MemberPlace,
    start: FleetMemory["live"],
    historyOf: (plant: PlantDriver, remember: () => Promise<void>) => HistoryImport,
  ) {
    this.#options = options;
    this.#place = place;
    this.member = place.member;
    this.plant = plantDriver(place.design, start, options.everyMs, (event) =>
      this.#controller?.sendEvent(event.code, event.level, event.device, event.data),
    );
    this.#history = historyOf(this.plant, () => this.remember());
  }

  get historyDone(): Promise<void> {
    return this.#history.done;
  }

  controller(): Controller | undefined {
    return this.#controller;
  }

  progress(): FleetProgress {
    return this.#history.progress();
  }

  onProgress(listener: () => void): void {
    this.#history.listener = listener;
  }

  remember(): Promise<void> {
    const { file, member, firstStartMs } = this.#place;
    this.#writing = this.#writing
      .then(() =>
        writeMemory(file, { version: 1, firstStartMs, live: this.plant.state(), pending: this.#history.pending() }),
      )
      .catch((error: unknown) => {
        const about = { err: error, containerId: member.containerId };
        this.#options.log?.warn(about, "The plant's state could not be written.");
      });
    return this.#writing;
  }

  async start(): Promise<void> {
    if (this.#controller) return;
    const options = this.#options;
    const { containerId, editedByHand, loadProtection, ac, phases } = this.member;
    const hasRun = existsSync(join(this.#place.folder, "configuration.json"));
    const started = await startController({
      ...options.controller,
      containerId,
      secret: this.#place.secret,
      url: options.url,
      dataDir: this.#place.folder,
      driver: this.plant,
      everyMs: options.everyMs,
      ...(editedByHand && hasRun && { keepaliveS: editedByHand.linkSeconds }),
      loadProtection,
      ac,
      phases,
      streetLights: lightPlans(this.#place.design),
      place: placeOf(this.#place.design),
      // A simulated machine has no address that could change: it takes any.
      setHostNetwork: () => {},
      now: options.now ?? Date.now,
      restart: options.restart ?? (() => void this.#restart()),
      ...(options.log && { log: options.log }),
    });
    this.#controller = started;
    this.#timers = [setInterval(() => void this.remember(), memoryEveryMs)];
    if (this.member.badLink && options.badLinks !== false) this.#timers.push(this.#cutNowAndThen(started));
    if (editedByHand && !hasRun) this.#timers.push(setTimeout(() => void this.#restart(), editAfterMs));
    for (const timer of this.#timers) timer.unref();
    this.#bringing = this.#history.bring(started).catch((error: unknown) => {
      // A stop in the middle is not a fault; the remaining days stay in the memory file.
      if (this.#controller === started)
        options.log?.warn({ err: error, containerId }, "History could not be brought in.");
    });
  }

  /** As a gateway does it: the run ends, and a while later there is another one. */
  async #restart(): Promise<void> {
    await this.stop();
    await new Promise((resolve) => setTimeout(resolve, this.#options.restartMs ?? defaultRestartMs).unref());
    if (!this.#isClosed) await this.start();
  }

  #cutNowAndThen(controller: Controller): NodeJS.Timeout {
    const now = this.#options.now ?? Date.now;
    let down = false;
    return setInterval(() => {
      const isCalm = now() - this.#place.firstStartMs < calmStartMs;
      const wanted = !isCalm && linkDown(this.#place.design.seed, now());
      if (wanted === down) return;
      down = wanted;
      if (down) controller.pauseLink();
      else controller.resumeLink();
    }, this.#options.linkEveryMs ?? defaultLinkEveryMs);
  }

  async stop(): Promise<void> {
    const stopping = this.#controller;
    if (!stopping) return;
    this.#controller = undefined;
    for (const timer of this.#timers) clearInterval(timer);
    await stopping.stop();
    await this.#bringing;
    this.#history.broken();
    await this.remember();
  }

  /** Stops for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
    this.#history.end();
  }
}
