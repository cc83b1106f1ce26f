import { plainName } from "../../core/one-line.ts";
import { type Bounds, isPossible, readingBounds } from "../telemetry/reading-bounds.ts";
import { DaysAlone } from "./csv.days.ts";
import type { CsvDialect, CsvMapping } from "./csv.mapping.ts";
import { type Ambiguity, type TimeReader, dayAndClockReader, timeReader } from "./csv.time.ts";

/** Reads CSV measurements line by line. Pure: the caller supplies the lines. */

export const csvFaults = [
  "empty",
  "mapping",
  "columns",
  "quote",
  "width",
  "time",
  "day_alone",
  "clock_missing",
  "clock_change",
  "number",
  "impossible_time",
] as const;
export type CsvFaultCode = (typeof csvFaults)[number];

/** What is wrong with a file or with one line of it; the message is a sentence without the place. */
export class CsvFault extends Error {
  readonly code: CsvFaultCode;
  /** From 1; undefined where the fault concerns the file as a whole. */
  readonly line: number | undefined;
  /** Name of the column in the file; undefined where the fault concerns the whole line. */
  readonly column: string | undefined;
  /** The cell as it stands in the file, shortened, for those who say it in another language. */
  readonly cell: string | undefined;
  constructor(code: CsvFaultCode, message: string, line?: number, column?: string, cell?: string) {
    super(message);
    this.name = "CsvFault";
    this.code = code;
    this.line = line;
    this.column = column;
    this.cell = cell === undefined ? undefined : shortened(cell);
  }

  /** Nothing of the file can be read: the fault is in the file as a whole, its first line, or the mapping. */
  get isWholeFile(): boolean {
    return this.code === "empty" || this.code === "mapping" || this.code === "columns";
  }
}

/** The mapping cannot be used, for what one of its fields says. */
export class MappingFault extends CsvFault {
  readonly field: "time" | "decimal";
  constructor(field: "time" | "decimal", message: string) {
    super("mapping", message);
    this.field = field;
  }
}

/** One line: its time and a value per mapped column, null where it has no reading. */
export interface CsvRow {
  line: number;
  atMs: number;
  values: (number | null)[];
}

/** A line below the first: its readings, or everything that is wrong with it. */
export type CsvLine = { row: CsvRow } | { faults: CsvFault[] };

interface Places {
  time: number;
  clock: number | undefined;
  columns: { place: number; multiply: number; name: string; bounds: Bounds }[];
  width: number;
}

/** A reader of one file. Give it the lines in order, counted from 1, without their line ends. */
export class CsvReader {
  readonly #mapping: CsvMapping;
  readonly #dialect: CsvDialect;
  readonly #toTime: (text: string, clock: string) => ReturnType<TimeReader>;
  readonly #days: DaysAlone;
  #places: Places | undefined;

  /** @throws CsvFault when the format of the time or its zone does not exist. */
  constructor(mapping: CsvMapping, dialect: CsvDialect, ambiguity: Ambiguity) {
    this.#mapping = mapping;
    this.#dialect = dialect;
    this.#days = new DaysAlone(mapping.time.format);
    try {
      const { clock, format, zone } = mapping.time;
      this.#toTime = (clock === undefined ? timeReader : dayAndClockReader)(format, zone, ambiguity);
    } catch (error) {
      throw new MappingFault("time", `${(error as Error).message}.`);
    }
  }

  /**
   * @returns undefined for the first line, which names the columns, and for empty ones.
   * @throws CsvFault about the whole file.
   */
  read(text: string, line: number): CsvLine | undefined {
    if (text.trim() === "") return undefined;
    const cells = splitCells(text, this.#dialect.separator);
    if (!cells) {
      const fault = new CsvFault(this.#places ? "quote" : "columns", "has a quote that is not closed.", line);
      if (this.#places) return { faults: [fault] };
      throw fault;
    }
    if (!this.#places) {
      this.#places = locate(this.#mapping, cells);
      return undefined;
    }
    const { time, clock, columns, width } = this.#places;
    if (cells.length !== width) {
      const counts = `has ${cells.length} cells where the first line has ${width}`;
      return { faults: [new CsvFault("width", `${counts}; check the separator.`, line)] };
    }
    const faults: CsvFault[] = [];
    const texts = [time, ...(clock === undefined ? [] : [clock])].map((place) => cells[place] as string);
    const atMs = this.#readTime(texts, line, faults);
    const values = columns.map(({ place, multiply, name, bounds }) => {
      const cell = cells[place] as string;
      const value = toNumber(cell, this.#mapping, this.#dialect);
      if (value === null) return null;
      if (value !== undefined && isPossible(value * multiply, bounds)) return value * multiply;
      const remedy = 'put it under "missing" if it means no reading.';
      const why = value === undefined ? `is not a number; ${remedy}` : "is beyond what its metric can be.";
      faults.push(new CsvFault("number", `"${shortened(cell)}" in column "${name}" ${why}`, line, name, cell));
      return null;
    });
    if (faults.length > 0) return { faults };
    const row = { line, atMs, values };
    const fault = clock === undefined ? this.#dayTaken(cells[time] as string, row) : undefined;
    return fault ? { faults: [fault] } : { row };
  }

  #dayTaken(text: string, row: CsvRow): CsvFault | undefined {
    if (!this.#days.isTaken(text, row)) return undefined;
    const { column } = this.#mapping.time;
    const why = `"${shortened(text)}" is a day without a time of day, and an earlier line has it too; `;
    return new CsvFault(
      "day_alone",
      `${why}name the column with the time of day as time.clock.`,
      row.line,
      column,
      text,
    );
  }

  #readTime([day = "", clock = ""]: string[], line: number, faults: CsvFault[]): number {
    const { column, clock: clockColumn, format, zone } = this.#mapping.time;
    const atMs = this.#toTime(day, clock);
    const text = clockColumn === undefined ? day : `${day} ${clock}`;
    if (typeof atMs === "number") return atMs;
    const shown = `"${shortened(text)}"`;
    if (atMs === undefined && clockColumn !== undefined && clock === "") {
      const why = `"${shortened(day)}" has no time of day in column "${clockColumn}".`;
      faults.push(new CsvFault("clock_missing", why, line, clockColumn, day));
    } else if (atMs === undefined) {
      const how = clockColumn === undefined ? "" : " with a time of day";
      const why = `${shown} is not a time of the format "${format}"${how}; check time.format.`;
      faults.push(new CsvFault("time", why, line, column, text));
    } else {
      const why =
        atMs === "skipped"
          ? `${shown} does not exist in ${zone}: the clock was put forward over it; check time.zone.`
          : `${shown} exists twice in ${zone}: the clock was put back; set the option "ambiguous" to earlier or later.`;
      faults.push(new CsvFault("clock_change", why, line, column, text));
    }
    return NaN;
  }

  /** After the last line. @throws CsvFault when there was none. */
  end(): void {
    if (!this.#places) throw new CsvFault("empty", "is empty.");
  }
}

/** Cut between characters: half of a pair is no text that a database takes. */
function shortened(text: string): string {
  return plainName(text.length > 60 ? `${text.slice(0, 60).replace(/[\uD800-\uDBFF]$/, "")}…` : text);
}

/** As many columns of a file are named where one is missing. */
const columnsNamed = 20;

function locate(mapping: CsvMapping, names: readonly string[]): Places {
  const place = (column: string): number => {
    const found = names.indexOf(column);
    if (found >= 0) return found;
    const shown = names.slice(0, columnsNamed).map((name) => `"${shortened(name)}"`);
    const known = `${shown.join(", ")}${names.length > columnsNamed ? " …" : ""}`;
    throw new CsvFault("columns", `has no column "${column}"; its columns are ${known}.`, 1);
  };
  return {
    time: place(mapping.time.column),
    clock: mapping.time.clock === undefined ? undefined : place(mapping.time.clock),
    columns: mapping.columns.map(({ column, metric, multiply }) => {
      return { place: place(column), multiply, name: column, bounds: readingBounds(metric) };
    }),
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

/** Signs of the longest cell that can be a number: what is longer is not even looked at, however it is built. */
export const longestNumber = 64;

/** null for no reading, undefined for a text that is neither a number nor known as missing. */
function toNumber(text: string, { missing }: CsvMapping, { decimal }: CsvDialect): number | null | undefined {
  if (text === "" || missing.includes(text)) return null;
  if (text.length > longestNumber || (decimal === "," && text.includes("."))) return undefined;
  const plain = decimal === "," ? text.replace(",", ".") : text;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}
