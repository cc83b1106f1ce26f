import { furthestFutureMs } from "../../core/constants.ts";
import type { CsvDialect, CsvMapping } from "./csv.mapping.ts";
import { CsvFault, type CsvFaultCode, CsvReader, type CsvRow, hasReading } from "./csv.rows.ts";
import type { Ambiguity } from "./csv.time.ts";

/** What both ways of bringing in a file (the call and `npm run replay`) find out before anything is written. Pure. */

/** Mistakes that are named; the others are counted. */
export const faultsShown = 20;

/** What the person who brings the file decides. */
export interface RecordingOptions {
  /** All times are moved by this. */
  shiftMs: number;
  ambiguity: Ambiguity;
}

export interface RecordingLimits {
  nowMs: number;
  /** EARLIEST: a time before this is asked about. */
  earliestMs: number;
  /** Readings before this are dropped by the portal; not known: 0. */
  keptFromMs: number;
}

export interface LineFault {
  /** From 1, with the line that names the columns. */
  line: number;
  column: string | undefined;
  code: CsvFaultCode;
  message: string;
  /** What stands there. */
  cell: string | undefined;
}

/** A line of the file: a row to store, one without a reading, one before EARLIEST, or what is wrong with it. */
export type JudgedLine =
  | { kind: "good"; row: CsvRow }
  | { kind: "empty" | "early"; line: number; atMs: number }
  | { kind: "wrong"; faults: LineFault[] };

/** Judges the lines of one file in order. */
export class RecordingReader {
  readonly #reader: CsvReader;
  readonly #mapping: CsvMapping;
  readonly #shiftMs: number;
  readonly #limits: RecordingLimits;

  /** @throws CsvFault when the mapping cannot be used. */
  constructor(mapping: CsvMapping, dialect: CsvDialect, options: RecordingOptions, limits: RecordingLimits) {
    this.#reader = new CsvReader(mapping, dialect, options.ambiguity);
    this.#mapping = mapping;
    this.#shiftMs = options.shiftMs;
    this.#limits = limits;
  }

  /** @returns undefined for lines that say nothing. @throws CsvFault when nothing of the file can be read. */
  judge(text: string, line: number): JudgedLine | undefined {
    const read = this.#reader.read(text, line);
    if (!read) return undefined;
    if ("faults" in read) return { kind: "wrong", faults: read.faults.map((fault) => toLineFault(fault, line)) };
    const atMs = read.row.atMs + this.#shiftMs;
    const fault = this.#impossible(atMs, line);
    if (fault) return { kind: "wrong", faults: [toLineFault(fault, line)] };
    if (atMs < this.#limits.earliestMs) return { kind: "early", line, atMs };
    if (!hasReading(read.row)) return { kind: "empty", line, atMs };
    // -0 becomes 0, so that equal readings are equal in every comparison.
    return { kind: "good", row: { line, atMs, values: read.row.values.map((value) => value && value + 0) } };
  }

  #impossible(atMs: number, line: number): CsvFault | undefined {
    const { nowMs, earliestMs, keptFromMs } = this.#limits;
    const { column } = this.#mapping.time;
    const named = (why: string) => {
      const at = Math.abs(atMs) < 8.64e15 ? new Date(atMs).toISOString() : String(atMs);
      return new CsvFault("impossible_time", `The time ${at} is ${why}.`, line, column, at);
    };
    if (!(Math.abs(atMs) < 8.64e15)) return named("no date of this calendar; check time.format");
    if (atMs > nowMs + furthestFutureMs) return named("in the future; check format, zone and shift");
    return atMs >= earliestMs && atMs < keptFromMs ? named("before what is kept (RAW_DAYS)") : undefined;
  }

  /** After the last line. @throws CsvFault when there was none. */
  end(): void {
    this.#reader.end();
  }
}

function toLineFault({ code, message, column, cell }: CsvFault, line: number): LineFault {
  return { line, column, code, message: message.slice(0, 300), cell };
}

/** What a whole file holds. */
export class RecordingSummary {
  readonly counts = { lines: 0, good: 0, withoutReading: 0, wrong: 0, early: 0 };
  /** Rows with the same time as the row before; the portal keeps the first. */
  repeated = 0;
  /** First and last time of the good rows. */
  firstMs = Infinity;
  lastMs = -Infinity;
  /** Times before EARLIEST, with the shift. */
  earlyFromMs = Infinity;
  earlyToMs = -Infinity;
  /** The first mistakes, and how many there are. */
  readonly faults: LineFault[] = [];
  faultCount = 0;
  readonly #distances = new Map<number, number>();
  readonly #shown: number;
  #beforeMs: number | undefined;

  /** @param shown How many mistakes are named. */
  constructor(shown = faultsShown) {
    this.#shown = shown;
  }

  add(judged: JudgedLine): void {
    this.counts.lines++;
    if (judged.kind === "wrong") {
      this.counts.wrong++;
      this.faultCount += judged.faults.length;
      this.faults.push(...judged.faults.slice(0, Math.max(0, this.#shown - this.faults.length)));
      return;
    }
    const atMs = judged.kind === "good" ? judged.row.atMs : judged.atMs;
    this.#follow(atMs);
    if (judged.kind === "empty") this.counts.withoutReading++;
    else if (judged.kind === "early") {
      this.counts.early++;
      this.earlyFromMs = Math.min(this.earlyFromMs, atMs);
      this.earlyToMs = Math.max(this.earlyToMs, atMs);
    } else {
      this.counts.good++;
      this.firstMs = Math.min(this.firstMs, atMs);
      this.lastMs = Math.max(this.lastMs, atMs);
    }
  }

  #follow(atMs: number): void {
    if (this.#beforeMs !== undefined) {
      const distance = Math.abs(atMs - this.#beforeMs);
      if (distance === 0) this.repeated++;
      else this.#distances.set(distance, (this.#distances.get(distance) ?? 0) + 1);
    }
    this.#beforeMs = atMs;
  }

  /** The most frequent distance between two rows. */
  get periodMs(): number {
    const [usual] = [...this.#distances].sort(([, left], [, right]) => right - left);
    return usual?.[0] ?? 60_000;
  }

  /** May the file be stored? One mistake is enough to store nothing. */
  get isUsable(): boolean {
    return this.faultCount === 0 && this.counts.early === 0;
  }

  /** The smallest whole number of weeks that moves every early time to EARLIEST or later: day of week and hour stay. */
  weeksLater(earliestMs: number): number {
    return this.counts.early === 0 ? 0 : Math.ceil((earliestMs - this.earlyFromMs) / weekMs);
  }
}

const weekMs = 7 * 86_400_000;
const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: weekMs };

/** A duration by which a recording is moved: 1461d, -2h, 90m; later in time unless it begins with a minus. */
export const shiftPattern = /^([+-]?)(\d{1,9})([smhdw])$/;

/** @returns undefined for a text that is no duration. */
export function shiftMsOf(text: string): number | undefined {
  const found = shiftPattern.exec(text.trim());
  if (!found) return undefined;
  const [, sign, count, unit = "s"] = found;
  return (sign === "-" ? -1 : 1) * Number(count) * (unitsMs[unit] as number) || 0;
}
