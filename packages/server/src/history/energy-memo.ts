import type { BucketEnergy } from "./energy.ts";
import type { OutlinePoint } from "./energy-outline.ts";

/** A stretch of whole quarter hours of one metric, reduced to a few points of an outline. */
export interface KeptStretch {
  /** The container's revision when its summaries were read. */
  asOf: number;
  /** The declared sampling period that it was reduced for. */
  declaredMs: number;
  /** Packed (energy-runs.ts). */
  points: readonly number[];
  /** Quarter hours that must appear with their readings, and these readings. */
  opened: ReadonlyMap<number, readonly OutlinePoint[]>;
  /** Its quarter hours must each stay separate. */
  isSplit: boolean;
}

/** The answer for a container to a request, valid for as long as nothing that it was computed from has changed. */
export interface KeptEnergy extends BucketEnergy {
  asOf: number;
  declaredMs: number;
  /** Days with marks and the transactions that marked them: a different text means that readings have come since. */
  marks: string;
  toMs: number;
  /** The last reading up to `horizonMs`. */
  lastMs: number;
  horizonMs: number;
}

const stretchesPerContainer = 600;
const answersPerContainer = 24;
const entryBytes = 250;

/**
 * Stretches and answers by container, for one database. No entry is trusted on its own: whoever reads one compares it with
 * the revision and the marks that the database has just given (`RollupCache.isCurrent`). Answers are small and save the
 * most work, so stretches never push them out.
 */
export class EnergyMemo {
  readonly #stretches: BoundedByContainer<KeptStretch>;
  readonly #answers: BoundedByContainer<KeptEnergy>;

  constructor(stretchesBytes: number, answersBytes: number) {
    this.#stretches = new BoundedByContainer(stretchesBytes, stretchesPerContainer, bytesOf);
    this.#answers = new BoundedByContainer(answersBytes, answersPerContainer, answerBytes);
  }

  get bytes(): number {
    return this.#stretches.bytes + this.#answers.bytes;
  }

  stretch(containerId: string, key: string): KeptStretch | undefined {
    return this.#stretches.get(containerId, key);
  }

  putStretch(containerId: string, key: string, stretch: KeptStretch): void {
    this.#stretches.put(containerId, key, stretch);
  }

  answer(containerId: string, question: string): KeptEnergy | undefined {
    return this.#answers.get(containerId, question);
  }

  putAnswer(containerId: string, question: string, answer: KeptEnergy): void {
    this.#answers.put(containerId, question, answer);
  }
}

interface Kept<Value> {
  /** Oldest first. */
  values: Map<string, Value>;
  bytes: number;
}

/** Values by container, limited in bytes; the container that was written to least recently goes first. */
class BoundedByContainer<Value> {
  readonly #limitBytes: number;
  readonly #mostPerContainer: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #containers = new Map<string, Kept<Value>>();
  #bytes = 0;

  constructor(limitBytes: number, mostPerContainer: number, sizeOf: (value: Value) => number) {
    this.#limitBytes = limitBytes;
    this.#mostPerContainer = mostPerContainer;
    this.#sizeOf = sizeOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(containerId: string, key: string): Value | undefined {
    return this.#containers.get(containerId)?.values.get(key);
  }

  put(containerId: string, key: string, value: Value): void {
    const kept = this.#containers.get(containerId) ?? { values: new Map<string, Value>(), bytes: 0 };
    this.#containers.delete(containerId);
    this.#containers.set(containerId, kept);
    this.#drop(kept, key);
    kept.values.set(key, value);
    this.#grow(kept, this.#sizeOf(value));
    for (const oldest of kept.values.keys()) {
      if (kept.values.size <= this.#mostPerContainer) break;
      this.#drop(kept, oldest);
    }
    for (const [oldest, { bytes }] of this.#containers) {
      if (this.#bytes <= this.#limitBytes || oldest === containerId) return;
      this.#containers.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  #drop(kept: Kept<Value>, key: string): void {
    const value = kept.values.get(key);
    if (value === undefined) return;
    kept.values.delete(key);
    this.#grow(kept, -this.#sizeOf(value));
  }

  #grow(kept: Kept<Value>, bytes: number): void {
    kept.bytes += bytes;
    this.#bytes += bytes;
  }
}

function bytesOf({ points, opened }: KeptStretch): number {
  let readings = 0;
  for (const quarter of opened.values()) readings += quarter.length;
  return entryBytes + 8 * points.length + 80 * readings;
}

function answerBytes({ wh, marks }: KeptEnergy): number {
  return entryBytes + 16 * wh.length + marks.length;
}
