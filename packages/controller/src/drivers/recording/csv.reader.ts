import type { HistoryBatch } from "../../controller.types.ts";
import type { Driver, Frame } from "../driver.ts";
import type { CsvMapping } from "./csv.mapping.ts";
import { type TimeReader, timeReader } from "./csv.time.ts";
import { RecordingError } from "./recording.error.ts";
import { readLines } from "./recording.lines.ts";

const framesPerBatch = 1_000;

/** What a check of the whole file found. */
export interface CsvSummary {
  rows: number;
  /** Rows with at least one reading. */
  frames: number;
  /** Rows whose time an earlier neighbour had already; the portal keeps the first. */
  repeated: number;
  /** Of the first and the last row with a reading. */
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
  for await (const { frame } of readRows(file, mapping)) if (hasReading(frame)) yield frame;
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
  for await (const { frame } of readRows(file, mapping)) {
    summary.rows++;
    if (hasReading(frame)) {
      summary.frames++;
      summary.firstMs = Math.min(summary.firstMs, frame.atMs);
      summary.lastMs = Math.max(summary.lastMs, frame.atMs);
    }
    if (beforeMs !== undefined) {
      const distance = Math.abs(frame.atMs - beforeMs);
      if (distance === 0) summary.repeated++;
      else distances.set(distance, (distances.get(distance) ?? 0) + 1);
    }
    beforeMs = frame.atMs;
  }
  if (summary.frames === 0) throw new RecordingError(file, "has no reading in the mapped columns; check the mapping.");
  const [usual] = [...distances].sort(([, left], [, right]) => right - left);
  return { ...summary, periodMs: usual?.[0] ?? 60_000 };
}

function hasReading(frame: Frame): boolean {
  return frame.values.some((value) => value !== null);
}

async function* readRows(file: string, mapping: CsvMapping): AsyncGenerator<{ frame: Frame; line: number }> {
  let places: { time: number; columns: { place: number; multiply: number; name: string }[]; width: number } | undefined;
  const toTime = openTime(file, mapping);
  for await (const { text, line } of readLines(file)) {
    if (text.trim() === "") continue;
    const cells = splitCells(text, mapping.separator);
    if (!cells) throw new RecordingError(file, "has a quote that is not closed.", line);
    if (!places) {
      places = locate(file, mapping, cells);
      continue;
    }
    if (cells.length !== places.width)
      throw new RecordingError(
        file,
        `has ${cells.length} cells where the first line has ${places.width}; check the separator.`,
        line,
      );
    const timeText = cells[places.time] as string;
    const atMs = toTime(timeText);
    if (atMs === undefined)
      throw new RecordingError(
        file,
        `"${timeText}" is not a time of the format "${mapping.time.format}"; check time.format.`,
        line,
      );
    const values = places.columns.map(({ place, multiply, name }) => {
      const value = toNumber(cells[place] as string, mapping);
      if (value === undefined)
        throw new RecordingError(
          file,
          `"${cells[place]}" in column "${name}" is not a number; put it under "missing" if it means no reading.`,
          line,
        );
      return value === null ? null : value * multiply;
    });
    yield { frame: { atMs, values }, line };
  }
  if (!places) throw new RecordingError(file, "is empty.");
}

function openTime(file: string, mapping: CsvMapping): TimeReader {
  try {
    return timeReader(mapping.time.format, mapping.time.zone);
  } catch (error) {
    throw new RecordingError(file, `${(error as Error).message}.`);
  }
}

function locate(file: string, mapping: CsvMapping, names: readonly string[]) {
  const place = (column: string): number => {
    const found = names.indexOf(column);
    if (found >= 0) return found;
    const known = names.map((name) => `"${name}"`).join(", ");
    throw new RecordingError(file, `has no column "${column}"; its columns are ${known}.`, 1);
  };
  return {
    time: place(mapping.time.column),
    columns: mapping.columns.map(({ column, multiply }) => ({ place: place(column), multiply, name: column })),
    width: names.length,
  };
}

/** The cells of a line, with "quoted" ones taken out of their quotes; undefined when a quote stays open. */
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

/** null for no reading, undefined for a text that is neither a number nor known as missing. */
function toNumber(text: string, mapping: CsvMapping): number | null | undefined {
  if (text === "" || mapping.missing.includes(text)) return null;
  const plain = mapping.decimal === "," ? text.replace(",", ".") : text;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** Equipment that only has a past: what a controller needs that does nothing but bring history in. */
export function pastOnlyDriver(mapping: CsvMapping): Driver {
  return {
    metrics: mapping.columns.map(({ metric }) => ({ name: metric })),
    devices: [],
    capabilities: [],
    read: async () => undefined,
    close: async () => {},
  };
}
