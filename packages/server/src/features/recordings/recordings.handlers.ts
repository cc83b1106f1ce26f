import { setImmediate as nextTurn } from "node:timers/promises";

import { metricsPerContainer } from "@offgrid/contract/core/constants";
import type { OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { CsvFault } from "@offgrid/contract/recordings/csv.rows";
import { RecordingSummary, shiftMsOf } from "@offgrid/contract/recordings/recording.check";
import { importRowsShown, type recordingCalls } from "@offgrid/contract/recordings/recordings.calls";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import { tellAtCommit } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import type { Handlers } from "../../calls/handler.ts";
import { type Month, isPartitionGone } from "../../history/partitions.store.ts";
import { keptFromMs } from "../../history/retention.store.ts";
import * as containers from "../containers/containers.store.ts";
import { type HistoryFile, bySlot, dialectOf, judgeLines } from "./csv-import.ts";
import { diskFull, replaceReadings, spanOf } from "./replace.ts";
import { mergeValues } from "../../history/frame-merge.ts";
import { type FrameRow, addSlots, ensurePartitions, readSlots, writeFrames } from "../../history/frames.store.ts";

type ImportCall = (typeof recordingCalls)["importData"];
type Report = OutputOf<ImportCall>["data"];
type Stored = NonNullable<Report["stored"]>;

const rowsPerWrite = 1_000;
/** Lines between two yields to other work. */
const linesPerTurn = 2_000;
/** Instants of conflicts that are named. */
const conflictsShown = 20;

export const recordingHandlers: Handlers<typeof recordingCalls> = {
  importData: async (input, context) => {
    const { containerId, step, mapping, file, shift, ambiguous, replace } = input;
    const { actor, db, clock, config, hasRoom } = context;
    await containers.mustFind(db, actor, containerId);
    checkMetrics(mapping);
    const nowMs = clock.now();
    const { earliestMs } = config;
    const limits = { nowMs, earliestMs, keptFromMs: await keptFromMs(db, config, nowMs) };
    const span = replace && spanOf(replace, mapping, limits.keptFromMs);
    if (span && step === "import") context.mustBeConfirmed();
    const options = { shiftMs: shift === undefined ? 0 : (shiftMsOf(shift) ?? 0), ambiguity: ambiguous };
    const history: HistoryFile = { mapping, text: file, options, limits };
    const { summary, rows } = await inspect(history);
    const report = reportOf(history, summary, rows);
    if (step === "preview") {
      await checkCap(db, containerId, mapping);
      return { data: report };
    }
    if (!summary.isUsable || summary.counts.good === 0) return { data: report };
    if (!hasRoom()) throw diskFull();
    const slots = await slotsFor(db, containerId, mapping);
    if (!span) return { data: { ...report, stored: await store(db, containerId, history, slots, hasRoom) } };
    return { data: { ...report, replaced: await replaceReadings(context, containerId, { history, slots, ...span }) } };
  },
};

function checkMetrics({ columns }: CsvMapping): void {
  const seen = new Set<string>();
  for (const [index, { metric }] of columns.entries()) {
    if (seen.has(metric)) refuse(`mapping.columns.${index}.metric`, `Another column is ${metric} already.`);
    seen.add(metric);
  }
}

function refuse(field: string, message: string): never {
  throw new Refusal("bad_input", { fields: { [field]: message } });
}

/** Reads what the whole file holds before any of it is stored. */
async function inspect(history: HistoryFile): Promise<{ summary: RecordingSummary; rows: Report["rows"] }> {
  const rows: Report["rows"] = [];
  const summary = new RecordingSummary();
  try {
    for (const judged of judgeLines(history)) {
      summary.add(judged);
      if (summary.counts.lines % linesPerTurn === 0) await nextTurn();
      if (judged.kind !== "good" || rows.length >= importRowsShown) continue;
      rows.push({ at: toInstant(judged.row.atMs), values: judged.row.values });
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    refuse(error.code === "mapping" ? "mapping.time" : "file", `The file: ${error.message}`);
  }
  return { summary, rows };
}

function reportOf(history: HistoryFile, summary: RecordingSummary, rows: Report["rows"]): Report {
  const { earliestMs } = history.limits;
  const { counts, faults, faultCount } = summary;
  const isAny = counts.good > 0;
  return {
    metrics: history.mapping.columns.map(({ metric }) => ({ metric, unit: findMetric(metric)?.unit ?? null })),
    rows,
    counts: { ...counts, mistakes: faultCount },
    dialect: dialectOf(history),
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
    errors: faults.map((fault) => ({ ...fault, column: fault.column ?? null })),
  };
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Stores the rows in batches; an interruption loses nothing, since the same file may be sent again. */
async function store(
  db: Db,
  containerId: string,
  history: HistoryFile,
  slots: readonly number[],
  hasRoom: () => boolean,
): Promise<Stored> {
  const stored = { added: 0, completed: 0, conflicts: 0 };
  const conflictsAt = new Set<number>();
  const partitions = new Set<Month>();
  const waiting = new Map<number, FrameRow>();
  const write = async () => {
    if (waiting.size === 0) return;
    if (!hasRoom()) throw diskFull();
    // In the order of time, like every writer of a container's frames, so that there are no deadlocks.
    const rows = [...waiting.values()].sort((one, other) => one.atMs - other.atMs);
    waiting.clear();
    const attempt = async () => {
      await ensurePartitions(db, rows, partitions);
      return db.transaction().execute(async (tx) => {
        const frames = await writeFrames(tx, rows, history.limits.nowMs);
        await tellAtCommit(tx, "historyChanged", { containerIds: [containerId] });
        return frames;
      });
    };
    const written = await attempt().catch((error: unknown) => {
      if (!isPartitionGone(error)) throw error;
      partitions.clear();
      return attempt();
    });
    stored.added += written.stored;
    stored.completed += written.merged;
    for (const [index, conflicts] of written.conflicts) {
      stored.conflicts += conflicts;
      conflictsAt.add((rows[index] as FrameRow).atMs);
    }
  };
  for (const judged of judgeLines(history)) {
    if (judged.kind !== "good") continue;
    const row = { containerId, atMs: judged.row.atMs, values: bySlot(judged.row, slots) };
    const earlier = waiting.get(row.atMs);
    const merged = earlier && mergeValues(earlier.values, row.values);
    stored.conflicts += merged?.conflicts ?? 0;
    if (merged && merged.conflicts > 0) conflictsAt.add(row.atMs);
    waiting.set(row.atMs, merged ? { ...row, values: merged.values } : row);
    if (waiting.size >= rowsPerWrite) await write();
  }
  await write();
  const first = [...conflictsAt].sort((one, other) => one - other).slice(0, conflictsShown);
  return { ...stored, conflictsAt: first.map(toInstant) };
}

/**
 * Slots of the mapped columns; makes missing ones. @throws Refusal("bad_input") when the container would have too many.
 */
async function slotsFor(db: Db, containerId: string, { columns }: CsvMapping): Promise<number[]> {
  await checkCap(db, containerId, { columns });
  const metrics = columns.map(({ metric: name }) => {
    const known = findMetric(name);
    return { name, unit: known?.unit ?? null, kind: known?.kind ?? null };
  });
  const slots = await addSlots(db, containerId, metrics, metricsPerContainer);
  return columns.map(({ metric }, index) => slots.get(metric) ?? tooMany(index));
}

async function checkCap(db: Db, containerId: string, { columns }: Pick<CsvMapping, "columns">): Promise<void> {
  const slots = await readSlots(db, containerId);
  const fresh = columns.flatMap(({ metric }, index) => (slots.has(metric) ? [] : [index]));
  const room = metricsPerContainer - slots.size;
  if (fresh.length > room) tooMany(fresh[Math.max(0, room)] as number);
}

function tooMany(index: number): never {
  return refuse(`mapping.columns.${index}.metric`, `A container has at most ${metricsPerContainer} metrics.`);
}
