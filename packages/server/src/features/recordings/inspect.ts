import { metricsPerContainer } from "@offgrid/contract/core/constants";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { Ambiguity } from "@offgrid/contract/recordings/csv.time";
import { type LineFault, shiftMsOf } from "@offgrid/contract/recordings/recording.check";
import type { ImportReport } from "@offgrid/contract/recordings/recordings.calls";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { Services } from "../../calls/services.ts";
import type { Db } from "../../core/db.ts";
import { addSlots, readSlots } from "../../history/tiers/frames.store.ts";
import { keptFromMs } from "../../history/tiers/retention.store.ts";
import type { ReadOptions } from "./csv-import.ts";
import type { Inspection } from "./file-work.ts";
import { refuseField } from "./upload-fault.ts";

/** What calls and the background import find out about a file before any of it is stored. */

export interface FileChoices {
  mapping: CsvMapping;
  shift?: string | undefined;
  ambiguous: Ambiguity;
}

/** How a file is read, by what was decided about it and what the portal keeps. */
export async function readOptions(
  { db, clock, config }: Pick<Services, "db" | "clock" | "config">,
  { mapping, shift, ambiguous }: FileChoices,
): Promise<ReadOptions> {
  const nowMs = clock.now();
  const { earliestMs } = config;
  const limits = { nowMs, earliestMs, keptFromMs: await keptFromMs(db, config, nowMs) };
  const options = { shiftMs: shift === undefined ? 0 : (shiftMsOf(shift) ?? 0), ambiguity: ambiguous };
  return { mapping, options, limits };
}

/** @throws Refusal bad_input where two columns are one metric. */
export function checkMetrics({ columns }: CsvMapping): void {
  const seen = new Set<string>();
  for (const [index, { metric }] of columns.entries()) {
    if (seen.has(metric)) refuseField(`mapping.columns.${index}.metric`, `Another column is ${metric} already.`);
    seen.add(metric);
  }
}

/** What a call answers about a file. @param lineShift By which lines of the file stand before those of its text. */
export function reportOf({ mapping, limits }: ReadOptions, found: Inspection, lineShift = 0): ImportReport {
  const { counts, faults, faultCount, rows, dialect, weeksLater } = found;
  const isAny = counts.good > 0;
  return {
    metrics: mapping.columns.map(({ metric }) => ({ metric, unit: findMetric(metric)?.unit ?? null })),
    rows: rows.map(({ atMs, values }) => ({ at: toInstant(atMs), values })),
    counts: { ...counts, mistakes: faultCount },
    dialect,
    from: isAny ? toInstant(found.firstMs) : null,
    to: isAny ? toInstant(found.lastMs) : null,
    early:
      counts.early === 0
        ? null
        : {
            from: toInstant(found.earlyFromMs),
            to: toInstant(found.earlyToMs),
            earliest: toInstant(limits.earliestMs),
            shift: `${weeksLater}w`,
          },
    errors: faults.map((fault) => shownFault(fault, lineShift)),
  };
}

/** @param lineShift By which lines of the file stand before those of its text. */
export function shownFault(
  { line, column, code, message, cell }: LineFault,
  lineShift: number,
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
