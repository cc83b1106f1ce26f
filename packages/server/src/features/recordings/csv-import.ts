import { setImmediate as nextTurn } from "node:timers/promises";

import { DialectFinder } from "@offgrid/contract/recordings/csv.dialect";
import type { CsvDialect, CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import {
  type JudgedLine,
  type RecordingLimits,
  type RecordingOptions,
  RecordingReader,
} from "@offgrid/contract/recordings/recording.check";

/** A CSV file of history that came with a call. Its lines are read in turns, since ingest shares the process. */
export interface HistoryFile {
  mapping: CsvMapping;
  text: string;
  options: RecordingOptions;
  limits: RecordingLimits;
}

/** Lines between two yields to other work. */
export const linesPerTurn = 2_000;

/** @returns how the file is written. @throws CsvFault when that cannot be known. */
export async function dialectOf(
  { mapping, text }: Pick<HistoryFile, "mapping" | "text">,
  signal?: AbortSignal,
): Promise<CsvDialect> {
  const finder = new DialectFinder(mapping);
  let line = 0;
  for (const one of linesOf(text)) {
    if (finder.add(one)) break;
    if (++line % linesPerTurn === 0) await pause(signal);
  }
  return finder.dialect;
}

/**
 * Judges the lines of the file in order.
 * @param signal Aborted: nobody wants the rest, and it throws.
 * @throws CsvFault when nothing of the file can be read.
 */
export async function* judgedLines(file: HistoryFile, signal?: AbortSignal): AsyncGenerator<JudgedLine> {
  const { mapping, text, options, limits } = file;
  const reader = new RecordingReader(mapping, await dialectOf(file, signal), options, limits);
  let line = 0;
  for (const one of linesOf(text)) {
    const judged = reader.judge(one, ++line);
    if (judged) yield judged;
    if (line % linesPerTurn === 0) await pause(signal);
  }
  reader.end();
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}

/** The values of a row by slot, slot 1 first. */
export function bySlot({ values }: Pick<CsvRow, "values">, slots: readonly number[]): (number | null)[] {
  const cells: (number | null)[] = Array.from({ length: Math.max(...slots) }, () => null);
  for (const [index, slot] of slots.entries()) cells[slot - 1] = values[index] ?? null;
  return cells;
}

/** Lines without their ends (LF or CRLF) and without a byte order mark, cut off one at a time. */
function* linesOf(file: string): Generator<string> {
  let from = file.startsWith("\uFEFF") ? 1 : 0;
  while (from < file.length) {
    const end = file.indexOf("\n", from);
    const to = end < 0 ? file.length : end;
    yield file.slice(from, to > from && file[to - 1] === "\r" ? to - 1 : to);
    from = to + 1;
  }
}
