import { largestArchive } from "@offgrid/contract/archives/archives.calls";
import { csvLine } from "@offgrid/contract/core/csv-cells";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

import { untilIdle } from "../../jobs/until-idle.ts";

/** A file of an archive, made while it is read. */
export interface Entry {
  /** Its place in the archive. */
  path: string;
  /** What it has, by its name among the words; files of one kind are described once. */
  kind: string;
  pieces: AsyncIterable<string | Uint8Array>;
  /** Already compressed, as pictures are. */
  isPacked?: boolean;
}

/** What came of files of one kind. */
export interface Written {
  kind: string;
  paths: string[];
  rows: number;
  /** Span of what has a time, epoch ms. */
  fromMs?: number;
  toMs?: number;
}

/** The archive is larger than its format allows. */
export class ArchiveTooLarge extends Error {
  constructor() {
    super("The archive is larger than 4 GB; ask for readings of fewer days.");
  }
}

/**
 * A zip archive, made as it is taken: no file is in memory as a whole, and calls and messages go first between two pieces.
 * @throws ArchiveTooLarge
 */
export async function* zipOf(entries: AsyncIterable<Entry>, madeAt: Date): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    bytes += chunk.length;
    ready.push(chunk);
  });
  const taken = function* () {
    if (bytes > largestArchive) throw new ArchiveTooLarge();
    const now = ready;
    ready = [];
    yield* now;
  };
  for await (const { path, pieces, isPacked = false } of entries) {
    const file = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    file.mtime = madeAt;
    zip.add(file);
    for await (const piece of pieces) {
      file.push(typeof piece === "string" ? Buffer.from(piece) : piece);
      yield* taken();
      await untilIdle();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

export type Row = Readonly<Record<string, unknown>>;

/** Keeps count of what is written, for the description. */
export class Tally {
  readonly #byKind = new Map<string, Written>();

  get all(): Written[] {
    return [...this.#byKind.values()];
  }

  of(kind: string): Written {
    const known = this.#byKind.get(kind) ?? { kind, paths: [], rows: 0 };
    this.#byKind.set(kind, known);
    return known;
  }

  /** @param atMs Of the row; left out: it has no time. */
  row(written: Written, atMs?: number): void {
    written.rows++;
    if (atMs === undefined) return;
    written.fromMs = Math.min(written.fromMs ?? atMs, atMs);
    written.toMs = Math.max(written.toMs ?? atMs, atMs);
  }

  /** A CSV file with a heading; times are UTC, what is nested is JSON. @param columns Their names in the rows. */
  sheet(kind: string, path: string, columns: readonly string[], pages: AsyncIterable<readonly Row[]>): Entry {
    const written = this.of(kind);
    written.paths.push(path);
    const timed = columns.find((name) => name === "at" || name.endsWith("At")) ?? "";
    const pieces = async function* (this: Tally) {
      yield `\uFEFF${csvLine(columns)}`;
      for await (const page of pages) {
        let text = "";
        for (const row of page) {
          this.row(written, timeOf(row[timed]));
          text += csvLine(columns.map((name) => cellOf(row[name])));
        }
        yield text;
      }
    }.bind(this);
    return { path, kind, pieces: pieces() };
  }

  json(kind: string, path: string, read: () => Promise<unknown>): Entry {
    this.of(kind).paths.push(path);
    const pieces = async function* () {
      yield `${JSON.stringify(await read(), undefined, 2)}\n`;
    };
    return { path, kind, pieces: pieces() };
  }
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value);
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  return typeof value === "string" && instant.test(value) ? Date.parse(value) : undefined;
}
