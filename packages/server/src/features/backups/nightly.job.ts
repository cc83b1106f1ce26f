import { rm } from "node:fs/promises";
import { join } from "node:path";

import { noteDone, noteFailed, madeAtMs, readBackupStates } from "../../backup/backup-state.store.ts";
import { backupName, folderOf, listBackups, prepareFolder } from "../../backup/backups.ts";
import { makeBackup } from "../../backup/make-backup.ts";
import { backupKeyOf, openSource } from "../../backup/portal-databases.ts";
import { outdated } from "../../backup/retention.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { reasonOf } from "../../core/db.ts";
import { Deferred, type JobKind } from "../../jobs/job.ts";
import { lastNight } from "./due-times.ts";

type Tools = Pick<FeatureBase, "config" | "db" | "clock" | "log" | "hasRoom">;

const looksEveryMs = 10 * 60_000;
const noRoomPauseMs = 30 * 60_000;
const longestRunMs = 12 * 3_600_000;
const backoff = { firstMs: 15 * 60_000, longestMs: 2 * 3_600_000 };

/** Makes the backup of the night, and removes those that have had their time. */
export function backupJob(tools: Tools): JobKind {
  return {
    name: "backup",
    everyMs: looksEveryMs,
    longestRunMs,
    backoff,
    run: async ({ signal }) => {
      const { db, clock, hasRoom } = tools;
      const nowMs = clock.now();
      const { doneAt } = (await readBackupStates(db)).backup;
      if ((doneAt?.getTime() ?? (await madeAtMs(db))) >= lastNight(nowMs)) return;
      if (!hasRoom()) throw new Deferred("there is no room for a backup", noRoomPauseMs);
      try {
        await makeTonights(tools, nowMs, signal);
      } catch (error) {
        if (!signal.aborted) await noteFailed(db, "backup", clock.now(), reasonOf(error));
        throw error;
      }
    },
  };
}

async function makeTonights({ config, db, clock, log }: Tools, nowMs: number, signal: AbortSignal): Promise<void> {
  const folder = folderOf(config);
  await prepareFolder(folder, log);
  const name = backupName(nowMs);
  const path = join(folder, name);
  const source = await openSource(config, log);
  try {
    const { bytes, rows } = await makeBackup({ from: source.address, path, key: await backupKeyOf(config), signal });
    log.info({ file: path, bytes, rows, tookMs: clock.now() - nowMs }, "the backup of the night is made");
    await noteDone(db, "backup", { atMs: nowMs, file: name, bytes });
  } finally {
    await source.close();
  }
  const all = await listBackups(folder);
  const gone = new Set(outdated(all.map(({ atMs }) => atMs)));
  for (const { name: old, atMs } of all) if (gone.has(atMs)) await rm(join(folder, old), { force: true });
}
