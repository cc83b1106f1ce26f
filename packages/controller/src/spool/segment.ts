import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";

import type { Frame } from "../drivers/driver.ts";

/**
 * One file of the spool. Layout, little endian:
 *   header: "OGS1", u32 length and u32 CRC-32 of the JSON text that follows, which lists the metric names;
 *   records of one fixed size: u32 CRC-32 of the rest, f64 time (epoch ms), f64 per metric (NaN = no valid reading).
 * Beside it `.ack` lists the acknowledged records: u32 first, u32 count, u32 CRC-32 of these two.
 * The fixed size shows a torn last record and lets a reader skip a damaged one.
 */

const magic = Buffer.from("OGS1");
const headBytes = 12;
const ackBytes = 12;

export const waiting = 0;
export const inFlight = 1;
export const done = 2;
export type RecordState = typeof waiting | typeof inFlight | typeof done;

export interface Segment {
  readonly file: string;
  /** Number of the first record; records are numbered consecutively across all segments. */
  readonly firstId: number;
  readonly metrics: readonly string[];
  readonly dataStart: number;
  readonly recordBytes: number;
  readonly timesMs: number[];
  readonly states: RecordState[];
  /** Records that are not acknowledged. */
  open: number;
  /** Records that are waiting. */
  idle: number;
}

export function recordBytesFor(metricCount: number): number {
  return 4 + 8 + 8 * metricCount;
}

export function segmentBytes(segment: Segment): number {
  return segment.dataStart + segment.timesMs.length * segment.recordBytes;
}

/** Makes a new segment file with its header. */
export function createSegment(
  file: string,
  firstId: number,
  metrics: readonly string[],
): { segment: Segment; fd: number } {
  const json = Buffer.from(JSON.stringify({ metrics }));
  const header = Buffer.alloc(headBytes + json.length);
  magic.copy(header);
  header.writeUInt32LE(json.length, 4);
  header.writeUInt32LE(crc32(json), 8);
  json.copy(header, headBytes);
  // Not "wx": an earlier try on a full disk may have left a file here.
  const fd = openSync(file, "w");
  try {
    writeSync(fd, header, 0, header.length, 0);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { segment: emptySegment(file, firstId, metrics, header.length), fd };
}

function emptySegment(file: string, firstId: number, metrics: readonly string[], dataStart: number): Segment {
  const recordBytes = recordBytesFor(metrics.length);
  return { file, firstId, metrics, dataStart, recordBytes, timesMs: [], states: [], open: 0, idle: 0 };
}

function add(segment: Segment, atMs: number, state: RecordState): void {
  segment.timesMs.push(atMs);
  segment.states.push(state);
  if (state !== done) segment.open++;
  if (state === waiting) segment.idle++;
}

/**
 * Writes a frame at the end. It writes to a computed position instead of appending, so that the next write simply
 * overwrites one that failed half-way (disk full).
 */
export function writeRecord(segment: Segment, fd: number, frame: Frame): void {
  const record = Buffer.alloc(segment.recordBytes);
  record.writeDoubleLE(frame.atMs, 4);
  segment.metrics.forEach((_, column) => record.writeDoubleLE(frame.values[column] ?? NaN, 12 + 8 * column));
  record.writeUInt32LE(crc32(record.subarray(4)), 0);
  const written = writeSync(fd, record, 0, record.length, segmentBytes(segment));
  if (written !== record.length) throw new Error(`Only ${written} of ${record.length} bytes went to ${segment.file}.`);
  add(segment, frame.atMs, waiting);
}

/** The frame of a record that was sound when the segment was opened; undefined where the disk has failed since. */
export function readRecords(segment: Segment, indexes: readonly number[]): (Frame | undefined)[] {
  const fd = openSync(segment.file, "r");
  try {
    const record = Buffer.alloc(segment.recordBytes);
    return indexes.map((index) => {
      const read = readSync(fd, record, 0, record.length, segment.dataStart + index * segment.recordBytes);
      if (read !== record.length || !isSound(record)) return undefined;
      const values = segment.metrics.map((_, column) => {
        const value = record.readDoubleLE(12 + 8 * column);
        return Number.isNaN(value) ? null : value;
      });
      return { atMs: record.readDoubleLE(4), values };
    });
  } finally {
    closeSync(fd);
  }
}

function isSound(record: Buffer): boolean {
  return crc32(record.subarray(4)) === record.readUInt32LE(0);
}

/**
 * Opens a segment that an earlier run left behind, cuts a torn tail off and applies its acknowledgements.
 * @returns "unfinished" where it ends within its first bytes, so that it never held a frame; "unreadable" where the header
 * is damaged, so that nobody knows what the records behind it are.
 */
export function openSegment(
  file: string,
  firstId: number,
): { segment: Segment; damaged: number } | "unfinished" | "unreadable" {
  const bytes = readFileSync(file);
  const metrics = readHeader(bytes);
  if (!metrics) return bytes.length < headBytes ? "unfinished" : "unreadable";
  const dataStart = headBytes + bytes.readUInt32LE(4);
  const segment = emptySegment(file, firstId, metrics, dataStart);
  const records = Math.floor((bytes.length - dataStart) / segment.recordBytes);
  const sound = Array.from({ length: records }, (_, index) => {
    const start = dataStart + index * segment.recordBytes;
    return isSound(bytes.subarray(start, start + segment.recordBytes));
  });
  const kept = sound.lastIndexOf(true) + 1;
  if (bytes.length > dataStart + kept * segment.recordBytes) truncateSync(file, dataStart + kept * segment.recordBytes);
  for (let index = 0; index < kept; index++) {
    const start = dataStart + index * segment.recordBytes;
    add(segment, sound[index] ? bytes.readDoubleLE(start + 4) : NaN, sound[index] ? waiting : done);
  }
  applyAcks(segment);
  return { segment, damaged: sound.slice(0, kept).filter((isWhole) => !isWhole).length };
}

function readHeader(bytes: Buffer): string[] | undefined {
  if (bytes.length < headBytes || !bytes.subarray(0, 4).equals(magic)) return undefined;
  const json = bytes.subarray(headBytes, headBytes + bytes.readUInt32LE(4));
  if (json.length !== bytes.readUInt32LE(4) || crc32(json) !== bytes.readUInt32LE(8)) return undefined;
  return (JSON.parse(json.toString()) as { metrics: string[] }).metrics;
}

function applyAcks(segment: Segment): void {
  const file = ackFile(segment);
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  let place = 0;
  for (; place + ackBytes <= bytes.length; place += ackBytes) {
    if (crc32(bytes.subarray(place, place + 8)) !== bytes.readUInt32LE(place + 8)) break;
    const first = bytes.readUInt32LE(place);
    for (let index = first; index < first + bytes.readUInt32LE(place + 4); index++) setState(segment, index, done);
  }
  if (place < bytes.length) truncateSync(file, place);
}

function ackFile(segment: Segment): string {
  return `${segment.file}.ack`;
}

export function setState(segment: Segment, index: number, state: RecordState): void {
  const before = segment.states[index];
  if (before === undefined || before === state || before === done) return;
  segment.states[index] = state;
  if (state === done) segment.open--;
  segment.idle += (state === waiting ? 1 : 0) - (before === waiting ? 1 : 0);
}

/** Marks records as done, on disk too. A lost mark only means that a frame is sent twice, so the file is not synced. */
export function writeAcks(segment: Segment, indexes: readonly number[]): void {
  const runs: { first: number; count: number }[] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    setState(segment, index, done);
    const last = runs.at(-1);
    if (last && last.first + last.count === index) last.count++;
    else runs.push({ first: index, count: 1 });
  }
  const marks = Buffer.alloc(runs.length * ackBytes);
  runs.forEach((run, place) => {
    marks.writeUInt32LE(run.first, place * ackBytes);
    marks.writeUInt32LE(run.count, place * ackBytes + 4);
    marks.writeUInt32LE(crc32(marks.subarray(place * ackBytes, place * ackBytes + 8)), place * ackBytes + 8);
  });
  const fd = openSync(ackFile(segment), "a");
  const before = statSync(ackFile(segment)).size;
  try {
    writeSync(fd, marks);
  } catch (error) {
    // Half a mark would hide the marks after it.
    ftruncateSync(fd, before);
    throw error;
  } finally {
    closeSync(fd);
  }
}

export function deleteSegment(segment: Segment): void {
  rmSync(segment.file, { force: true });
  rmSync(ackFile(segment), { force: true });
}
