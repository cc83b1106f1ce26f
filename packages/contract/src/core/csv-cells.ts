/** Cells of CSV files. Pure. */

/** XML does not allow these characters, and nobody sees them. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
/**
 * What may stand before a formula without being seen, and what a program that reads the file may drop: blanks, marks of
 * direction, joiners, fillers, accents without a letter, and code points that mean nothing yet.
 */
const blanks = String.raw`\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800`;
/** Marks that stand alone: normalized, each is a blank with an accent over it, and nothing more. */
const marksAlone = String.raw`\u00A8\u00AF\u00B4\u00B8\u02D8-\u02DD\u037A\u0384\u0385\u1FBD\u1FBF-\u1FC1\u1FCD-\u1FCF\u1FDD-\u1FDF\u1FED\u1FEE\u1FFD\u1FFE\u2017\u203E\u309B\u309C\uFC5E-\uFC63\uFE49-\uFE4C\uFE70\uFE72\uFE74\uFE76\uFE78\uFE7A\uFE7C\uFE7E\uFF9E\uFF9F\uFFE3`;
const unseen = `${blanks}${marksAlone}`;
/**
 * = + - @ make a spreadsheet take a text for a formula (https://owasp.org/www-community/attacks/CSV_Injection), and so may
 * every character that is one of them once it is normalized: wide, small, raised and lowered ones. The true minus sign is
 * read as a hyphen.
 */
const sign = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u207A-\u207C\u208A-\u208C\u2212\u2A75\u2A76\uFB29]`;
/** Many programs split at semicolons where the comma is the decimal sign; some end a line at more than our line ends. */
const separator = String.raw`;\t|\r\n\u0085\u2028\u2029`;
const number = String.raw`[-\u2212]?\d+(?:\.\d+)?`;

const formulaLike = new RegExp(`^(?:[${unseen}]*${sign}|[\\t\\r\\n])`, "u");
const plainNumber = new RegExp(`^${number}$`, "u");
/**
 * What may end a cell, with what may follow before the next begins. Our quotes then do not begin a cell and have no effect.
 * It takes all it can, so that a text is read only once however many of these it has.
 */
const cellEnd = new RegExp(`[${separator}][${unseen}${separator}"']*`, "gu");
/** A number stays a number. */
const formulaNext = new RegExp(`(?!${number}(?:[${separator}\\]},]|$))${sign}`, "uy");

/**
 * A text that no spreadsheet runs as a formula: a ' is put before it where one might. A negative number stays a number.
 * What nobody sees goes first: a formula behind it would otherwise be bare afterwards.
 */
export function safeText(text: string): string {
  const seen = text.replace(invisible, "");
  const guarded = formulaLike.test(seen) && !plainNumber.test(seen) ? `'${seen}` : seen;
  return guarded.replace(cellEnd, (end, at: number) => {
    formulaNext.lastIndex = at + end.length;
    return formulaNext.test(guarded) ? `${end}'` : end;
  });
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
  return /[",;|\t\r\n\u0085\u2028\u2029]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
