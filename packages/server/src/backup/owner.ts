import { lchown, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * What root makes beside the data of another user would be closed to the portal that this user runs: it gets the owner of
 * the folder around it. For anybody else nothing happens.
 */
export async function giveToOwnerOf(around: string, made: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(around);
  await lchown(made, uid, gid);
}

/** Makes a folder where it is missing, with those around it, which its owner alone may read. @param folder Absolute. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.startsWith(first); made = dirname(made)) await giveToOwnerOf(dirname(first), made);
}
