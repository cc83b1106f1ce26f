import { hash } from "node:crypto";

const lanes = 8;
const newline = 10;

/** What is known of the rows of a table: how many, and a sum that differs when one of them does. */
export interface RowCheck {
  rows: number;
  /** Of the SHA-256 of each row, as eight numbers of 32 bits; hexadecimal. The order of the rows does not matter. */
  sum: string;
}

/** Counts and sums rows in COPY's text format, where each ends with a line feed and none has one inside. */
export class RowSum {
  #rows = 0;
  readonly #sum = new Uint32Array(lanes);

  /** @param rows Whole rows. */
  add(rows: Buffer): void {
    for (let from = 0; from < rows.length;) {
      const end = rows.indexOf(newline, from);
      const digest = hash("sha256", rows.subarray(from, end), "buffer");
      for (let lane = 0; lane < lanes; lane++) {
        // The array keeps the lowest 32 bits.
        this.#sum[lane] = (this.#sum[lane] ?? 0) + digest.readUInt32BE(lane * 4);
      }
      this.#rows++;
      from = end + 1;
    }
  }

  get check(): RowCheck {
    const sum = [...this.#sum].map((lane) => lane.toString(16).padStart(8, "0")).join("");
    return { rows: this.#rows, sum };
  }
}

/** Joins and cuts what COPY sends, so that each piece is whole rows of about this many bytes; a longer row is one piece. */
export async function* wholeRows(copied: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of copied) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < bytes) continue;
    const end = chunk.lastIndexOf(newline) + 1;
    if (end === 0) continue;
    held.splice(-1, 1, chunk.subarray(0, end));
    yield Buffer.concat(held);
    held = [chunk.subarray(end)];
    heldBytes = chunk.length - end;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
