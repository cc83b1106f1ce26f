import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { hasSecret } from "../ingest/controllers.ts";
import { addTraffic } from "../traffic/traffic.store.ts";
import {
  archivePath,
  claimDownload,
  endDownload,
  findArchiveSize,
  keepDownload,
  readArchive,
} from "./releases.store.ts";

const pieceBytes = 256 * 1024;
/** As long as a piece takes over the slowest of links; a download whose process died is free after it. */
const claimMs = 120_000;

interface Download {
  path: string;
  from: number;
  size: number;
  claim: string;
  containerId: string;
  /** Of the upgrade. */
  id: string;
}

/** The archives of releases, each for the containers that have been offered it, which load one at a time. */
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
  ): Promise<{ bytes: Readable; size: number } | "stranger" | "missing" | "busy"> {
    const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? "") ?? [];
    const [containerId = "", ...secret] = Buffer.from(encoded ?? "", "base64")
      .toString()
      .split(":");
    const isKnown = await hasSecret(this.#db, containerId, Buffer.from(secret.join(":")), this.#clock.now());
    if (!isKnown) return "stranger";
    const size = archivePath.test(path) ? await findArchiveSize(this.#db, path) : undefined;
    if (size === undefined) return "missing";
    // There is nothing left to send.
    if (from >= size) return { bytes: Readable.from([]), size };
    const claim = randomUUID();
    const claimed = await claimDownload(this.#db, { containerId, path, claim, ...this.#span() });
    return typeof claimed === "string"
      ? claimed
      : { bytes: Readable.from(this.#pieces({ path, from, size, claim, containerId, id: claimed.id })), size };
  }

  #span() {
    const nowMs = this.#clock.now();
    return { nowMs, untilMs: nowMs + claimMs };
  }

  /** One piece at a time, as fast as the reader takes them: a slow link must not fill the memory with an archive. */
  async *#pieces({ path, from, size, claim, containerId, id }: Download): AsyncGenerator<Buffer> {
    try {
      for (let at = from; at < size; at += pieceBytes) {
        if (!(await keepDownload(this.#db, id, claim, this.#span().untilMs))) return;
        const piece = await readArchive(this.#db, path, at, pieceBytes);
        // On its way it costs the container's data, whether or not all of it arrives.
        const bytes = { upBytes: 0, downBytes: piece.length };
        await addTraffic(this.#db, new Map([[containerId, bytes]]), this.#clock.now());
        yield piece;
      }
    } finally {
      await endDownload(this.#db, id, claim);
    }
  }
}
