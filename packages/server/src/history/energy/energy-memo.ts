import { BoundedByContainer } from "../bounded-by-container.ts";
import type { Range } from "../chart-range.ts";
import type { BucketEnergy } from "./power-and-meter.ts";
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
  /** What it may have been computed from. */
  used: Range;
  /** Days of these with marks and the transactions that marked them: a different text means that readings have come since. */
  marks: string;
  toMs: number;
  /** The last reading up to `horizonMs`. */
  lastMs: number;
  horizonMs: number;
}

const stretchesPerContainer = 600;
const answersPerContainer = 40;
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

function bytesOf({ points, opened }: KeptStretch): number {
  let readings = 0;
  for (const quarter of opened.values()) readings += quarter.length;
  return entryBytes + 8 * points.length + 80 * readings;
}

function answerBytes({ wh, gapWh = [], marks }: KeptEnergy): number {
  return entryBytes + 16 * wh.length + 8 * gapWh.length + marks.length;
}
