import { batchS, staleAfterMs } from "@offgrid/contract/core/constants";

import type { LoadRun } from "../../core/tables.ts";
import { lowSocOf } from "@offgrid/contract/power-cuts/cut-off";
import { knownForMs } from "./load-runs.ts";
import { mayBeCut, noteLoads } from "./loads-cut.ts";
import { type LoadsMemory, nothingKnown, withLearned } from "./loads-memory.ts";
import { type ReadValue, loadMetrics, loadsSign } from "@offgrid/contract/power-cuts/loads-sign";

/**
 * Whether loads had power, told again from stored readings in the order of time: what comes late, in pieces and the newest
 * first leaves runs of which only the ends are known, so that a short cut within them gets a wrong length. Pure.
 */

const hourMs = 3_600_000;
/** From so long before the newest reading: all of the last day, and the beginning of most cuts that reach into it. */
export const readAgainMs = knownForMs + 6 * hourMs;

/** Readings in the order of time, with a column for each of `loadMetrics`; null: not measured then. */
export interface StoredReadings {
  atMs: readonly number[];
  columns: readonly (readonly (number | null)[])[];
}

export interface AgainOptions {
  /** From when on it is told again, epoch ms; earlier readings only say which values are known then. */
  fromMs: number;
  /** Of the container, see `ContainerState`. */
  everyS: number;
  reserveSoc: number | null;
}

/**
 * What would be remembered if these readings had come one by one in their order.
 * @param known As it is remembered: what it says of the time before `fromMs` is kept.
 */
export function loadsAgain(known: LoadsMemory, { atMs, columns }: StoredReadings, options: AgainOptions): LoadsMemory {
  const { fromMs, everyS, reserveSoc } = options;
  const values = new Map<string, [value: number, atMs: number]>();
  let memory = asOf(known, fromMs);
  for (const [place, at] of atMs.entries()) {
    const [soc = null] = values.get("battery.soc") ?? [];
    // Of before this reading, which must not be taken as proof that loads have power before it is judged.
    const lowSoc = lowSocOf({ reserveSoc, cutSoc: memory.cutSoc, soc, isCut: mayBeCut(memory) });
    for (const [column, metric] of loadMetrics.entries()) {
      const value = columns[column]?.[place];
      if (value !== null && value !== undefined) values.set(metric, [value, at]);
    }
    if (at < fromMs) continue;
    const read = freshValues(values, at, everyS);
    const sign = loadsSign(read, lowSoc);
    if (sign !== undefined) memory = noteLoads(memory, { sign, atMs: at, soc: read("battery.soc") });
  }
  return (atMs.at(-1) ?? -Infinity) < fromMs ? known : memory;
}

/** Values that are not stale yet at an instant: not every message has all metrics. */
export function freshValues(
  values: ReadonlyMap<string, readonly [value: number, atMs: number]>,
  nowMs: number,
  everyS: number,
): ReadValue {
  const oldestMs = nowMs - staleAfterMs(Math.max(everyS, batchS));
  return (metric) => {
    const [value, atMs] = values.get(metric) ?? [undefined, 0];
    return atMs >= oldestMs ? value : undefined;
  };
}

/** What was remembered of the time before an instant. */
function asOf({ runs, pastCuts }: LoadsMemory, beforeMs: number): LoadsMemory {
  const older = runs.filter((run) => run.fromMs < beforeMs).map((run) => endedBy(run, beforeMs));
  const last = older.at(-1);
  const { kind, fromMs = null, toMs = null, soc = null } = last ?? {};
  return withLearned({
    ...nothingKnown,
    ...(kind === "cut" ? { cutSinceMs: fromMs, cutAtMs: toMs, beganSoc: soc } : {}),
    ...(kind === "supplied" ? { suppliedAtMs: toMs } : {}),
    pastCuts: pastCuts.filter((cut) => cut.toMs < beforeMs),
    runs: older,
  });
}

/** The part of a run before an instant. */
function endedBy(run: LoadRun, beforeMs: number): LoadRun {
  if (run.toMs < beforeMs) return run;
  const { hasMore: _more, innerMs: _inner, ...ends } = run;
  return { ...ends, toMs: beforeMs };
}
