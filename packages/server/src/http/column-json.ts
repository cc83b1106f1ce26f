/**
 * A column of numbers as the UTF-8 of JSON, written digit by digit: texts in between, of which a chart has tens of
 * thousands, took most of the time of its answer. Pure.
 */

/** As long as the longest number, "-0.0000012345678901234567", and its comma. */
const longestCell = 26;
/** Up to here decimals are written by their digits: no two of them are the same number. */
const mostDigits = 1e15;
const half = 1e9;
const mostDecimals = 3;
const mostScale = 10 ** mostDecimals;
/** With more of them than this JSON.stringify is faster. */
const mostLong = 100;
const [minus, point, zero, comma, opening, closing] = Buffer.from("-.0,[]") as unknown as number[];

/**
 * @param list Null stands for a number that is missing, as do numbers that are not finite.
 * @returns undefined: something else is in it, or nothing at all.
 */
export function columnJson(list: readonly unknown[]): Uint8Array | undefined {
  if (list.length === 0) return undefined;
  const writer = new Writer(list.length * longestCell + 2);
  writer.byte(opening);
  for (let place = 0; place < list.length; place++) {
    if (place > 0) writer.byte(comma);
    const value = list[place];
    if (typeof value === "number" && Number.isFinite(value)) writer.number(value);
    else if (value === null || typeof value === "number") writer.text("null");
    else return undefined;
    // Averages and the like, of which nothing is short.
    if (writer.longOnes > mostLong) return list.every(isCell) ? Buffer.from(JSON.stringify(list)) : undefined;
  }
  writer.byte(closing);
  return writer.written();
}

function isCell(value: unknown): value is number | null {
  return value === null || typeof value === "number";
}

/** Where columns are written before their length is known: one for all, since each is written at once. */
let room = Buffer.allocUnsafe(0);

class Writer {
  readonly #bytes: Buffer;
  #at = 0;
  /** Numbers that have more decimals than are written by their digits. */
  longOnes = 0;

  constructor(size: number) {
    if (room.length < size) room = Buffer.allocUnsafe(size);
    this.#bytes = room;
  }

  written(): Uint8Array {
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }

  byte(value: number | undefined): void {
    this.#bytes[this.#at++] = value as number;
  }

  text(ascii: string): void {
    for (let place = 0; place < ascii.length; place++) this.byte(ascii.charCodeAt(place));
  }

  /** The shortest text that reads as this number, as JSON has it. */
  number(value: number): void {
    const size = Math.abs(value);
    if (size < mostDigits) {
      if (Number.isInteger(size)) return this.#digits(value < 0, size, 0);
      // What equipment sends has few decimals. Division rounds right, so the quotient is the number whose decimals these are.
      let digits = Math.round(size * mostScale);
      if (digits < mostDigits && digits / mostScale === size) {
        let decimals = mostDecimals;
        for (; digits % 10 === 0; digits /= 10) decimals--;
        return this.#digits(value < 0, digits, decimals);
      }
    }
    this.longOnes++;
    this.text(String(value));
  }

  /** @param digits A whole number, of which so many places are decimals. */
  #digits(isNegative: boolean, digits: number, decimals: number): void {
    if (isNegative) this.byte(minus);
    // Whole numbers of 32 bits are divided fastest.
    const high = digits < half ? 0 : Math.floor(digits / half);
    const low = digits - high * half;
    const places = Math.max(decimals + 1, high > 0 ? 9 + placesOf(high) : placesOf(low));
    this.#at += places + (decimals > 0 ? 1 : 0);
    let at = this.#at;
    let rest = low | 0;
    for (let place = 0; place < places; place++) {
      if (decimals > 0 && place === decimals) this.#bytes[--at] = point as number;
      if (place === 9) rest = high | 0;
      const next = (rest / 10) | 0;
      this.#bytes[--at] = (zero as number) + rest - next * 10;
      rest = next;
    }
  }
}

/** Digits of a whole number below a thousand million. */
function placesOf(whole: number): number {
  let places = 1;
  for (let power = 10; whole >= power; power *= 10) places++;
  return places;
}
