import { offsetMs } from "../../core/zone-time.ts";

/** Cells of an export. Pure. */

/** What makes a spreadsheet take a text for a formula: https://owasp.org/www-community/attacks/CSV_Injection. */
const formulaLike = /^(?:[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n\0])/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** XML has no place for these, and nobody sees them. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A text that no spreadsheet runs as a formula: put behind a ' where one might. A negative number stays a number. */
export function safeText(text: string): string {
  const guarded = formulaLike.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return guarded.replace(invisible, "");
}

/** A line of a CSV as RFC 4180 has it, with its end; null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  let line = "";
  for (const [index, cell] of cells.entries()) {
    if (index > 0) line += ",";
    if (typeof cell === "number") line += cell;
    else if (cell !== null) line += quoted(safeText(cell));
  }
  return `${line}\r\n`;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

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
