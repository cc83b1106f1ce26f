import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";

/** A download without a byte for this long is begun again from where it is. */
const idleMs = 60_000;

export interface DownloadOptions {
  url: URL;
  /** Of the container, for the portal. */
  authorization: string;
  file: string;
  /** What stands in the file before the bytes that are loaded. */
  header: Buffer;
  /** Bytes to load. */
  size: number;
  /** Called with each piece that is on the disk. */
  onBytes: (received: number, done: number) => void;
  signal: AbortSignal;
}

/** The portal says that it will not send this, however often it is asked. */
export class DownloadRefusal extends Error {}

/**
 * Loads what is missing of a file; what an earlier attempt has brought is not loaded again.
 * @throws DownloadRefusal, or any other error where another attempt may go on.
 */
export async function download(options: DownloadOptions): Promise<void> {
  const { file, header, size } = options;
  let done = loadedOf(file, header);
  if (done === undefined || done > size) done = begin(file, header);
  if (done === size) return;
  const idle = new AbortController();
  let timer = setTimeout(() => idle.abort(), idleMs);
  const response = await fetch(options.url, {
    headers: { authorization: options.authorization, range: `bytes=${done}-`, "accept-encoding": "identity" },
    signal: AbortSignal.any([options.signal, idle.signal]),
  });
  try {
    if (response.status === 200 && done > 0) done = begin(file, header);
    else if (response.status !== 200 && response.status !== 206) throw refusalOf(response.status);
    const fd = openSync(file, "a");
    try {
      for await (const piece of response.body ?? []) {
        clearTimeout(timer);
        timer = setTimeout(() => idle.abort(), idleMs);
        done += piece.length;
        if (done > size) throw new Error("The portal sends more than the release has.");
        writeSync(fd, piece);
        options.onBytes(piece.length, done);
      }
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } finally {
    clearTimeout(timer);
  }
  if (done < size) throw new Error("The connection ended before the release was complete.");
}

/** Bytes after the header that are there, or undefined where the file begins otherwise. */
function loadedOf(file: string, header: Buffer): number | undefined {
  try {
    const isSame = readFileSync(file).subarray(0, header.length).equals(header);
    return isSame ? statSync(file).size - header.length : undefined;
  } catch {
    return undefined;
  }
}

function begin(file: string, header: Buffer): number {
  rmSync(file, { force: true });
  const fd = openSync(file, "w");
  try {
    writeSync(fd, header);
  } finally {
    closeSync(fd);
  }
  truncateSync(file, header.length);
  return 0;
}

function refusalOf(status: number): Error {
  const isLasting = status >= 400 && status < 500 && status !== 408 && status !== 429;
  const message = `The portal answered ${status}.`;
  return isLasting ? new DownloadRefusal(message) : new Error(message);
}
