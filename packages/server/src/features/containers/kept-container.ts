import { Now } from "../../core/now.ts";
import { type ListRow, type StoredContainer, toContainerRow } from "./container-row.ts";

/** When a list is made; both in epoch ms. */
export interface ListMoment {
  nowMs: number;
  portalStartedAtMs: number;
}

interface KeptRow {
  row: ListRow;
  /** The row is the same from here on, up to and without the other one. */
  fromMs: number;
  untilMs: number;
  portalStartedAtMs: number;
}

/** What is stored about one container, and the rows that were last made of it. */
export class KeptContainer {
  readonly id: string;
  readonly #stored: StoredContainer;
  /** As last made, for callers whose favorite the container is, and for others. */
  #favorite: KeptRow | undefined;
  #other: KeptRow | undefined;

  constructor(stored: StoredContainer) {
    this.id = stored.id;
    this.#stored = stored;
  }

  /** The same frozen object as before for as long as nothing in it has changed with time. */
  row({ nowMs, portalStartedAtMs }: ListMoment, isFavorite: boolean): ListRow {
    const kept = isFavorite ? this.#favorite : this.#other;
    const isCurrent =
      kept && nowMs >= kept.fromMs && nowMs < kept.untilMs && portalStartedAtMs === kept.portalStartedAtMs;
    if (isCurrent) return kept.row;
    const now = new Now(nowMs);
    const row = frozen(toContainerRow(this.#stored, { now, portalStartedAtMs }, isFavorite));
    const made = { row, fromMs: nowMs, untilMs: now.untilMs, portalStartedAtMs };
    if (isFavorite) this.#favorite = made;
    else this.#other = made;
    return row;
  }
}

function frozen(row: ListRow): ListRow {
  Object.freeze(row.location);
  Object.freeze(row.blackout);
  Object.freeze(row.energy);
  Object.freeze(row.energy.ended);
  Object.freeze(row.energy.back);
  Object.freeze(row.energy.stillOn);
  Object.freeze(row.energy.generator);
  Object.freeze(row.energy.battery);
  Object.freeze(row.olderAt);
  Object.freeze(row.alarms);
  Object.freeze(row.openWarnings);
  return Object.freeze(row);
}
