import { randomFillSync } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

/**
 * A file that only takes room. PostgreSQL on a full disk fails its own recovery and stays down until there is a little
 * space; removing this file gives it that.
 */
const fileName = "ballast";
const blockBytes = 1024 * 1024;
/** PostgreSQL needs a segment of its log, 16 MiB, and some more, to recover. */
const recoveryBytes = 48 * 1024 * 1024;

export function hasBallast(dataDir: string): boolean {
  return existsSync(join(dataDir, fileName));
}

/** Writes the file; what a break leaves behind is a half one under another name, which the next try begins anew. */
export async function writeBallast(dataDir: string, bytes: number): Promise<void> {
  const half = join(dataDir, `${fileName}.new`);
  try {
    const file = await open(half, "w", 0o600);
    try {
      // Chance, since a file system that packs would store zeros in no room at all.
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
 * Gives the room of the file to a PostgreSQL that did not start, when there is too little of it.
 * @param said What PostgreSQL said; it may be nothing, since its log lies on the same disk.
 * @returns whether there is more room now than before.
 */
export async function giveUpBallast(dataDir: string, said: string): Promise<boolean> {
  if (!hasBallast(dataDir)) return false;
  const { bavail, bsize } = await statfs(dataDir);
  if (!/No space left on device/i.test(said) && bavail * bsize > recoveryBytes) return false;
  await rm(join(dataDir, fileName), { force: true });
  return true;
}
