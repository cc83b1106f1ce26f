import type { Finding } from "@offgrid/contract/doctor/findings";

import { readBackupStates } from "../backup/backup-state.store.ts";
import { tryToWrite } from "../backup/backups.ts";
import { backupKeyOf } from "../backup/portal-databases.ts";
import type { Config } from "../config/config.ts";
import { type Database, reasonOf } from "../core/db.ts";
import { ownUser, StartError } from "../core/start-error.ts";
import { finding, findingOf } from "./finding.ts";

/** A night, and half a day in which the portal may have stood still. */
const lateMs = 36 * 3_600_000;
const hourMs = 3_600_000;

/** Backups of the night, and whether one was restored on trial. */
export async function checkBackups(config: Config, { db }: Database, nowMs: number): Promise<Finding[]> {
  const key = await checkKey(config);
  if (key) return [key];
  if (config.backupDir === undefined) return [finding("backups", "backups_off")];
  const { backup, trial } = await readBackupStates(db);
  const found: Finding[] = [];
  const failed = ({ failedAt, failure }: typeof backup) =>
    failedAt && { failedAt: failedAt.toISOString(), reason: String(failure) };
  const [lastFailed, trialFailed] = [failed(backup), failed(trial)];
  if (lastFailed) found.push(finding("backups", "backup_failed", lastFailed));
  else if (backup.doneAt && nowMs - backup.doneAt.getTime() > lateMs) {
    const hours = Math.floor((nowMs - backup.doneAt.getTime()) / hourMs);
    found.push(finding("backups", "backup_late", { hours }));
  }
  if (trialFailed) found.push(finding("backups", "trial_failed", trialFailed));
  if (found.length > 0) return found;
  if (!backup.doneAt) return [finding("backups", "backup_to_come")];
  const doneAt = backup.doneAt.toISOString();
  if (!trial.doneAt) return [finding("backups", "backup_untried", { doneAt })];
  return [finding("backups", "backup_tried", { doneAt, triedAt: trial.doneAt.toISOString() })];
}

/** @returns what keeps this process from writing the backups of the night, which those with the role worker make. */
export async function checkBackupFolder({ backupDir: folder, roles }: Config): Promise<Finding | undefined> {
  if (folder === undefined || !roles.includes("worker")) return undefined;
  try {
    await tryToWrite(folder);
    return undefined;
  } catch (error) {
    return finding("backups", "backup_closed", { folder, reason: reasonOf(error), user: ownUser() });
  }
}

/** @returns what is wrong with the passphrase. */
async function checkKey(config: Config): Promise<Finding | undefined> {
  try {
    await backupKeyOf(config);
    return undefined;
  } catch (error) {
    // What is wrong with portal.key is found elsewhere.
    if (config.backupPassphraseFile === undefined || !(error instanceof StartError)) return undefined;
    return findingOf("backups", error);
  }
}
