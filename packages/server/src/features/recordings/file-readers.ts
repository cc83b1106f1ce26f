import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CsvRow } from "@offgrid/contract/recordings/csv.rows";
import type { RecordingLimits } from "@offgrid/contract/recordings/recording.check";

import { FileReaders as Readers, type ReaderProcess as Reader } from "../../core/file-readers.ts";
import type { ReadOptions } from "./csv-import.ts";
import type { FileSource, FileWork, Inspecting, Inspection } from "./file-work.ts";

export type ReaderProcess = Reader<FileWork>;
export class FileReaders extends Readers<FileWork> {}

/** Those of this process. */
export const fileReaders = new FileReaders();

/** A file of history that a reader has open. */
export class HistoryFile {
  readonly mapping: CsvMapping;
  readonly limits: RecordingLimits;
  readonly #reader: ReaderProcess;

  private constructor(reader: ReaderProcess, { mapping, limits }: ReadOptions) {
    this.#reader = reader;
    this.mapping = mapping;
    this.limits = limits;
  }

  static async open(reader: ReaderProcess, source: FileSource, options: ReadOptions): Promise<HistoryFile> {
    await reader.ask("open", { source, ...options });
    return new HistoryFile(reader, options);
  }

  /** @throws Refusal bad_input where nothing of the file can be read, or a day has too many rows for a correction. */
  async inspect(what: Inspecting = {}): Promise<Inspection> {
    return this.#reader.ask("inspect", what);
  }

  /** The good rows, once. @param after Only those below this line. */
  async *rows(after = 0): AsyncGenerator<CsvRow> {
    const width = this.mapping.columns.length;
    const ask = async () => this.#reader.ask("rows", { after });
    // The reader goes on while what it has read is stored.
    for (let next = ask(), numbers = await next; numbers !== undefined; numbers = await next) {
      next = ask();
      next.catch(() => undefined);
      for (let place = 0; place < numbers.length; place += width + 2) {
        const cells = [...numbers.subarray(place + 2, place + 2 + width)];
        const values = cells.map((cell) => (Number.isNaN(cell) ? null : cell));
        yield { line: numbers[place] as number, atMs: numbers[place + 1] as number, values };
      }
    }
  }
}
