import { NumberReader, NumberWriter } from "../number-codec.ts";
import { type MetricDay, type SignedField, type WholeField, countOf, quartersPerDay, signs } from "../quarter-hours.ts";

/**
 * Packs a day of quarter hours into the columns of a `rollup_day` row. Pure.
 */

export const rollupColumns = ["counts", "sums", "mins", "maxs", "firsts", "lasts", "times", "steps", "areas"] as const;
export type RollupColumn = (typeof rollupColumns)[number];
export type PackedDay = Partial<Record<RollupColumn, Buffer | null>>;

const valueColumns = ["sums", "mins", "maxs", "firsts", "lasts"] as const;
/** Readings of sign zero are 0, so their values need no room. */
const zeroSign = 1;
/** Tolerance for sums, which carry the rounding of their additions anyway. */
const sumTolerance = 1e-14;

/** @param hasArea Whether the metric is a power, whose energy is needed. */
export function packDay(day: MetricDay, hasArea: boolean): Record<RollupColumn, Buffer | null> {
  const counts = new NumberWriter();
  const present = signsOf(day.counts);
  counts.byte(present.reduce((mask, sign) => mask | (1 << sign), 0));
  for (const sign of present)
    counts.integers([...day.counts.subarray(sign * quartersPerDay, (sign + 1) * quartersPerDay)]);
  const places = present.map((sign) => ({ sign, places: placesOf(day.counts, sign) }));
  const packed: Record<RollupColumn, Buffer | null> = { ...noColumns, counts: counts.buffer() };
  for (const column of valueColumns) {
    const writer = new NumberWriter();
    for (const { sign, places: at } of places) {
      if (sign !== zeroSign) writer.numbers(pick(day[column], at), column === "sums" ? sumTolerance : 0);
    }
    packed[column] = writer.buffer();
  }
  const times = new NumberWriter();
  for (const { places: at } of places) {
    times.integers(pick(day.firstAt, at));
    times.integers(pick(day.lastAt, at));
  }
  packed.times = times.buffer();
  const steps = new NumberWriter();
  const stepped = steppedOf(day);
  steps.integers(pick(day.maxStep, stepped));
  steps.integers(pick(day.falls, stepped));
  packed.steps = steps.buffer();
  if (hasArea) {
    const areas = new NumberWriter();
    areas.numbers(pick(day.areas, stepped), sumTolerance);
    packed.areas = areas.buffer();
  }
  return packed;
}

/** Values of one sign on their way into a day; a new list each time would mean thousands of lists for a request. */
const passing = new Float64Array(quartersPerDay);

/**
 * @param packed `counts` and the other columns that are wanted; the fields of the rest are empty.
 * @param into A day whose memory is reused, so nothing else may still use it; its other fields stay as they are.
 */
export function unpackDay(packed: PackedDay & { counts: Buffer }, into?: MetricDay): MetricDay {
  const day: MetricDay = into ?? { ...noFields };
  const cleared = (field: Float64Array, rows: number) =>
    into ? field.fill(0) : new Float64Array(rows * quartersPerDay);
  const reader = new NumberReader(packed.counts);
  const mask = reader.byte();
  day.counts = cleared(day.counts, signs);
  const present = Array.from({ length: signs }, (_, sign) => sign).filter((sign) => mask & (1 << sign));
  for (const sign of present) day.counts.set(reader.integers(quartersPerDay, passing), sign * quartersPerDay);
  const places = present.map((sign) => ({ sign, places: placesOf(day.counts, sign) }));
  for (const column of valueColumns) {
    const buffer = packed[column];
    if (!buffer) continue;
    const values = new NumberReader(buffer);
    day[column] = cleared(day[column], signs);
    for (const { sign, places: at } of places)
      if (sign !== zeroSign) put(day[column], at, values.numbers(at.length, passing));
  }
  if (packed.times) {
    const times = new NumberReader(packed.times);
    day.firstAt = cleared(day.firstAt, signs);
    day.lastAt = cleared(day.lastAt, signs);
    for (const { places: at } of places) {
      put(day.firstAt, at, times.integers(at.length, passing));
      put(day.lastAt, at, times.integers(at.length, passing));
    }
  }
  if (packed.steps || packed.areas) {
    const stepped = steppedOf(day);
    day.maxStep = cleared(day.maxStep, 1);
    day.falls = cleared(day.falls, 1);
    day.areas = cleared(day.areas, 1);
    if (packed.steps) {
      const steps = new NumberReader(packed.steps);
      put(day.maxStep, stepped, steps.integers(stepped.length, passing));
      put(day.falls, stepped, steps.integers(stepped.length, passing));
    }
    if (packed.areas) put(day.areas, stepped, new NumberReader(packed.areas).numbers(stepped.length, passing));
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

/** The signs of which a day has readings. */
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

function put(field: Float64Array, places: readonly number[], values: Float64Array): void {
  for (let index = 0; index < places.length; index++) field[places[index] as number] = values[index] as number;
}
