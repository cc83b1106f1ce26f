import { Readable } from "node:stream";

import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { hasSecret } from "../ingest/controllers.ts";
import { archivePath, findArchiveSize, readArchive } from "./releases.store.ts";

const pieceBytes = 256 * 1024;

/** The archives of releases, for controllers. */
export class ReleaseFiles {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * An archive from a byte on.
   * @param authorization By HTTP Basic: a container's id and secret.
   */
  async read(
    authorization: string | undefined,
    path: string,
    from: number,
  ): Promise<{ bytes: Readable; size: number } | "stranger" | "missing"> {
    const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? "") ?? [];
    const [containerId = "", ...secret] = Buffer.from(encoded ?? "", "base64")
      .toString()
      .split(":");
    const isKnown = await hasSecret(this.#db, containerId, Buffer.from(secret.join(":")), this.#clock.now());
    if (!isKnown) return "stranger";
    const size = archivePath.test(path) ? await findArchiveSize(this.#db, path) : undefined;
    return size === undefined ? "missing" : { bytes: Readable.from(this.#pieces(path, from, size)), size };
  }

  /** One piece at a time, as fast as the reader takes them: a slow link must not fill the memory with an archive. */
  async *#pieces(path: string, from: number, size: number): AsyncGenerator<Buffer> {
    for (let at = from; at < size; at += pieceBytes) yield await readArchive(this.#db, path, at, pieceBytes);
  }
}
