import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { readConfig } from "@offgrid/server/config/config";
import type { Database } from "@offgrid/server/core/db";
import { openLog } from "@offgrid/server/core/log";
import { openStore } from "@offgrid/server/postgres/store";
import { type FrameRow, addSlots, ensurePartitions, writeFrames } from "@offgrid/server/history/tiers/frames.store";
import { RollupWorker } from "@offgrid/server/history/rollups/rollup-worker";
import { TierWorker } from "@offgrid/server/history/tiers/tier-worker";
import { fleet } from "@offgrid/simulator/fleet/fleet";
import { memberPlant } from "@offgrid/simulator/fleet/fleet.member";
import { chance } from "@offgrid/simulator/plant/chance";
import { stepPlant } from "@offgrid/simulator/plant/plant";
import { newPlantState } from "@offgrid/simulator/plant/plant.state";
import { plantMetrics } from "@offgrid/simulator/plant/plant.metrics";

import type { BenchCase, Figure } from "../bench.types.ts";

const dayMs = 86_400_000;
const stepMs = 10_000;
const warmUpStepMs = 60_000;
const warmUpDays = 3;
const metricsPerFrame = 50;
const framesPerWrite = 1_000;
const days = 2;
/** Members of the fleet by their number: two sizes, two climates. */
const members = [0, 5];
/** Noise as a share of each gauge's value: sensors are not as smooth as a simulation. */
const noise = 0.01;

interface Sizes {
  frames: number;
  sealed: number;
  rollups: number;
}

export const diskCase: BenchCase = {
  name: "disk",
  summary: `bytes per value on disk: ${members.length} plants x ${days} days, a frame of ${metricsPerFrame} metrics each 10 s`,
  run: async (say) => [
    ...(await measure("simulated plants", 0, say)),
    ...(await measure(`the same with ${noise * 100} % noise on every gauge`, noise, say)),
  ],
};

async function measure(name: string, share: number, say: (line: string) => void): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-bench-"));
  const log = openLog("silent");
  const store = await openStore(readConfig({ DATA_DIR: dataDir }), log);
  try {
    const { db } = store.database;
    say(`${name}: writing frames`);
    const fromMs = Date.UTC(2026, 5, 10);
    let values = 0;
    for (const member of members) values += await writePlant(store.database, member, fromMs, share);
    const clock = { now: () => fromMs + (days + 1) * dayMs };
    const settings = { sealAfterS: 0, rawDays: 36_500, rollupDays: 36_500 };
    const rollups = new RollupWorker(db, clock, () => false);
    while (await rollups.work(true));
    const before = await sizes(store.database);
    say(`${name}: sealing ${members.length * days} days`);
    const tiers = new TierWorker(db, clock, log, settings, () => false);
    const beganMs = performance.now();
    while (await tiers.seal());
    const sealingS = (performance.now() - beganMs) / 1000;
    if (tiers.counts.sealed !== members.length * days) throw new Error(`Only ${tiers.counts.sealed} days were sealed.`);
    const after = await sizes(store.database);
    return figures(name, { ...after, frames: before.frames }, values, sealingS / tiers.counts.sealed);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function figures(name: string, { frames, sealed, rollups }: Sizes, values: number, sealingS: number): Figure[] {
  const unit = "bytes/value";
  const ofSealed = { case: `sealed days, ${name}`, value: sealed / values, unit };
  return [
    { ...ofSealed, reference: 3, referenceName: "our target: at most" },
    { ...ofSealed, reference: 4, referenceName: "emoncms, measured" },
    { ...ofSealed, reference: 1.5, referenceName: "VictoriaMetrics, measured" },
    { ...ofSealed, reference: 80, referenceName: "PostgreSQL with a row per value, measured, 80 to 95" },
    {
      case: `rollups, ${name}`,
      value: rollups / values,
      unit,
      reference: 0.75,
      referenceName: "our target: a quarter of three at most",
    },
    { case: `frames before sealing, ${name}`, value: frames / values, unit },
    { case: `sealing a day of a container, ${name}`, value: sealingS, unit: "s" },
  ];
}

/** @returns the number of values written. */
async function writePlant({ db }: Database, member: number, fromMs: number, share: number): Promise<number> {
  const about = fleet[member];
  if (!about) throw new Error(`The fleet has no member ${member}.`);
  const { containerId, name, serialNumber } = about;
  await db
    .insertInto("container")
    .values({ id: containerId, name, serialNumber, secretHash: Buffer.alloc(32) })
    .execute();
  const design = memberPlant(about);
  const plant = plantMetrics(design);
  const names = plant.names.slice(0, metricsPerFrame);
  const slots = await addSlots(
    db,
    containerId,
    names.map((metric) => ({ name: metric, unit: null, kind: null })),
    512,
  );
  let state = newPlantState(design, fromMs - warmUpDays * dayMs);
  while (state.atMs < fromMs) state = stepPlant(design, state, state.atMs + warmUpStepMs).state;
  const scales = names
    .map((metric) => findMetric(metric))
    .map((metric) => (metric?.kind === "gauge" ? 10 ** metric.decimals : 0));
  const months = new Set<number>();
  let rows: FrameRow[] = [];
  let values = 0;
  const write = async () => {
    await ensurePartitions(db, rows, months);
    await db.transaction().execute((tx) => writeFrames(tx, rows, rows.at(-1)?.atMs ?? 0));
    rows = [];
  };
  for (let count = 0; count < (days * dayMs) / stepMs; count++) {
    const step = stepPlant(design, state, state.atMs + (count === 0 ? 0 : stepMs));
    state = step.state;
    const read = plant.values(state, step.reading);
    const bySlot: (number | null)[] = names.map(() => null);
    for (const [index, metric] of names.entries()) {
      const value = read[index] ?? null;
      const scale = scales[index] as number;
      const spread = (chance(design.seed + index, count) + chance(design.seed - 1 - index, count) - 1) * 2 * share;
      bySlot[(slots.get(metric) as number) - 1] =
        value === null || share === 0 || scale === 0 ? value : Math.round(value * (1 + spread) * scale) / scale;
      if (value !== null) values++;
    }
    rows.push({ containerId, atMs: state.atMs, values: bySlot });
    if (rows.length >= framesPerWrite) await write();
  }
  if (rows.length > 0) await write();
  return values;
}

/** Size of tables with their indexes and out-of-line storage, all partitions together, in bytes. */
async function sizes({ pool }: Database): Promise<Sizes> {
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select coalesce(parent.relname, part.relname) as name, sum(pg_total_relation_size(part.oid))::float8 as bytes
     from pg_class part left join pg_inherits on inhrelid = part.oid left join pg_class parent on parent.oid = inhparent
     where part.relkind = 'r' and coalesce(parent.relname, part.relname) in ('frame', 'sealed_day', 'chunk', 'rollup_day')
     group by 1`,
  );
  const of = (name: string) => rows.find((row) => row.name === name)?.bytes ?? 0;
  return { frames: of("frame"), sealed: of("sealed_day") + of("chunk"), rollups: of("rollup_day") };
}
