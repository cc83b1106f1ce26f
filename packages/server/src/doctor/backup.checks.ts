import { readBackupStates } from "../backup/backup-state.store.ts";
import { backupKeyOf } from "../backup/portal-databases.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import { type Finding, fault, faultOf, note, ok } from "./finding.ts";

/** A night, and half a day in which the portal may have stood still. */
const lateMs = 36 * 3_600_000;
const hourMs = 3_600_000;
const day = (at: Date) => at.toISOString().slice(0, 10);

/** Backups of the night, and whether one was restored on trial. */
export async function checkBackups(config: Config, { db }: Database, nowMs: number): Promise<Finding[]> {
  const key = await checkKey(config);
  if (key) return [key];
  if (config.backupDir === undefined) {
    return [
      note(
        "backups",
        "None are made at night, as BACKUP_DIR=off says.",
        "See that something else backs the portal up.",
      ),
    ];
  }
  const { backup, trial } = await readBackupStates(db);
  const found: Finding[] = [];
  if (backup.failedAt) {
    found.push(
      fault(
        "backups",
        `The one of ${day(backup.failedAt)} failed (${backup.failure}).`,
        "Remedy that; it is tried again by itself.",
      ),
    );
  } else if (backup.doneAt && nowMs - backup.doneAt.getTime() > lateMs) {
    found.push(
      fault(
        "backups",
        `The last one is ${Math.floor((nowMs - backup.doneAt.getTime()) / hourMs)} hours old.`,
        "Let a process with the role worker run at night.",
      ),
    );
  }
  if (trial.failedAt) {
    found.push(
      fault(
        "backups",
        `Restoring one on trial failed on ${day(trial.failedAt)} (${trial.failure}).`,
        "Make another one by `npm run portal -- backup`, and try that by `verify --restore`.",
      ),
    );
  }
  if (found.length > 0) return found;
  if (!backup.doneAt) return [ok("backups", "The first one is made in the coming night.")];
  const tried = trial.doneAt ? `was restored on trial on ${day(trial.doneAt)}` : "was not restored on trial yet";
  return [ok("backups", `The last one is of ${day(backup.doneAt)}, and one ${tried}.`)];
}

/** @returns what is wrong with the passphrase. */
async function checkKey(config: Config): Promise<Finding | undefined> {
  try {
    await backupKeyOf(config);
    return undefined;
  } catch (error) {
    // What is wrong with portal.key is found elsewhere.
    if (config.backupPassphraseFile === undefined || !(error instanceof StartError)) return undefined;
    return faultOf("backups", error);
  }
}
