import { access, open, rename, rm } from "node:fs/promises";

import { ArchiveTooLarge } from "../features/archives/archive.ts";
import { StartError } from "../core/start-error.ts";
import { reasonOf } from "../core/db.ts";
import type { Desk } from "./verb.ts";

const noteEveryMs = 1_000;

/** @throws StartError when the file is there. */
export async function mustBeNew(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new StartError(`${path} is there already; name a new file.`);
}

/** Writes a file that only its owner may read, whole or not at all. @returns how many bytes. @throws StartError */
export async function writeArchive(
  path: string,
  stream: AsyncIterable<Uint8Array>,
  note: Desk["note"],
): Promise<number> {
  const part = `${path}.part`;
  const file = await open(part, "wx", 0o600).catch((error: unknown) => {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    const why = isThere
      ? "is there already; remove it, or name another file"
      : `cannot be written (${reasonOf(error)})`;
    throw new StartError(`${part} ${why}.`, { cause: error });
  });
  let bytes = 0;
  let saidMs = performance.now();
  try {
    for await (const piece of stream) {
      await file.writeFile(piece);
      bytes += piece.length;
      if (performance.now() - saidMs < noteEveryMs) continue;
      saidMs = performance.now();
      note(`${inMb(bytes)} written`);
    }
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    if (error instanceof ArchiveTooLarge) throw new StartError(error.message, { cause: error });
    throw error;
  }
  return bytes;
}

export const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
