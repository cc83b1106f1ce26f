import { pino } from "pino";

import type { Clock } from "../../core/clock.ts";
import type { Database, Db } from "../../core/db.ts";
import { type FrameRow, addSlots, ensurePartitions, writeFrames } from "../tiers/frames.store.ts";
import { RollupWorker } from "./rollup-worker.ts";
import { type TierSettings, TierWorker } from "../tiers/tier-worker.ts";

/** For tests only. */
export function workerOn({ db }: Database, clock: Clock): RollupWorker {
  return new RollupWorker(db, clock, () => false);
}

/** A worker that seals days as soon as they are over, and drops nothing. */
export function tierWorkerOn({ db }: Database, clock: Clock, settings: Partial<TierSettings> = {}): TierWorker {
  const all = { sealAfterS: 0, rawDays: 36_500, rollupDays: 36_500, ...settings };
  return new TierWorker(db, clock, pino({ level: "silent" }), all, () => false);
}

/** Summarises and seals every day that is over. */
export async function sealAll(database: Database, clock: Clock): Promise<TierWorker> {
  const rollups = workerOn(database, clock);
  while (await rollups.work(true));
  const tiers = tierWorkerOn(database, clock);
  while (await tiers.seal());
  return tiers;
}

let made = 0;

/** A container whose metrics have the slots 1, 2, ... */
export async function addContainer({ db }: Database, metrics: readonly string[]): Promise<string> {
  const id = `c${++made}`;
  await db
    .insertInto("container")
    .values({ id, name: id, serialNumber: id, secretHash: Buffer.alloc(32) })
    .execute();
  const named = metrics.map((name) => ({ name, unit: null, kind: null }));
  await addSlots(db, id, named, 512);
  return id;
}

/** Writes frames through ingest's own store. */
export async function write({ db }: Database, rows: readonly FrameRow[], nowMs = 0): Promise<void> {
  await ensurePartitions(db, rows, new Set());
  await db.transaction().execute((tx) => writeFrames(tx, rows, nowMs));
}

/** A frame a minute. */
export function minutely(containerId: string, fromMs: number, count: number): FrameRow[] {
  return Array.from({ length: count }, (_, index) => ({ containerId, atMs: fromMs + index * 60_000, values: [100] }));
}

/** As a person who sees all containers. */
export function everyContainer(db: Db) {
  return db.selectFrom("container").select("container.id");
}
