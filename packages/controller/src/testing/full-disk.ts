import type * as fs from "node:fs";

export const disk = { isFull: false };

/**
 * The file system with a disk that takes half of what is written when it is full. What it has taken is not lost in a test,
 * so that nobody waits for it.
 */
export function withFullDisk(real: typeof fs): typeof fs {
  const write = (file: number, text: string) => {
    if (!disk.isFull) return real.writeFileSync(file, text);
    real.writeSync(file, text.slice(0, text.length / 2));
    throw new Error("ENOSPC");
  };
  return { ...real, writeFileSync: write as typeof real.writeFileSync, fdatasyncSync: () => undefined };
}
