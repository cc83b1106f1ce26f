import { offsetMs } from "../../core/zone-time.ts";

/** Cells of an export. Pure. */

/** Clocks change at quarter hours of UTC only, so one look-up serves all instants of one. */
const offsetStepMs = 15 * 60_000;

/** Turns instants into local wall-clock times, as if those were UTC; quick for instants in order. */
export function localClock(zone: string): (atMs: number) => number {
  let step = NaN;
  let offset = 0;
  return (atMs) => {
    const of = Math.floor(atMs / offsetStepMs);
    if (of !== step) {
      step = of;
      offset = offsetMs(zone, atMs);
    }
    return atMs + offset;
  };
}

/** A wall-clock time, given as if it were UTC, as 09/06/2026 14:05:00. */
export function dayMonthYear(wallMs: number): string {
  const iso = new Date(wallMs).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

/** Titles of which each stands for one column: a repeated one gets a number. */
export function distinctTitles(titles: readonly string[]): string[] {
  const used = new Set<string>();
  return titles.map((title) => {
    let distinct = title;
    for (let number = 2; used.has(distinct); number++) distinct = `${title} (${number})`;
    used.add(distinct);
    return distinct;
  });
}
