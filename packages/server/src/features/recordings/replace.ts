import { setImmediate as turn } from "node:timers/promises";

import type { InputOf, OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { recordingCalls } from "@offgrid/contract/recordings/recordings.calls";

import type { CallContext } from "../../calls/handler.ts";
import type { Db } from "../../core/db.ts";
import { mergeValues } from "../../history/tiers/frame-merge.ts";
import { dayOf } from "../../history/quarter-hours.ts";
import { ensureMonths, monthsOfDays } from "../../history/tiers/partitions.store.ts";
import { type IsMeant, beginReplacement, listDaysWithFrames, replaceDay } from "../../history/tiers/replace.store.ts";
import type { Instant } from "../../history/tiers/samples.store.ts";
import type { HistoryFile } from "./file-readers.ts";
import type { ColumnReadings } from "./file-work.ts";
import * as imports from "./imports.store.ts";
import type { ImportPlan } from "./imports.store.ts";
import { toInstant } from "./inspect.ts";
import { refuseField } from "./upload-fault.ts";

type ImportCall = (typeof recordingCalls)["importData"];
type Asked = NonNullable<InputOf<ImportCall>["replace"]>;
/** An import that began before `beyond` was asked about lacks it. */
type Wanted = Omit<Asked, "beyond"> & { beyond?: boolean | undefined };
type Replaced = NonNullable<OutputOf<ImportCall>["data"]["replaced"]>;

export interface Span {
  fromMs: number;
  toMs: number;
  metrics: readonly string[];
  /** What is stored before the first and after the last reading of the file is removed too. */
  beyond: boolean;
}

/** @throws Refusal bad_input where the span is none, or the file does not have one of the metrics. */
export function spanOf(
  { from, to, metrics, beyond = false }: Wanted,
  { columns }: CsvMapping,
  keptFromMs: number,
): Span {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (toMs <= fromMs) refuseField("replace.to", "The end must be later than the beginning.");
  if (fromMs < keptFromMs)
    refuseField("replace.from", `Readings are kept from ${new Date(keptFromMs).toISOString()}; begin there or later.`);
  for (const [index, metric] of metrics.entries())
    if (!columns.some((column) => column.metric === metric))
      refuseField(`replace.metrics.${index}`, `No column is ${metric}.`);
  return { fromMs, toMs, metrics: [...new Set(metrics)], beyond };
}

export function diskFull(): Refusal {
  return new Refusal("disk_full", { retryAfterS: 60 });
}

/** Between which instants the readings of one metric are replaced. */
export interface Reach {
  /** In the mapping. */
  column: number;
  metric: string;
  fromMs: number;
  toMs: number;
}

/**
 * How far a correction goes: from the first to the last reading that the file has of each metric within the span. What
 * is stored before and after stays, since the file says nothing about it.
 * @param readings By column, within the span.
 */
export function reachOf(
  { fromMs, toMs, metrics, beyond }: Span,
  { columns }: Pick<CsvMapping, "columns">,
  readings: readonly ColumnReadings[],
): Reach[] {
  return columns.flatMap(({ metric }, column) => {
    const { count = 0, firstMs = 0, lastMs = 0 } = readings[column] ?? {};
    if (!metrics.includes(metric) || (count === 0 && !beyond)) return [];
    return [{ column, metric, ...(beyond ? { fromMs, toMs } : { fromMs: firstMs, toMs: lastMs + 1 }) }];
  });
}

/** What a correction changes: readings of these slots. */
interface About {
  containerId: string;
  slots: readonly number[];
  fromMs: number;
  toMs: number;
}

/** @param slots By column of the file. */
export function aboutOf(containerId: string, reach: readonly Reach[], slots: readonly number[]): About {
  return {
    containerId,
    slots: reach.map(({ column }) => slots[column] as number),
    fromMs: Math.min(...reach.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...reach.map(({ toMs }) => toMs)),
  };
}

/** Which cells a correction speaks about. */
export function meantBy(reach: readonly Reach[]): IsMeant {
  return (place, atMs) => {
    const { fromMs = Infinity, toMs = -Infinity } = reach[place] ?? {};
    return atMs >= fromMs && atMs < toMs;
  };
}

interface Replacing {
  history: HistoryFile;
  /** By column of the file. */
  slots: readonly number[];
  readings: readonly ColumnReadings[];
  /** As the list of imports has it. */
  file: { name: string; lines: number; plan: ImportPlan };
  /** Called before each day. @throws when nothing more may be changed. */
  mayGoOn: () => Promise<void>;
}

/**
 * Puts the readings of the file in place of those that are stored, day by day. It is in the list of imports from its begin
 * on, by which it is stopped and undone. After an interruption the same call does the rest.
 */
export async function replaceReadings(
  { actor, db, clock, audit }: Pick<CallContext, "actor" | "db" | "clock" | "audit">,
  containerId: string,
  { history, slots, readings, file, mayGoOn, ...span }: Span & Replacing,
): Promise<Replaced> {
  const { nowMs } = history.limits;
  const { userId } = actor;
  const reach = reachOf(span, history.mapping, readings);
  const none = { containerId, slots: [], fromMs: span.fromMs, toMs: span.fromMs };
  const about = reach.length > 0 ? aboutOf(containerId, reach, slots) : none;
  const { days, instantsOf, ignored } = await daysOfCorrection(db, history, { about, span, reach });
  const { replacement, importId } = await db.transaction().execute(async (tx) => {
    const begun = await beginReplacement(tx, about, { userId, nowMs });
    const listed = { ...file, containerId, userId, nowMs, replacementId: begun.id };
    return { replacement: begun, importId: await imports.insertCorrection(tx, listed) };
  });
  const done = { readings: 0, removed: 0 };
  const { fromMs, toMs, metrics } = span;
  const ids = { importId, replacement: replacement.id };
  const note = () =>
    audit({ target: containerId, after: { ...ids, from: toInstant(fromMs), to: toInstant(toMs), metrics, ...done } });
  let conflicts = 0;
  let ending: { state: "done" } | { state: "failed"; failure: imports.ImportFailure } = { state: "done" };
  try {
    for (const [place, day] of days.entries()) {
      await mayGoOn();
      const fresh = await instantsOf(day);
      await ensureMonths(db, "frame", monthsOfDays([day]));
      const changed = await db.transaction().execute(async (tx) => {
        const one = await replaceDay(tx, replacement, day, fresh.instants, nowMs, { isMeant: meantBy(reach) });
        const [before, progress] = [days[place - 1] ?? 0, (place + 1) / days.length];
        if (!(await imports.noteReplaced(tx, { id: importId, before, doneUntil: day, progress }, one))) throw stopped();
        return one;
      });
      done.readings += changed.replaced;
      done.removed += changed.removed;
      conflicts += fresh.conflicts;
    }
  } catch (error) {
    ending = { state: "failed", failure: failureOf(error) };
    throw error;
  } finally {
    note();
    await imports.finish(db, importId, { from: imports.underWay, ...ending, nowMs: clock.now() });
  }
  return { importId, correction: replacement.id, ...done, ignored, conflicts };
}

function failureOf(error: unknown): imports.ImportFailure {
  const code = error instanceof Refusal ? error.code : "internal";
  return code === "disk_full" ? "disk_full" : code === "forbidden" ? "no_right" : "internal";
}

function stopped(): Refusal {
  const replace = "Somebody stopped this correction. The list of imports says what it has replaced, and undoes it.";
  return new Refusal("bad_input", { fields: { replace } });
}

/** The UTC days that a correction changes, the oldest first, and what the file has for each of them. */
export async function daysOfCorrection(
  db: Db,
  history: Pick<HistoryFile, "rows">,
  { about, span, reach }: { about: About; span: Pick<Span, "fromMs" | "toMs">; reach: readonly Reach[] },
) {
  const columns = reach.map(({ column }) => column);
  const { byDay, ignored } = await rowsByDay(history, span, columns);
  const stored = reach.length > 0 ? await listDaysWithFrames(db, about) : [];
  const days = reach.length > 0 ? [...new Set([...stored, ...byDay.keys()])].sort((one, two) => one - two) : [];
  return { days, instantsOf: (day: number) => instantsOfDay(byDay.get(day) ?? []), ignored };
}

/** Then others have a turn. */
const rowsATurn = 2_000;

/**
 * The file's rows within the span by UTC day, with the cells of these columns only: with a cell for each metric of the
 * container a long file would not fit into memory.
 */
export async function rowsByDay(
  history: Pick<HistoryFile, "rows">,
  { fromMs, toMs }: Pick<Span, "fromMs" | "toMs">,
  columns: readonly number[],
) {
  const byDay = new Map<number, Instant[]>();
  let ignored = 0;
  for await (const { atMs, values } of history.rows()) {
    if (atMs < fromMs || atMs >= toMs) {
      ignored++;
      continue;
    }
    const day = dayOf(atMs);
    const row = { atMs, values: columns.map((column) => values[column] ?? null) };
    const rows = byDay.get(day);
    if (rows) rows.push(row);
    else byDay.set(day, [row]);
  }
  return { byDay, ignored };
}

/** The readings that the rows of a day have; of two rows with one time the first counts. */
export async function instantsOfDay(rows: readonly Instant[]): Promise<{ instants: Instant[]; conflicts: number }> {
  const instants = new Map<number, Instant>();
  let conflicts = 0;
  for (const [index, row] of rows.entries()) {
    if (index % rowsATurn === rowsATurn - 1) await turn();
    const { atMs } = row;
    const earlier = instants.get(atMs);
    const merged = earlier && mergeValues(earlier.values, row.values);
    conflicts += merged?.conflicts ?? 0;
    instants.set(atMs, merged ? { atMs, values: merged.values } : row);
  }
  return { instants: [...instants.values()], conflicts };
}
