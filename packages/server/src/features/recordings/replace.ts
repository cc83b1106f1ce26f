import type { InputOf, OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import type { recordingCalls } from "@offgrid/contract/recordings/recordings.calls";

import type { CallContext } from "../../calls/handler.ts";
import type { Db } from "../../core/db.ts";
import { mergeValues } from "../../history/tiers/frame-merge.ts";
import type { FrameRow } from "../../history/tiers/frames.store.ts";
import { dayOf } from "../../history/quarter-hours.ts";
import { beginReplacement, listDaysWithFrames, replaceDay } from "../../history/tiers/replace.store.ts";
import { bySlot } from "./csv-import.ts";
import type { HistoryFile } from "./file-readers.ts";
import { toInstant } from "./inspect.ts";
import { refuseField } from "./upload-fault.ts";

type ImportCall = (typeof recordingCalls)["importData"];
type Wanted = NonNullable<InputOf<ImportCall>["replace"]>;
type Replaced = NonNullable<OutputOf<ImportCall>["data"]["replaced"]>;

export interface Span {
  fromMs: number;
  toMs: number;
  metrics: readonly string[];
}

/** @throws Refusal bad_input where the span is none, or the file does not have one of the metrics. */
export function spanOf({ from, to, metrics }: Wanted, { columns }: CsvMapping, keptFromMs: number): Span {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (toMs <= fromMs) refuseField("replace.to", "The end must be later than the beginning.");
  if (fromMs < keptFromMs)
    refuseField("replace.from", `Readings are kept from ${new Date(keptFromMs).toISOString()}; begin there or later.`);
  for (const [index, metric] of metrics.entries())
    if (!columns.some((column) => column.metric === metric))
      refuseField(`replace.metrics.${index}`, `No column is ${metric}.`);
  return { fromMs, toMs, metrics: [...new Set(metrics)] };
}

export function diskFull(): Refusal {
  return new Refusal("disk_full", { retryAfterS: 60 });
}

interface Replacing {
  history: HistoryFile;
  /** By column of the file. */
  slots: readonly number[];
  /** Called before each day. @throws when nothing more may be changed. */
  mayGoOn: () => Promise<void>;
}

/** The slots of the metrics that are replaced. */
export function chosenSlots({ columns }: CsvMapping, slots: readonly number[], metrics: readonly string[]): number[] {
  return columns.flatMap(({ metric }, index) => (metrics.includes(metric) ? [slots[index] as number] : []));
}

/**
 * Puts the readings of the file in place of those that are stored, day by day. After an interruption the same call does
 * the rest.
 */
export async function replaceReadings(
  { actor, db, audit }: Pick<CallContext, "actor" | "db" | "audit">,
  containerId: string,
  { history, slots, mayGoOn, fromMs, toMs, metrics }: Span & Replacing,
): Promise<Replaced> {
  const { nowMs } = history.limits;
  const about = { containerId, slots: chosenSlots(history.mapping, slots, metrics), fromMs, toMs };
  const { days, framesOf, ignored } = await daysOfCorrection(db, history, about, slots);
  const replacement = await beginReplacement(db, about, { userId: actor.userId, nowMs });
  let readings = 0;
  let conflicts = 0;
  const note = () =>
    audit({
      target: containerId,
      after: { replacement: replacement.id, from: toInstant(fromMs), to: toInstant(toMs), metrics, readings },
    });
  try {
    for (const day of days) {
      await mayGoOn();
      const fresh = framesOf(day);
      readings += await replaceDay(db, replacement, day, fresh.frames, nowMs);
      conflicts += fresh.conflicts;
    }
  } finally {
    note();
  }
  return { id: replacement.id, readings, ignored, conflicts };
}

/** What a correction changes: readings of these slots within a span. */
interface About extends Pick<Span, "fromMs" | "toMs"> {
  containerId: string;
  slots: readonly number[];
}

/**
 * The UTC days that a correction changes, the oldest first, and what the file has for each of them.
 * @param slots By column of the file.
 */
export async function daysOfCorrection(
  db: Db,
  history: Pick<HistoryFile, "rows">,
  about: About,
  slots: readonly number[],
) {
  const { byDay, ignored } = await rowsByDay(history, about);
  const days = [...new Set([...(await listDaysWithFrames(db, about)), ...byDay.keys()])].sort((one, two) => one - two);
  return { days, framesOf: (day: number) => framesOfDay(byDay.get(day) ?? [], about, slots), ignored };
}

/**
 * The file's rows within the span by UTC day, as the file has them: with a cell for each metric of the container a long
 * file would not fit into memory.
 */
export async function rowsByDay(history: Pick<HistoryFile, "rows">, { fromMs, toMs }: Pick<Span, "fromMs" | "toMs">) {
  const byDay = new Map<number, CsvRow[]>();
  let ignored = 0;
  for await (const row of history.rows()) {
    const { atMs } = row;
    if (atMs < fromMs || atMs >= toMs) {
      ignored++;
      continue;
    }
    const day = dayOf(atMs);
    const rows = byDay.get(day);
    if (rows) rows.push(row);
    else byDay.set(day, [row]);
  }
  return { byDay, ignored };
}

/**
 * The frames that the rows of a day make, with the chosen slots only; of two rows with one time the first counts.
 * @param slots By column of the file.
 */
export function framesOfDay(
  rows: readonly CsvRow[],
  { containerId, slots: chosen }: Pick<About, "containerId" | "slots">,
  slots: readonly number[],
): { frames: FrameRow[]; conflicts: number } {
  const isChosen = new Set(chosen);
  const frames = new Map<number, FrameRow>();
  let conflicts = 0;
  for (const row of rows) {
    const { atMs } = row;
    const values = bySlot(row, slots).map((value, index) => (isChosen.has(index + 1) ? value : null));
    const earlier = frames.get(atMs);
    const merged = earlier && mergeValues(earlier.values, values);
    conflicts += merged?.conflicts ?? 0;
    frames.set(atMs, { containerId, atMs, values: merged?.values ?? values });
  }
  return { frames: [...frames.values()], conflicts };
}
