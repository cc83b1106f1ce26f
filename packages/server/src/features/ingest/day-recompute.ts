import type { Logger } from "pino";

import { type Db, isDatabaseAway } from "../../core/db.ts";
import { readAround } from "../../history/energy/readings-around.ts";
import { localDay } from "../../core/zone-time.ts";
import type { Write } from "../../postgres/role-lease.ts";
import { dayFromSamples, energyMetrics } from "../energy-today/day-energy.ts";
import type { ContainerState } from "./container-state.ts";
import type { Fleet } from "./fleet.ts";
import { savingStates, stateRows } from "./telemetry.store.ts";

/** A day is recomputed from its frames this often at most, per container. */
const recomputeEveryMs = 10_000;
/** How long messages may wait for it at a time. */
const longestTurnMs = 25;
const atOnce = 6;

/**
 * Recomputes today's energy from frames for containers where that was not done since the start, that received a late
 * frame, or whose readings were imported or replaced. Nobody may write frames of the container meanwhile.
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
    if (state.energy && !state.energy.isStale) return;
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
      if (!state || (state.energy && !state.energy.isStale && !isChanged)) {
        this.#lastMs.delete(containerId);
        return;
      }
      const { startMs, endMs } = localDay(state.zone, nowMs);
      const samples = await readAround(this.#db, containerId, energyMetrics, { fromMs: startMs, toMs: endMs });
      state.energy = dayFromSamples(state.zone, nowMs, samples.atMs, samples.columns, state.everyS * 1000);
      const rows = stateRows([state], nowMs);
      await this.#write((tx) => savingStates(rows).execute(tx));
    } catch (error) {
      if (isChanged) this.#changed.add(containerId);
      if (!isDatabaseAway(error)) this.#log.warn({ err: error, containerId }, "today's energy could not be computed");
    }
    this.#lastMs.set(containerId, nowMs);
  }
}
