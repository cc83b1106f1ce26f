/**
 * Writes rows of numbers in as few bytes as they need. Readings mostly have few decimals and differ little from their
 * neighbours, so they become differences of decimal integers. Used for quarter hours and the columns of sealed days.
 * Pure.
 */

const mostDecimals = 6;
/** Added to the decimals of numbers that were once 32-bit floats, as those of many devices are. */
const singleFlag = 16;
const rawNumbers = 255;
/** Differences of such integers, doubled for their sign, are still exact. */
const largestInteger = 2 ** 50;

export class NumberWriter {
  readonly #bytes: number[] = [];

  byte(value: number): void {
    this.#bytes.push(value);
  }

  buffer(): Buffer {
    return Buffer.from(this.#bytes);
  }

  /** Differences, where a run of equal numbers is a 0 and its length. Numbers are integers below 2 ** 50. */
  integers(values: readonly number[]): void {
    let before = 0;
    let equal = 0;
    const endRun = () => {
      if (equal > 0) this.#varint(0);
      if (equal > 0) this.#varint(equal);
      equal = 0;
    };
    for (const value of values) {
      const difference = value - before;
      before = value;
      if (difference === 0) {
        equal++;
        continue;
      }
      endRun();
      this.#varint(difference > 0 ? difference * 2 : -difference * 2 - 1);
    }
    endRun();
  }

  /**
   * As decimal integers where that restores the same bits or stays within the (relative) tolerance; else as they are.
   */
  numbers(values: readonly number[], tolerance = 0): void {
    const single = values.every((value) => Math.fround(value) === value) ? [0, singleFlag] : [0];
    for (const flag of single) {
      for (let decimals = 0; decimals <= mostDecimals; decimals++) {
        const integers = toIntegers(values, decimals + flag, tolerance);
        if (!integers) continue;
        this.byte(decimals + flag);
        this.integers(integers);
        return;
      }
    }
    this.byte(rawNumbers);
    const raw = Buffer.alloc(values.length * 8);
    for (const [index, value] of values.entries()) raw.writeDoubleLE(value, index * 8);
    for (const byte of raw) this.#bytes.push(byte);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }
}

function toIntegers(values: readonly number[], mode: number, tolerance: number): number[] | undefined {
  const factor = factorOf(mode);
  const integers: number[] = [];
  for (const value of values) {
    // Adding 0 makes -0 an ordinary 0, so the comparison below finds that a -0 would not read back equal.
    const integer = Math.round(value * factor) + 0;
    if (Math.abs(integer) > largestInteger) return undefined;
    const scaled = integer / factor;
    const back = mode >= singleFlag ? Math.fround(scaled) : scaled;
    const isClose = tolerance > 0 && Math.abs(back - value) <= tolerance * Math.abs(value);
    if (!isClose && !Object.is(back, value)) return undefined;
    integers.push(integer);
  }
  return integers;
}

function factorOf(mode: number): number {
  return 10 ** (mode % singleFlag);
}

export class NumberReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes[this.#at++] as number;
  }

  /** @param values Array to write to, which may be longer than `count`; left out: a new array. */
  integers(count: number, values = new Float64Array(count)): Float64Array {
    return this.#scaled(count, 0, values);
  }

  /** @param values As for `integers`. */
  numbers(count: number, values = new Float64Array(count)): Float64Array {
    const mode = this.byte();
    if (mode !== rawNumbers) return this.#scaled(count, mode, values);
    for (let place = 0; place < count; place++) values[place] = this.#bytes.readDoubleLE(this.#at + place * 8);
    this.#at += count * 8;
    return values;
  }

  /** Called a million times a second, so the state of the loop is in local variables. */
  #scaled(count: number, mode: number, values: Float64Array): Float64Array {
    const bytes = this.#bytes;
    let at = this.#at;
    let integer = 0;
    for (let place = 0; place < count; place++) {
      let code = bytes[at++] as number;
      if (code === 0) {
        [code, at] = varintAt(bytes, at);
        values.fill(integer, place, place + code);
        place += code - 1;
        continue;
      }
      if (code >= 128) [code, at] = varintAt(bytes, at - 1);
      integer += code % 2 === 0 ? code / 2 : -(code + 1) / 2;
      values[place] = integer;
    }
    this.#at = at;
    const factor = factorOf(mode);
    if (factor !== 1) for (let place = 0; place < count; place++) values[place] = (values[place] as number) / factor;
    if (mode >= singleFlag)
      for (let place = 0; place < count; place++) values[place] = Math.fround(values[place] as number);
    return values;
  }
}

function varintAt(bytes: Uint8Array, from: number): [value: number, next: number] {
  let value = 0;
  let weight = 1;
  for (let at = from; ; at++) {
    const byte = bytes[at] as number;
    if (byte < 128) return [value + byte * weight, at + 1];
    value += (byte - 128) * weight;
    weight *= 128;
  }
}
