import type { UploadFault } from "@offgrid/contract/recordings/import-limits";

/**
 * Finds markup that no program writes: tags without an end, and more rows and cells than a sheet has. The reader of workbooks begins again at the `<` of what is not
 * closed yet with each piece of a sheet that it unpacks: a tag of 100 MB takes it minutes. Pure.
 */
export const longestMarkup = 256 * 1024;

/** Of a sheet. The first two are the ends of any sheet of Excel; a file of history has fewer. */
export const sheetLimits = { rows: 1_048_576, cellsOfRow: 16_384, cells: 6_000_000 };

type MarkupFault = Extract<UploadFault, "too_heavy" | "too_many_rows" | "too_many_columns">;

const [less, greater, double, single] = [0x3c, 0x3e, 0x22, 0x27];
const [mark, question, slash] = [0x21, 0x3f, 0x2f];
/** Of markup that begins with `<!`: how it goes on, and what ends it; any other ends with `>`. */
const declarations = [
  ["--", "-->"],
  ["[CDATA[", "]]>"],
] as const;

type Open = "nothing" | "unknown" | "declaration" | "tag" | ">" | "?>" | "-->" | "]]>";

const [colon, small, large] = [0x3a, 0x61, 0x7a];
const longestName = 32;

/** The name of a tag without its prefix, where it is that of a row or a cell. */
function nameAt(chunk: Uint8Array, from: number): "row" | "c" | undefined {
  let begin = from;
  let end = from;
  for (; end < chunk.length && end - from < longestName; end++) {
    const byte = chunk[end] as number;
    if (byte === colon) begin = end + 1;
    else if (byte === greater || byte === slash || byte <= 0x20) break;
  }
  const first = chunk[begin] as number;
  if (first < small || first > large) return undefined;
  if (end - begin === 1) return first === 0x63 ? "c" : undefined;
  const isRow = end - begin === 3 && first === 0x72 && chunk[begin + 1] === 0x6f && chunk[begin + 2] === 0x77;
  return isRow ? "row" : undefined;
}

/** Follows the bytes of a part as the reader does. */
export class MarkupMeter {
  /** What is open: nothing, something whose first characters are not all here yet, a tag, or what this text ends. */
  #open: Open = "nothing";
  #length = 0;
  /** The first characters of a declaration, or the last ones of what a text ends. */
  #seen = "";
  #quote = 0;
  #rows = 0;
  #cells = 0;
  #cellsOfRow = 0;

  /** @returns what is wrong so far. */
  add(chunk: Uint8Array): MarkupFault | undefined {
    for (let place = 0; place < chunk.length; place++) {
      if (this.#open === "nothing") {
        place = chunk.indexOf(less, place);
        if (place < 0) return undefined;
        const fault = this.#count(chunk, place + 1);
        if (fault) return fault;
        this.#open = "unknown";
        this.#length = 0;
        this.#seen = "";
        continue;
      }
      if (++this.#length > longestMarkup) return "too_heavy";
      this.#step(chunk[place] as number);
    }
    return undefined;
  }

  /** Counts rows and cells where they begin. One that a piece cuts off is not counted: there are few pieces. */
  #count(chunk: Uint8Array, from: number): MarkupFault | undefined {
    const name = nameAt(chunk, from);
    if (name === "row") {
      this.#cellsOfRow = 0;
      return ++this.#rows > sheetLimits.rows ? "too_many_rows" : undefined;
    }
    if (name !== "c") return undefined;
    if (++this.#cellsOfRow > sheetLimits.cellsOfRow) return "too_many_columns";
    return ++this.#cells > sheetLimits.cells ? "too_heavy" : undefined;
  }

  #step(byte: number): void {
    if (this.#open === "tag") this.#stepInTag(byte);
    else if (this.#open === "unknown") this.#begin(byte);
    else if (this.#open === "declaration") this.#declare(byte);
    else if (this.#open === ">") this.#open = byte === greater ? "nothing" : ">";
    else this.#stepUntil(this.#open, byte);
  }

  #begin(byte: number): void {
    this.#quote = 0;
    if (byte === slash) this.#open = ">";
    else if (byte === question) this.#open = "?>";
    else if (byte === mark) this.#open = "declaration";
    else {
      this.#open = "tag";
      this.#stepInTag(byte);
    }
  }

  #declare(byte: number): void {
    this.#seen += String.fromCharCode(byte);
    const fitting = declarations.find(([start]) => start.startsWith(this.#seen));
    if (!fitting) this.#open = byte === greater ? "nothing" : ">";
    else if (fitting[0] === this.#seen) {
      this.#open = fitting[1];
      this.#seen = "";
    }
  }

  #stepInTag(byte: number): void {
    if (this.#quote > 0) {
      if (byte === this.#quote) this.#quote = 0;
    } else if (byte === double || byte === single) {
      this.#quote = byte;
    } else if (byte === greater) {
      this.#open = "nothing";
    }
  }

  #stepUntil(end: string, byte: number): void {
    this.#seen = (this.#seen + String.fromCharCode(byte)).slice(-end.length);
    if (this.#seen === end) this.#open = "nothing";
  }
}
