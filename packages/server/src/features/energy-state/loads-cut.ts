import { runAt, withReading } from "./load-runs.ts";
import { type LoadsMemory, observeLoads, teachesAfterMs, withLearned } from "./loads-memory.ts";
import type { LoadsSign } from "@offgrid/contract/power-cuts/loads-sign";

/** Do the loads of a container have power, and since when? Told from what its readings show, in any order. Pure. */

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
