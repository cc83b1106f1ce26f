import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";

import type { Config } from "../config/config.ts";
import { misspelt } from "../config/misspelt.ts";
import { reasonOf } from "../core/db.ts";
import type { DiskSpace } from "../postgres/disk-guard.ts";
import { type Finding, fault, note, ok } from "./finding.ts";

/** What of the machine itself the portal needs: its settings, Node, its folder and the disk below it. */

type Env = Readonly<Record<string, string | undefined>>;
const leastNode = [20, 19] as const;
const fullPercent = 90;
const mib = 1024 * 1024;

export function checkVariables(env: Env): Finding[] {
  const found = misspelt(env);
  if (found.length === 0) return [ok("variables", "No variable looks like a misspelt one of the portal.")];
  return found.map(({ name, meant }) =>
    fault("variables", `The variable ${name} is read by nobody.`, `Rename it to ${meant}, or unset it.`),
  );
}

/** @param version Such as "20.19.0". */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = leastNode;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok("Node", `Node is ${version}.`);
  return fault(
    "Node",
    `Node is ${version}, and the portal needs ${leastNode.join(".")} or later.`,
    "Install a newer Node, then start the portal with it.",
  );
}

export async function checkDataFolder({ dataDir }: Pick<Config, "dataDir">): Promise<Finding> {
  const remedy = `Make ${dataDir} a folder that this user may read and write, or point DATA_DIR to another one.`;
  try {
    const about = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return undefined;
    });
    if (about && !about.isDirectory()) return fault("data folder", `${dataDir} is no folder.`, remedy);
    await access(about ? dataDir : await firstThatExists(dirname(dataDir)), constants.W_OK | constants.X_OK);
    return ok("data folder", about ? `${dataDir} can be written.` : `${dataDir} is made at the first start.`);
  } catch (error) {
    return fault("data folder", `${dataDir} cannot be written (${reasonOf(error)}).`, remedy);
  }
}

async function firstThatExists(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    (about) => about.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return false;
    },
  );
  return isThere || dirname(folder) === folder ? folder : firstThatExists(dirname(folder));
}

type Limits = Pick<Config, "dataDir" | "diskMinFreePercent" | "diskMinFreeBytes">;

export async function checkDisk(
  { dataDir, diskMinFreePercent, diskMinFreeBytes }: Limits,
  readSpace: (folder: string) => Promise<DiskSpace>,
): Promise<Finding> {
  const { sizeBytes, freeBytes } = await readSpace(await firstThatExists(dataDir));
  const needed = Math.max((sizeBytes * diskMinFreePercent) / 100, diskMinFreeBytes);
  const words = `${inMib(freeBytes)} of ${inMib(sizeBytes)} are free on the disk of ${dataDir}`;
  const remedy = "Free space on it or give it more; see docs/operations.md for what takes how much.";
  if (freeBytes < needed)
    return fault("disk", `${words}, and below ${inMib(needed)} nothing is stored any more.`, remedy);
  if (freeBytes < (sizeBytes * (100 - fullPercent)) / 100) return note("disk", `${words}.`, remedy);
  return ok("disk", `${words}.`);
}

const inMib = (bytes: number) => `${Math.round(bytes / mib)} MiB`;
