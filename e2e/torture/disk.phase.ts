/** The phase of the full disk. */
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";

import { addVerdicts } from "../ledger/auditor.ts";
import { canMountDisk, clearDisk, fillDisk, mountDisk } from "../ledger/small-disk.ts";
import { postgresPid, until } from "../system/programs.ts";
import type { Phase } from "./torture.types.ts";
import { Stage, promise } from "./torture.stage.ts";

const mib = 1024 * 1024;

export const diskPhase: Phase = {
  name: "disk",
  summary: "a small disk that fills up: with the guard on, then without it to the end of PostgreSQL",
  obstacle: () => (canMountDisk ? undefined : "only root can mount a small disk in memory"),
  run: async ({ fleet }) => {
    const disk = mountDisk(400);
    const freeBytes = () => {
      const { bavail, bsize } = statfsSync(disk);
      return bavail * bsize;
    };
    const filler = join(disk, "filler");
    const guarded = await Stage.open({ DISK_MIN_FREE_MB: "60", DISK_BALLAST_MB: "0" }, disk);
    const witnesses = await guarded.witnesses("Guard", fleet, { everyMs: 500, controller: { batchMs: 0 } });
    await guarded.served(witnesses);
    for (let round = 0; round < 3; round++) {
      fillDisk(filler, () => freeBytes() <= 50 * mib);
      await until("the portal is not ready", async () => !(await guarded.isReady()));
      const server = guarded.postgres;
      await guarded.caller.call("getSitesV2");
      clearDisk(filler);
      // The guard looks every few seconds: a round that fills the disk again before that would not count as a new one.
      await until("the portal is ready again", () => guarded.isReady());
      await guarded.served(witnesses, 1);
      promise("the database never ran out of disk space", guarded.postgres === server);
    }
    promise("each time was logged once", guarded.said.match(/the disk is nearly full/g)?.length === 3);
    const first = await guarded.audit(witnesses);
    await guarded.kill();
    await until("the database is gone", () => postgresPid(guarded.dataDir) === undefined);

    const bare = await Stage.open({ DISK_BALLAST_MB: "48" }, disk);
    const others = await bare.witnesses("Bare", 10, { everyMs: 500, controller: { batchMs: 0 } });
    await bare.served(others);
    const ballast = join(bare.dataDir, "ballast");
    await until("the ballast is there", () => existsSync(ballast));
    const server = bare.postgres;
    fillDisk(filler);
    process.kill(server, "SIGKILL");
    await until("the ballast is released", () => {
      if (existsSync(ballast)) fillDisk(filler);
      return !existsSync(ballast);
    });
    await until("another database runs", () => ![undefined, server].includes(postgresPid(bare.dataDir)));
    await bare.served(others, 1);
    clearDisk(filler);
    await until("the ballast is back", () => existsSync(ballast));
    await bare.served(others);
    const second = await bare.audit(others);
    return {
      verdict: addVerdicts([first, second]),
      facts: [
        "3 times full behind the guard",
        "once to the end: the database died and started with the ballast's room",
      ],
    };
  },
};
