/** A small disk in memory, and how to fill it. Only root may mount one. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { atEnd } from "../system/ending.ts";

export const canMountDisk = (() => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "offgrid-disk-"));
  const isMounted = mount(folder, 1);
  if (isMounted) unmount(folder);
  rmdirSync(folder);
  return isMounted;
})();

/** @returns the folder where it is mounted until the test ends; programs that use it must have ended by then. */
export function mountDisk(mebibytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "offgrid-disk-"));
  if (!mount(folder, mebibytes)) throw new Error(`No disk could be mounted at ${folder}.`);
  atEnd(() => {
    unmount(folder);
    rmdirSync(folder);
  });
  return folder;
}

/** Writes to a file until only this much is free, or until the disk is full. */
export function fillDisk(path: string, isEnough: () => boolean = () => false): void {
  const file = openSync(path, "a");
  try {
    for (let block = Buffer.alloc(1024 * 1024); block.length >= 4096; block = block.subarray(0, block.length / 4)) {
      while (!isEnough() && isWritten(file, block));
    }
  } finally {
    closeSync(file);
  }
}

export function clearDisk(path: string): void {
  rmSync(path, { force: true });
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}

function mount(folder: string, mebibytes: number): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder]).status === 0;
}

function unmount(folder: string): void {
  // A lazy unmount: the disk disappears when the last process leaves it.
  spawnSync("umount", ["-l", folder]);
}
