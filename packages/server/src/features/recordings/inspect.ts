import { metricsPerContainer } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { CsvFault, MappingFault } from "@offgrid/contract/recordings/csv.rows";
import { type LineFault, RecordingSummary, shiftMsOf } from "@offgrid/contract/recordings/recording.check";
import { type ImportReport, importRowsShown } from "@offgrid/contract/recordings/recordings.calls";
import type { Ambiguity } from "@offgrid/contract/recordings/csv.time";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { Services } from "../../calls/services.ts";
import type { Db } from "../../core/db.ts";
import { addSlots, readSlots } from "../../history/tiers/frames.store.ts";
import { keptFromMs } from "../../history/tiers/retention.store.ts";
import { type HistoryFile, dialectOf, judgedLines } from "./csv-import.ts";

/** What calls and the background import find out about a file before any of it is stored. */

export interface FileChoices {
  mapping: CsvMapping;
  shift?: string | undefined;
  ambiguous: Ambiguity;
}

/** The file with what was decided about it and what the portal keeps. */
export async function historyFile(
  { db, clock, config }: Pick<Services, "db" | "clock" | "config">,
  text: string,
  { mapping, shift, ambiguous }: FileChoices,
): Promise<HistoryFile> {
  const nowMs = clock.now();
  const { earliestMs } = config;
  const limits = { nowMs, earliestMs, keptFromMs: await keptFromMs(db, config, nowMs) };
  const options = { shiftMs: shift === undefined ? 0 : (shiftMsOf(shift) ?? 0), ambiguity: ambiguous };
  return { mapping, text, options, limits };
}

/** @throws Refusal bad_input where two columns are one metric. */
export function checkMetrics({ columns }: CsvMapping): void {
  const seen = new Set<string>();
  for (const [index, { metric }] of columns.entries()) {
    if (seen.has(metric)) refuseField(`mapping.columns.${index}.metric`, `Another column is ${metric} already.`);
    seen.add(metric);
  }
}

export function refuseField(field: string, message: string): never {
  throw new Refusal("bad_input", { fields: { [field]: message } });
}

/**
 * Reads what the whole file holds before any of it is stored.
 * @param shown How many mistakes are named.
 * @param signal Aborted: nobody waits for the answer, and it throws.
 * @throws Refusal bad_input where nothing of the file can be read.
 */
export async function inspect(
  history: HistoryFile,
  shown?: number,
  signal?: AbortSignal,
): Promise<{ summary: RecordingSummary; rows: ImportReport["rows"] }> {
  const rows: ImportReport["rows"] = [];
  const summary = new RecordingSummary(shown);
  try {
    for await (const judged of judgedLines(history, signal)) {
      summary.add(judged);
      if (judged.kind !== "good" || rows.length >= importRowsShown) continue;
      rows.push({ at: toInstant(judged.row.atMs), values: judged.row.values });
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const field = error instanceof MappingFault ? `mapping.${error.field}` : "file";
    refuseField(field, `The file: ${error.message}`);
  }
  return { summary, rows };
}

export async function reportOf(
  history: HistoryFile,
  summary: RecordingSummary,
  rows: ImportReport["rows"],
): Promise<ImportReport> {
  const { earliestMs } = history.limits;
  const { counts, faults, faultCount } = summary;
  const isAny = counts.good > 0;
  return {
    metrics: history.mapping.columns.map(({ metric }) => ({ metric, unit: findMetric(metric)?.unit ?? null })),
    rows,
    counts: { ...counts, mistakes: faultCount },
    dialect: await dialectOf(history),
    from: isAny ? toInstant(summary.firstMs) : null,
    to: isAny ? toInstant(summary.lastMs) : null,
    early:
      counts.early === 0
        ? null
        : {
            from: toInstant(summary.earlyFromMs),
            to: toInstant(summary.earlyToMs),
            earliest: toInstant(earliestMs),
            shift: `${summary.weeksLater(earliestMs)}w`,
          },
    errors: faults.map((fault) => shownFault(fault)),
  };
}

/** @param lineShift By which lines of the file stand before those of its text. */
export function shownFault(
  { line, column, code, message, cell }: LineFault,
  lineShift = 0,
): ImportReport["errors"][number] {
  return { line: line + lineShift, column: column ?? null, code, message, cell: cell ?? null };
}

export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * Slots of the mapped columns; makes missing ones. @throws Refusal("bad_input") when the container would have too many.
 */
export async function slotsFor(db: Db, containerId: string, { columns }: CsvMapping): Promise<number[]> {
  await checkCap(db, containerId, { columns });
  const metrics = columns.map(({ metric: name }) => {
    const known = findMetric(name);
    return { name, unit: known?.unit ?? null, kind: known?.kind ?? null };
  });
  const slots = await addSlots(db, containerId, metrics, metricsPerContainer);
  return columns.map(({ metric }, index) => slots.get(metric) ?? tooMany(index));
}

/** @throws Refusal bad_input when the container would have too many metrics. */
export async function checkCap(db: Db, containerId: string, { columns }: Pick<CsvMapping, "columns">): Promise<void> {
  const slots = await readSlots(db, containerId);
  const fresh = columns.flatMap(({ metric }, index) => (slots.has(metric) ? [] : [index]));
  const room = metricsPerContainer - slots.size;
  if (fresh.length > room) tooMany(fresh[Math.max(0, room)] as number);
}

function tooMany(index: number): never {
  return refuseField(`mapping.columns.${index}.metric`, `A container has at most ${metricsPerContainer} metrics.`);
}
