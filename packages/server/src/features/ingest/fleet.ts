import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import type { Logger } from "pino";

import type { ContainerChange } from "../../bus/bus.events.ts";
import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { type ContainerState, linkHoldMs, statusOf, unlink } from "./container-state.ts";
import type { Write } from "../../postgres/role-lease.ts";
import { clearPastDays, dropOldRejected, readEdited, readStates, saveContacts } from "./telemetry.store.ts";

/** Contacts are written this often at most, yet stay fresh enough for readers of the database. */
const contactEveryMs = 20_000;
const daysEveryMs = 60_000;

/** What is known of every container, in memory; the database has the same a moment later. */
export class Fleet {
  readonly startedAtMs: number;
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #write: Write;
  readonly #onStatus: (changed: ReadonlyMap<ContainerState, ContainerStatus>) => void;
  readonly #states = new Map<string, ContainerState>();
  /** Changed states that were not published yet. */
  #pending = new Map<ContainerState, ContainerStatus>();
  #daysClearedMs = -Infinity;

  /** @param onStatus Called with all containers whose state changed at once. */
  constructor(
    db: Db,
    clock: Clock,
    log: Logger,
    write: Write,
    onStatus: (changed: ReadonlyMap<ContainerState, ContainerStatus>) => void,
  ) {
    this.#db = db;
    this.#write = write;
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
    // Another call may have been faster.
    const state = this.#states.get(containerId) ?? read;
    if (state) this.#states.set(containerId, state);
    return state;
  }

  /** Refreshes containers that were edited or removed. @returns those that are gone. */
  async reread(containerIds: readonly string[]): Promise<string[]> {
    const gone: string[] = [];
    const edited = await readEdited(this.#db, containerIds);
    for (const containerId of containerIds) {
      const now = edited.get(containerId);
      const state = this.#states.get(containerId);
      if (!now) {
        this.#states.delete(containerId);
        gone.push(containerId);
      } else if (state) {
        // In another zone the day is another one; its energy is computed again with the next frame.
        if (state.zone !== now.zone) state.energy = undefined;
        Object.assign(state, now);
      }
    }
    return gone;
  }

  /** Forgets containers, so that they are read again. */
  forget(containerIds: Iterable<string>): void {
    for (const containerId of containerIds) this.#states.delete(containerId);
  }

  /** What is sent to screens of a container; values and what is missing are looked up only where somebody watches. */
  changeOf(state: ContainerState, change: Pick<ContainerChange, "values" | "atMs" | "missing">): ContainerChange {
    return {
      values: change.values,
      atMs: change.atMs,
      get missing() {
        return change.missing;
      },
      status: statusOf(state, this.#clock.now(), this.startedAtMs),
      clockOffsetS: state.savedClockOffsetS,
    };
  }

  sawContact(containerId: string): void {
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

  /** Records what changed since screens were last notified; `publishChanges` publishes it. */
  note(state: ContainerState): void {
    const status = statusOf(state, this.#clock.now(), this.startedAtMs);
    if (status === state.shownStatus) return;
    state.shownStatus = status;
    this.#pending.set(state, status);
  }

  /** Publishes all recorded changes. */
  publishChanges(): void {
    if (this.#pending.size === 0) return;
    const changed = this.#pending;
    this.#pending = new Map();
    this.#onStatus(changed);
  }

  /** Called each second: links count as lost, states change, contacts and past days are written. */
  async sweep(): Promise<void> {
    const nowMs = this.#clock.now();
    const toSave: ContainerState[] = [];
    for (const state of this.#states.values()) {
      const isLost = state.lostAtMs !== undefined && nowMs - state.lostAtMs >= linkHoldMs;
      // The very first message of a container is on its way to the database: it has no contact yet that could expire.
      const isSilent = state.lastContactMs !== null && statusOf(state, nowMs, this.startedAtMs) !== "online";
      if (state.linked && (isLost || isSilent)) {
        unlink(state);
        toSave.push(state);
      } else if (state.lastContactMs !== null && state.lastContactMs - (state.savedContactMs ?? 0) >= contactEveryMs) {
        toSave.push(state);
      }
      this.note(state);
    }
    this.publishChanges();
    try {
      if (toSave.length > 0) await this.#write((tx) => saveContacts(tx, toSave));
      for (const state of toSave) state.savedContactMs = state.lastContactMs;
      if (nowMs - this.#daysClearedMs >= daysEveryMs) {
        await clearPastDays(this.#db, nowMs);
        await dropOldRejected(this.#db, nowMs);
        this.#daysClearedMs = nowMs;
      }
    } catch (error) {
      this.#log.warn({ err: error }, "the state of the links could not be written; retrying");
      // Nothing is lost: contacts stay older than saved, and a lost link is written with the next contact.
      for (const state of toSave) state.savedContactMs = null;
    }
  }

  /** Every known container. */
  all(): Iterable<ContainerState> {
    return this.#states.values();
  }
}
