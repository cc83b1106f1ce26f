import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeBackup } from "@offgrid/server/backup/make-backup";
import { backupKeyOf, openSource, openTarget } from "@offgrid/server/backup/portal-databases";
import { restoreBackup } from "@offgrid/server/backup/restore";
import { type Config, readConfig } from "@offgrid/server/config/config";
import { openLog } from "@offgrid/server/core/log";
import { RollupWorker } from "@offgrid/server/history/rollups/rollup-worker";
import { type FrameRow, addSlots, ensurePartitions, writeFrames } from "@offgrid/server/history/tiers/frames.store";
import { TierWorker } from "@offgrid/server/history/tiers/tier-worker";
import { openStore } from "@offgrid/server/postgres/store";
import { chance } from "@offgrid/simulator/plant/chance";

import type { BenchCase, Figure } from "../bench.types.ts";
import { copyHistory } from "../copy-history.ts";

const dayMs = 86_400_000;
const containers = Number(process.env["BENCH_RESTORE"] ?? 150);
const days = 60;
const stepMs = 60_000;
const metrics = 10;
const framesPerWrite = 1_000;
/** What a restore may take: half an hour. */
const mostS = 1_800;
const log = openLog("warn");

export const restoreCase: BenchCase = {
  name: "restore",
  summary: `a backup of ${containers} containers with ${days} days of ${metrics} metrics a minute, and its restore into an empty folder`,
  run: async (say) => {
    const folder = await mkdtemp(join(tmpdir(), "offgrid-bench-"));
    try {
      const passphrase = join(folder, "passphrase");
      await writeFile(passphrase, "a passphrase of the bench\n");
      const at = (name: string) =>
        readConfig({ DATA_DIR: join(folder, name), BACKUP_PASSPHRASE_FILE: passphrase, LOG_LEVEL: "warn" });
      const databaseBytes = await fill(at("before"), say);
      const path = join(folder, "portal.backup");
      say("backing up");
      const backup = await during(async () => {
        const from = await openSource(at("before"), log);
        try {
          return await makeBackup({ from: from.address, path, key: await backupKeyOf(at("before")) });
        } finally {
          await from.close();
        }
      });
      say("restoring");
      const restore = await during(async () => {
        const to = await openTarget(at("after"), log);
        try {
          const { address, portalRole } = to;
          return await restoreBackup({
            path,
            key: await backupKeyOf(at("after")),
            to: address,
            portalRole,
            replaces: false,
          });
        } finally {
          await to.close();
        }
      });
      if (restore.result.rows !== backup.result.rows)
        throw new Error(`${backup.result.rows} rows were backed up, ${restore.result.rows} restored.`);
      return figuresOf(databaseBytes, backup.result.bytes, backup.seconds, restore.seconds);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** @returns bytes of the database. */
async function fill(config: Config, say: (line: string) => void): Promise<number> {
  const store = await openStore(config, log);
  try {
    const { db, pool } = store.database;
    say("writing and sealing the days of one container");
    await pool.query(
      `insert into container (id, name, serial_number, zone_name, secret_hash)
       select 'c' || n, 'Container ' || n, n::text, 'UTC', sha256(n::text::bytea) from generate_series(1, $1::int) n`,
      [containers],
    );
    const fromMs = Math.floor(Date.now() / dayMs) * dayMs - (days + 1) * dayMs;
    await writeDays(db, fromMs);
    const clock = { now: () => Date.now() };
    const rollups = new RollupWorker(db, clock, () => false);
    while (await rollups.work(true));
    const kept = { sealAfterS: 0, rawDays: 36_500, rollupDays: 36_500 };
    const tiers = new TierWorker(db, clock, log, kept, () => false);
    while (await tiers.seal());
    say(`copying them to ${containers - 1} others`);
    await copyHistory(
      pool,
      ["c1"],
      Array.from({ length: containers - 1 }, (_, index) => `c${index + 2}`),
    );
    const { rows } = await pool.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
    return Number(rows[0]?.bytes);
  } finally {
    await store.close();
  }
}

async function writeDays(db: Parameters<typeof addSlots>[0], fromMs: number): Promise<void> {
  const names = Array.from({ length: metrics }, (_, index) => ({
    name: `sensor.${index + 1}`,
    unit: null,
    kind: null,
  }));
  await addSlots(db, "c1", names, 512);
  const months = new Set<number>();
  for (let first = 0; first < (days * dayMs) / stepMs; first += framesPerWrite) {
    const rows = Array.from({ length: framesPerWrite }, (_, index): FrameRow => {
      const number = first + index;
      const values = names.map((_, sensor) =>
        Math.round(500 + 400 * Math.sin(number / (60 + sensor)) + 40 * chance(sensor, number)),
      );
      return { containerId: "c1", atMs: fromMs + number * stepMs, values };
    });
    await ensurePartitions(db, rows, months);
    await db.transaction().execute((tx) => writeFrames(tx, rows, rows.at(-1)?.atMs ?? 0));
  }
}

async function during<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1_000 };
}

function figuresOf(databaseBytes: number, fileBytes: number, backupS: number, restoreS: number): Figure[] {
  const gb = databaseBytes / 1e9;
  const name = `a database of ${gb.toFixed(2)} GB`;
  return [
    { case: `${name}: backup`, value: backupS, unit: "s" },
    { case: `${name}: its file`, value: fileBytes / 1e6, unit: "MB" },
    {
      case: `${name}: restore into an empty folder, until the portal can start`,
      value: restoreS,
      unit: "s",
      reach: mostS,
    },
    { case: "restored in half an hour at that speed", value: (gb * mostS) / restoreS, unit: "GB" },
  ];
}
