import { randomFillSync } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

/**
 * A file that only takes up space. PostgreSQL on a full disk fails its own recovery and stays down until there is a
 * little room; removing this file gives it that.
 */
const fileName = "ballast";
const blockBytes = 1024 * 1024;
/** To recover, PostgreSQL needs a segment of its log, 16 MiB, and a little more. */
const recoveryBytes = 48 * 1024 * 1024;

export function hasBallast(dataDir: string): boolean {
  return existsSync(join(dataDir, fileName));
}

/** Writes the file; an interrupted write leaves a partial one under another name, and the next attempt starts over. */
export async function writeBallast(dataDir: string, bytes: number): Promise<void> {
  const half = join(dataDir, `${fileName}.new`);
  try {
    const file = await open(half, "w", 0o600);
    try {
      // Random data, since a file system that compresses would store zeros in no space at all.
      const block = randomFillSync(Buffer.alloc(blockBytes));
      for (let left = bytes; left > 0; left -= blockBytes) await file.write(block, 0, Math.min(left, blockBytes));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, join(dataDir, fileName));
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/**
 * Frees the file's space for a PostgreSQL that did not start, when there is too little of it.
 * @param said PostgreSQL's output; it may be empty, since its log is on the same disk.
 * @returns whether there is more space now than before.
 */
export async function releaseBallast(dataDir: string, said: string): Promise<boolean> {
  if (!hasBallast(dataDir)) return false;
  const { bavail, bsize } = await statfs(dataDir);
  if (!/No space left on device/i.test(said) && bavail * bsize > recoveryBytes) return false;
  await rm(join(dataDir, fileName), { force: true });
  return true;
}
