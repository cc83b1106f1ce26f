/** Whether something that was built is of the present sources. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

export interface Built {
  /** Files and folders that it is made of; tests in these folders are no part of it. */
  sources: readonly string[];
  /** Some of what is made: it is made again if one of them is not there. */
  outputs: readonly string[];
  /** The file with the key of the sources. */
  stamp: string;
}

/** Whether what was built is there and of these sources. */
export function isBuiltFrom({ outputs, stamp }: Built, key: string): boolean {
  return outputs.every((path) => existsSync(path)) && readText(stamp) === key;
}

/** @throws Error where something that is to be made is not there. */
export function requireWhole({ outputs }: Pick<Built, "outputs">): void {
  const absent = outputs.filter((path) => !existsSync(path));
  if (absent.length > 0) throw new Error(`The build did not make ${absent.join(", ")}.`);
}

/**
 * The key of sources by what they contain: times tell nothing where files were unpacked or copied. With the place of the
 * checkout, which built programs know.
 */
export function keyOf({ sources }: Pick<Built, "sources">): string {
  const hash = createHash("sha256").update(root);
  for (const path of sources.flatMap(filesOf)) {
    hash.update(`\0${relative(root, path)}\0`);
    hash.update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** @param key Taken before the build, so that sources that change during it are noticed next time. */
export async function stampWith({ stamp }: Pick<Built, "stamp">, key: string): Promise<void> {
  await mkdir(dirname(stamp), { recursive: true });
  const fresh = `${stamp}.${process.pid}`;
  await writeFile(fresh, key);
  await rename(fresh, stamp);
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
