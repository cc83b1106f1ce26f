import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { CsvFault, type CsvRow, hasReading, openCsv } from "@offgrid/contract/recordings/csv.rows";

import type { Driver, Frame, HistoryBatch } from "../driver.ts";
import { RecordingError } from "./recording.error.ts";
import { readLines } from "./recording.lines.ts";

const framesPerBatch = 1_000;

/** What a check of the whole file found. */
export interface CsvSummary {
  rows: number;
  /** Rows with at least one reading. */
  frames: number;
  /** Rows with the same time as the row before; the portal keeps the first. */
  repeated: number;
  /** Times of the first and the last row with a reading. */
  firstMs: number;
  lastMs: number;
  /** The most frequent distance between two rows. */
  periodMs: number;
}

/**
 * Reads the rows of a CSV as frames, in the file's order. Empty cells are null; a row without any reading is no frame.
 * @throws RecordingError naming file, line and remedy.
 */
export async function* readCsvFrames(file: string, mapping: CsvMapping): AsyncGenerator<Frame> {
  for await (const { atMs, values } of readRows(file, mapping)) if (hasReading({ values })) yield { atMs, values };
}

/** The same in batches, for `importHistory`. */
export async function* readCsvBatches(file: string, mapping: CsvMapping): AsyncGenerator<HistoryBatch> {
  const metrics = mapping.columns.map(({ metric }) => metric);
  let frames: Frame[] = [];
  for await (const frame of readCsvFrames(file, mapping)) {
    frames.push(frame);
    if (frames.length < framesPerBatch) continue;
    yield { metrics, frames };
    frames = [];
  }
  if (frames.length > 0) yield { metrics, frames };
}

/**
 * Reads the whole file once, so that a mistake in its last line is found before the first message goes out.
 * @throws RecordingError naming file, line and remedy.
 */
export async function checkCsv(file: string, mapping: CsvMapping): Promise<CsvSummary> {
  const summary = { rows: 0, frames: 0, repeated: 0, firstMs: Infinity, lastMs: -Infinity };
  const distances = new Map<number, number>();
  let beforeMs: number | undefined;
  for await (const row of readRows(file, mapping)) {
    summary.rows++;
    if (hasReading(row)) {
      summary.frames++;
      summary.firstMs = Math.min(summary.firstMs, row.atMs);
      summary.lastMs = Math.max(summary.lastMs, row.atMs);
    }
    if (beforeMs !== undefined) {
      const distance = Math.abs(row.atMs - beforeMs);
      if (distance === 0) summary.repeated++;
      else distances.set(distance, (distances.get(distance) ?? 0) + 1);
    }
    beforeMs = row.atMs;
  }
  if (summary.frames === 0) throw new RecordingError(file, "has no reading in the mapped columns; check the mapping.");
  const [usual] = [...distances].sort(([, left], [, right]) => right - left);
  return { ...summary, periodMs: usual?.[0] ?? 60_000 };
}

async function* readRows(file: string, mapping: CsvMapping): AsyncGenerator<CsvRow> {
  try {
    const reader = openCsv(mapping);
    for await (const { text, line } of readLines(file)) {
      const row = reader.read(text, line);
      if (row) yield row;
    }
    reader.end();
  } catch (error) {
    throw error instanceof CsvFault ? new RecordingError(file, error.message, error.line) : error;
  }
}

/** Equipment that only has a past, for a controller that does nothing but import history. */
export function pastOnlyDriver(mapping: CsvMapping): Driver {
  return {
    metrics: mapping.columns.map(({ metric }) => ({ name: metric })),
    devices: [],
    capabilities: [],
    read: async () => undefined,
    close: async () => {},
  };
}
