/**
 * Finds markup that is longer than any program writes it. The reader of workbooks begins again at the `<` of what is not
 * closed yet with each piece of a sheet that it unpacks: a tag of 100 MB takes it minutes. Pure.
 */
export const longestMarkup = 256 * 1024;

const [less, greater, double, single] = [0x3c, 0x3e, 0x22, 0x27];
const [mark, question, slash] = [0x21, 0x3f, 0x2f];
/** Of markup that begins with `<!`: how it goes on, and what ends it; any other ends with `>`. */
const declarations = [
  ["--", "-->"],
  ["[CDATA[", "]]>"],
] as const;

type Open = "nothing" | "unknown" | "declaration" | "tag" | ">" | "?>" | "-->" | "]]>";

/** Follows the bytes of a part as the reader does. */
export class MarkupMeter {
  /** What is open: nothing, something whose first characters are not all here yet, a tag, or what this text ends. */
  #open: Open = "nothing";
  #length = 0;
  /** The first characters of a declaration, or the last ones of what a text ends. */
  #seen = "";
  #quote = 0;

  /** @returns whether markup is too long. */
  add(chunk: Uint8Array): boolean {
    for (let place = 0; place < chunk.length; place++) {
      if (this.#open === "nothing") {
        place = chunk.indexOf(less, place);
        if (place < 0) return false;
        this.#open = "unknown";
        this.#length = 0;
        this.#seen = "";
        continue;
      }
      if (++this.#length > longestMarkup) return true;
      this.#step(chunk[place] as number);
    }
    return false;
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
