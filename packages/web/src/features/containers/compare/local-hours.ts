import { isoDay, offsetMs } from "../../../core/time.ts";
import { type PeriodChoice, rangeOf, type TimeRange } from "../../../ui/period-range.ts";

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
 * The range of a container in a comparison: its own day where that is what was chosen, else the dates of the first
 * container, so that the days of one never lie over other dates of another.
 */
export function comparedRange(choice: PeriodChoice, nowMs: number, { base, zone }: { base: string; zone: string }) {
  const isOwnDay = choice.period === "today" || choice.period === "yesterday";
  return isOwnDay ? rangeOf(choice, nowMs, zone) : sameClock(rangeOf(choice, nowMs, base), base, zone);
}

/** Do ranges begin on the same date at each place? */
export function isSameDate(places: readonly Pick<LocalHistory, "zone" | "range">[]): boolean {
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
 * Lays histories over the range of one of them, by what the clocks at each place show since its range began.
 * @param histories One that is not there has no values.
 */
export function alignedByClock(
  histories: readonly (LocalHistory | undefined)[],
  { zone, range }: Pick<LocalHistory, "zone" | "range">,
): Aligned {
  const columns = histories.map((history) => history && byTime(history, { zone, range }));
  const coverage = histories.map((history) => history?.coverage);
  const t = [...new Set(columns.flatMap((column) => [...(column?.keys() ?? [])]))].sort((one, other) => one - other);
  return { t, series: columns.map((column) => t.map((at) => column?.get(at) ?? null)), coverage };
}

function byTime(history: LocalHistory, base: Pick<LocalHistory, "zone" | "range">): ReadonlyMap<number, number | null> {
  const ownStart = clockAt(history.range.fromMs, history.zone);
  const baseStart = clockAt(base.range.fromMs, base.zone);
  const isSame = history.zone === base.zone && ownStart === baseStart;
  const place = (at: number) => (isSame ? at : instantAt(baseStart + clockAt(at, history.zone) - ownStart, base.zone));
  return new Map(history.t.map((at, index) => [place(at), history.values[index] ?? null]));
}
