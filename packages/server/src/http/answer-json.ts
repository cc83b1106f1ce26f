/**
 * The text of an answer: the same as JSON.stringify, but in a third of its time for columns of numbers, of which charts
 * have thousands. Lists of objects are left to JSON.stringify, unless the objects are frozen.
 */
export function answerJson(value: unknown): string {
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    const [first] = list;
    if (list.length > 0 && list.every(isCell)) return Object.isFrozen(list) ? frozenJson(list) : columnJson(list);
    if (Array.isArray(first)) return `[${list.map(answerJson).join(",")}]`;
    if (isFrozenObject(first)) return rowsJson(list);
    return JSON.stringify(list);
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return JSON.stringify(value) ?? "null";
  }
  const fields: string[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined) fields.push(`${JSON.stringify(name)}:${answerJson(field)}`);
  }
  return `{${fields.join(",")}}`;
}

/** A frozen column, such as the times of a chart's groups, is written once for as long as it lives. */
const frozenTexts = new WeakMap<readonly (number | null)[], string>();

function frozenJson(column: readonly (number | null)[]): string {
  let text = frozenTexts.get(column);
  if (text === undefined) frozenTexts.set(column, (text = columnJson(column)));
  return text;
}

/** A frozen row of a list, such as that of a container, is written once for as long as it lives. */
const rowTexts = new WeakMap<object, string>();

function rowsJson(rows: readonly unknown[]): string {
  let text = "";
  // Faster than joining a list of long texts.
  for (const row of rows) text += text === "" ? rowJson(row) : `,${rowJson(row)}`;
  return `[${text}]`;
}

function rowJson(row: unknown): string {
  if (!isFrozenObject(row)) return JSON.stringify(row) ?? "null";
  let text = rowTexts.get(row);
  if (text === undefined) rowTexts.set(row, (text = JSON.stringify(row)));
  return text;
}

function isFrozenObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.isFrozen(value);
}

function isCell(value: unknown): value is number | null {
  return value === null || typeof value === "number";
}

function columnJson(column: readonly (number | null)[]): string {
  const [first = null] = column;
  // JSON.stringify is fastest with small whole numbers; for others joining texts is faster.
  if (first === null || (Number.isInteger(first) && Math.abs(first) < 1e9)) return JSON.stringify(column);
  const texts: string[] = [];
  for (const value of column) {
    texts.push(value === null || !Number.isFinite(value) ? "null" : numberText(value));
  }
  return `[${texts.join(",")}]`;
}

/** Whole numbers too long for a small integer, such as epoch milliseconds, are faster in two halves. */
function numberText(value: number): string {
  if (value > 1e9 && value < 1e15 && Number.isInteger(value)) {
    const thousands = Math.floor(value / 1000);
    const rest = value - thousands * 1000;
    return rest === 0 ? `${thousands}000` : `${thousands}${rest < 10 ? "00" : rest < 100 ? "0" : ""}${rest}`;
  }
  return `${value === 0 ? 0 : value}`;
}
