import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import {
  type JudgedLine,
  type RecordingLimits,
  type RecordingOptions,
  RecordingReader,
  findDialect,
} from "@offgrid/contract/recordings/recording.check";

/** A CSV file of history that came with a call. Pure; the time is an argument. */
export interface HistoryFile {
  mapping: CsvMapping;
  text: string;
  options: RecordingOptions;
  limits: RecordingLimits;
}

export function dialectOf({ mapping, text }: HistoryFile) {
  return findDialect(linesOf(text), mapping);
}

/**
 * Judges the lines of the file in order.
 * @throws CsvFault when nothing of the file can be read.
 */
export function* judgeLines(file: HistoryFile): Generator<JudgedLine> {
  const { mapping, text, options, limits } = file;
  const reader = new RecordingReader(mapping, dialectOf(file), options, limits);
  let line = 0;
  for (const one of linesOf(text)) {
    const judged = reader.judge(one, ++line);
    if (judged) yield judged;
  }
  reader.end();
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
