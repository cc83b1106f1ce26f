import { deflateRawSync, inflateRawSync } from "node:zlib";

import { NumberReader, NumberWriter } from "../number-codec.ts";

/**
 * Packs a sealed day of a container: its instants once, and each metric as a column. Unpacking returns exactly the bits
 * that were packed (docs/decisions/0013-sealed-days.md). Pure.
 */

/** Instants of a day, rising, and when each was received, all epoch ms. */
export interface DayTimes {
  atMs: number[];
  receivedMs: number[];
}

export type Column = readonly (number | null)[];

const stored = 0;
const deflated = 1;

/** @param startMs Start of the UTC day. */
export function packTimes({ atMs, receivedMs }: DayTimes, startMs: number): Buffer {
  const writer = new NumberWriter();
  writer.integers(stepsOf(atMs, startMs));
  writer.integers(receivedMs.map((received) => received - startMs));
  return squeeze(writer.buffer());
}

/** Only the instants, which is all that most readers need. @param count How many the day has. */
export function unpackInstants(packed: Buffer, count: number, startMs: number): number[] {
  return instantsOf(new NumberReader(unsqueeze(packed)), count, startMs);
}

/** @param count How many instants the day has. */
export function unpackTimes(packed: Buffer, count: number, startMs: number): DayTimes {
  const reader = new NumberReader(unsqueeze(packed));
  const atMs = instantsOf(reader, count, startMs);
  return { atMs, receivedMs: Array.from(reader.integers(count), (sinceStart) => startMs + sinceStart) };
}

function instantsOf(reader: NumberReader, count: number, startMs: number): number[] {
  const steps = reader.integers(count);
  const atMs: number[] = [];
  let before = startMs;
  for (let place = 0; place < count; place++) atMs.push((before += steps[place] as number));
  return atMs;
}

/** @returns undefined for a column without a reading. */
export function packColumn(column: Column): Buffer | undefined {
  const present = column.filter((value) => value !== null);
  if (present.length === 0) return undefined;
  const writer = new NumberWriter();
  const hasGaps = present.length < column.length;
  writer.byte(hasGaps ? 1 : 0);
  if (hasGaps) writer.integers(column.map((value) => (value === null ? 0 : 1)));
  writer.numbers(present);
  return squeeze(writer.buffer());
}

/** @param count How many instants the day has. */
export function unpackColumn(packed: Buffer, count: number): (number | null)[] {
  const reader = new NumberReader(unsqueeze(packed));
  const flags = reader.byte() === 0 ? undefined : reader.integers(count);
  const present = reader.numbers(flags ? flags.reduce((sum, flag) => sum + flag, 0) : count);
  const column: (number | null)[] = [];
  let next = 0;
  for (let place = 0; place < count; place++)
    column.push(flags === undefined || flags[place] === 1 ? (present[next++] as number) : null);
  return column;
}

function stepsOf(atMs: readonly number[], startMs: number): number[] {
  return atMs.map((at, index) => at - (index === 0 ? startMs : (atMs[index - 1] as number)));
}

/** Constant columns already take only a few bytes, and deflating would lengthen them. */
function squeeze(bytes: Buffer): Buffer {
  const smaller = deflateRawSync(bytes);
  const isWorthIt = smaller.length < bytes.length;
  return Buffer.concat([Buffer.of(isWorthIt ? deflated : stored), isWorthIt ? smaller : bytes]);
}

function unsqueeze(packed: Buffer): Buffer {
  const bytes = packed.subarray(1);
  return packed[0] === deflated ? inflateRawSync(bytes) : bytes;
}
