import { DialectFinder } from "@offgrid/contract/recordings/csv.dialect";
import type { CsvDialect, CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import {
  type JudgedLine,
  type RecordingLimits,
  type RecordingOptions,
  RecordingReader,
} from "@offgrid/contract/recordings/recording.check";

/** What was decided about a file of history, and what the portal keeps. */
export interface ReadOptions {
  mapping: CsvMapping;
  options: RecordingOptions;
  limits: RecordingLimits;
}

/** A CSV file of history, as lines. */
export interface HistoryText extends ReadOptions {
  text: string;
}

/** @returns how the file is written. @throws CsvFault when that cannot be known. */
export function dialectOf({ mapping, text }: Pick<HistoryText, "mapping" | "text">): CsvDialect {
  const finder = new DialectFinder(mapping);
  for (const line of linesOf(text)) if (finder.add(line)) break;
  return finder.dialect;
}

/** Judges the lines of the file in order. @throws CsvFault when nothing of the file can be read. */
export function* judgedLines(file: HistoryText): Generator<JudgedLine> {
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
