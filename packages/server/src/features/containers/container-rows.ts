import type { Viewer } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import {
  type ListRow,
  type Moment,
  type StoredContainer,
  type TimedParts,
  energyInputsOf,
  timedParts,
  toContainerRow,
} from "./container-row.ts";
import type { EnergyInputs } from "../energy-state/energy-state.ts";
import { readMarked, readMarks } from "./containers.store.ts";

/** Beyond this many the memory is emptied; containers that were removed take room until then. */
const mostKept = 20_000;

/**
 * The rows of lists, kept between calls. Each call asks the database which containers the caller sees and in which
 * version, and reads only those that have changed since they were kept: so what is kept is never trusted to be current,
 * whoever changed it, and in whichever process.
 */
export class ContainerRows {
  #kept = new Map<string, KeptContainer>();
  #startedAt = "";

  /**
   * The rows of every container that the viewer sees. An unchanged row is the same frozen object as in the call before.
   * @param search Part of the name or id, in any case.
   */
  async read(db: Db, viewer: Viewer, moment: Moment, search?: string): Promise<ListRow[]> {
    const { startedAt, marks, favorites } = await readMarks(db, viewer, search);
    const kept = this.#keptSince(startedAt);
    const found: KeptContainer[] = [];
    const changed: string[] = [];
    for (const [id, mark] of marks) {
      const known = kept.get(id);
      if (known?.mark === mark) found.push(known);
      else changed.push(id);
    }
    if (changed.length > 0) {
      // With the marks of this second statement: the containers may have changed again since the first.
      for (const { mark, stored } of await readMarked(db, viewer, changed)) {
        const container = new KeptContainer(mark, stored);
        kept.set(stored.id, container);
        found.push(container);
      }
    }
    return found.map((container) => container.row(moment, favorites.has(container.stored.id)));
  }

  #keptSince(startedAt: string): Map<string, KeptContainer> {
    if (startedAt !== this.#startedAt || this.#kept.size > mostKept) {
      this.#startedAt = startedAt;
      this.#kept = new Map();
    }
    return this.#kept;
  }
}

class KeptContainer {
  readonly mark: string;
  readonly stored: StoredContainer;
  readonly #facts: EnergyInputs;
  /** As last made, by whether the container is a favorite of the caller. */
  readonly #rows = new Map<boolean, { row: ListRow; timed: TimedParts }>();

  constructor(mark: string, stored: StoredContainer) {
    this.mark = mark;
    this.stored = stored;
    this.#facts = energyInputsOf(stored);
  }

  row(moment: Moment, favorite: boolean): ListRow {
    const timed = timedParts(this.stored, this.#facts, moment);
    const known = this.#rows.get(favorite);
    if (known && isSame(known.timed, timed)) return known.row;
    const row = frozen(toContainerRow(this.stored, moment, favorite));
    this.#rows.set(favorite, { row, timed });
    return row;
  }
}

function isSame(one: TimedParts, other: TimedParts): boolean {
  return (
    one.status === other.status &&
    one.loadWh === other.loadWh &&
    one.solarWh === other.solarWh &&
    one.hoursLeft === other.hoursLeft &&
    one.energyLevel === other.energyLevel &&
    one.isBackAhead === other.isBackAhead
  );
}

function frozen(row: ListRow): ListRow {
  Object.freeze(row.location);
  Object.freeze(row.blackout);
  Object.freeze(row.energy);
  Object.freeze(row.olderAt);
  return Object.freeze(row);
}
