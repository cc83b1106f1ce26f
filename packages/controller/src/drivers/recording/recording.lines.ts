import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

import { toRecordingError } from "./recording.error.ts";

/**
 * Lines of a text file one after another, without their ends (LF or CRLF) and without a byte order mark.
 * @throws RecordingError when the file cannot be read.
 */
export async function* readLines(file: string): AsyncGenerator<{ text: string; line: number }> {
  const stream = createReadStream(file, "utf8");
  let failure: unknown;
  const failed = new Promise<void>((resolve) =>
    stream.once("error", (error) => {
      failure = error;
      resolve();
    }),
  );
  const lines = createInterface({ input: stream, crlfDelay: Infinity })[Symbol.asyncIterator]();
  let line = 0;
  try {
    for (;;) {
      // readline does not pass on the errors of its stream.
      const next = await Promise.race([lines.next(), failed]);
      if (failure) throw toRecordingError(file, failure);
      if (!next || next.done) return;
      line++;
      yield { text: line === 1 ? next.value.replace(/^\uFEFF/, "") : next.value, line };
    }
  } finally {
    stream.destroy();
  }
}
