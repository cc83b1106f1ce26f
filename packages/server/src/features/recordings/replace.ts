import type { InputOf, OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { recordingCalls } from "@offgrid/contract/recordings/recordings.calls";

import type { CallContext } from "../../calls/handler.ts";
import { mergeValues } from "../../history/frame-merge.ts";
import type { FrameRow } from "../../history/frames.store.ts";
import { dayOf } from "../../history/quarter-hours.ts";
import { beginReplacement, listDaysWithFrames, replaceDay } from "../../history/replace.store.ts";
import { type HistoryFile, bySlot, judgeLines } from "./csv-import.ts";

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
  if (toMs <= fromMs) refuse("replace.to", "The end must be later than the beginning.");
  if (fromMs < keptFromMs)
    refuse("replace.from", `Readings are kept from ${new Date(keptFromMs).toISOString()}; begin there or later.`);
  for (const [index, metric] of metrics.entries())
    if (!columns.some((column) => column.metric === metric))
      refuse(`replace.metrics.${index}`, `No column is ${metric}.`);
  return { fromMs, toMs, metrics: [...new Set(metrics)] };
}

function refuse(field: string, message: string): never {
  throw new Refusal("bad_input", { fields: { [field]: message } });
}

export function diskFull(): Refusal {
  return new Refusal("disk_full", { retryAfterS: 60 });
}

/**
 * Puts the readings of the file in place of those that are stored, day by day. After an interruption the same call does
 * the rest.
 */
export async function replaceReadings(
  { actor, db, audit, hasRoom }: Pick<CallContext, "actor" | "db" | "audit" | "hasRoom">,
  containerId: string,
  { history, slots, fromMs, toMs, metrics }: Span & { history: HistoryFile; slots: readonly number[] },
): Promise<Replaced> {
  const { nowMs } = history.limits;
  const chosen = history.mapping.columns.flatMap(({ metric }, index) =>
    metrics.includes(metric) ? [slots[index] as number] : [],
  );
  const about = { containerId, slots: chosen, fromMs, toMs };
  const { byDay, ignored, conflicts } = rowsByDay(history, about, slots);
  const replacement = await beginReplacement(db, about, { userId: actor.userId, nowMs });
  const days = new Set([...(await listDaysWithFrames(db, about)), ...byDay.keys()]);
  let readings = 0;
  const note = () =>
    audit({
      target: containerId,
      after: { replacement: replacement.id, from: toInstant(fromMs), to: toInstant(toMs), metrics, readings },
    });
  try {
    for (const day of [...days].sort((one, other) => one - other)) {
      if (!hasRoom()) throw diskFull();
      readings += await replaceDay(db, replacement, day, [...(byDay.get(day)?.values() ?? [])], nowMs);
    }
  } finally {
    note();
  }
  return { id: replacement.id, readings, ignored, conflicts };
}

/** The file's readings within the span by UTC day; of two rows with one time the first counts. */
function rowsByDay(
  history: HistoryFile,
  {
    containerId,
    slots: chosen,
    fromMs,
    toMs,
  }: { containerId: string; slots: readonly number[] } & Omit<Span, "metrics">,
  slots: readonly number[],
) {
  const byDay = new Map<number, Map<number, FrameRow>>();
  const isChosen = new Set(chosen);
  let ignored = 0;
  let conflicts = 0;
  for (const judged of judgeLines(history)) {
    if (judged.kind !== "good") continue;
    const { atMs } = judged.row;
    if (atMs < fromMs || atMs >= toMs) {
      ignored++;
      continue;
    }
    const values = bySlot(judged.row, slots).map((value, index) => (isChosen.has(index + 1) ? value : null));
    const day = dayOf(atMs);
    let rows = byDay.get(day);
    if (!rows) byDay.set(day, (rows = new Map()));
    const earlier = rows.get(atMs);
    const merged = earlier && mergeValues(earlier.values, values);
    conflicts += merged?.conflicts ?? 0;
    rows.set(atMs, { containerId, atMs, values: merged?.values ?? values });
  }
  return { byDay, ignored, conflicts };
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}
