import type { LoadRun } from "../../core/tables.ts";

/**
 * What is remembered of the loads of a container: since when they are cut, and at which charge that happens, learned from
 * cuts that have lasted. Pure.
 */

/**
 * A cut-off is learned only from a cut that is known to have lasted this long: what is left on while homes and shops are
 * shed may be a compressor that pauses for some minutes, and its 0 W come well above the charge at which a device cuts.
 */
export const teachesAfterMs = 15 * 60_000;
/** So many cuts are remembered to fall back on when a late reading shows that the last one was interrupted. */
const mostRemembered = 3;

/** A cut that has ended and lasted long enough to learn from: between these instants no reading showed power. */
export interface PastCut {
  fromMs: number;
  toMs: number;
  /** State of charge when the loads were cut, and when they had power again, percent. */
  soc: number;
  backSoc: number | null;
}

/** What is remembered of a container's loads; instants in epoch ms. */
export interface LoadsMemory {
  /** Null: they have power, or nothing is known. */
  cutSinceMs: number | null;
  /** The newest readings that showed them cut, and supplied. */
  cutAtMs: number | null;
  suppliedAtMs: number | null;
  /** State of charge at which they are cut, and at which they have power again, percent, as learned. */
  cutSoc: number | null;
  backSoc: number | null;
  /** State of charge when the present cut began, percent. */
  beganSoc: number | null;
  /** What was learned from, oldest first. */
  pastCuts: readonly PastCut[];
  /** Of the last day, oldest first. */
  runs: readonly LoadRun[];
}

export const nothingKnown: LoadsMemory = {
  cutSinceMs: null,
  cutAtMs: null,
  suppliedAtMs: null,
  cutSoc: null,
  backSoc: null,
  beganSoc: null,
  pastCuts: [],
  runs: [],
};

/** What a reading of one instant shows. */
interface LoadsReading {
  isCut: boolean;
  atMs: number;
  /** State of charge, percent. */
  soc: number | undefined;
}

/**
 * Adds what readings of one instant show. They may come in any order: an outage that a late reading lengthens begins
 * earlier, one that it interrupts begins later or teaches nothing.
 */
export function observeLoads(memory: LoadsMemory, reading: LoadsReading): LoadsMemory {
  return withLearned(reading.isCut ? withCut(memory, reading) : withSupply(memory, reading));
}

function withCut(memory: LoadsMemory, { atMs, soc }: LoadsReading): LoadsMemory {
  const { cutSinceMs, cutAtMs, suppliedAtMs } = memory;
  const newest = { ...memory, cutAtMs: Math.max(cutAtMs ?? atMs, atMs) };
  const isEarlier = cutSinceMs === null || atMs < cutSinceMs;
  if (atMs <= (suppliedAtMs ?? -Infinity) || !isEarlier) return newest;
  return { ...newest, cutSinceMs: atMs, beganSoc: soc ?? memory.beganSoc };
}

function withSupply(memory: LoadsMemory, { atMs, soc }: LoadsReading): LoadsMemory {
  const { cutSinceMs, cutAtMs, suppliedAtMs, pastCuts } = memory;
  if (atMs <= (suppliedAtMs ?? -Infinity)) {
    const isInterrupted = ({ fromMs, toMs }: PastCut) => fromMs <= atMs && atMs <= toMs;
    return pastCuts.some(isInterrupted)
      ? { ...memory, pastCuts: pastCuts.filter((cut) => !isInterrupted(cut)) }
      : memory;
  }
  const next = { ...memory, suppliedAtMs: atMs };
  if (cutSinceMs === null || cutSinceMs > atMs) return next;
  // Readings that showed them cut after this one came before it; the charge at the first of them was not kept.
  if (cutAtMs !== null && cutAtMs > atMs) return { ...next, cutSinceMs: cutAtMs, beganSoc: null };
  const ended = { ...next, cutSinceMs: null, beganSoc: null };
  const past = pastCutOf(memory, soc);
  return past ? { ...ended, pastCuts: [...pastCuts, past].slice(-mostRemembered) } : ended;
}

/** The present cut as one to learn from; undefined: it is not known to have lasted, or at which charge it began. */
function pastCutOf({ cutSinceMs, cutAtMs, beganSoc }: LoadsMemory, backSoc: number | undefined): PastCut | undefined {
  if (cutSinceMs === null || cutAtMs === null || beganSoc === null) return undefined;
  if (cutAtMs - cutSinceMs < teachesAfterMs) return undefined;
  return { fromMs: cutSinceMs, toMs: cutAtMs, soc: beganSoc, backSoc: backSoc ?? null };
}

/** With the charges that its past cuts teach. */
export function withLearned(memory: LoadsMemory): LoadsMemory {
  const { pastCuts } = memory;
  return {
    ...memory,
    cutSoc: (pastCutOf(memory, undefined) ?? pastCuts.at(-1))?.soc ?? null,
    backSoc: pastCuts.findLast((cut) => cut.backSoc !== null)?.backSoc ?? null,
  };
}
