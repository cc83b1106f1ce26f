import { type MetricDay, type SignedField, type WholeField, countOf, quartersPerDay, signs } from "./quarter-hours.ts";

/**
 * Packs a day of quarter hours into the columns of a `rollup_day` row. Readings mostly have few decimals and neighbours
 * are alike, so numbers are written as differences of decimal integers in as few bytes as they need. Pure.
 */

export const rollupColumns = ["counts", "sums", "mins", "maxs", "firsts", "lasts", "times", "steps", "areas"] as const;
export type RollupColumn = (typeof rollupColumns)[number];
export type PackedDay = Partial<Record<RollupColumn, Buffer | null>>;

const valueColumns = ["sums", "mins", "maxs", "firsts", "lasts"] as const;
/** Readings of sign zero are 0, so their values need no room. */
const zeroSign = 1;
const mostDecimals = 6;
const rawNumbers = 255;
/** Differences of such integers, doubled for their sign, are still exact. */
const largestInteger = 2 ** 50;
/** Of sums, which carry the rounding of their additions anyway. */
const sumTolerance = 1e-14;

/** @param hasArea Whether the metric is a power, of which energy is asked. */
export function packDay(day: MetricDay, hasArea: boolean): Record<RollupColumn, Buffer | null> {
  const counts = new Writer();
  const present = signsOf(day.counts);
  counts.byte(present.reduce((mask, sign) => mask | (1 << sign), 0));
  for (const sign of present)
    counts.integers([...day.counts.subarray(sign * quartersPerDay, (sign + 1) * quartersPerDay)]);
  const places = present.map((sign) => ({ sign, places: placesOf(day.counts, sign) }));
  const packed: Record<RollupColumn, Buffer | null> = { ...noColumns, counts: counts.buffer() };
  for (const column of valueColumns) {
    const writer = new Writer();
    for (const { sign, places: at } of places) {
      if (sign !== zeroSign) writer.numbers(pick(day[column], at), column === "sums" ? sumTolerance : 0);
    }
    packed[column] = writer.buffer();
  }
  const times = new Writer();
  for (const { places: at } of places) {
    times.integers(pick(day.firstAt, at));
    times.integers(pick(day.lastAt, at));
  }
  packed.times = times.buffer();
  const steps = new Writer();
  const stepped = steppedOf(day);
  steps.integers(pick(day.maxStep, stepped));
  steps.integers(pick(day.falls, stepped));
  packed.steps = steps.buffer();
  if (hasArea) {
    const areas = new Writer();
    areas.numbers(pick(day.areas, stepped), sumTolerance);
    packed.areas = areas.buffer();
  }
  return packed;
}

/** @param packed `counts`, and of the others those that are wanted; fields of the rest are empty. */
export function unpackDay(packed: PackedDay & { counts: Buffer }): MetricDay {
  const day: MetricDay = { ...noFields };
  const reader = new Reader(packed.counts);
  const mask = reader.byte();
  day.counts = new Float64Array(signs * quartersPerDay);
  const present = Array.from({ length: signs }, (_, sign) => sign).filter((sign) => mask & (1 << sign));
  const all = Array.from({ length: quartersPerDay }, (_, quarter) => quarter);
  for (const sign of present)
    reader.integers(
      day.counts,
      all.map((quarter) => sign * quartersPerDay + quarter),
    );
  const places = present.map((sign) => ({ sign, places: placesOf(day.counts, sign) }));
  for (const column of valueColumns) {
    const buffer = packed[column];
    if (!buffer) continue;
    const values = new Reader(buffer);
    day[column] = new Float64Array(signs * quartersPerDay);
    for (const { sign, places: at } of places) if (sign !== zeroSign) values.numbers(day[column], at);
  }
  if (packed.times) {
    const times = new Reader(packed.times);
    day.firstAt = new Float64Array(signs * quartersPerDay);
    day.lastAt = new Float64Array(signs * quartersPerDay);
    for (const { places: at } of places) {
      times.integers(day.firstAt, at);
      times.integers(day.lastAt, at);
    }
  }
  if (packed.steps || packed.areas) {
    const stepped = steppedOf(day);
    day.maxStep = new Float64Array(quartersPerDay);
    day.falls = new Float64Array(quartersPerDay);
    day.areas = new Float64Array(quartersPerDay);
    if (packed.steps) {
      const steps = new Reader(packed.steps);
      steps.integers(day.maxStep, stepped);
      steps.integers(day.falls, stepped);
    }
    if (packed.areas) new Reader(packed.areas).numbers(day.areas, stepped);
  }
  return day;
}

const nothing = new Float64Array(0);
const noFields: Record<SignedField | WholeField, Float64Array> = {
  counts: nothing,
  sums: nothing,
  mins: nothing,
  maxs: nothing,
  firsts: nothing,
  lasts: nothing,
  firstAt: nothing,
  lastAt: nothing,
  maxStep: nothing,
  falls: nothing,
  areas: nothing,
};
const noColumns = Object.fromEntries(rollupColumns.map((column) => [column, null])) as Record<RollupColumn, null>;

/** Signs that have readings in a day. */
export function signsOf(counts: Float64Array): number[] {
  return Array.from({ length: signs }, (_, sign) => sign).filter((sign) => placesOf(counts, sign).length > 0);
}

/** Places in a signed field that hold readings. */
function placesOf(counts: Float64Array, sign: number): number[] {
  const places: number[] = [];
  for (let place = sign * quartersPerDay; place < (sign + 1) * quartersPerDay; place++) {
    if (counts[place]) places.push(place);
  }
  return places;
}

/** Quarter hours with at least one step. */
function steppedOf(day: MetricDay): number[] {
  const quarters: number[] = [];
  for (let quarter = 0; quarter < quartersPerDay; quarter++) if (countOf(day, quarter) > 1) quarters.push(quarter);
  return quarters;
}

function pick(field: Float64Array, places: readonly number[]): number[] {
  return places.map((place) => field[place] as number);
}

class Writer {
  readonly #bytes: number[] = [];

  byte(value: number): void {
    this.#bytes.push(value);
  }

  buffer(): Buffer {
    return Buffer.from(this.#bytes);
  }

  /** Differences; a run of equal numbers is a 0 and its length. */
  integers(values: readonly number[]): void {
    let before = 0;
    let equal = 0;
    const endRun = () => {
      if (equal > 0) this.#varint(0);
      if (equal > 0) this.#varint(equal);
      equal = 0;
    };
    for (const value of values) {
      const difference = value - before;
      before = value;
      if (difference === 0) {
        equal++;
        continue;
      }
      endRun();
      this.#varint(difference > 0 ? difference * 2 : -difference * 2 - 1);
    }
    endRun();
  }

  /** As decimal integers where that is exact, or within the tolerance (relative), and short; else as they are. */
  numbers(values: readonly number[], tolerance: number): void {
    for (let decimals = 0; decimals <= mostDecimals; decimals++) {
      const integers = toIntegers(values, 10 ** decimals, tolerance);
      if (!integers) continue;
      this.byte(decimals);
      this.integers(integers);
      return;
    }
    this.byte(rawNumbers);
    const raw = Buffer.alloc(values.length * 8);
    for (const [index, value] of values.entries()) raw.writeDoubleLE(value, index * 8);
    for (const byte of raw) this.#bytes.push(byte);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }
}

function toIntegers(values: readonly number[], factor: number, tolerance: number): number[] | undefined {
  const integers: number[] = [];
  for (const value of values) {
    const integer = Math.round(value * factor);
    if (Math.abs(integer) > largestInteger) return undefined;
    if (Math.abs(integer / factor - value) > tolerance * Math.abs(value)) return undefined;
    integers.push(integer);
  }
  return integers;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes[this.#at++] as number;
  }

  /** Reads one number per place, divided by the factor. */
  integers(into: Float64Array, places: readonly number[], factor = 1): void {
    let value = 0;
    let equal = 0;
    for (const place of places) {
      if (equal > 0) {
        equal--;
      } else {
        const code = this.#varint();
        if (code === 0) equal = this.#varint() - 1;
        else value += code % 2 === 0 ? code / 2 : -(code + 1) / 2;
      }
      into[place] = factor === 1 ? value : value / factor;
    }
  }

  numbers(into: Float64Array, places: readonly number[]): void {
    const mode = this.byte();
    if (mode !== rawNumbers) return this.integers(into, places, 10 ** mode);
    for (const place of places) {
      into[place] = this.#bytes.readDoubleLE(this.#at);
      this.#at += 8;
    }
  }

  #varint(): number {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++] as number;
      if (byte < 128) return value + byte * weight;
      value += (byte - 128) * weight;
      weight *= 128;
    }
  }
}
