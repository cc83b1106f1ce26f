/** Cells of CSV files. Pure. */

/**
 * Beginnings that make a spreadsheet take a text for a formula: https://owasp.org/www-community/attacks/CSV_Injection.
 */
const formulaLike = /^(?:[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n\0])/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/**
 * The same after a character that a spreadsheet may take for the end of a cell. Many split at semicolons where the
 * comma is the decimal sign; our quotes then do not begin a cell and have no effect. A number stays a number.
 */
const formulaBehindSeparator =
  /([;\t|\r\n][\s\0"']*)(?!-\d+(?:\.\d+)?(?:[;\t|\r\n\]},]|$))(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** XML does not allow these characters, and nobody sees them. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/**
 * A text that no spreadsheet runs as a formula: a ' is put before it where one might. A negative number stays a number.
 */
export function safeText(text: string): string {
  const guarded = formulaLike.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return guarded.replace(formulaBehindSeparator, "$1'").replace(invisible, "");
}

/** A line of a CSV file (RFC 4180) with its line end; null is an empty cell. */
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
