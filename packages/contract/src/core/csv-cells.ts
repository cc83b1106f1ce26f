/** Cells of CSV files. Pure. */

/** What makes a spreadsheet take a text for a formula: https://owasp.org/www-community/attacks/CSV_Injection. */
const formulaLike = /^(?:[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n\0])/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/**
 * The same behind what a spreadsheet may take for the end of a cell, as many do with a semicolon wherever the comma is
 * the decimal sign; then our quotes are not at the beginning of a cell and do not count. A number stays a number.
 */
const formulaBehindSeparator =
  /([;\t|\r\n][\s\0"']*)(?!-\d+(?:\.\d+)?(?:[;\t|\r\n\]},]|$))(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** XML has no place for these, and nobody sees them. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** A text that no spreadsheet runs as a formula: put behind a ' where one might. A negative number stays a number. */
export function safeText(text: string): string {
  const guarded = formulaLike.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return guarded.replace(formulaBehindSeparator, "$1'").replace(invisible, "");
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
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
