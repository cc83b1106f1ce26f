import { batchS, liveWindowMs, staleAfterMs } from "@offgrid/contract/core/constants";
import type { Logger } from "pino";

import { type Db, isDatabaseAway } from "../../core/db.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { readAround, withSilences } from "../../history/energy/readings-around.ts";
import { readSamples } from "../../history/tiers/samples.store.ts";
import { localDay } from "@offgrid/contract/core/zone-time";
import type { Write } from "../../postgres/role-lease.ts";
import { dayFromSamples, energyMeters, energyMetrics } from "../energy-today/day-energy.ts";
import { loadsAgain, readAgainMs } from "../energy-state/loads-again.ts";
import { loadMetrics } from "@offgrid/contract/power-cuts/loads-sign";
import type { ContainerState } from "./container-state.ts";
import type { Fleet } from "./fleet.ts";
import { savingStates, stateRows } from "./telemetry.store.ts";

/** What ingest follows from reading to reading is recomputed from its frames this often at most, per container. */
const recomputeEveryMs = 10_000;
/** A cut of the past has time; while its history comes, a day and more of readings would be read for each piece. */
const loadsEveryMs = 60_000;
/** How long messages may wait for it at a time. */
const longestTurnMs = 25;
const atOnce = 6;

/**
 * Recomputes today's energy from frames for containers where that was not done since the start, that received a late
 * frame, or whose readings were imported or replaced; and when their loads had power, after a history that may have cuts.
 * Nobody may write frames of the container meanwhile.
 */
export class DayRecompute {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #fleet: Fleet;
  readonly #write: Write;
  /** When it was last done. */
  readonly #lastMs = new Map<string, number>();
  /** Readings changed without ingest. */
  readonly #changed = new Set<string>();

  constructor(db: Db, log: Logger, fleet: Fleet, write: Write) {
    this.#db = db;
    this.#log = log;
    this.#fleet = fleet;
    this.#write = write;
  }

  /** Marks a container whose frames were written. */
  note(state: ContainerState): void {
    if (!isEnergyDue(state) && !state.areLoadsStale) return;
    this.#wait(state.containerId);
  }

  /** Marks a container whose readings were changed by someone else. */
  again(containerId: string): void {
    this.#changed.add(containerId);
    this.#wait(containerId);
  }

  #wait(containerId: string): void {
    this.#lastMs.set(containerId, this.#lastMs.get(containerId) ?? -Infinity);
  }

  /** Containers that wait, or were done recently. */
  get size(): number {
    return this.#lastMs.size;
  }

  isDue(nowMs: number): boolean {
    return this.#due(nowMs).next().value !== undefined;
  }

  /** Recomputes those that are due, as many as a short while allows. Errors are logged, and they get another turn. */
  async some(nowMs: number): Promise<void> {
    const untilMs = performance.now() + longestTurnMs;
    do {
      const group: string[] = [];
      for (const containerId of this.#due(nowMs)) if (group.push(containerId) === atOnce) break;
      if (group.length === 0) return;
      await Promise.all(group.map((containerId) => this.#compute(containerId, nowMs)));
    } while (performance.now() < untilMs);
  }

  *#due(nowMs: number): Generator<string, undefined> {
    for (const [containerId, atMs] of this.#lastMs)
      if (nowMs - atMs >= recomputeEveryMs || nowMs < atMs) yield containerId;
  }

  async #compute(containerId: string, nowMs: number): Promise<void> {
    let isChanged = false;
    try {
      const state = await this.#fleet.find(containerId);
      isChanged = this.#changed.delete(containerId);
      if (!state || (!isEnergyDue(state) && !state.areLoadsStale && !isChanged)) {
        this.#lastMs.delete(containerId);
        return;
      }
      if (isEnergyDue(state) || isChanged) await this.#energy(state, nowMs);
      if (isChanged || areLoadsDue(state, nowMs)) await this.#loads(state, nowMs);
      const rows = stateRows([state], nowMs);
      await this.#write((tx) => savingStates(rows).execute(tx));
    } catch (error) {
      if (isChanged) this.#changed.add(containerId);
      if (!isDatabaseAway(error))
        this.#log.warn({ err: error, containerId }, "what a container's readings of today say could not be computed");
    }
    this.#lastMs.set(containerId, nowMs);
  }

  async #energy(state: ContainerState, nowMs: number): Promise<void> {
    const { startMs, endMs } = localDay(state.zone, nowMs);
    const range = { fromMs: startMs, toMs: endMs };
    const among = this.#db.selectFrom("container").select("container.id");
    const [container] = await readContainers(this.#db, among, [state.containerId], energyMetrics);
    if (!container) return;
    const { slots: known } = container;
    const near = await readAround(this.#db, state.containerId, energyMetrics, range, known);
    const names = { metrics: energyMetrics, meters: energyMeters, known };
    const samples = await withSilences(this.#db, container.id, names, range, near);
    state.energy = dayFromSamples(state.zone, nowMs, samples.atMs, samples.columns, state.everyS * 1000);
  }

  async #loads(state: ContainerState, nowMs: number): Promise<void> {
    const { atMs, everyS, reserveSoc } = state;
    const newestMs = Math.max(atMs ?? -Infinity, state.loads.runs.at(-1)?.toMs ?? -Infinity);
    const fromMs = (Number.isFinite(newestMs) ? Math.min(newestMs, nowMs) : nowMs) - readAgainMs;
    const range = {
      fromMs: fromMs - staleAfterMs(Math.max(everyS, batchS)),
      toMs: nowMs + liveWindowMs.future + 1,
    };
    const samples = await readSamples(this.#db, state.containerId, loadMetrics, range);
    state.loads = loadsAgain(state.loads, samples, { fromMs, everyS, reserveSoc });
    state.areLoadsStale = false;
    state.loadsReadMs = nowMs;
  }
}

function isEnergyDue({ energy }: ContainerState): boolean {
  return !energy || energy.isStale;
}

function areLoadsDue({ areLoadsStale, loadsReadMs }: ContainerState, nowMs: number): boolean {
  return areLoadsStale && (nowMs - loadsReadMs >= loadsEveryMs || nowMs < loadsReadMs);
}
