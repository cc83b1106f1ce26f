import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";

import type { Finding } from "@offgrid/contract/doctor/findings";

import type { Config } from "../config/config.ts";
import { reasonOf } from "../core/db.ts";
import type { DiskSpace } from "../postgres/disk-guard.ts";
import { finding } from "./finding.ts";

/** What of the machine itself the portal needs: its settings, Node, its folder and the disk below it. */

const leastNode = [20, 19] as const;
const fullPercent = 90;

export function checkVariables(misspelt: Config["misspelt"]): Finding[] {
  if (misspelt.length === 0) return [finding("variables", "variables_known")];
  return misspelt.map(({ name, meant }) => finding("variables", "variable_misspelt", { name, meant }));
}

/** @param version Such as "20.19.0". */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = leastNode;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
    ? finding("node", "node_recent", { version })
    : finding("node", "node_old", { version, least: leastNode.join(".") });
}

export async function checkDataFolder({ dataDir: folder }: Pick<Config, "dataDir">): Promise<Finding> {
  try {
    const about = await stat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return undefined;
    });
    if (about && !about.isDirectory()) return finding("data_folder", "folder_is_file", { folder });
    await access(about ? folder : await firstThatExists(dirname(folder)), constants.W_OK | constants.X_OK);
    return finding("data_folder", about ? "folder_usable" : "folder_to_come", { folder });
  } catch (error) {
    return finding("data_folder", "folder_closed", { folder, reason: reasonOf(error) });
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
  const neededBytes = Math.max((sizeBytes * diskMinFreePercent) / 100, diskMinFreeBytes);
  const space = { folder: dataDir, freeBytes, sizeBytes };
  if (freeBytes < neededBytes) return finding("disk", "disk_full", { ...space, neededBytes });
  return finding("disk", freeBytes < (sizeBytes * (100 - fullPercent)) / 100 ? "disk_filling" : "disk_roomy", space);
}
