/**
 * The summary of a metric's readings in each quarter hour of a UTC day. It separates readings by their sign: every
 * use-if class of a chart is a union of negative, zero and positive. Pure.
 */

export const quarterMs = 15 * 60_000;
export const quartersPerDay = 96;
export const dayMs = quarterMs * quartersPerDay;
export const signs = 3;

/** The quarter hour's edge at an instant (epoch ms), else the one before it, or after it. */
export const startOfQuarter = (atMs: number) => Math.floor(atMs / quarterMs) * quarterMs;
export const endOfQuarter = (atMs: number) => Math.ceil(atMs / quarterMs) * quarterMs;

export type SignedField = "counts" | "sums" | "mins" | "maxs" | "firsts" | "lasts" | "firstAt" | "lastAt";
export type WholeField = "maxStep" | "falls" | "areas";

/**
 * A day of one metric. Signed fields have 3 * 96 entries at `sign * 96 + quarter`, sign 0 for negative, 1 for zero, 2 for
 * positive; the others have 96. Entries without readings are 0. Fields that were not read are empty.
 *
 * firstAt and lastAt are ms after the start of the quarter hour; maxStep is the longest step between two readings in it,
 * ms; falls counts steps to a lower reading; areas is twice the area under the readings, negative ones as 0, in W·ms.
 */
export type MetricDay = Record<SignedField | WholeField, Float64Array>;

export function emptyDay(): MetricDay {
  const signed = () => new Float64Array(signs * quartersPerDay);
  const whole = () => new Float64Array(quartersPerDay);
  return {
    counts: signed(),
    sums: signed(),
    mins: signed(),
    maxs: signed(),
    firsts: signed(),
    lasts: signed(),
    firstAt: signed(),
    lastAt: signed(),
    maxStep: whole(),
    falls: whole(),
    areas: whole(),
  };
}

/** Number of the quarter hour since 1970 that holds an instant. */
export function quarterOf(atMs: number): number {
  return Math.floor(atMs / quarterMs);
}

/** Number of the UTC day since 1970 that holds an instant. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / dayMs);
}

/**
 * Sets one quarter hour of a day from all its readings, in the order of time; its earlier content is replaced.
 * @param quarter 0..95.
 * @param startMs Start of the quarter hour.
 */
export function summarise(
  day: MetricDay,
  quarter: number,
  startMs: number,
  atMs: readonly number[],
  values: readonly (number | null | undefined)[],
): void {
  clear(day, quarter);
  let beforeMs = 0;
  let before: number | undefined;
  for (const [index, value] of values.entries()) {
    if (value === null || value === undefined) continue;
    const at = atMs[index] as number;
    add(day, (value < 0 ? 0 : value > 0 ? 2 : 1) * quartersPerDay + quarter, at - startMs, value);
    if (before !== undefined) {
      const step = at - beforeMs;
      day.maxStep[quarter] = Math.max(day.maxStep[quarter] as number, step);
      if (value < before) day.falls[quarter] = (day.falls[quarter] as number) + 1;
      day.areas[quarter] = (day.areas[quarter] as number) + (Math.max(0, before) + Math.max(0, value)) * step;
    }
    before = value;
    beforeMs = at;
  }
}

function clear(day: MetricDay, quarter: number): void {
  for (const field of Object.values(day)) {
    for (let place = quarter; place < field.length; place += quartersPerDay) field[place] = 0;
  }
}

function add(day: MetricDay, place: number, offsetMs: number, value: number): void {
  const count = day.counts[place] as number;
  if (count === 0) {
    day.mins[place] = value;
    day.maxs[place] = value;
    day.firsts[place] = value;
    day.firstAt[place] = offsetMs;
  } else {
    day.mins[place] = Math.min(day.mins[place] as number, value);
    day.maxs[place] = Math.max(day.maxs[place] as number, value);
  }
  day.counts[place] = count + 1;
  day.sums[place] = (day.sums[place] as number) + value;
  day.lasts[place] = value;
  day.lastAt[place] = offsetMs;
}

/** Replaces some quarter hours of one day by those of another; fields that the other lacks are left alone. */
export function replaceQuarters(day: MetricDay, by: MetricDay, quarters: readonly number[]): void {
  for (const [field, values] of Object.entries(day) as [keyof MetricDay, Float64Array][]) {
    for (const quarter of quarters) {
      for (let place = quarter; place < values.length; place += quartersPerDay)
        values[place] = by[field][place] as number;
    }
  }
}

/**
 * Sets the areas of a switch, 0 or 1, which are not stored. They follow from when it was on and off, exactly unless it
 * changed more than once within a quarter hour; then the share of the readings that were on stands for that of the time.
 */
export function setSwitchAreas({ counts, firsts, firstAt, lastAt, areas }: MetricDay): void {
  for (let quarter = 0; quarter < quartersPerDay; quarter++) {
    const [off, on] = [quartersPerDay + quarter, 2 * quartersPerDay + quarter];
    const [offs, ons] = [counts[off] as number, counts[on] as number];
    if (ons === 0) continue;
    const [offFrom, offTo] = [firstAt[off] as number, lastAt[off] as number];
    const [onFrom, onTo] = [firstAt[on] as number, lastAt[on] as number];
    let onMs = onTo - onFrom;
    if (offs > 0) {
      const spanMs = Math.max(offTo, onTo) - Math.min(offFrom, onFrom);
      const isOneChange = onTo < offFrom || offTo < onFrom;
      // Half of the step in which it changed.
      onMs = isOneChange ? (spanMs + onMs - (offTo - offFrom)) / 2 : (spanMs * ons) / (ons + offs);
    }
    areas[quarter] = 2 * (firsts[on] as number) * onMs;
  }
}

/** How many readings a quarter hour has, of any sign. */
export function countOf(day: MetricDay, quarter: number): number {
  const { counts } = day;
  return (
    (counts[quarter] as number) +
    (counts[quartersPerDay + quarter] as number) +
    (counts[2 * quartersPerDay + quarter] as number)
  );
}

/** Sets a whole day from all its readings, in the order of time. */
export function summariseDay(
  dayNumber: number,
  atMs: readonly number[],
  values: readonly (number | null | undefined)[],
): MetricDay {
  const day = emptyDay();
  let from = 0;
  for (let quarter = 0; quarter < quartersPerDay; quarter++) {
    const startMs = dayNumber * dayMs + quarter * quarterMs;
    let to = from;
    while (to < atMs.length && (atMs[to] as number) < startMs + quarterMs) to++;
    if (to > from) summarise(day, quarter, startMs, atMs.slice(from, to), values.slice(from, to));
    from = to;
  }
  return day;
}

/** Tolerance for sums and areas, which carry the rounding of their additions. */
const roundingTolerance = 1e-12;

/** Are two summaries of a day equal? Fields that one of them lacks are ignored. */
export function isSameDay(one: MetricDay, other: MetricDay): boolean {
  return (Object.keys(one) as (keyof MetricDay)[]).every((field) => {
    const tolerance = field === "sums" || field === "areas" ? roundingTolerance : 0;
    if (one[field].length !== other[field].length) return one[field].length === 0 || other[field].length === 0;
    return one[field].every((value, place) => {
      const beside = other[field][place] as number;
      return Math.abs(value - beside) <= tolerance * Math.max(Math.abs(value), Math.abs(beside));
    });
  });
}
