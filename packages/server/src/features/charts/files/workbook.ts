import { once } from "node:events";
import { createDeflateRaw } from "node:zlib";

import type { LocaleCode } from "@offgrid/contract/core/constants";
import { Zip, ZipPassThrough } from "fflate";

/** A spreadsheet that is written while it is taken, one sheet after the other (decision 187). */

/** Dates have no zone in a spreadsheet: what is shown is their time as UTC. */
export type Cell = string | number | Date | null;
export interface Sheet {
  name: string;
  columns: readonly { width: number; isWhole?: boolean }[];
  /** Stays in view, also above what follows on another sheet. */
  head?: readonly Cell[];
  /** Each is requested when the one before has been written. */
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
}

/** What the sheets of a file are called. */
export const sheetNames = {
  en: { data: "Data", events: "Events", about: "About" },
  fr: { data: "Données", events: "Événements", about: "À propos" },
} satisfies Record<LocaleCode, object>;

export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Excel has no more on a sheet. */
const mostRows = 1_048_576;
/** Of text, before it is packed. */
const pieceLength = 65_536;
const dayMs = 86_400_000;
/** The first of January 1970, as spreadsheets count days. */
const epochDay = 25_569;

/**
 * @param sheets Each is requested when the one before is complete, so that it may say what came of that one.
 * @param fullAt How many rows a sheet has; what is more follows on another one.
 */
export async function* workbook(
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  fullAt = mostRows,
): AsyncGenerator<Uint8Array> {
  const archive = new Archive();
  const names: string[] = [];
  let rows: Rows | undefined;
  try {
    for await (const sheet of sheets) {
      rows = new Rows(sheet.rows);
      for (let part = 1; part === 1 || !(await rows.areOver()); part++) {
        names.push(part === 1 ? sheet.name : `${sheet.name}_${part}`);
        yield* archive.file(`xl/worksheets/sheet${names.length}.xml`, sheetText(sheet, rows, fullAt));
      }
    }
    for (const [path, text] of frameOf(names)) yield* archive.file(path, [text]);
    yield* archive.end();
  } finally {
    archive.close();
    await rows?.close();
  }
}

/** Rows of which the next can be waited for without taking it. */
class Rows {
  readonly #source: AsyncIterator<readonly Cell[]> | Iterator<readonly Cell[]>;
  #ahead: IteratorResult<readonly Cell[]> | undefined;

  constructor(rows: Sheet["rows"]) {
    this.#source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  async areOver(): Promise<boolean> {
    this.#ahead ??= await this.#source.next();
    return this.#ahead.done === true;
  }

  /** @returns undefined where there are no more. */
  async next(): Promise<readonly Cell[] | undefined> {
    const { done, value } = this.#ahead ?? (await this.#source.next());
    if (done) return undefined;
    this.#ahead = undefined;
    return value;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

async function* sheetText({ columns, head }: Sheet, rows: Rows, fullAt: number): AsyncGenerator<string> {
  let text = sheetStart(columns, head !== undefined);
  let row = 0;
  if (head) text += rowText(row++, head, columns);
  while (row < fullAt) {
    const cells = await rows.next();
    if (!cells) break;
    text += rowText(row++, cells, columns);
    if (text.length < pieceLength) continue;
    yield text;
    text = "";
  }
  yield `${text}</sheetData></worksheet>`;
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function sheetStart(columns: Sheet["columns"], hasHead: boolean): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const view = `<sheetViews><sheetView workbookViewId="0">${hasHead ? pane : ""}</sheetView></sheetViews>`;
  return `${xml}<worksheet xmlns="${main}">${view}<cols>${widths.join("")}</cols><sheetData>`;
}

/** Looks of cells, by their place among those of `styles`. */
const look = { whole: 1, date: 2 } as const;

function rowText(row: number, cells: readonly Cell[], columns: Sheet["columns"]): string {
  let text = `<row r="${row + 1}">`;
  for (const [index, cell] of cells.entries()) {
    if (cell === null) continue;
    const at = `r="${columnName(index)}${row + 1}"`;
    // A cell of text is never run, whatever it begins with.
    if (typeof cell === "string")
      text += `<c ${at} t="inlineStr"><is><t xml:space="preserve">${marked(cell)}</t></is></c>`;
    else if (cell instanceof Date) text += `<c ${at} s="${look.date}"><v>${cell.getTime() / dayMs + epochDay}</v></c>`;
    else text += `<c ${at}${columns[index]?.isWhole === true ? ` s="${look.whole}"` : ""}><v>${cell}</v></c>`;
  }
  return `${text}</row>`;
}

/** A, B, ..., Z, AA, AB, ... */
function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Which no XML file may have. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const marked = (text: string) => text.replaceAll(forbidden, "").replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? "");

/** What holds the sheets together, by its place in the file. */
function frameOf(names: readonly string[]): [path: string, text: string][] {
  const numbers = names.map((_, index) => index + 1);
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${office}.${type}+xml"/>`;
  const related = (id: number | string, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;
  const packaged = "http://schemas.openxmlformats.org/package/2006";
  const sheets = names.map(
    (name, index) => `<sheet name="${marked(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return [
    ["xl/styles.xml", styles],
    [
      "xl/workbook.xml",
      `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${xml}<Relationships xmlns="${packaged}/relationships">${numbers
        .map((number) => related(number, "worksheet", `worksheets/sheet${number}.xml`))
        .join("")}${related("Styles", "styles", "styles.xml")}</Relationships>`,
    ],
    [
      "_rels/.rels",
      `${xml}<Relationships xmlns="${packaged}/relationships">${related(1, "officeDocument", "xl/workbook.xml")}</Relationships>`,
    ],
    [
      "[Content_Types].xml",
      `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("workbook", "sheet.main")}${part("styles", "styles")}${numbers
        .map((number) => part(`worksheets/sheet${number}`, "worksheet"))
        .join("")}</Types>`,
    ],
  ];
}

const office = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const formatted = (id: number) =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">${[0, 1, 164].map(formatted).join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A zip archive whose files are packed one after the other. */
class Archive {
  #ready: Uint8Array[] = [];
  #open: PackedFile | undefined;
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    this.#ready.push(piece);
  });

  async *file(path: string, pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array, void> {
    const file = new PackedFile(path);
    this.#open = file;
    this.#zip.add(file);
    for await (const piece of pieces) {
      await file.write(piece);
      yield* this.#taken();
    }
    await file.finish();
    yield* this.#taken();
  }

  *end(): Generator<Uint8Array, void> {
    this.#zip.end();
    yield* this.#taken();
  }

  /** Whatever was not finished is given up. */
  close(): void {
    this.#open?.close();
  }

  #taken(): Uint8Array[] {
    const now = this.#ready;
    this.#ready = [];
    return now;
  }
}

/** Packed beside the program's own thread, so that a long file does not hold up others' calls. */
class PackedFile extends ZipPassThrough {
  override compression = 8;
  readonly #zlib = createDeflateRaw();

  constructor(path: string) {
    super(path);
    this.#zlib.on("data", (packed: Uint8Array<ArrayBuffer>) => this.ondata(null, packed, false));
  }

  async write(text: string): Promise<void> {
    this.push(Buffer.from(text));
    if (this.#zlib.writableNeedDrain) await once(this.#zlib, "drain");
  }

  async finish(): Promise<void> {
    const end = once(this.#zlib, "end");
    this.push(new Uint8Array(0), true);
    await end;
    this.ondata(null, new Uint8Array(0), true);
  }

  close(): void {
    this.#zlib.destroy();
  }

  protected override process(piece: Uint8Array, isLast: boolean): void {
    if (isLast) this.#zlib.end();
    else this.#zlib.write(piece);
  }
}
