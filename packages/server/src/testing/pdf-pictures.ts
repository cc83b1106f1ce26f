import { spawnSync } from "node:child_process";

/** Pages of a PDF as pictures, by Debian's poppler-utils. */

const program = "pdftoppm";
export const isPopplerInstalled = spawnSync(program, ["-v"]).error === undefined;

export type Color = readonly [red: number, green: number, blue: number];

/** Points, from the upper left corner of the page. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const dotsPerInch = 144;
const dotsPerPoint = dotsPerInch / 72;

/** @throws Error where the program cannot read it. */
export function picturesOf(pdf: Buffer): PagePicture[] {
  const { status, stdout, stderr } = spawnSync(program, ["-r", String(dotsPerInch), "-"], {
    input: pdf,
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr.toString("utf8")}`);
  const pages: PagePicture[] = [];
  for (let at = 0; at < stdout.length;) {
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(at, at + 40).toString("latin1"));
    if (!head) throw new Error(`${program} wrote something else than pictures.`);
    const [width, height] = [Number(head[1]), Number(head[2])];
    const from = at + head[0].length;
    at = from + width * height * 3;
    pages.push(new PagePicture(width, height, stdout.subarray(from, at)));
  }
  return pages;
}

export class PagePicture {
  readonly #width: number;
  readonly #height: number;
  readonly #bytes: Buffer;

  constructor(width: number, height: number, bytes: Buffer) {
    this.#width = width;
    this.#height = height;
    this.#bytes = bytes;
  }

  /** Size of the page, points. */
  get size(): [width: number, height: number] {
    return [this.#width / dotsPerPoint, this.#height / dotsPerPoint];
  }

  /** What is not white, all of it; undefined: the page is blank. */
  ink(): Box | undefined {
    return this.#boxOf((at) => this.#bytes[at]! < 250 || this.#bytes[at + 1]! < 250 || this.#bytes[at + 2]! < 250);
  }

  /** What has a colour, apart from what is smoothed at its edges; undefined: nothing has. */
  find(color: Color): Box | undefined {
    return this.#boxOf((at) => this.#isLike(at, color));
  }

  /** How often a colour begins anew from the left to the right, in the row of dots where it does so most. */
  dashes(color: Color): number {
    let most = 0;
    for (let row = 0; row < this.#height; row++) {
      let count = 0;
      let was = false;
      for (let column = 0; column < this.#width; column++) {
        const is = this.#isLike((row * this.#width + column) * 3, color);
        if (is && !was) count++;
        was = is;
      }
      most = Math.max(most, count);
    }
    return most;
  }

  #isLike(at: number, color: Color): boolean {
    return color.every((part, index) => Math.abs(this.#bytes[at + index]! - part) <= 12);
  }

  #boxOf(isPart: (at: number) => boolean): Box | undefined {
    let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
    for (let row = 0; row < this.#height; row++)
      for (let column = 0; column < this.#width; column++) {
        if (!isPart((row * this.#width + column) * 3)) continue;
        left = Math.min(left, column);
        right = Math.max(right, column + 1);
        top = Math.min(top, row);
        bottom = row + 1;
      }
    if (right < 0) return undefined;
    const inPoints = (dots: number) => dots / dotsPerPoint;
    return { left: inPoints(left), top: inPoints(top), right: inPoints(right), bottom: inPoints(bottom) };
  }
}
