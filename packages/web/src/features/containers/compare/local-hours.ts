import { isoDay, offsetMs } from "../../../core/time.ts";
import { type Period, type PeriodChoice, rangeOf, type TimeRange } from "../../../ui/period-range.ts";

/** Containers of several zones are laid over each other by their own clocks: noon above noon. Pure. */

/** What the clocks of a zone show, as if it were UTC, epoch ms. */
const clockAt = (atMs: number, zone: string) => atMs + offsetMs(atMs, zone);

/** When the clocks of a zone show that; the earlier of two such instants, and the later side of a time that is left out. */
function instantAt(clockMs: number, zone: string): number {
  const near = clockMs - offsetMs(clockMs, zone);
  const exact = clockMs - offsetMs(near, zone);
  return clockAt(exact, zone) === clockMs ? exact : near;
}

/** The part of a zone's time in which its clocks show what those of another zone show in a range. */
export function sameClock({ fromMs, toMs }: TimeRange, zone: string, to: string): TimeRange {
  if (zone === to) return { fromMs, toMs };
  return { fromMs: instantAt(clockAt(fromMs, zone), to), toMs: instantAt(clockAt(toMs, zone), to) };
}

/**
 * The range of a container in a comparison: what the period means in its own zone, as on its own page; of a choice of dates,
 * those that were chosen in the zone of the first container.
 */
export function comparedRange(choice: PeriodChoice, nowMs: number, { base, zone }: { base: string; zone: string }) {
  return choice.period === "custom"
    ? sameClock(rangeOf(choice, nowMs, base), base, zone)
    : rangeOf(choice, nowMs, zone);
}

type Place = Pick<LocalHistory, "zone" | "range">;

/** What histories are laid over. */
export interface ComparedAxis extends Place {
  /** Date over date; else the beginning of one over that of another. */
  isByDate: boolean;
}

/**
 * A day of each is laid over that of the first, whatever its date; several days are laid date over date, over all dates that
 * any of them has.
 */
export function comparedAxis(places: readonly Place[], period: Period): ComparedAxis | undefined {
  const [base] = places;
  if (!base) return undefined;
  const { zone, range } = base;
  if (period === "today" || period === "yesterday") return { zone, range, isByDate: false };
  const ranges = places.map((place) => sameClock(place.range, place.zone, zone));
  const fromMs = Math.min(...ranges.map((one) => one.fromMs));
  return { zone, range: { fromMs, toMs: Math.max(...ranges.map((one) => one.toMs)) }, isByDate: true };
}

/** Do ranges begin on the same date at each place? */
export function isSameDate(places: readonly Place[]): boolean {
  return new Set(places.map(({ zone, range }) => isoDay(range.fromMs, zone))).size <= 1;
}

/** The history of one container over its own range. */
export interface LocalHistory {
  t: readonly number[];
  values: readonly (number | null)[];
  zone: string;
  range: TimeRange;
  /** Share of the range that was measured, 0..1. */
  coverage?: number | undefined;
}

/** Histories over one axis: a column for each, null where it has no value for a time, and what share of it was measured. */
export interface Aligned {
  t: readonly number[];
  series: readonly (readonly (number | null)[])[];
  coverage: readonly (number | undefined)[];
}

/**
 * Lays histories over an axis, by what the clocks at each place show.
 * @param histories One that is not there has no values.
 */
export function alignedByClock(histories: readonly (LocalHistory | undefined)[], axis: ComparedAxis): Aligned {
  const columns = histories.map((history) => history && byTime(history, axis));
  const coverage = histories.map((history) => history?.coverage);
  const t = [...new Set(columns.flatMap((column) => [...(column?.keys() ?? [])]))].sort((one, other) => one - other);
  return { t, series: columns.map((column) => t.map((at) => column?.get(at) ?? null)), coverage };
}

function byTime(history: LocalHistory, axis: ComparedAxis): ReadonlyMap<number, number | null> {
  const ownStart = clockAt(history.range.fromMs, history.zone);
  const shift = axis.isByDate ? 0 : clockAt(axis.range.fromMs, axis.zone) - ownStart;
  const isSame = history.zone === axis.zone && shift === 0;
  const place = (at: number) => (isSame ? at : instantAt(clockAt(at, history.zone) + shift, axis.zone));
  return new Map(history.t.map((at, index) => [place(at), history.values[index] ?? null]));
}
