import type { LoadRun } from "../../core/tables.ts";
import { runAt, withReading } from "./load-runs.ts";
import type { LoadsSign } from "./loads-sign.ts";

/** Do the loads of a container have power, and since when? Told from what its readings show, in any order. Pure. */

/**
 * A cut-off is learned only from a cut that is known to have lasted this long: what is left on while homes and shops are
 * shed may be a compressor that pauses for some minutes, and its 0 W come well above the charge at which a device cuts.
 */
const teachesAfterMs = 15 * 60_000;
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

/** What the readings of one instant show. */
interface SignReading {
  sign: LoadsSign;
  atMs: number;
  /** State of charge, percent. */
  soc: number | undefined;
}

/**
 * Adds what readings of one instant show. Where only power and charge are measured, a cut is told once it has lasted, and
 * it ends when something is drawn again: a charge that merely rises over the cut-off shows nothing.
 */
export function noteLoads(memory: LoadsMemory, reading: SignReading): LoadsMemory {
  return withLateCut(noted(memory, reading));
}

function noted(memory: LoadsMemory, { sign, atMs, soc }: SignReading): LoadsMemory {
  const kind = sign === "idle" ? idleKind(memory, atMs) : sign;
  if (kind === undefined) return memory;
  const seen = { ...memory, runs: withReading(memory.runs, { kind, atMs, soc }) };
  if (kind !== "low") return observeLoads(seen, { isCut: kind === "cut", atMs, soc });
  const run = runAt(seen.runs, atMs);
  if (run?.kind !== "cut") return seen;
  const begun = observeLoads(seen, { isCut: true, atMs: run.fromMs, soc: run.soc ?? undefined });
  return observeLoads(begun, { isCut: true, atMs, soc });
}

/** A cut whose readings all came after its end, as with history that is brought in, teaches where nothing else has. */
function withLateCut(memory: LoadsMemory): LoadsMemory {
  const { cutSoc, pastCuts, runs } = memory;
  if (cutSoc !== null || pastCuts.length > 0 || runs.length < 2) return memory;
  const place = runs.findLastIndex(
    ({ kind, fromMs, toMs, soc }) => kind === "cut" && soc !== null && toMs - fromMs >= teachesAfterMs,
  );
  const cut = runs[place];
  if (!cut || cut.soc === null || place === runs.length - 1) return memory;
  // At which charge they had power again, a later reading may still tell otherwise.
  const past = { fromMs: cut.fromMs, toMs: cut.toMs, soc: cut.soc, backSoc: null };
  return withLearned({ ...memory, pastCuts: [past] });
}

/** What an idle reading adds to; undefined: it says nothing. */
function idleKind({ cutSinceMs, runs }: LoadsMemory, atMs: number): "cut" | "supplied" | undefined {
  if (cutSinceMs !== null && atMs >= cutSinceMs) return "cut";
  const before = runAt(runs, atMs)?.kind;
  return before === "low" ? undefined : (before ?? "supplied");
}

/** Nothing is drawn at a low charge, but not yet for long enough to be a cut. */
export function mayBeCut({ cutSinceMs, runs }: LoadsMemory): boolean {
  return cutSinceMs !== null || runs.at(-1)?.kind === "low";
}

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

function withLearned(memory: LoadsMemory): LoadsMemory {
  const { pastCuts } = memory;
  return {
    ...memory,
    cutSoc: (pastCutOf(memory, undefined) ?? pastCuts.at(-1))?.soc ?? null,
    backSoc: pastCuts.findLast((cut) => cut.backSoc !== null)?.backSoc ?? null,
  };
}
