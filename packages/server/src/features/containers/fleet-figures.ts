import type { Clock } from "../../core/clock.ts";
import { type Db, isDatabaseAway } from "../../core/db.ts";
import { readFleetFigures } from "./fleet-figures.store.ts";

/** Whoever asks more often gets the same again. */
const freshMs = 5_000;

type Figures = Record<string, number> | undefined;

/** Figures about the whole portal, read when somebody asks for them. */
export class FleetFigures {
  readonly #parts: { db: Db; clock: Clock; portalStartedAtMs: () => number };
  #last: { atMs: number; figures: Promise<Figures> } | undefined;

  constructor(parts: { db: Db; clock: Clock; portalStartedAtMs: () => number }) {
    this.#parts = parts;
  }

  /** Undefined while the database is away: what was not counted is not 0. */
  read(): Promise<Figures> {
    const { clock } = this.#parts;
    const nowMs = clock.now();
    if (!this.#last || nowMs - this.#last.atMs >= freshMs) this.#last = { atMs: nowMs, figures: this.#count(nowMs) };
    return this.#last.figures;
  }

  async #count(nowMs: number): Promise<Figures> {
    const { db, portalStartedAtMs } = this.#parts;
    try {
      return await readFleetFigures(db, { nowMs, portalStartedAtMs: portalStartedAtMs() });
    } catch (error) {
      if (isDatabaseAway(error)) return undefined;
      throw error;
    }
  }
}
