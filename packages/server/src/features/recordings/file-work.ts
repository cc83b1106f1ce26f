import type { CsvDialect, CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { CsvFault, type CsvRow, MappingFault } from "@offgrid/contract/recordings/csv.rows";
import { RecordingSummary } from "@offgrid/contract/recordings/recording.check";
import { columnsOf, type FileColumn, guessMapping, shownColumns } from "@offgrid/contract/recordings/recording.guess";
import { correctedRowsADay } from "@offgrid/contract/recordings/import-limits";
import { importRowsShown } from "@offgrid/contract/recordings/recordings.calls";

import { dayOf } from "../../history/quarter-hours.ts";
import { dialectOf, type HistoryText, judgedLines, type ReadOptions } from "./csv-import.ts";
import {
  countRows,
  firstLinesOf,
  type ImportText,
  packed,
  readImportFile,
  refuseBigLines,
  unpacked,
} from "./import-file.ts";
import { refuseField, refuseFile } from "./upload-fault.ts";

/** What is done with the file of somebody else. It runs in a process of its own (`file-reader.ts`). */

/** A text as a call brings it, or packed as the database keeps it. */
export type FileSource = { text: string } | { body: Buffer };

/** An uploaded file, as it is kept. */
export interface PackedFile extends Omit<ImportText, "text"> {
  /** Lines with cells, without the one that names the columns. */
  lines: number;
  body: Buffer;
}

/** What the first lines of a file say. */
export interface FileColumns {
  names: string[];
  columns: FileColumn[];
  mapping: CsvMapping;
  isDayOrderUnsure: boolean;
}

/** What a whole file holds. */
export interface Inspection extends Pick<
  RecordingSummary,
  "counts" | "faults" | "faultCount" | "firstMs" | "lastMs" | "earlyFromMs" | "earlyToMs" | "isUsable"
> {
  dialect: CsvDialect;
  /** By which all times have to be moved for the first to be late enough. */
  weeksLater: number;
  /** The first good rows. */
  rows: Pick<CsvRow, "atMs" | "values">[];
  /** The first times that are too early. */
  early: { line: number; atMs: number }[];
  /** By column: the readings within the span that was asked about. */
  readings: ColumnReadings[];
}

export interface ColumnReadings {
  count: number;
  /** First and last; infinite where there is none. */
  firstMs: number;
  lastMs: number;
}

/** What is asked about a file. */
export interface Inspecting {
  /** How many mistakes are named. */
  shown?: number | undefined;
  /** A span that a correction is to replace. */
  within?: { fromMs: number; toMs: number } | undefined;
}

/** Good rows one after the other, each as its line, its time and its values; NaN is no reading. */
export type PackedRows = Float64Array;

/** Lines from which the meaning of the columns is guessed. */
const linesGuessed = 400;
const numbersPerBatch = 32_000;

/** The work on one file. Each method is a request of the portal's process. */
export class FileWork {
  #file: HistoryText | undefined;
  #rows: Iterator<CsvRow> | undefined;

  /** @param file Base64 of an uploaded file. @throws Refusal bad_input with the reason in `fields.file`. */
  async pack({ file, sheet }: { file: string; sheet: number }): Promise<PackedFile> {
    const { text, ...about } = await readImportFile(Buffer.from(file, "base64"), sheet);
    const lines = countRows(text);
    if (lines === 0) refuseFile("empty");
    return { ...about, lines, body: await packed(text) };
  }

  /** @param zone For times that carry none. */
  async columns({ body, zone }: { body: Buffer; zone: string }): Promise<FileColumns> {
    const lines = await firstLinesOf(body, linesGuessed);
    const columns = columnsOf(lines);
    return { names: columns.map(({ name }) => name), columns: shownColumns(columns), ...guessMapping(lines, zone) };
  }

  /** The methods that follow are about this file. @throws Refusal bad_input where it is too long to be read. */
  async open({ source, ...options }: ReadOptions & { source: FileSource }): Promise<void> {
    if ("text" in source) refuseBigLines(source.text);
    this.#file = { ...options, text: "text" in source ? source.text : await unpacked(source.body) };
    this.#rows = undefined;
  }

  /**
   * Reads the whole file before any of it is stored.
   * @throws Refusal bad_input where nothing of the file can be read, or a day has too many rows for a correction.
   */
  inspect(what: Inspecting): Inspection {
    return inspect(this.#opened, what);
  }

  /** The next rows below a line of the file; undefined after the last. */
  rows({ after }: { after: number }): PackedRows | undefined {
    this.#rows ??= goodRows(this.#opened);
    const { columns } = this.#opened.mapping;
    const numbers: number[] = [];
    while (numbers.length <= numbersPerBatch - columns.length - 2) {
      const { done, value } = this.#rows.next();
      if (done) break;
      if (value.line <= after) continue;
      numbers.push(value.line, value.atMs);
      for (const one of value.values) numbers.push(one ?? NaN);
    }
    return numbers.length > 0 ? Float64Array.from(numbers) : undefined;
  }

  get #opened(): HistoryText {
    if (!this.#file) throw new Error("no file is open");
    return this.#file;
  }
}

/** @throws Refusal bad_input where nothing of the file can be read, or a day has too many rows for a correction. */
export function inspect(file: HistoryText, { shown, within }: Inspecting = {}): Inspection {
  const rows: Inspection["rows"] = [];
  const early: Inspection["early"] = [];
  const summary = new RecordingSummary(shown);
  const span = new SpanReadings(file.mapping.columns.length, within);
  try {
    for (const judged of judgedLines(file)) {
      summary.add(judged);
      if (judged.kind === "good") span.add(judged.row);
      if (judged.kind === "good" && rows.length < importRowsShown) rows.push(judged.row);
      if (judged.kind === "early" && early.length < (shown ?? 0)) early.push(judged);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const field = error instanceof MappingFault ? `mapping.${error.field}` : "file";
    refuseField(field, `The file: ${error.message}`);
  }
  const { counts, faults, faultCount, firstMs, lastMs, earlyFromMs, earlyToMs, isUsable } = summary;
  return {
    ...{ counts, faults, faultCount, firstMs, lastMs, earlyFromMs, earlyToMs, isUsable, rows, early },
    readings: span.readings,
    dialect: dialectOf(file),
    weeksLater: summary.weeksLater(file.limits.earliestMs),
  };
}

/** What a correction would take from a file. */
class SpanReadings {
  readonly readings: ColumnReadings[];
  readonly #within: Inspecting["within"];
  readonly #rowsOfDay = new Map<number, number>();

  constructor(columns: number, within: Inspecting["within"]) {
    this.readings = Array.from({ length: columns }, () => ({ count: 0, firstMs: Infinity, lastMs: -Infinity }));
    this.#within = within;
  }

  /** @throws Refusal bad_input where a day has too many rows. */
  add({ atMs, values }: CsvRow): void {
    if (!this.#within || atMs < this.#within.fromMs || atMs >= this.#within.toMs) return;
    const rows = (this.#rowsOfDay.get(dayOf(atMs)) ?? 0) + 1;
    if (rows > correctedRowsADay) refuseFile("too_dense");
    this.#rowsOfDay.set(dayOf(atMs), rows);
    for (const [column, value] of values.entries()) {
      const one = this.readings[column];
      if (value === null || !one) continue;
      one.count++;
      one.firstMs = Math.min(one.firstMs, atMs);
      one.lastMs = Math.max(one.lastMs, atMs);
    }
  }
}

/** The rows that are stored. */
export function* goodRows(file: HistoryText): Generator<CsvRow> {
  for (const judged of judgedLines(file)) if (judged.kind === "good") yield judged.row;
}
