/** Cells and file names of exports, the same whether the portal or a screen writes them. Pure. */

/** Columns before those of the series. */
export const firstExportColumns = ["TimeStamp", "Datetime"] as const;

/** Clocks change only at quarter hours of UTC, so one look-up serves a whole quarter hour. */
const offsetStepMs = 15 * 60_000;

/**
 * Turns instants into local wall-clock times, given as if they were UTC; fast for instants in order.
 * @param offsetAt The zone's offset from UTC at an instant, milliseconds.
 */
export function localClock(offsetAt: (atMs: number) => number): (atMs: number) => number {
  let step = NaN;
  let offset = 0;
  return (atMs) => {
    const of = Math.floor(atMs / offsetStepMs);
    if (of !== step) {
      step = of;
      offset = offsetAt(atMs);
    }
    return atMs + offset;
  };
}

/** A wall-clock time, given as if it were UTC, as 09/06/2026 14:05:00. */
export function dayMonthYear(wallMs: number): string {
  const iso = new Date(wallMs).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

/** Titles that each stand for one column: a repeated title gets a number. */
export function distinctTitles(titles: readonly string[]): string[] {
  const used = new Set<string>();
  return titles.map((title) => {
    let distinct = title;
    for (let number = 2; used.has(distinct); number++) distinct = `${title} (${number})`;
    used.add(distinct);
    return distinct;
  });
}

/**
 * Name of the file: what it shows and which days it spans.
 * @param days First and last local day as YYYY-MM-DD; only one where they are the same.
 */
export function exportFileName(what: string, days: readonly string[], ending: string): string {
  return `${[what, ...new Set(days)].join("_")}.${ending}`;
}
