import type { CsvDialect, CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { DialectFinder } from "@offgrid/contract/recordings/csv.dialect";
import { CsvFault } from "@offgrid/contract/recordings/csv.rows";
import {
  type JudgedLine,
  type RecordingLimits,
  type RecordingOptions,
  RecordingReader,
  RecordingSummary,
} from "@offgrid/contract/recordings/recording.check";

import type { Driver, Frame, HistoryBatch } from "../driver.ts";
import { RecordingError } from "./recording.error.ts";
import { readLines } from "./recording.lines.ts";

const framesPerBatch = 1_000;

/** A CSV file with all that decides what it says. */
export interface CsvFile {
  path: string;
  mapping: CsvMapping;
  options: RecordingOptions;
  limits: RecordingLimits;
}

/**
 * Reads the rows of a CSV as frames, in the file's order. Empty cells are null; a row without any reading is no frame.
 * @throws RecordingError naming file, line and remedy.
 */
export async function* readCsvFrames(file: CsvFile): AsyncGenerator<Frame> {
  for await (const judged of judgeLines(file)) {
    if (judged.kind === "good") yield { atMs: judged.row.atMs, values: judged.row.values };
    // The file is not what it was when it was checked.
    else if (judged.kind === "wrong")
      throw new RecordingError(file.path, judged.faults[0]?.message ?? "", judged.faults[0]?.line);
  }
}

/** The same in batches, for `importHistory`. */
export async function* readCsvBatches(file: CsvFile): AsyncGenerator<HistoryBatch> {
  const metrics = file.mapping.columns.map(({ metric }) => metric);
  let frames: Frame[] = [];
  for await (const frame of readCsvFrames(file)) {
    frames.push(frame);
    if (frames.length < framesPerBatch) continue;
    yield { metrics, frames };
    frames = [];
  }
  if (frames.length > 0) yield { metrics, frames };
}

/**
 * Reads the whole file once, so that every mistake in it is known before the first message goes out.
 * @throws RecordingError when nothing of the file can be read.
 */
export async function checkCsv(file: CsvFile): Promise<RecordingSummary> {
  const summary = new RecordingSummary();
  for await (const judged of judgeLines(file)) summary.add(judged);
  if (summary.isUsable && summary.counts.good === 0)
    throw new RecordingError(file.path, "has no reading in the mapped columns; check the mapping.");
  return summary;
}

async function* judgeLines(file: CsvFile): AsyncGenerator<JudgedLine> {
  const { path, mapping, options, limits } = file;
  try {
    const reader = new RecordingReader(mapping, await findDialect(path, mapping), options, limits);
    for await (const { text, line } of readLines(path)) {
      const judged = reader.judge(text, line);
      if (judged) yield judged;
    }
    reader.end();
  } catch (error) {
    throw error instanceof CsvFault ? new RecordingError(path, error.message, error.line) : error;
  }
}

async function findDialect(path: string, mapping: CsvMapping): Promise<CsvDialect> {
  const finder = new DialectFinder(mapping);
  for await (const { text } of readLines(path)) if (finder.add(text)) break;
  return finder.dialect;
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
