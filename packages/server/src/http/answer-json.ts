import { columnJson } from "./column-json.ts";

/**
 * An answer as UTF-8: the same as JSON.stringify, but in a fraction of its time for columns of numbers, of which charts
 * have thousands. Lists of objects are left to JSON.stringify, unless the objects are frozen: these are written once.
 */
export function answerJson(value: unknown): Buffer {
  const json = new Json();
  json.add(value);
  return json.bytes();
}

class Json {
  readonly #pieces: Uint8Array[] = [];
  /** Behind the last piece. */
  #text = "";

  bytes(): Buffer {
    const rest = Buffer.from(this.#text);
    return this.#pieces.length === 0 ? rest : Buffer.concat([...this.#pieces, rest]);
  }

  add(value: unknown): void {
    if (Array.isArray(value)) return this.#addList(value);
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
      this.#text += JSON.stringify(value) ?? "null";
      return;
    }
    this.#text += "{";
    let comma = "";
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      this.#text += `${comma}${JSON.stringify(name)}:`;
      comma = ",";
      this.add(field);
    }
    this.#text += "}";
  }

  #piece(bytes: Uint8Array): void {
    this.#pieces.push(Buffer.from(this.#text), bytes);
    this.#text = "";
  }

  #addList(list: readonly unknown[]): void {
    const [first] = list;
    const column = typeof first === "number" || first === null ? writtenColumn(list) : undefined;
    if (column) this.#piece(column);
    else if (Array.isArray(first)) {
      this.#text += "[";
      for (const [place, item] of list.entries()) {
        if (place > 0) this.#text += ",";
        this.add(item);
      }
      this.#text += "]";
    } else if (isFrozenObject(first)) this.#addRows(list);
    else this.#text += JSON.stringify(list);
  }

  #addRows(rows: readonly unknown[]): void {
    this.#pieces.push(Buffer.from(`${this.#text}[`));
    this.#text = "]";
    for (const row of rows) this.#pieces.push(rowJson(row));
    // Each row begins with a comma.
    const first = this.#pieces.length - rows.length;
    this.#pieces[first] = (this.#pieces[first] as Uint8Array).subarray(1);
  }
}

/** A frozen column, such as the times of a chart's groups, is looked through and written once for as long as it lives. */
const frozenColumns = new WeakMap<readonly unknown[], Uint8Array>();

function writtenColumn(list: readonly unknown[]): Uint8Array | undefined {
  const known = frozenColumns.get(list);
  if (known) return known;
  const bytes = columnJson(list);
  if (bytes && Object.isFrozen(list)) frozenColumns.set(list, bytes);
  return bytes;
}

/** A frozen row of a list, such as that of a container, is written once for as long as it lives. */
const frozenRows = new WeakMap<object, Uint8Array>();

/** A row with a comma before it. */
function rowJson(row: unknown): Uint8Array {
  const known = isFrozenObject(row) ? frozenRows.get(row) : undefined;
  if (known) return known;
  const bytes = Buffer.from(`,${JSON.stringify(row) ?? "null"}`);
  if (isFrozenObject(row)) frozenRows.set(row, bytes);
  return bytes;
}

function isFrozenObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.isFrozen(value);
}
