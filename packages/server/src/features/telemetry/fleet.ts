import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import type { Logger } from "pino";

import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { type ContainerState, linkHoldMs, statusOf, unlink } from "./container-state.ts";
import { clearPastDays, dropOldRejected, readStates, saveContacts } from "./telemetry.store.ts";

/** Contacts are written this often at most, and so stay fresh enough for whoever reads them from the database. */
const contactEveryMs = 20_000;
const daysEveryMs = 60_000;

/** What is known of every container, in memory; the database has the same a moment later. */
export class Fleet {
  readonly startedAtMs: number;
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #onStatus: (containerId: string, status: ContainerStatus) => void;
  readonly #states = new Map<string, ContainerState>();
  #daysClearedMs = -Infinity;

  constructor(db: Db, clock: Clock, log: Logger, onStatus: (containerId: string, status: ContainerStatus) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#onStatus = onStatus;
    this.startedAtMs = clock.now();
  }

  async load(): Promise<void> {
    for (const state of await readStates(this.#db)) {
      state.shownStatus = statusOf(state, this.#clock.now(), this.startedAtMs);
      this.#states.set(state.containerId, state);
    }
  }

  /** The state of a container, read once when it is new; undefined when there is no such container. */
  async find(containerId: string): Promise<ContainerState | undefined> {
    const known = this.#states.get(containerId);
    if (known) return known;
    const [read] = await readStates(this.#db, containerId);
    // Another call may have been quicker.
    const state = this.#states.get(containerId) ?? read;
    if (state) this.#states.set(containerId, state);
    return state;
  }

  /** Throws away what is known of containers, so that it is read again. */
  forget(containerIds: Iterable<string>): void {
    for (const containerId of containerIds) this.#states.delete(containerId);
  }

  status(containerId: string): ContainerStatus {
    const state = this.#states.get(containerId);
    return state ? statusOf(state, this.#clock.now(), this.startedAtMs) : "offline";
  }

  /** Seconds by which the controller's clock is off; null: it is right, or not known. */
  clockOffsetS(containerId: string): number | null {
    return this.#states.get(containerId)?.savedClockOffsetS ?? null;
  }

  heard(containerId: string): void {
    const state = this.#states.get(containerId);
    if (state) state.lastContactMs = this.#clock.now();
  }

  /** The connection of a controller ended. One that never said it was online (a simple publisher) goes by its silence. */
  lost(containerId: string): void {
    const state = this.#states.get(containerId);
    if (state?.linked && state.birthNumber !== null) state.lostAtMs ??= this.#clock.now();
  }

  /** A new connection came in time. */
  returned(containerId: string): void {
    const state = this.#states.get(containerId);
    if (state) state.isBorn = false;
  }

  /** Tells what changed since screens were last told. */
  tell(state: ContainerState): void {
    const status = statusOf(state, this.#clock.now(), this.startedAtMs);
    if (status === state.shownStatus) return;
    state.shownStatus = status;
    this.#onStatus(state.containerId, status);
  }

  /** Time passes: links count as lost, states change, contacts and past days are written. Called each second. */
  async sweep(): Promise<void> {
    const nowMs = this.#clock.now();
    const toSave: ContainerState[] = [];
    for (const state of this.#states.values()) {
      const isLost = state.lostAtMs !== undefined && nowMs - state.lostAtMs >= linkHoldMs;
      // The very first message of a container is on its way to the database: it has no contact yet that could be over.
      const isSilent = state.lastContactMs !== null && statusOf(state, nowMs, this.startedAtMs) !== "online";
      if (state.linked && (isLost || isSilent)) {
        unlink(state);
        toSave.push(state);
      } else if (state.lastContactMs !== null && state.lastContactMs - (state.savedContactMs ?? 0) >= contactEveryMs) {
        toSave.push(state);
      }
      this.tell(state);
    }
    try {
      await saveContacts(this.#db, toSave);
      for (const state of toSave) state.savedContactMs = state.lastContactMs;
      if (nowMs - this.#daysClearedMs >= daysEveryMs) {
        await clearPastDays(this.#db, nowMs);
        await dropOldRejected(this.#db, nowMs);
        this.#daysClearedMs = nowMs;
      }
    } catch (error) {
      this.#log.warn({ err: error }, "the state of the links was not written; it will be");
      // Nothing of it is lost: contacts stay older than saved, and a lost link is written with the next contact.
      for (const state of toSave) state.savedContactMs = null;
    }
  }

  /** Every known container. */
  all(): Iterable<ContainerState> {
    return this.#states.values();
  }
}
