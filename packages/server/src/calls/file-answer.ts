import { Readable } from "node:stream";

import type { FileAnswer } from "./handler.ts";

const highWaterMark = 64 * 1024;

/** A file whose first piece has been read: refusals come before it; the rest is read as the caller takes it. */
export class StartedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly #pieces: AsyncIterator<Uint8Array>;
  #first: IteratorResult<Uint8Array> | undefined;

  private constructor(answer: FileAnswer, pieces: AsyncIterator<Uint8Array>, first: IteratorResult<Uint8Array>) {
    this.headers = {
      "Content-Type": answer.contentType,
      "Content-Disposition": `attachment; filename="${answer.fileName.replaceAll(/[^\w.-]+/g, "_")}"`,
      // If someone makes a browser display it, it may do nothing.
      "Content-Security-Policy": "sandbox",
    };
    this.#pieces = pieces;
    this.#first = first;
  }

  /** Waits for the first piece. Throws what the stream throws until then. */
  static async start(answer: FileAnswer): Promise<StartedFile> {
    const pieces = answer.stream[Symbol.asyncIterator]();
    return new StartedFile(answer, pieces, await pieces.next());
  }

  /** The file as a stream for a socket; destroying it ends the source, too. */
  open(): Readable {
    return Readable.from(this.#all(), { objectMode: false, highWaterMark });
  }

  async *#all(): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = this.#first; piece && !piece.done; piece = await this.#pieces.next()) {
        this.#first = undefined;
        yield piece.value;
      }
    } finally {
      await this.#pieces.return?.();
    }
  }
}
