import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";

import { tellAtCommit } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import { mergeValues } from "../../history/tiers/frame-merge.ts";
import { type FrameRow, ensurePartitions, writeFrames } from "../../history/tiers/frames.store.ts";
import { type Month, isPartitionGone } from "../../history/tiers/partitions.store.ts";
import { bySlot } from "./csv-import.ts";

const rowsPerWrite = 1_000;
/** Instants of conflicts that are kept; the others are counted. */
const conflictsKept = 1_000;

/** What was stored so far. */
export interface Written {
  /** Instants that were not there. */
  added: number;
  /** Instants that were there and got readings that they lacked. */
  completed: number;
  /** Readings that differ from what is there; the first value stays. */
  conflicts: number;
  /** The first instants of those, epoch ms. */
  conflictsAt: ReadonlySet<number>;
}

interface Options {
  db: Db;
  containerId: string;
  nowMs: number;
  /** By column of the file. */
  slots: readonly number[];
  /** Called before each write. @throws when nothing more may be written. */
  mayGoOn: () => Promise<void>;
  /** Runs in the transaction of each write, with what is stored when it commits. */
  atCommit?: (tx: Db, written: Written) => Promise<void>;
  /** What an earlier run stored. */
  before?: Written;
}

/** Stores the rows of a file in batches; an interruption loses nothing, since the same file may be stored again. */
export class RowWriter {
  readonly #options: Options;
  readonly #partitions = new Set<Month>();
  readonly #waiting = new Map<number, FrameRow>();
  /** Within the rows that wait. */
  #conflicts = { count: 0, at: new Set<number>() };
  #written: Written;

  constructor(options: Options) {
    this.#options = options;
    this.#written = options.before ?? { added: 0, completed: 0, conflicts: 0, conflictsAt: new Set() };
  }

  get written(): Written {
    return this.#written;
  }

  get isFull(): boolean {
    return this.#waiting.size >= rowsPerWrite;
  }

  /** Takes a row; `write` stores it. */
  add({ atMs, values }: CsvRow): void {
    const { containerId, slots } = this.#options;
    const row = { containerId, atMs, values: bySlot({ values }, slots) };
    const earlier = this.#waiting.get(atMs);
    const merged = earlier && mergeValues(earlier.values, row.values);
    if (merged && merged.conflicts > 0) {
      this.#conflicts.count += merged.conflicts;
      this.#conflicts.at.add(atMs);
    }
    this.#waiting.set(atMs, merged ? { ...row, values: merged.values } : row);
  }

  /** Stores the rows that wait. */
  async write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    await this.#options.mayGoOn();
    // In the order of time, like every writer of a container's frames, so that there are no deadlocks.
    const rows = [...this.#waiting.values()].sort((one, other) => one.atMs - other.atMs);
    this.#written = await this.#store(rows).catch((error: unknown) => {
      if (!isPartitionGone(error)) throw error;
      this.#partitions.clear();
      return this.#store(rows);
    });
    this.#waiting.clear();
    this.#conflicts = { count: 0, at: new Set() };
  }

  async #store(rows: readonly FrameRow[]): Promise<Written> {
    const { db, containerId, nowMs, atCommit } = this.#options;
    await ensurePartitions(db, rows, this.#partitions);
    return db.transaction().execute(async (tx) => {
      const frames = await writeFrames(tx, rows, nowMs);
      await tellAtCommit(tx, "historyChanged", { containerIds: [containerId] });
      const { added, completed, conflicts, conflictsAt } = this.#written;
      const at = [...frames.conflicts.keys()].map((index) => (rows[index] as FrameRow).atMs);
      const written = {
        added: added + frames.stored,
        completed: completed + frames.merged,
        conflicts:
          conflicts + this.#conflicts.count + [...frames.conflicts.values()].reduce((sum, one) => sum + one, 0),
        conflictsAt: firstOf([...conflictsAt, ...this.#conflicts.at, ...at]),
      };
      await atCommit?.(tx, written);
      return written;
    });
  }
}

function firstOf(instants: readonly number[]): Set<number> {
  return new Set([...new Set(instants)].sort((one, other) => one - other).slice(0, conflictsKept));
}
