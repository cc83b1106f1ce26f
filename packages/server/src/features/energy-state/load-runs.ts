import { leastLowReadings, lowLastsMs } from "@offgrid/contract/power-cuts/loads-sign";

import type { LoadRun } from "../../core/tables.ts";
import { isGap } from "../../history/energy/energy.ts";

/** Stretches of readings that showed the same of a container's loads, over the last day. Pure. */

/** A reading as these runs see it. */
export interface RunReading {
  kind: LoadRun["kind"];
  atMs: number;
  soc: number | undefined;
}

const hourMs = 3_600_000;
/** An ended cut is told for a day; what ended before is forgotten. */
export const knownForMs = 24 * hourMs;
/** Loads that come and go all the time leave the youngest runs. */
const mostRuns = 200;
/** Runs before the last day: a cut that reaches into it, and the one before, which must not become part of it. */
const keptBefore = 2;

/** Adds what a reading shows; they may come in any order and more than once. */
export function withReading(runs: readonly LoadRun[], reading: RunReading): LoadRun[] {
  const { kind, atMs } = reading;
  const [first, last] = [runs[0], runs.at(-1)];
  // Before the last day only what reaches into it is of use.
  if (first && last && atMs < first.fromMs && first.toMs <= oldestOf(last)) return [...runs];
  if (last && kind !== "low" && last.kind === kind && atMs >= last.toMs)
    return recent(runs.with(-1, { ...last, toMs: atMs, ...betweenOf([last, { ...last, fromMs: atMs, toMs: atMs }]) }));
  return recent(joined(inserted(runs, reading)));
}

/** The run in which an instant lies, or else the one before it. */
export function runAt(runs: readonly LoadRun[], atMs: number): LoadRun | undefined {
  return runs.findLast(({ fromMs }) => fromMs <= atMs);
}

function inserted(runs: readonly LoadRun[], { kind, atMs, soc }: RunReading): LoadRun[] {
  const single: LoadRun = { kind, fromMs: atMs, toMs: atMs, soc: soc ?? null, ...(kind === "low" ? { count: 1 } : {}) };
  const place = runs.findIndex(({ toMs }) => atMs <= toMs);
  const found = runs[place];
  if (!found) return [...runs, single];
  const [before, after] = [runs.slice(0, place), runs.slice(place + 1)];
  if (atMs < found.fromMs) return [...before, single, found, ...after];
  const isAtEnd = atMs === found.fromMs || atMs === found.toMs;
  if (found.kind === "low" && isSame("low", kind)) {
    const count = (found.count ?? 1) + (isAtEnd ? 0 : 1);
    return [...before, kind === "low" ? { ...found, count } : asRun("cut", found), ...after];
  }
  if (isAtEnd) return [...runs];
  if (isSame(found.kind, kind)) return [...before, { ...found, ...betweenOf([found, single]) }, ...after];
  return [...before, ...parted(found, single), ...after];
}

/** A run and what interrupts it: where that lies between readings of which nothing was kept, only the ends are known. */
function parted({ hasMore, innerMs, ...run }: LoadRun, single: LoadRun): LoadRun[] {
  const [firstMs, lastMs] = innerMs ?? [];
  const isAfterAll = lastMs !== undefined && lastMs < single.fromMs;
  const isBeforeAll = firstMs !== undefined && firstMs > single.fromMs;
  // Which reading of these comes next to the end that is new now, is not known.
  const more = firstMs === lastMs ? {} : { hasMore: true as const };
  const first = { ...run, ...(isAfterAll ? { toMs: lastMs, ...more } : { toMs: run.fromMs }) };
  const rest = { ...run, soc: null, ...(isBeforeAll ? { fromMs: firstMs, ...more } : { fromMs: run.toMs }) };
  const isKnown = !hasMore || isAfterAll || isBeforeAll;
  return [first, single, isKnown ? rest : { ...rest, beganEarlier: true }];
}

type Between = Pick<LoadRun, "hasMore" | "innerMs">;

/** What lies between the ends of a run that some others are joined to. */
function betweenOf(runs: readonly LoadRun[]): Between {
  const fromMs = Math.min(...runs.map((run) => run.fromMs));
  const toMs = Math.max(...runs.map((run) => run.toMs));
  const all = runs.flatMap((run) => [run.fromMs, ...(run.innerMs ?? []), run.toMs]);
  const inner = all.filter((atMs) => atMs > fromMs && atMs < toMs);
  // Of some it is not known where they were.
  if (runs.some((run) => run.hasMore && !run.innerMs)) return { hasMore: true };
  return inner.length > 0 ? { hasMore: true, innerMs: [Math.min(...inner), Math.max(...inner)] } : {};
}

/** A cut holds every low reading beside it: what was low was the cut already. */
function isSame(one: LoadRun["kind"], other: LoadRun["kind"]): boolean {
  return one === other || (one !== "supplied" && other !== "supplied");
}

/** Joins neighbours that show the same; low for long enough is a cut. */
function joined(runs: readonly LoadRun[]): LoadRun[] {
  const result: LoadRun[] = [];
  for (const run of runs) {
    const before = result.at(-1);
    result.push(asCut(before && isSame(before.kind, run.kind) ? (result.pop(), join(before, run)) : run));
  }
  return result;
}

function join(before: LoadRun, run: LoadRun): LoadRun {
  const kind = before.kind === run.kind ? run.kind : "cut";
  const count = kind === "low" ? { count: (before.count ?? 1) + (run.count ?? 1) } : {};
  const began = before.beganEarlier ? { beganEarlier: true as const } : {};
  const more = betweenOf([before, run]);
  return { kind, fromMs: before.fromMs, toMs: run.toMs, soc: before.soc, ...began, ...more, ...count };
}

function asCut(run: LoadRun): LoadRun {
  const { kind, fromMs, toMs, count = 0 } = run;
  return kind !== "low" || count < leastLowReadings || toMs - fromMs < lowLastsMs ? run : asRun("cut", run);
}

function asRun(kind: LoadRun["kind"], { fromMs, toMs, soc }: LoadRun): LoadRun {
  return { kind, fromMs, toMs, soc };
}

function recent(runs: LoadRun[]): LoadRun[] {
  const oldestMs = oldestOf(runs.at(-1));
  // As after nearly every reading, there is nothing to forget.
  if (runs.length <= mostRuns && runs.every(({ toMs }) => toMs > oldestMs)) return runs;
  const place = runs.findLastIndex(({ toMs }) => toMs <= oldestMs) + 1;
  // History comes the newest first, too: what it shows may go on before the last day, and what was before that tells where.
  return runs.slice(Math.max(0, place - keptBefore)).slice(-mostRuns);
}

/** What ends here or earlier is forgotten, epoch ms: an hour after it is told the last time. */
function oldestOf(newest: LoadRun | undefined): number {
  return (newest?.toMs ?? 0) - knownForMs - hourMs;
}

export interface EndedCut {
  fromMs: number;
  toMs: number;
}

/**
 * Cuts that are over, oldest first: from the first reading without power to the first one with it, or to the last one
 * without it where readings are missing then, as in the history.
 * @param declaredMs Time between two readings as the controller declares it.
 */
export function endedCuts(runs: readonly LoadRun[], declaredMs: number): EndedCut[] {
  const oldestMs = oldestOf(runs.at(-1));
  return runs.flatMap(({ kind, fromMs, toMs }, place) => {
    const next = runs[place + 1];
    if (kind !== "cut" || !next) return [];
    // Nor does anyone know when they were back where a late reading came between others of which only the last is known.
    const isKnown = !next.beganEarlier && !isSilentAfter(runs, place, declaredMs);
    const backMs = isKnown ? next.fromMs : toMs;
    return backMs <= fromMs || backMs <= oldestMs ? [] : [{ fromMs, toMs: backMs }];
  });
}

/** The runs on each side whose readings tell how often there are any: each has one step at least, with the one to its neighbour. */
const besideRuns = 3;

/** Are readings missing between a run and the next one? */
function isSilentAfter(runs: readonly LoadRun[], place: number, declaredMs: number): boolean {
  const instants = (some: readonly LoadRun[]) => [
    ...new Set(some.flatMap(({ fromMs, toMs, innerMs = [] }) => [fromMs, ...innerMs, toMs])),
  ];
  const before = instants(runs.slice(Math.max(0, place + 1 - besideRuns), place + 1));
  const after = instants(runs.slice(place + 1, place + 1 + besideRuns));
  return isGap([...before, ...after], before.length - 1, declaredMs);
}
