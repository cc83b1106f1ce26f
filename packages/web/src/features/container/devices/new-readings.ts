interface Readings {
  /** Instants, epoch ms, rising. */
  t: readonly number[];
  series: readonly (readonly (number | null)[])[];
}

const dayMs = 24 * 3_600_000;

/** What comes after the readings that are known; undefined: none are. */
export function nextReadings({ t }: Readings): { from: number; to: number } | undefined {
  const last = t.at(-1);
  return last === undefined ? undefined : { from: last + 1, to: last + dayMs };
}

/** A day of readings with those that came since; the oldest leave it. */
export function withReadings<Known extends Readings>(known: Known, since: Readings): Known {
  if (since.t.length === 0) return known;
  const startMs = since.t.at(-1)! - dayMs;
  const leave = known.t.findIndex((atMs) => atMs >= startMs);
  const first = leave < 0 ? known.t.length : leave;
  return {
    ...known,
    t: [...known.t.slice(first), ...since.t],
    series: known.series.map((values, index) => [...values.slice(first), ...(since.series[index] ?? [])]),
  };
}
