import { stat } from "node:fs/promises";
import { join } from "node:path";

import { noteDone, noteFailed, readBackupStates } from "../../backup/backup-state.store.ts";
import { folderOf, listBackups, prepareFolder, trial } from "../../backup/backups.ts";
import { backupKeyOf } from "../../backup/portal-databases.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { reasonOf } from "../../core/db.ts";
import { Deferred, type JobKind } from "../../jobs/job.ts";
import { lastTrial } from "./due-times.ts";

type Tools = Pick<FeatureBase, "config" | "db" | "clock" | "log" | "hasRoom">;

const looksEveryMs = 20 * 60_000;
const noRoomPauseMs = 30 * 60_000;
const longestRunMs = 12 * 3_600_000;
const backoff = { firstMs: 3_600_000, longestMs: 6 * 3_600_000 };

/** Restores the newest backup once a week into a database that is made for it, and compares: only that proves it. */
export function trialJob(tools: Tools): JobKind {
  return {
    name: "backup-trial",
    everyMs: looksEveryMs,
    longestRunMs,
    backoff,
    run: async ({ signal }) => {
      const { config, db, clock, hasRoom } = tools;
      const { backup, trial: last } = await readBackupStates(db);
      const isTried = (last.doneAt?.getTime() ?? -Infinity) >= lastTrial(clock.now());
      if (isTried || backup.doneAt === null) return;
      if (!hasRoom()) throw new Deferred("there is no room to try a backup", noRoomPauseMs);
      try {
        const [newest] = await listBackups(folderOf(config));
        if (!newest) throw new Error(`no backup is in ${folderOf(config)}`);
        await tryOut(tools, newest.name, signal);
      } catch (error) {
        if (!signal.aborted) await noteFailed(db, "trial", clock.now(), reasonOf(error));
        throw error;
      }
    },
  };
}

async function tryOut({ config, db, clock, log }: Tools, name: string, signal: AbortSignal): Promise<void> {
  const folder = folderOf(config);
  await prepareFolder(folder, log);
  const path = join(folder, name);
  const { rows } = await trial({ path, key: await backupKeyOf(config), folder, log, signal });
  log.info({ file: path, rows }, "the newest backup was restored on trial, and is the same");
  await noteDone(db, "trial", { atMs: clock.now(), file: name, bytes: (await stat(path)).size });
}
