import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { CsvFault, type CsvFaultCode, type CsvRow, hasReading, openCsv } from "@offgrid/contract/recordings/csv.rows";

import { earliestFrameMs } from "@offgrid/contract/core/constants";

import { isImpossible } from "../ingest/frame-message.ts";

/** Checks a CSV file of history line by line. Pure; the time is an argument. */

export interface LineFault {
  line: number;
  code: CsvFaultCode;
  message: string;
}

/** A line of the file: good (with a reading), without one, or wrong. */
export type JudgedLine = { good: CsvRow } | { withoutReading: true } | { fault: LineFault };

/**
 * Checks the lines of a file in order.
 * @throws CsvFault when nothing of the file can be read.
 */
export function* judgeLines(
  file: string,
  mapping: CsvMapping,
  times: { nowMs: number; keptFromMs: number },
): Generator<JudgedLine> {
  const reader = openCsv(mapping);
  let line = 0;
  for (const text of linesOf(file)) {
    line++;
    try {
      const row = reader.read(text, line);
      if (!row) continue;
      checkRow(row, mapping, times);
      // -0 becomes 0, so that equal readings are equal in every comparison.
      if (hasReading(row)) yield { good: { ...row, values: row.values.map((value) => value && value + 0) } };
      else yield { withoutReading: true };
    } catch (error) {
      if (!(error instanceof CsvFault) || error.isWholeFile) throw error;
      yield { fault: { line, code: error.code, message: error.message.slice(0, 300) } };
    }
  }
  reader.end();
}

/** The same rules as for frames from a controller. */
function checkRow(
  { atMs, values, line }: CsvRow,
  mapping: CsvMapping,
  { nowMs, keptFromMs }: { nowMs: number; keptFromMs: number },
): void {
  if (isImpossible(atMs, nowMs, keptFromMs)) {
    const at = Math.abs(atMs) < 8.64e15 ? new Date(atMs).toISOString() : String(atMs);
    const isDropped = atMs >= earliestFrameMs && atMs < keptFromMs;
    const why = isDropped ? "before what is kept (RAW_DAYS)" : "before 2020 or in the future; check format and zone";
    throw new CsvFault("impossible_time", `The time ${at} is ${why}.`, line);
  }
  const place = values.findIndex((value) => value !== null && !Number.isFinite(value));
  if (place < 0) return;
  throw new CsvFault("number", `The value in column "${mapping.columns[place]?.column}" is too large.`, line);
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
