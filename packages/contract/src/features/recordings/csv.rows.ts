import type { CsvMapping } from "./csv.mapping.ts";
import { type TimeReader, timeReader } from "./csv.time.ts";

/** Reads CSV measurements line by line. Pure: the caller supplies the lines. */

export const csvFaults = [
  "empty",
  "mapping",
  "columns",
  "quote",
  "width",
  "time",
  "number",
  "impossible_time",
] as const;
export type CsvFaultCode = (typeof csvFaults)[number];

/** What is wrong with a file or with one line of it; the message is a sentence without the place. */
export class CsvFault extends Error {
  readonly code: CsvFaultCode;
  /** From 1; undefined where the fault concerns the file as a whole. */
  readonly line: number | undefined;
  constructor(code: CsvFaultCode, message: string, line?: number) {
    super(message);
    this.name = "CsvFault";
    this.code = code;
    this.line = line;
  }

  /** Nothing of the file can be read: the fault is in the file as a whole, its first line, or the mapping. */
  get isWholeFile(): boolean {
    return this.code === "empty" || this.code === "mapping" || this.code === "columns";
  }
}

/** One line: its time and a value per mapped column, null where it has no reading. */
export interface CsvRow {
  line: number;
  atMs: number;
  values: (number | null)[];
}

/**
 * A reader of one file. Give it the lines in order, counted from 1, without their line ends.
 * @throws CsvFault when the format of the time or its zone does not exist.
 */
export function openCsv(mapping: CsvMapping): CsvReader {
  return new CsvReader(mapping);
}

interface Places {
  time: number;
  columns: { place: number; multiply: number; name: string }[];
  width: number;
}

class CsvReader {
  readonly #mapping: CsvMapping;
  readonly #toTime: TimeReader;
  #places: Places | undefined;

  constructor(mapping: CsvMapping) {
    this.#mapping = mapping;
    try {
      this.#toTime = timeReader(mapping.time.format, mapping.time.zone);
    } catch (error) {
      throw new CsvFault("mapping", `${(error as Error).message}.`);
    }
  }

  /**
   * @returns the row; undefined for the first line, which names the columns, and for empty ones.
   * @throws CsvFault about this line; the next ones can still be read unless it is about the whole file.
   */
  read(text: string, line: number): CsvRow | undefined {
    if (text.trim() === "") return undefined;
    const cells = splitCells(text, this.#mapping.separator);
    if (!cells) throw new CsvFault(this.#places ? "quote" : "columns", "has a quote that is not closed.", line);
    if (!this.#places) {
      this.#places = locate(this.#mapping, cells);
      return undefined;
    }
    const { time, columns, width } = this.#places;
    if (cells.length !== width) {
      const counts = `has ${cells.length} cells where the first line has ${width}`;
      throw new CsvFault("width", `${counts}; check the separator.`, line);
    }
    const timeText = cells[time] as string;
    const atMs = this.#toTime(timeText);
    if (atMs === undefined) {
      const { format } = this.#mapping.time;
      throw new CsvFault("time", `"${timeText}" is not a time of the format "${format}"; check time.format.`, line);
    }
    const values = columns.map(({ place, multiply, name }) => {
      const cell = cells[place] as string;
      const value = toNumber(cell, this.#mapping);
      if (value !== undefined) return value === null ? null : value * multiply;
      const remedy = 'put it under "missing" if it means no reading.';
      throw new CsvFault("number", `"${cell}" in column "${name}" is not a number; ${remedy}`, line);
    });
    return { line, atMs, values };
  }

  /** After the last line. @throws CsvFault when there was none. */
  end(): void {
    if (!this.#places) throw new CsvFault("empty", "is empty.");
  }
}
export type { CsvReader };

function locate(mapping: CsvMapping, names: readonly string[]): Places {
  const place = (column: string): number => {
    const found = names.indexOf(column);
    if (found >= 0) return found;
    const known = names.map((name) => `"${name}"`).join(", ");
    throw new CsvFault("columns", `has no column "${column}"; its columns are ${known}.`, 1);
  };
  return {
    time: place(mapping.time.column),
    columns: mapping.columns.map(({ column, multiply }) => ({ place: place(column), multiply, name: column })),
    width: names.length,
  };
}

/** The cells of a line, without the quotes of "quoted" ones; undefined when a quote is not closed. */
export function splitCells(text: string, separator: string): string[] | undefined {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    const sign = text[place] as string;
    if (isQuoted && sign === '"' && text[place + 1] === '"') {
      cell += '"';
      place++;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return isQuoted ? undefined : [...cells, cell.trim()];
}

/** Does a row have any reading? */
export function hasReading({ values }: Pick<CsvRow, "values">): boolean {
  return values.some((value) => value !== null);
}

/** null for no reading, undefined for a text that is neither a number nor known as missing. */
function toNumber(text: string, mapping: CsvMapping): number | null | undefined {
  if (text === "" || mapping.missing.includes(text)) return null;
  const plain = mapping.decimal === "," ? text.replace(",", ".") : text;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}
