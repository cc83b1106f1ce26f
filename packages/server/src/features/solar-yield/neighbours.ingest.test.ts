import { beforeAll, expect, test } from "vitest";

import { dayMs, dayOf } from "../../history/quarter-hours.ts";
import { workerOn, write } from "../../history/rollups/rollups.fixture.ts";
import { addSlots } from "../../history/tiers/frames.store.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { JudgeStage, type Stage } from "../warnings/judge.fixture.ts";
import { judgeTicks } from "../warnings/judge.ts";
import { listRules, readRule } from "../warnings/rules.store.ts";
import { backTest } from "../warnings/back-test.ts";
import { listContainers } from "../warnings/trials.store.ts";
import { followYields } from "./solar-yield.ts";

const bench = await benchOfFile();
const { database } = bench;
const { db, pool } = database;
const judging = new JudgeStage(bench);
const { tools } = judging;
const metrics = ["solar.power", "battery.soc"];
const quarterMs = 15 * 60_000;
const peakW = 4_000;
const gao = { latitude: 16.27, longitude: -0.04 };

interface Sky {
  /** Share of the sun that its panels take, by how many days ago. */
  share?: (daysAgo: number) => number;
  soc?: (hour: number) => number;
}

/** Gives a container its panels at a place, and what they gave in the last nine days. */
async function withPanels(id: string, place: { latitude: number; longitude: number } | undefined, sky: Sky = {}) {
  if (place) await db.updateTable("container").set(place).where("id", "=", id).execute();
  await pool.query(
    `insert into forecast_setting (container_id, provider, capacity, tilt, azimuth, loss)
    values ($1, 'auto', $2, 15, 180, 14) on conflict (container_id) do nothing`,
    [id, peakW],
  );
  await measure(id, 1, 9, sky);
}

/** Days ago, both included. */
async function measure(id: string, from: number, to: number, { share = () => 1, soc = () => 60 }: Sky) {
  const named = metrics.map((name) => ({ name, unit: null, kind: null }));
  const slots = await addSlots(db, id, named, 512);
  const today = dayOf(bench.now()) * dayMs;
  const rows = Array.from({ length: (to - from + 1) * 96 }, (_, quarter) => {
    const atMs = today - to * dayMs + quarter * quarterMs;
    const hour = (quarter % 96) / 4;
    const sun = peakW * Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
    const values: number[] = [];
    values[(slots.get("solar.power") ?? 1) - 1] = sun * share(to - Math.floor(quarter / 96));
    values[(slots.get("battery.soc") ?? 2) - 1] = soc(hour);
    return { containerId: id, atMs, values: [...values].map((value) => value ?? null) };
  });
  await write(database, rows as Parameters<typeof write>[1], bench.now());
}

async function summarise(): Promise<void> {
  const worker = workerOn(database, { now: bench.now });
  while (await worker.work(true));
  await followYields({ db, clock: { now: bench.now } });
}

const belowNeighbours = {
  name: "Yield below neighbours",
  type: "neighbours",
  attributes: [],
  threshold: 85,
  clearAt: 92,
  duration: 3 * 86_400,
  noData: "clear",
} satisfies Parameters<typeof judging.stage>[0];

async function neighboursOf({ containerId }: Stage, count: number, near: { seen: boolean; atKm?: number }) {
  const ids = Array.from({ length: count }, (_, index) => `${containerId}-${near.atKm ?? 0}-${near.seen}-${index}`);
  for (const id of ids) {
    await bench.addContainer(id, { users: near.seen ? [`owner-${containerId}`] : [] });
    await withPanels(id, { ...gao, latitude: gao.latitude + (near.atKm ?? 1) / 111 });
  }
  return ids;
}

async function judged(stage: Stage) {
  bench.skip(3_600_000);
  await judging.settle();
  await judgeTicks(tools);
  const rows: Record<string, unknown>[] = await judging.rows(stage);
  return rows.map(({ severity, value, clearedS }) => [
    severity,
    Math.round(Number(value)),
    clearedS === null ? "open" : "over",
  ]);
}

beforeAll(async () => {
  // Some hours into a day: the one before is known by then.
  bench.skip(dayMs - (bench.now() % dayMs) + 5 * 3_600_000);
});

test("a container whose panels give half of what its neighbours give is warned of, and the back-test says the same", async () => {
  const stage = await judging.stage(belowNeighbours);
  await withPanels(stage.containerId, gao, { share: (daysAgo) => (daysAgo <= 4 ? 0.5 : 1) });
  await neighboursOf(stage, 5, { seen: true });
  await summarise();
  expect(await judged(stage)).toEqual([["warning", 50, "open"]]);
  const viewer = { userId: `owner-${stage.containerId}` };
  const [row] = await listRules(db, { id: stage.ruleId, ownerId: viewer.userId }, bench.now());
  const rule = readRule(row as NonNullable<typeof row>);
  const containers = await listContainers(db, viewer, { sites: [stage.containerId] });
  const today = dayOf(bench.now()) * dayMs;
  const range = { fromMs: today - 8 * dayMs, toMs: bench.now() };
  const found = await backTest(
    db,
    { rule: rule as NonNullable<typeof rule>, saved: undefined, containers, range },
    new AbortController().signal,
  );
  expect(found.episodes).toMatchObject([{ raisedAt: new Date(today - dayMs).toISOString(), clearedAt: null }]);
});

test("containers that the owner of a rule does not see, and those that are far away, are no neighbours", async () => {
  const stage = await judging.stage(belowNeighbours);
  const north = { ...gao, latitude: gao.latitude + 20 };
  await withPanels(stage.containerId, north, { share: () => 0.5 });
  const at = (id: string, km: number) =>
    db
      .updateTable("container")
      .set({ latitude: north.latitude + km / 111 })
      .where("id", "=", id)
      .execute();
  for (const id of await neighboursOf(stage, 4, { seen: true, atKm: 2 })) await at(id, 2);
  for (const id of await neighboursOf(stage, 3, { seen: false, atKm: 3 })) await at(id, 3);
  const [far = ""] = await neighboursOf(stage, 1, { seen: true, atKm: 130 });
  await at(far, 130);
  await summarise();
  expect(await judged(stage)).toEqual([]);
  // The fifth comes near enough.
  await at(far, 90);
  expect(await judged(stage)).toEqual([["warning", 50, "open"]]);
  // And is taken from the owner.
  await pool.query("delete from container_user where container_id = $1", [far]);
  expect(await judged(stage)).toEqual([["warning", 50, "over"]]);
});

test("a cluster makes neighbours of containers whose place is not known, and full batteries and late readings are taken for what they are", async () => {
  const stage = await judging.stage(belowNeighbours);
  const ids = [stage.containerId];
  await withPanels(stage.containerId, undefined, { soc: (hour) => (hour >= 9 ? 99 : 60), share: () => 0.5 });
  for (let index = 0; index < 5; index++) {
    const id = `${stage.containerId}-${index}`;
    await bench.addContainer(id, { users: [`owner-${stage.containerId}`] });
    await withPanels(id, undefined);
    ids.push(id);
  }
  await pool.query("insert into cluster (id, name) values ($1, $1)", [stage.containerId]);
  await pool.query("update container set cluster_id = $1 where id = any($2)", [stage.containerId, ids]);
  await summarise();
  // Full from nine on, less was taken than there was: that says nothing of the panels.
  expect(await judged(stage)).toEqual([]);
  const { rows } = await pool.query<{ hours: (number | null)[] }>(
    "select hours from solar_yield where container_id = $1 order by day desc limit 1",
    [stage.containerId],
  );
  expect(rows[0]?.hours.slice(6, 12).map((one) => one !== null)).toEqual([true, true, false, false, false, false]);
  // What was measured there in truth comes late: the days are computed again.
  await pool.query("delete from frame where container_id = $1", [stage.containerId]);
  await measure(stage.containerId, 1, 9, { share: () => 0.5 });
  await summarise();
  expect(await judged(stage)).toEqual([["warning", 50, "open"]]);
});
