import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable, pipeline as chain } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadable } from "node:stream/web";
import { type Gunzip, type Gzip, createGunzip, createGzip } from "node:zlib";

import { createTarDecoder, createTarPacker } from "modern-tar";

import { reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import { type BackupKey, decrypterOf, encrypterOf } from "./backup-key.ts";
import { giveToOwnerOf } from "./owner.ts";

/** A backup is a tar archive, compressed by gzip and encrypted as age does: programs of these names open it, too. */

/** A piece of a backup, which fits into memory. */
export interface Entry {
  name: string;
  data: Buffer;
}

const compression = { level: 4 };

/**
 * Writes a backup beside its place, and moves it there once all of it is on the disk.
 * @returns its size in bytes.
 * @throws whatever the entries throw; nothing is left then.
 */
export async function writeArchive(
  path: string,
  key: BackupKey,
  entries: AsyncIterable<Entry>,
  signal?: AbortSignal,
): Promise<number> {
  const half = `${path}.partial`;
  const { readable, controller } = createTarPacker();
  // What fails first makes the others fail, and is the reason.
  let failed: { error: unknown } | undefined;
  const note = (error: unknown) => void (failed ??= { error });
  const filled = fill(controller, entries).catch((error: unknown) => {
    note(error);
    controller.error(error as Error);
  });
  try {
    const zipped = through(Readable.fromWeb(readable as NodeReadable), createGzip(compression));
    const sealed = await encrypterOf(key).encrypt(Readable.toWeb(zipped) as ReadableStream<Uint8Array>);
    const file = createWriteStream(half, { mode: 0o600 });
    await pipeline(Readable.fromWeb(sealed as unknown as NodeReadable), file, { signal });
    await giveToOwnerOf(dirname(path), half);
    await sync(half);
    await rename(half, path);
    await sync(dirname(path));
    return file.bytesWritten;
  } catch (error) {
    note(error);
    controller.error(error as Error);
    await filled;
    // Where it could not even be made, that is the reason, and not that it cannot be removed.
    await rm(half, { force: true }).catch(() => undefined);
    throw failed?.error;
  }
}

async function fill(
  controller: ReturnType<typeof createTarPacker>["controller"],
  entries: AsyncIterable<Entry>,
): Promise<void> {
  for await (const { name, data } of entries) {
    const writer = controller.add({ name, size: data.length, mode: 0o600, mtime: new Date(0) }).getWriter();
    // Also where it fails before it is waited for.
    writer.closed.catch(() => undefined);
    await writer.write(new Uint8Array(data.buffer, data.byteOffset, data.length));
    await writer.close();
  }
  controller.finalize();
}

/**
 * The pieces of a backup, in their order.
 * @throws StartError when the file is missing, damaged, or closed to this key; every piece before that was whole.
 */
export async function* readArchive(path: string, key: BackupKey): AsyncGenerator<Entry> {
  const source = createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    const sealed = Readable.toWeb(source) as ReadableStream<Uint8Array>;
    const plain = Readable.fromWeb((await decrypterOf(key, path).decrypt(sealed)) as unknown as NodeReadable);
    const unzipped = Readable.toWeb(through(plain, createGunzip())) as ReadableStream<Uint8Array>;
    const entries = unzipped.pipeThrough(createTarDecoder({ strict: true })) as unknown as NodeReadable<Packed>;
    for await (const { header, body } of entries) yield { name: header.name, data: await joined(body) };
  } catch (error) {
    throw refusalOf(error, path);
  } finally {
    source.destroy();
  }
}

/** A failure of either ends both; whoever reads gets to know it. */
const through = (source: Readable, zip: Gzip | Gunzip) => chain(source, zip, () => undefined);

interface Packed {
  header: { name: string };
  body: AsyncIterable<Uint8Array>;
}

async function joined(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function refusalOf(error: unknown, path: string): unknown {
  if (error instanceof StartError) return error;
  if ((error as NodeJS.ErrnoException).syscall !== undefined) {
    return new StartError(`The backup ${path} cannot be read (${reasonOf(error)}); name one that exists.`, {
      cause: error,
    });
  }
  const reason = reasonOf(error);
  if (reason.includes("no identity matched")) {
    return new StartError(
      `The passphrase in BACKUP_PASSPHRASE_FILE does not open the backup ${path}; name the right one.`,
      {
        cause: error,
      },
    );
  }
  return new StartError(`The backup ${path} is damaged or no backup (${reason}); use another one.`, { cause: error });
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
