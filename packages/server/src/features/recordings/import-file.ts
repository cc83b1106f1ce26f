import { promisify } from "node:util";
import { createGunzip, gunzip, gzip } from "node:zlib";

import { separatorOfColumns } from "@offgrid/contract/recordings/csv.dialect";
import { plainName } from "@offgrid/contract/core/one-line";
import { splitCells } from "@offgrid/contract/recordings/csv.rows";
import {
  type ImportKind,
  importLineLimit,
  importRowsLimit,
  importTextLimitBytes,
} from "@offgrid/contract/recordings/import-limits";

import { refuseFile } from "./upload-fault.ts";
import { faultOfXlsx, faultOfMarkup, readXlsxRows, xlsxSheets } from "./xlsx-file.ts";

/** Files of other programs become lines of text, as the engine of all imports reads them. Everything is bounded. */

const columnsLimit = 2_000;
/** Of the line that names the columns. */
const namesLimit = 64 * 1024;
const nameLimit = 256;
const newline = 10;

export interface ImportText {
  kind: ImportKind;
  /** Lines, the first of which names the columns. */
  text: string;
  /** By which the lines of the file stand before those of the text. */
  lineShift: number;
  sheets: readonly string[];
}

/** @throws Refusal bad_input with the reason in `fields.file`. */
export async function readImportFile(file: Buffer, sheet: number): Promise<ImportText> {
  const bytes = await inflated(file);
  if (bytes.length === 0) refuseFile("empty");
  if (bytes.readUInt32BE(0) === 0xd0_cf_11_e0) refuseFile("old_excel");
  if (bytes.toString("latin1", 0, 4) === "PK\u0003\u0004") return withPlainNames(await fromXlsx(bytes, sheet));
  const text = decoded(bytes);
  // It also hides in UTF-16. The database keeps none in a text.
  if (text.includes("\0")) refuseFile("not_text");
  const first = text.trimStart()[0];
  if (first === "{" || first === "[") return withPlainNames(fromJson(text));
  refuseBigLines(text);
  refuseManyColumns(firstLines(text, 1)[0] ?? "");
  return withPlainNames({ kind: "csv", text, lineShift: 0, sheets: [] });
}

/** Every column is looked at in hundreds of lines at once, so that their number is known before. */
function refuseManyColumns(names: string): void {
  if (names.length > namesLimit || (names.match(/[,;\t|]/g)?.length ?? 0) > columnsLimit)
    refuseFile("too_many_columns");
}

const columnName = (name: string) => plainName(name).slice(0, nameLimit);

/** Mappings call columns by names that are no longer than this, and that a person reads as they are. */
function withPlainNames(file: ImportText): ImportText {
  const line = firstLines(file.text, 1)[0] ?? "";
  if (columnName(line) === line) return file;
  if (line.length > 2 * columnsLimit * nameLimit) refuseFile("too_many_columns");
  const separator = separatorOfColumns(line);
  const names = splitCells(line, separator) ?? [];
  if (names.every((name) => columnName(name) === name)) return file;
  const short = names.map((name) => `"${columnName(name).replaceAll('"', '""')}"`).join(separator);
  const place = file.text.indexOf(line);
  return { ...file, text: file.text.slice(0, place) + short + file.text.slice(place + line.length) };
}

async function inflated(file: Buffer): Promise<Buffer> {
  if (file.length < 4) return file.length === 0 ? file : Buffer.concat([file, Buffer.alloc(4, "\n")]);
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file.length > importTextLimitBytes ? refuseFile("too_large") : file;
  try {
    const plain = await promisify(gunzip)(file, { maxOutputLength: importTextLimitBytes });
    return plain.length < 4 && plain.length > 0 ? Buffer.concat([plain, Buffer.alloc(4, "\n")]) : plain;
  } catch (error) {
    return refuseFile((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "broken");
  }
}

export async function packed(text: string): Promise<Buffer> {
  return promisify(gzip)(text);
}

export async function unpacked(body: Buffer): Promise<string> {
  return (await promisify(gunzip)(body, { maxOutputLength: 2 * importTextLimitBytes })).toString();
}

/** The first lines of a packed text, of which no more is unpacked than they need. */
export async function firstLinesOf(body: Buffer, count: number): Promise<string[]> {
  const chunks: Buffer[] = [];
  let ends = 0;
  let wanted = count;
  const plain = createGunzip();
  plain.end(body);
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    for (let place = chunk.indexOf(newline); place >= 0; place = chunk.indexOf(newline, place + 1)) ends++;
    if (ends < wanted) continue;
    // The last of one more than asked for may be cut off. Empty lines at the beginning do not count.
    const lines = firstLines(Buffer.concat(chunks).toString(), count + 1);
    if (lines.length > count) return lines.slice(0, count);
    wanted = 2 * ends;
  }
  return firstLines(Buffer.concat(chunks).toString(), count);
}

/** UTF-8 or UTF-16 with its mark; what is neither comes from a Windows program of western Europe. */
function decoded(bytes: Buffer): string {
  const mark = bytes.readUInt16BE(0);
  if (mark === 0xff_fe) return new TextDecoder("utf-16le").decode(bytes);
  if (mark === 0xfe_ff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) refuseFile("not_text");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** To cut one very long line into cells takes hundreds of times its length. @throws Refusal bad_input */
export function refuseBigLines(text: string): void {
  let count = 0;
  let from = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    if (end - from > importLineLimit) refuseFile("line_too_long");
    from = end + 1;
    count++;
  }
  if (text.length - from > importLineLimit) refuseFile("line_too_long");
  if (count > importRowsLimit) refuseFile("too_many_rows");
}

/** The first lines of a text, without their ends. */
export function firstLines(text: string, count: number): string[] {
  const lines: string[] = [];
  let from = text.startsWith("\uFEFF") ? 1 : 0;
  while (from < text.length && lines.length < count) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end < 0 ? text.length : end);
    // What precedes the names of the columns is nothing.
    if (lines.length > 0 || line.trim() !== "") lines.push(line.endsWith("\r") ? line.slice(0, -1) : line);
    from = end < 0 ? text.length : end + 1;
  }
  return lines;
}

/** Lines with cells, without the one that names the columns. */
export function countRows(text: string): number {
  let count = -1;
  for (const line of text.split("\n")) if (line.trim() !== "" && line !== "\uFEFF") count++;
  return Math.max(0, count);
}

const quoted = (cell: string) =>
  /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""').replaceAll(/[\n\r]+/g, " ")}"` : cell;
const lineOf = (cells: readonly string[]) => cells.map(quoted).join(",");

/** Lines of text, no longer than the limit. */
class Lines {
  readonly #lines: string[] = [];
  #bytes = 0;

  get count(): number {
    return this.#lines.length;
  }

  add(line: string): void {
    if (line.length > importLineLimit) refuseFile("line_too_long");
    if (line.includes("\0")) refuseFile("not_text");
    this.#bytes += Buffer.byteLength(line) + 1;
    if (this.#bytes > importTextLimitBytes) refuseFile("too_large");
    if (this.#lines.length > importRowsLimit) refuseFile("too_many_rows");
    this.#lines.push(line);
  }

  get text(): string {
    return this.#lines.join("\n");
  }
}

async function fromXlsx(bytes: Buffer, sheet: number): Promise<ImportText> {
  const fault = faultOfXlsx(bytes);
  if (fault) refuseFile(fault);
  const markup = await faultOfMarkup(bytes);
  if (markup) refuseFile(markup);
  const lines = new Lines();
  const sheets = await xlsxSheets(bytes);
  let width = 0;
  for await (const { index, cells } of readXlsxRows(bytes, sheet)) {
    if (cells.length > columnsLimit) refuseFile("too_many_columns");
    // A row that is left out in the file is an empty line, so that lines have the numbers of the rows.
    while (lines.count < index) lines.add("");
    if (width === 0) width = cells.findLastIndex((cell) => cell !== "") + 1;
    const isEmpty = cells.every((cell) => cell === "");
    lines.add(isEmpty ? "" : lineOf(Array.from({ length: width }, (_, place) => cells[place] ?? "")));
  }
  if (width === 0) refuseFile("empty");
  return { kind: "xlsx", text: lines.text, lineShift: 0, sheets };
}

type Flat = Map<string, string>;

/** JSON lines, or one array of objects: nested names are joined by dots. A line that is no object stays one cell. */
function fromJson(text: string): ImportText {
  const isArray = text.trimStart().startsWith("[");
  if (!isArray) refuseBigLines(text);
  const items: readonly unknown[] = isArray ? arrayOf(text) : text.split("\n");
  const names = new Set<string>();
  const rows: (Flat | undefined | null)[] = [];
  const take = (row: Flat | undefined | null) => {
    for (const name of row?.keys() ?? []) names.add(name);
    if (names.size > columnsLimit) refuseFile("too_many_columns");
    if (rows.push(row) > importRowsLimit) refuseFile("too_many_rows");
  };
  for (const item of items) take(typeof item === "string" && !isArray ? rowOfLine(item) : flat(item));
  if (names.size === 0) refuseFile("not_json");
  const lines = new Lines();
  lines.add(lineOf([...names]));
  // A cell more than there are names: the engine then refuses the line and names it.
  const broken = ",".repeat(names.size);
  for (const row of rows) {
    if (row === null) lines.add("");
    else lines.add(row ? lineOf([...names].map((name) => row.get(name) ?? "")) : broken);
  }
  return { kind: "jsonl", text: lines.text, lineShift: -1, sheets: [] };
}

const rowOfLine = (line: string) => (line.trim() === "" ? null : flat(parsed(line)));

function arrayOf(text: string): unknown[] {
  const value = parsed(text);
  return Array.isArray(value) ? value : refuseFile("not_json");
}

function parsed(text: string): unknown {
  refuseHeavyJson(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const jsonDepthLimit = 8;
const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Scans the text, since to parse it would already spend what depth and large or many objects cost. */
function refuseHeavyJson(text: string): void {
  const keys: number[] = [0];
  let [depth, objects, lists] = [0, 0, 0];
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const sign = text.charCodeAt(index);
    if (isQuoted) {
      if (sign === backslash) index++;
      else if (sign === quote) isQuoted = false;
    } else if (sign === quote) isQuoted = true;
    else if (sign === openBrace || sign === openBracket) {
      if (sign === openBrace) objects++;
      else lists++;
      if (Math.max(objects, lists) > importRowsLimit) refuseFile("too_many_rows");
      if (++depth > jsonDepthLimit) refuseFile("not_json");
      keys[depth] = 0;
    } else if (sign === closeBrace || sign === closeBracket) depth = Math.max(0, depth - 1);
    else if (sign === colon && (keys[depth] = (keys[depth] ?? 0) + 1) > columnsLimit) refuseFile("too_many_columns");
  }
}

const deepest = 4;

/** @returns undefined for what is no object. */
function flat(value: unknown): Flat | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const cells: Flat = new Map();
  const walk = (object: object, path: string, depth: number) => {
    for (const [key, one] of Object.entries(object)) {
      const name = path === "" ? key : `${path}.${key}`;
      if (typeof one === "object" && one !== null && !Array.isArray(one) && depth < deepest) walk(one, name, depth + 1);
      else if (typeof one === "number" || typeof one === "string") cells.set(name, String(one));
      else if (typeof one === "boolean") cells.set(name, one ? "1" : "0");
      else if (one === null) cells.set(name, "");
    }
  };
  walk(value, "", 0);
  return cells;
}
